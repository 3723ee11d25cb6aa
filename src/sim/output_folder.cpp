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

namespace {

void lock_for_me(const OutputFolder& folder, io::Lock& lock) {
  if (!lock.take(folder.lock()))
    throw InputError(folder.root.string() + ": another run writes into this folder; wait for its end, or stop it");
}

InputError not_empty(const OutputFolder& folder) {
  return InputError(folder.root.string() +
                    ": holds files already; use --resume to go on with a run, or another output.folder");
}

}  // namespace

void OutputFolder::enter(io::Lock& lock) const {
  if (lock.held()) return;
  std::error_code failure;
  fs::create_directories(root, failure);
  if (failure) throw IoError(fmt::format("{}: cannot be created: {}", root.string(), failure.message()));
  lock_for_me(*this, lock);
  if (holds_files()) throw not_empty(*this);
}

bool OutputFolder::holds_files() const {
  return fs::exists(root) && std::any_of(fs::directory_iterator(root), fs::directory_iterator(),
                                         [this](const auto& entry) { return entry.path() != lock(); });
}

bool OutputFolder::holds_beginnings_only() const {
  const auto begun = [this](const fs::path& file) {
    const auto name = file.filename().string();
    const bool unfinished = name.find(".unfinished") != std::string::npos;  // and the files that MPI adds
    return file.stem() == "series" || name.starts_with("problem-") || file == balance() || file == hashes() ||
           file == lock() || file == log() || unfinished || file.extension() == ".whole";
  };
  return fs::exists(lock()) && std::all_of(fs::directory_iterator(root), fs::directory_iterator(),
                                           [&](const auto& entry) { return begun(entry.path()); });
}

std::vector<fs::path> starts_in(const comm::Comm& comm, const OutputFolder& folder, bool resume, io::Lock& lock) {
  std::string found;  // the root's view is everybody's
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    const std::string name = folder.root.string();
    if (fs::exists(folder.root) && !fs::is_directory(folder.root))
      throw InputError(name + ": is a file, expected a folder for the output");
    if (!folder.holds_files()) return;
    if (!resume) throw not_empty(folder);
    const auto has = [&](const fs::path& file) { return fs::exists(file); };
    if (!has(folder.checkpoint()) && !has(folder.older_checkpoint()) && !folder.holds_beginnings_only())
      throw InputError(name + ": holds files but no checkpoint to resume from; nothing was touched");
    lock_for_me(folder, lock);
    if (has(folder.checkpoint())) found += 'c';
    if (has(folder.older_checkpoint())) found += 'o';
  });
  comm.broadcast(found);
  std::vector<fs::path> starts;
  for (char c : found) starts.push_back(c == 'c' ? folder.checkpoint() : folder.older_checkpoint());
  return starts;
}

void check_restart_into(const comm::Comm& comm, const OutputFolder& folder, const fs::path& checkpoint,
                        io::Lock& lock) {
  comm::agree(comm, [&] {
    if (!comm.is_root() || !folder.holds_files()) return;
    const fs::path from = checkpoint.parent_path().empty() ? "." : checkpoint.parent_path();
    if (!fs::equivalent(from, folder.root)) {
      throw InputError(fmt::format(
          "{}: holds files, and not this checkpoint; name another with --set output.folder=...", folder.root.string()));
    }
    lock_for_me(folder, lock);
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
