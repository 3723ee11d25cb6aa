#include "sim/signals.hpp"

#include <csignal>

namespace talus::sim {
namespace {

volatile std::sig_atomic_t want_checkpoint = 0, want_stop = 0;
void on_signal(int signal) { (signal == SIGUSR1 ? want_checkpoint : want_stop) = 1; }
constexpr int kRequests[] = {SIGUSR1, SIGUSR2, SIGTERM, SIGINT};

}  // namespace

void catch_signals() {
  for (const int s : kRequests) std::signal(s, on_signal);
}
void leave_signals() {
  for (const int s : kRequests) std::signal(s, SIG_DFL);
  if (stop_requested()) std::raise(SIGTERM);
}
bool checkpoint_requested() { return want_checkpoint != 0; }
bool stop_requested() { return want_stop != 0; }
void checkpoint_done() { want_checkpoint = 0; }

}  // namespace talus::sim
