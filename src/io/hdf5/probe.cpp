#include "io/hdf5/probe.hpp"

#include <fmt/format.h>
#include <sys/poll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <system_error>

#include "base/error.hpp"

namespace talus::io {
namespace {

constexpr double kWallSeconds =
    6;  // a second of CPU: a loop ends by CPU, what sleeps by wall time, a busy machine is no damage

}  // namespace

// A signal or a library that gives up in the child means damage. The child holds the only writing end of a pipe:
// the reading end hangs up when it ends.
void probe(const std::filesystem::path& file, const std::function<void()>& read, double seconds) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    for (const int s : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPROF})
      signal(s, SIG_DFL);  // no handler of a library speaks
    const auto whole = static_cast<time_t>(seconds);
    const itimerval of_cpu{{0, 0}, {whole, static_cast<suseconds_t>(1e6 * (seconds - static_cast<double>(whole)))}};
    setitimer(ITIMER_PROF, &of_cpu, nullptr);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    close(STDERR_FILENO);
    try {
      read();
    } catch (...) {
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  pollfd ended{pipe_ends[0], 0, 0};
  int ready;
  do {
    ready = poll(&ended, 1, static_cast<int>(1000 * kWallSeconds * seconds));
  } while (ready < 0 && errno == EINTR);
  close(pipe_ends[0]);
  if (ready == 0) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (ready == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF))
    throw IoError(fmt::format("{}: is damaged: reading it does not end", file.string()));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw IoError(fmt::format("{}: is damaged: reading it crashes", file.string()));
}

}  // namespace talus::io
