#pragma once
// One step's problem of a run as a file: what FCLib asks for, which other programs read, and in addition what a replay
// needs to the last bit (groups /talus and /talus/replay; README of this room).

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bodies/body.hpp"
#include "comm/comm.hpp"
#include "comm/sharing.hpp"
#include "problem/problem.hpp"

namespace talus::io {

// How the step was solved, in the words of the deck.
struct StepSettings {
  std::string solver, law, schedule, norm;
  double tolerance = 0;
  std::int64_t max_sweeps = 0;
  std::int64_t sweeps = 0;  // what it took
  std::string run;          // identity of the run
};

// *Collective.* `local` and `walls`: the bodies that the problem's begin with. Under its name the file is whole.
// A file of that name which this run has not written is set aside.
void write_step(const std::filesystem::path& file, const comm::Comm& comm, std::span<const bodies::Body> local,
                std::span<const bodies::Body> walls, const problem::Problem& problem, const comm::Sharing& sharing,
                const problem::Solution& solution, const StepSettings& settings);

// The tables of /talus/replay: the columns of a row in their order, and how many numbers each takes.
namespace replay {

// The version of new files. Files of version 1 do not state it, and hold corners in `angular`, 256 each.
inline constexpr std::int32_t kVersion = 2;

struct Column {
  std::string_view name;
  int width = 1;
  std::int32_t since = 1;  // the version that added it at the end of its table; in older files it is 0
};
inline constexpr auto kBodies = std::to_array<Column>({{"v_free", 3}, {"w_free", 3}, {"1/m"}, {"1/J"}});
inline constexpr auto kBodyEnds = std::to_array<Column>({{"rank"}, {"share_of"}});  // a large body, or kNoShare
inline constexpr auto kContacts = std::to_array<Column>(
    {{"normal", 3}, {"arm_a"}, {"arm_b"}, {"bias"}, {"mu"}, {"rho"}, {"sigma"}, {"impulse", 3}, {"torque", 3}});
inline constexpr auto kContactEnds = std::to_array<Column>({{"a"}, {"b"}, {"class"}, {"rank"}});
inline constexpr auto kBlocks = std::to_array<Column>(  // matrices by columns
    {{"on_a", 36},
     {"on_b", 36},
     {"bias", 6},
     {"compliance", 6},
     {"lower", 6},
     {"upper", 6},
     {"mu"},
     {"rho"},
     {"sigma"},
     {"start", 6},
     {"shift", 1, 2}});
inline constexpr auto kBlockEnds = std::to_array<Column>(  // set: 0 cone, 1 free, 2 box; angular: rows as bits
    {{"a"}, {"b"}, {"class"}, {"rank"}, {"rows"}, {"set"}, {"angular"}, {"corners", 1, 2}});

constexpr int width_of(std::span<const Column> table, std::int32_t version = kVersion) {
  int width = 0;
  for (const Column& c : table) width += c.since <= version ? c.width : 0;
  return width;
}

}  // namespace replay

// A stored step as it is in the file. Tables are flat: their rows one after the other.
struct StoredStep {
  std::string source;
  StepSettings settings;
  double step = 0;                      // h, s
  std::int32_t ranks = 0, classes = 0;  // that solved it; of rows
  std::vector<double> bodies, large, contacts, blocks;
  std::vector<std::int32_t> body_ends, contact_ends, block_ends;
  std::vector<double> velocity;  // that the step found: (v, w) of movable bodies as ordered here, then of large ones

  static constexpr std::int32_t kNoShare = -1;
  static constexpr int kBodyColumns = replay::width_of(replay::kBodies),
                       kContactColumns = replay::width_of(replay::kContacts),
                       kBlockColumns = replay::width_of(replay::kBlocks),
                       kContactEnds = replay::width_of(replay::kContactEnds),
                       kBlockEnds = replay::width_of(replay::kBlockEnds);
  std::size_t num_bodies() const { return body_ends.size() / 2; }
};

bool holds_step(const std::filesystem::path& file);  // *Not collective.* False of files that cannot be opened, too
// *Not collective.* Throws IoError or InputError, as read_fclib.
StoredStep read_step(const std::filesystem::path& file);

// *Collective.* The root's, on all ranks.
void broadcast(const comm::Comm& comm, StoredStep& step);

// The part of a stored step on one of `ranks` ranks. With as many ranks as the run had, or under schedule `cubes`, the
// solve has the same bits as the run's.
struct StepPart {
  problem::Problem problem;
  comm::Sharing sharing;
  std::vector<std::size_t> velocity_at;  // of each owned body: its place in StoredStep::velocity, in bodies
};
StepPart part_of(const StoredStep& step, Rank rank, int ranks);

}  // namespace talus::io
