#include "drivers/keys.hpp"

#include "balance/options.hpp"
#include "drivers/studies/wheel.hpp"
#include "problem/contact_options.hpp"
#include "scene/flows.hpp"
#include "scene/guideway_shape.hpp"
#include "scene/materials.hpp"
#include "scene/options.hpp"
#include "sim/run_options.hpp"
#include "solver/solver.hpp"

namespace talus::drivers {
namespace {

// In the order of the reference page and of resolved decks.
KeyTable assembled() {
  KeyTable table;
  table.add(Key{.path = "scenario",
                .kind = keys::Kind::choice,
                .preset = "scene",
                .choices = {"guideway", "scene", "wheel"},
                .gone = {{"box", "it is the scene input/box.yaml"},
                         {"drum", "it is the scene input/drum.yaml"},
                         {"hopper", "it is the scene input/hopper.yaml"},
                         {"pile", "it is the scene input/pile.yaml"},
                         {"rolling-disk", "it is the scene input/rolling-disk.yaml"}},
                .restart = keys::Restart::state,
                .help = "scene = bodies, walls and joints that the deck lists (the default, to be left out); guideway "
                        "and wheel are built from the keys guideway.* and wheel.* instead."});
  table.add<scene::TimeOptions>();
  table.add<scene::WorldOptions>();
  table.add<sim::OutputOptions>();
  table.add<problem::LawOptions>();
  table.add<scene::MaterialOptions>();
  table.add<problem::ActivationOptions>("contact.sigma_ratio");
  table.add<solver::SolverOptions>();
  table.add<sim::StepOptions>();
  table.add<balance::PartitionOptions>();
  table.add<sim::CheckpointOptions>();
  table.add<sim::GuardOptions>();
  table.add<scene::BodyOptions>();
  table.add<scene::ListOptions>();
  table.add<scene::FlowOptions>();
  table.add<scene::GuidewayOptions>();
  table.add<WheelOptions>();
  table.limit("wheel", kKeysOfWheel);
  return table;
}

}  // namespace

const KeyTable& key_table() {
  static const KeyTable table = assembled();
  return table;
}

}  // namespace talus::drivers
