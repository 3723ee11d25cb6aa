#pragma once
// The output folder of a run: its files, and what may be there when a run begins.

#include <filesystem>
#include <functional>
#include <vector>

#include "comm/comm.hpp"
#include "io/lock.hpp"

namespace talus::sim {

struct OutputFolder {
  std::filesystem::path root;

  std::filesystem::path checkpoint() const { return root / "checkpoint.h5"; }
  std::filesystem::path older_checkpoint() const { return root / "checkpoint.1.h5"; }
  std::filesystem::path series() const { return root / "series"; }  // and .csv, .h5
  std::filesystem::path balance() const { return root / "balance.csv"; }
  std::filesystem::path hashes() const { return root / "hashes.csv"; }
  std::filesystem::path summary() const { return root / "summary.json"; }
  std::filesystem::path log() const { return root / "log.jsonl"; }
  std::filesystem::path problem(std::int64_t step) const;

  std::filesystem::path lock() const { return root / ".lock"; }  // says that a run has begun here, too

  // *Not collective.* The folder is made if need be and locked, unless it is already. Throws InputError if another run
  // has it or has left files in the meantime, IoError if it cannot be made.
  void enter(io::Lock& lock) const;
  bool holds_files() const;
  bool holds_beginnings_only() const;  // as a run leaves it that was killed before its first checkpoint
};

// *Collective.* The checkpoints that a run may start from, the newest first. InputError if it must not run in this
// folder; nothing is touched. A folder that holds files is locked before it is looked into.
std::vector<std::filesystem::path> starts_in(const comm::Comm& comm, const OutputFolder& folder, bool resume,
                                             io::Lock& lock);

// *Collective.* InputError if a restart from this checkpoint must not write into the folder, which is locked if it
// holds files.
void check_restart_into(const comm::Comm& comm, const OutputFolder& folder, const std::filesystem::path& checkpoint,
                        io::Lock& lock);

// *Collective.* Restores the newest whole checkpoint. A damaged one is put aside, so that it does not take the place of
// a whole one.
void restore_newest(const comm::Comm& comm, const std::vector<std::filesystem::path>& files,
                    const std::function<void(const std::filesystem::path&)>& restore);

}  // namespace talus::sim
