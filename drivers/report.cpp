#include "drivers/report.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace talus::drivers {
namespace {

namespace fs = std::filesystem;

// The script of the prefix that this executable is installed in, or of the tree that it was built in
// (build/release/bin).
std::optional<fs::path> script() {
  std::error_code missing;
  const auto bin = fs::read_symlink("/proc/self/exe", missing).parent_path();
  for (const auto& root : {bin.parent_path() / "share" / "talus", bin.parent_path().parent_path().parent_path()}) {
    const auto file = root / "postproc" / "report.py";
    if (fs::exists(file, missing)) return file;
  }
  return std::nullopt;
}

// Without what a launcher has set for this rank: Python's HDF5 would take its process for a rank as well.
std::vector<char*> environment_of_one() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    if (!text.starts_with("OMPI_") && !text.starts_with("PMIX_") && !text.starts_with("PMI_")) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

}  // namespace

std::string make_report(const fs::path& folder) {
  const auto file = script();
  if (!file) return "no report: there is no postproc/report.py next to this executable";
  std::string program = file->string(), argument = fs::absolute(folder).string();
  const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  auto environment = environment_of_one();
  const int failure = posix_spawn(&child, program.c_str(), &streams, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&streams);
  if (failure != 0) return fmt::format("no report: {} cannot be started: {}", program, std::strerror(failure));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  return fmt::format("no report: {} failed, see above", program);
}

}  // namespace talus::drivers
