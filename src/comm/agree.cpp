#include "comm/agree.hpp"

#include <system_error>

namespace talus::comm {

void agree(const Comm& comm, const std::function<void()>& act) {
  std::string failure;  // one digit, the exit code; then the text
  const auto note = [&failure](Exit code, const char* what) {
    failure = std::to_string(static_cast<int>(code)) + what;
  };
  try {
    act();
  } catch (const Error& e) {
    note(e.code(), e.what());
  } catch (const std::system_error& e) {  // of the filesystem library and streams
    note(Exit::io, e.what());
  }
  const auto [failed, rank] = comm.max_with_rank(failure.empty() ? 0.0 : 1.0);
  if (failed == 0) return;
  comm.broadcast(failure, rank);
  throw AgreedError(static_cast<Exit>(failure[0] - '0'), failure.substr(1));
}

}  // namespace talus::comm
