#include "drivers/keys.hpp"

#include "balance/options.hpp"
#include "drivers/studies/wheel.hpp"
#include "problem/contact_options.hpp"
#include "scene/canned/canned.hpp"
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
                .choices = {"box", "drum", "guideway", "hopper", "pile", "rolling-disk", "scene", "wheel"},
                .restart = keys::Restart::state,
                .help = "What is simulated; each scenario has keys of its own in addition to the common ones."});
  table.add<scene::TimeOptions>();
  table.add<scene::WorldOptions>();
  table.add<sim::OutputOptions>();
  table.add<problem::LawOptions>();
  table.add<scene::MaterialOptions>();
  table.add<problem::ActivationOptions>("contact.sigma");
  table.add<solver::SolverOptions>();
  table.add<sim::StepOptions>();
  table.add<balance::PartitionOptions>();
  table.add<sim::CheckpointOptions>();
  table.add<sim::GuardOptions>();
  table.add<scene::BodyOptions>();
  table.add<scene::ListOptions>();
  table.add<scene::BoxOptions>();
  table.add<scene::DrumOptions>();
  table.add<scene::PileOptions>();
  table.add<scene::GuidewayOptions>();
  table.add<scene::HopperOptions>();
  table.add<scene::DiskOptions>();
  table.add<WheelOptions>();
  return table;
}

}  // namespace

const KeyTable& key_table() {
  static const KeyTable table = assembled();
  return table;
}

}  // namespace talus::drivers
