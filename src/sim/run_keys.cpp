#include <fmt/format.h>

#include "base/key.hpp"
#include "sim/run_options.hpp"

namespace talus::sim {

using namespace keys;

void ProbeEntry::keys(Keys<ProbeEntry>& key) {
  key("output.probes[].body", &ProbeEntry::body,
      "Name of a wall, a body or a packing; \"\" = chosen by id and last instead.");
  key("output.probes[].id", &ProbeEntry::id, within(-1, kMaxCount),
      "Id of the body, or of the first body of a group; -1 = chosen by the name in body instead.");
  key("output.probes[].last", &ProbeEntry::last, within(-1, kMaxCount),
      "Last id of a group of consecutive ids, whose centre of mass is recorded; -1 = a single body.");
  key("output.probes[].name", &ProbeEntry::name,
      "Prefix of its columns in the time series; \"\" = the name in body if given, or else bodyID or groupID-LAST.");
}

void WallForceEntry::keys(Keys<WallForceEntry>& key) {
  key("output.wall_forces[].wall", &WallForceEntry::wall, required, not_empty, "Name of a wall.");
  key("output.wall_forces[].group", &WallForceEntry::group, required, not_empty,
      "Name of a group, as in the key group of bodies, packings and feeds.");
}

void OutputOptions::keys(Keys<OutputOptions>& key) {
  const auto frame = [](auto member) {
    return [member](OutputOptions & output) -> auto& { return output.frames.*member; };
  };
  key("output.folder", &OutputOptions::folder, required, not_empty,
      "Folder into which the run writes all its files; relative to the working folder.");
  key("output.every", frame(&FrameOptions::every), in("s"), at_least(0),
      "Simulated time between two frames of the trajectory; 0 = none by time.");
  key("output.every_steps", frame(&FrameOptions::every_steps), in("steps"), within(0, kMaxSteps),
      "Steps between two frames of the trajectory, in addition to output.every; 0 = none by steps.");
  const AnyOf frames{needs("output.every"), needs("output.every_steps")};
  key("output.contacts", frame(&FrameOptions::contacts), frames,
      "Also write the contacts that carry a force with every frame of the trajectory.");
  key("output.joints", frame(&FrameOptions::joints), frames,
      "Also write the forces of all joints and drives with every frame of the trajectory.");
  key("output.map_every", frame(&FrameOptions::map_every), in("s"), at_least(0),
      "Simulated time between two frames of the maps of walls (walls[].map); each frame is the mean over this time. 0 "
      "= no maps.");
  key("output.compress", frame(&FrameOptions::compress), frames,
      "Compress frames without loss: smaller files, slower writing.");
  key("output.series_every", &OutputOptions::series_every, in("steps"), within(1, kMaxSteps),
      "Steps between two rows of the time series.");
  key("output.probes", &OutputOptions::probes,
      "Bodies and groups of bodies whose motion is recorded in the time series, chosen by name or by id. Ids count all "
      "walls first, from 0, and then the bodies.");
  key("output.wall_forces", &OutputOptions::wall_forces,
      "Forces that one group of bodies exerts on one wall, as columns of the time series. Forces of all bodies "
      "together are recorded for every wall that has a name.");
  key("output.hash_every", &OutputOptions::hash_every, in("steps"), within(0, kMaxSteps),
      "Steps between two rows of state hashes in hashes.csv; 0 = none.");
  key("output.problem_at", &OutputOptions::problem_at, in("step"), within(0, kMaxSteps),
      "Write the contact problem of this step (the first is 1) to problem-<step>.hdf5 for `talus solve`; 0 = none.");
  key("output.problem_every", &OutputOptions::problem_every, in("steps"), within(0, kMaxSteps),
      "Also write the contact problem each time that this many steps have passed; 0 = never.");
  key("output.problem_missed", &OutputOptions::problem_missed,
      "Also write the contact problem of every step that missed its tolerance.");
  key("output.balance_every", &OutputOptions::balance_every, in("steps"), within(0, kMaxSteps),
      "Steps between two rows of balance.csv (imbalance of the ranks, memory); 0 = none.");
  key("output.report", &OutputOptions::report,
      "At the end of the run write report.html by postproc/report.py, which needs NumPy, h5py and Matplotlib.");
  key("output.reproducible", &OutputOptions::reproducible, one_of({"auto", "ranks", "run", "none"}),
      "Refuse options that do not reproduce results to the last bit: ranks = on any number of ranks, run = on the same "
      "number of ranks. auto, none = refuse nothing.");
}

namespace {

// Maps go with a time between their frames.
void check_maps(const Values& values, double map_every) {
  bool maps = false;
  for (int n = 0; values.uses("walls") && n < values.size("walls"); ++n) {
    const std::string map = fmt::format("walls[{}].map", n);
    if (!values.uses(map) || !values.get<bool>(map)) continue;
    maps = true;
    if (map_every == 0) values.reject(map, "goes with a time between maps: expected output.map_every above 0");
  }
  if (!maps && map_every > 0) values.reject("output.map_every", "no wall has a map: expected walls[].map");
}

}  // namespace

void OutputOptions::check(const Values& values) {
  const auto output = read<OutputOptions>(values);
  const auto solver = read<solver::SolverOptions>(values);
  const auto kept = solver::reproducible(solver);
  const bool asks_ranks = output.reproducible == "ranks", asks_run = output.reproducible == "run";
  if ((asks_ranks && kept != solver::Reproducible::ranks) || (asks_run && kept == solver::Reproducible::none)) {
    values.reject(
        "output.reproducible",
        fmt::format(
            "solver {}{} keeps the same bits {}: expected {}", solver.name,
            solver::sweeps_over_bodies(solver.name) ? fmt::format(" with schedule {}", name_of(solver.schedule)) : "",
            kept == solver::Reproducible::run ? "on the same number of ranks only" : "to 1e-8 only",
            kept == solver::Reproducible::run ? "run, none or auto" : "none or auto"));
  }
  check_maps(values, output.frames.map_every);
}

void CheckpointOptions::keys(Keys<CheckpointOptions>& key) {
  key("checkpoint.every", &CheckpointOptions::every, in("steps"), within(0, kMaxSteps),
      "Steps between two checkpoints; 0 = the interval of wall time that loses least to failures (formula of Young and "
      "Daly). A checkpoint is always written at the end and on request.");
  key("checkpoint.mean_hours_to_failure", &CheckpointOptions::mean_hours_to_failure, in("h"), above(0),
      needs("checkpoint.every", {"0"}),
      "Mean time between failures T of the job. With checkpoint.every = 0 and checkpoints that take the time C, one is "
      "written every sqrt(2 C T).");
}

void StepOptions::keys(Keys<StepOptions>& key) {
  key("solver.warm_start", &StepOptions::warm_start,
      "Start each solve from the impulses of the step before, which saves sweeps.");
  key("solver.projection", &StepOptions::projection,
      "After each step, move bodies until all joints hold and nothing overlaps, to rounding errors, without changing "
      "velocities.");
}

void GuardOptions::keys(Keys<GuardOptions>& key) {
  key("guard.max_speed", &GuardOptions::max_speed, in("m/s"), above(0),
      "Largest speed of a body, including its angular speed times its radius. A faster one has run away: the run "
      "stops, names it and exits with code 4.");
  key("guard.max_overlap", &GuardOptions::max_overlap, at_least(0),
      "Largest overlap, relative to the radius of the smaller body. Beyond it the run stops and exits with code 4, "
      "because bodies would pass through each other; 0 = no limit.");
  key("guard.max_joint_opening", &GuardOptions::max_joint_opening, in("m"), at_least(0), or_word("auto"),
      preset("auto"), AnyOf{needs("joints"), needs("scenario", {"guideway"})},
      "Largest opening of a rigid joint. Beyond it the run stops and exits with code 4; auto = the smallest radius, 0 "
      "= no limit.");
  key("guard.max_contacts", &GuardOptions::max_contacts, within(0, kMaxCount),
      "Largest number of bodies of similar size that one body touches. Beyond it bodies have collapsed into one place: "
      "the run stops and exits with code 4; 0 = no limit.");
}

}  // namespace talus::sim
