#include "sim/run.hpp"

namespace talus::sim {

SimulationOptions simulation_options(const io::Deck& deck) {
  SimulationOptions options;
  options.envelope = deck.number("contact.envelope");
  options.build.step = deck.number("time.step");
  options.build.max_recovery_speed = deck.number("contact.max_recovery_speed");
  options.build.warm_start = deck.flag("solver.warm_start");
  options.solver.name = deck.text("solver.name");
  options.solver.tolerance = deck.number("solver.tolerance");
  options.solver.norm = deck.text("solver.norm") == "max" ? solver::Norm::max : solver::Norm::rms;
  options.solver.schedule =
      deck.text("solver.schedule") == "cubes" ? solver::ScheduleKind::cubes : solver::ScheduleKind::blocks;
  options.solver.max_sweeps = static_cast<int>(deck.integer("solver.max_sweeps"));
  options.partition_method = partition::method_named(deck.text("partition.method"));
  options.partition_every = static_cast<int>(deck.integer("partition.every"));
  return options;
}

}  // namespace talus::sim
