#pragma once
// Requests by signal: USR1 asks for a checkpoint, USR2, TERM and INT for a checkpoint and the end of the run.

namespace talus::sim {

void catch_signals();
void leave_signals();  // they end the process, at once if it was asked to stop
bool checkpoint_requested();
bool stop_requested();
void checkpoint_done();  // forgets a request for a checkpoint

}  // namespace talus::sim
