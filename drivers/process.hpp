#pragma once
// The duties of a process to its caller: standard streams, signals, an exit code that is true.

namespace talus::drivers {

// To be called first of all. Standard streams that are closed stay closed for us, so that no file takes their place.
// Requests by signal are noted from here on, if the command is one that obeys them. A limit on file sizes makes a write
// fail instead of ending the process.
void begin_process(int argc, char** argv);

// *Not collective.* The exit code, or that of a failed file if what was printed could not be written; says so.
int end_process(int code);

}  // namespace talus::drivers
