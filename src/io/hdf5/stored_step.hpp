#pragma once
// One step's problem of a run as a file: what FCLib asks for, which other programs read, and beside it what a replay
// needs to the last bit (groups /talus and /talus/replay; README of this room).

#include <filesystem>
#include <span>
#include <string>
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
};

// *Collective.* `local` and `walls`: the bodies that the problem's begin with. Under its name the file is whole.
void write_step(const std::filesystem::path& file, const comm::Comm& comm, std::span<const bodies::Body> local,
                std::span<const bodies::Body> walls, const problem::Problem& problem, const comm::Sharing& sharing,
                const problem::Solution& solution, const StepSettings& settings);

// All of it, as stored: tables, their rows one after the other.
struct StoredStep {
  std::string source;
  StepSettings settings;
  double step = 0;                         // h, s
  std::int32_t ranks = 0, classes = 0;     // that solved it; of rows
  std::vector<double> bodies;              // kBodyColumns a body
  std::vector<std::int32_t> body_ends;     // rank; kind: kBody, l: a share of large body l
  std::vector<double> large;               // kBodyColumns a large body
  std::vector<double> contacts;            // kContactColumns a contact
  std::vector<std::int32_t> contact_ends;  // a, b, class, rank
  std::vector<double> blocks;              // kBlockColumns a block
  std::vector<std::int32_t> block_ends;    // a, b, class, rank, rows, set, bits of angular rows
  std::vector<double> velocity;  // that the step found: (v, w) of movable bodies as ordered here, then of large ones

  static constexpr std::int32_t kBody = -1;
  static constexpr int kBodyColumns = 8, kContactColumns = 15, kBlockColumns = 105;
  std::size_t num_bodies() const { return body_ends.size() / 2; }
};

bool holds_step(const std::filesystem::path& file);  // *Not collective.* False of files that cannot be opened, too
// *Not collective.* Throws IoError or InputError, as read_fclib.
StoredStep read_step(const std::filesystem::path& file);

// *Collective.* The root's, on all ranks.
void broadcast(const comm::Comm& comm, StoredStep& step);

// What one of `ranks` ranks holds of it; with as many ranks as the run had, or under schedule `cubes`, the same bits
// come out.
struct StepPart {
  problem::Problem problem;
  comm::Sharing sharing;
  std::vector<std::size_t> velocity_at;  // of each owned body: its place in StoredStep::velocity, in bodies
};
StepPart part_of(const StoredStep& step, Rank rank, int ranks);

}  // namespace talus::io
