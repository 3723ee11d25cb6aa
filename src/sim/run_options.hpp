#pragma once
// Options of a run. The structs are filled once, at the start, by the functions of options.cpp.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "io/deck/deck.hpp"
#include "io/hdf5/stored_step.hpp"
#include "observe/probes.hpp"
#include "scene/scenario.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

// By the command line.
struct RunOptions {
  bool quiet = false;
  bool json = false;              // print the summary alone, for machines
  double max_hours = 0;           // stop with a checkpoint after this wall time; 0: no limit
  std::string program = "talus";  // and its version, for the header
  // Makes the report of a folder; returns why it could not, or an empty text.
  std::function<std::string(const std::filesystem::path&)> make_report;
};

// Resident bytes of a body, with what the allocator keeps; measured on boxes of 10^4 to 10^6 spheres.
inline constexpr double kBodyBytes = 800;

// When frames are written, and which.
struct FrameOptions {
  double every = 0;              // s; 0: none by time
  std::int64_t every_steps = 0;  // 0: none by steps
  bool contacts = false, joints = false, compress = false;
  double map_every = 0;  // s, between frames of the maps of walls
  bool any() const { return every > 0 || every_steps > 0; }
};

struct ProbeEntry {
  std::string entry, name, body;
  std::int64_t id = -1, last = -1;  // ids of bodies, in place of `body`; last -1: no group

  static void keys(Keys<ProbeEntry>& key);
};

// Forces on a wall of the bodies of a group alone.
struct WallForceEntry {
  std::string entry, wall, group;

  static void keys(Keys<WallForceEntry>& key);
};

// Steps between two rows or files; 0: none.
struct OutputOptions {
  std::string folder;
  std::int64_t series_every = 1, hash_every = 0, balance_every = 0;
  std::int64_t problem_every = 0, problem_at = 0;  // files with the problem of a step
  bool problem_missed = false;                     // also of steps that missed their tolerance
  bool report = false;                             // report.html at the end
  std::string reproducible = "auto";               // or the name of a level that options must keep
  FrameOptions frames;
  std::vector<ProbeEntry> probes;
  std::vector<WallForceEntry> wall_forces;

  static void keys(Keys<OutputOptions>& key);
  static void check(const Values& values);
};

struct CheckpointOptions {
  std::int64_t every = 0;             // steps; 0: by wall time
  double mean_hours_to_failure = 24;  // h

  static void keys(Keys<CheckpointOptions>& key);
};

// Options of the step that no other room has.
struct StepOptions {
  bool warm_start = true;
  bool projection = false;

  static void keys(Keys<StepOptions>& key);
};

struct GuardOptions {
  double max_speed = 1e4;           // m/s
  double max_overlap = 1;           // radii of the smaller body; 0: off
  double max_joint_opening = 0;     // m; 0: off
  std::int64_t max_contacts = 100;  // 0: any number

  static void keys(Keys<GuardOptions>& key);
};

// By the deck.
struct RunPlan {
  std::string scenario;
  std::string deck;              // resolved
  double end = 0;                // s
  std::int64_t end_step = 0;     // of steps of one length from the start
  double max_hours = 0;          // 0: no limit
  double sliding_threshold = 0;  // m/s, which a warning names
  OutputOptions output;
  CheckpointOptions checkpoint;
  io::StepSettings solve;  // as stored with the problem of a step
};

RunPlan run_plan(const io::Deck& deck);
SimulationOptions simulation_options(const io::Deck& deck);

// Probes of the time series: the bodies that the scenario names, then those of the deck.
observe::Watched watched_of(const io::Deck& deck, const scene::Scenario& scenario);

}  // namespace talus::sim
