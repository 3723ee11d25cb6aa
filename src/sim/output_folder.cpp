#include "sim/output_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "base/error.hpp"
#include "comm/agree.hpp"

namespace talus::sim {

namespace fs = std::filesystem;

fs::path OutputFolder::problem(std::int64_t step) const { return root / fmt::format("problem-{:06}.hdf5", step); }

void OutputFolder::create() const {
  std::error_code failure;
  fs::create_directories(root, failure);
  if (failure) throw IoError(fmt::format("{}: cannot be created: {}", root.string(), failure.message()));
}

bool OutputFolder::holds_files() const { return fs::exists(root) && !fs::is_empty(root); }

bool OutputFolder::holds_beginnings_only() const {
  const auto begun = [this](const fs::path& file) {
    const auto name = file.filename().string();
    const bool unfinished = name.find(".unfinished") != std::string::npos;  // and the files that MPI adds
    return file.stem() == "series" || name.starts_with("problem-") || file == balance() || file == hashes() ||
           unfinished || file.extension() == ".whole";
  };
  return std::all_of(fs::directory_iterator(root), fs::directory_iterator(),
                     [&](const auto& entry) { return begun(entry.path()); });
}

std::vector<fs::path> starts_in(const comm::Comm& comm, const OutputFolder& folder, bool resume) {
  std::string found;  // the root's view is everybody's
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    const std::string name = folder.root.string();
    if (fs::exists(folder.root) && !fs::is_directory(folder.root))
      throw InputError(name + ": is a file, expected a folder for the output");
    if (!resume && folder.holds_files()) {
      throw InputError(name + ": holds files already; use --resume to go on with a run, or another output.folder");
    }
    if (resume && fs::exists(folder.checkpoint())) found += 'c';
    if (resume && fs::exists(folder.older_checkpoint())) found += 'o';
    if (found.empty() && folder.holds_files() && !folder.holds_beginnings_only()) {
      throw InputError(name + ": holds files but no checkpoint to resume from; nothing was touched");
    }
  });
  comm.broadcast(found);
  std::vector<fs::path> starts;
  for (char c : found) starts.push_back(c == 'c' ? folder.checkpoint() : folder.older_checkpoint());
  return starts;
}

void check_restart_into(const comm::Comm& comm, const OutputFolder& folder, const fs::path& checkpoint) {
  comm::agree(comm, [&] {
    if (!comm.is_root() || !folder.holds_files()) return;
    const fs::path from = checkpoint.parent_path().empty() ? "." : checkpoint.parent_path();
    if (!fs::equivalent(from, folder.root)) {
      throw InputError(fmt::format(
          "{}: holds files, and not this checkpoint; name another with --set output.folder=...", folder.root.string()));
    }
  });
}

void restore_newest(const comm::Comm& comm, const std::vector<fs::path>& files,
                    const std::function<void(const fs::path&)>& restore) {
  std::vector<std::string> faults;  // of the first files
  for (const auto& file : files) {
    try {
      restore(file);
      break;
    } catch (const Error& e) {
      if (e.code() != Exit::io) throw;
      faults.emplace_back(e.what());
    }
  }
  if (faults.empty()) return;
  if (faults.size() == files.size()) throw comm::AgreedError(Exit::io, fmt::format("{}", fmt::join(faults, "; ")));
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    for (std::size_t f = 0; f < faults.size(); ++f) {
      fs::rename(files[f], files[f].string() + ".damaged");
      fmt::print(stderr, "talus: {}; put aside, going on from {}\n", faults[f], files[faults.size()].string());
    }
  });
}

}  // namespace talus::sim
