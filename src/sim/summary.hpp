#pragma once
// The summary of a run: summary.json.

#include <filesystem>

#include "io/hdf5/checkpoint.hpp"
#include "io/json.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

// Sums and extrema over the steps of this session.
struct SessionTotals {
  std::int64_t contacts = 0;                       // of the last step, all ranks
  std::int64_t contact_steps = 0, chattering = 0;  // of all ranks; of this one
  double chatter_speed = 0;                        // m/s, of this rank
  double projection_left = 0;                      // m
  double relaxation_mean = 0;                      // of the last step, m
  double overlap = 0;                              // of the last step, radii of the smaller body

  problem::Residual largest;                           // m/s, of each kind of rows and of all
  std::pair<GlobalId, GlobalId> worst_bodies{-1, -1};  // of the contact or joint that has the largest of all,
  std::int64_t worst_step = -1;                        // and when; -1: none

  void add(const Simulation& simulation, const StepReport& report);  // *Collective.*
  std::string worst() const;                                         // a line for people, empty if there is none
};

// The same over the whole run, as checkpoints keep them.
void add_step(io::CheckpointHeader& header, const StepReport& report);

// Lines for people: what the tolerance means for forces, and how far bodies and joints were out of place.
std::string accuracy_of(const Simulation& simulation, const io::CheckpointHeader& header, const SessionTotals& totals);

// *Collective.* Seconds by phase of the run so far, each of the rank that took longest.
PhaseTimes phases_so_far(const Simulation& simulation, const io::CheckpointHeader& header);

// *Collective.* Contacts that chatter, over all ranks, and a warning if the threshold between sticking and sliding is
// too low for them, else an empty text.
struct Chatter {
  std::int64_t contact_steps = 0;
  std::string warning;
};
Chatter chatter_of_session(const comm::Comm& comm, const SessionTotals& totals, double sliding_threshold);

// *Collective.* `header` has the wall time of the run.
io::Json summary_of(const Simulation& simulation, const io::CheckpointHeader& header, const SessionTotals& totals,
                    std::int64_t chattering, bool stopped);

// *Collective.* The file is whole or not there.
void write_summary(const comm::Comm& comm, const std::filesystem::path& file, const io::Json& summary);

}  // namespace talus::sim
