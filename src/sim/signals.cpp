#include "sim/signals.hpp"

#include <csignal>

namespace talus::sim {
namespace {

volatile std::sig_atomic_t want_checkpoint = 0, want_stop = 0;
void on_signal(int signal) { (signal == SIGUSR1 ? want_checkpoint : want_stop) = 1; }

}  // namespace

void catch_signals() {
  for (int s : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) std::signal(s, on_signal);
}
bool checkpoint_requested() { return want_checkpoint != 0; }
bool stop_requested() { return want_stop != 0; }
void checkpoint_done() { want_checkpoint = 0; }

}  // namespace talus::sim
