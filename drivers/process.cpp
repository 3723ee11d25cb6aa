#include "drivers/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "sim/signals.hpp"

namespace talus::drivers {

void begin_process(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "run" || command == "restart") sim::catch_signals();
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int stream : {0, 1, 2}) {  // in order: open() takes the lowest number that is free
    const bool closed = ::fcntl(stream, F_GETFD) < 0;
    if (closed && ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream) std::perror("talus: /dev/null");
  }
}

int end_process(int code) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if ((flushed && !std::ferror(stdout)) || code != 0) return code;
  fmt::print(stderr, "talus: standard output cannot be written{}\n",
             errno != 0 ? fmt::format(": {}", std::strerror(errno)) : "");
  return static_cast<int>(Exit::io);
}

}  // namespace talus::drivers
