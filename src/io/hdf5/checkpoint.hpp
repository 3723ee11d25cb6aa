#pragma once
// A checkpoint: all that the next step reads, in one HDF5 file that does not know how many ranks wrote it. Layout and
// versions: README.md of this room.

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "base/cube.hpp"
#include "base/step_clock.hpp"
#include "base/timer.hpp"
#include "bodies/bodies.hpp"
#include "bodies/flow.hpp"
#include "comm/comm.hpp"
#include "io/row_file.hpp"
#include "observe/wall_maps.hpp"

namespace talus::io {

inline constexpr std::int64_t kCheckpointVersion = 1;

struct CheckpointHeader {
  std::int64_t step = 0;
  double time = 0;                                 // s
  StepClock clock;                                 // of length 0 in files that do not tell
  std::string deck;                                // resolved, YAML
  std::string files;                               // digests of those that it names (deck/restart.hpp)
  std::int64_t missed_steps = 0, sweeps = 0;       // of the run so far
  std::int64_t removed = 0;                        // bodies that have left
  double residual_rms = 0, residual_max = 0;       // worst so far, m/s
  double penetration_max = 0, relaxation_max = 0;  // m
  double overlap_max = 0;                          // radii of the smaller body
  double joint_opening_max = 0;                    // m
  double seconds = 0;                              // wall time so far,
  PhaseTimes phases;                               // and by phase, of the largest rank of each session
  std::vector<double> energy;                      // terms of the energy account, J
  std::string run;                                 // the run's identity; "": written by an older version
  std::vector<RowsMark> rows;                      // of the CSV files next to it
};

// The part of space that a rank owns. A restart on as many ranks takes it over, so that the partition goes on as if the
// run had never stopped.
struct OwnedSpace {
  double edge = 0;                        // of the finest cubes, m; 0: the file is of another number of ranks
  std::vector<CubeOwner> pages, answers;  // entries and answers of the directory of cubes
  std::array<std::int64_t, 3> work{};     // that it has done, by which the balance is judged
};

struct Checkpoint {
  CheckpointHeader header;
  bodies::Bodies bodies;  // on each rank those that it owned, or on another number of ranks a slice of all
  std::vector<bodies::Body> walls;
  std::vector<bodies::Flow> flows;  // of feeds and outlets
  OwnedSpace space;
  observe::MapState maps;
};

// About as many as a file of so many bodies and remembered impulses takes, and `more` for the deck and joints.
std::int64_t checkpoint_bytes(std::int64_t bodies, std::int64_t impulses, std::int64_t more);

// *Collective.* Writes under another name, seals, syncs, then renames: `file` is whole or as before. An older `file` is
// kept as `previous`. Throws IoError on all ranks.
void write_checkpoint(const std::filesystem::path& file, const std::filesystem::path& previous, const comm::Comm& comm,
                      const CheckpointHeader& header, const bodies::Bodies& bodies, std::span<const bodies::Body> walls,
                      std::span<const bodies::Flow> flows, const OwnedSpace& space, const observe::MapState& maps = {});

// *Collective.* Throws IoError on a file that cannot be read or whose content cannot be.
Checkpoint read_checkpoint(const std::filesystem::path& file, const comm::Comm& comm);

// *Collective.* The header alone, of a file that is whole.
CheckpointHeader read_checkpoint_header(const std::filesystem::path& file, const comm::Comm& comm);

}  // namespace talus::io
