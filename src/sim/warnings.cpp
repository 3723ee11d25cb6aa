#include "sim/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace talus::sim {

std::string warning_of(const observe::OverlapsOfStart& overlaps, const problem::BuildOptions& build) {
  constexpr double kHarmless = 1e-3;  // of the radius
  std::string text;
  if (const auto& o = overlaps.of_contacts;
      o.part > kHarmless && build.max_recovery_speed == 0 && !build.split_recovery) {
    text = fmt::format(
        "talus: warning: bodies {} and {} overlap by {:.3g} m at the start, the worst of all, and will part at up to "
        "{:.3g} m/s; "
        "cap it by contact.max_recovery_speed, or set contact.recovery: split\n",
        o.a, o.b, o.depth, o.depth / build.step);
  }
  if (const auto& o = overlaps.of_driven; o.part > kHarmless) {
    text += fmt::format(
        "talus: warning: bodies {} and {} overlap by {:.3g} m at the start, and neither can be pushed: driven bodies "
        "pass through fixed ones\n",
        o.a, o.b, o.depth);
  }
  return text;
}

std::string repairs_of(const bodies::World& world) {
  std::string text;
  std::set<std::string> told;  // walls have a copy of the shape under the same name
  for (const auto& [index, name] : world.shape_names) {
    const auto* mesh = std::get_if<bodies::Mesh>(&world.shapes[index]);
    if (!mesh || (mesh->repair.dropped == 0 && !mesh->repair.turned) || !told.insert(name).second) continue;
    text += fmt::format("talus: warning: shape '{}':", name);
    if (mesh->repair.dropped > 0)
      text += fmt::format(" {} triangles without area or given twice are left out", mesh->repair.dropped);
    if (mesh->repair.turned)
      text += fmt::format("{} the surface faced inwards and is turned", mesh->repair.dropped > 0 ? ";" : "");
    text += "\n";
  }
  return text;
}

namespace {

// How many bodies there are of each material, as far as it matters: two or more are the same.
struct MaterialUse {
  std::vector<int> moving, standing;

  MaterialUse(const bodies::World& world, std::span<const bodies::Body> bodies, const scene::Flows& flows)
      : moving(static_cast<std::size_t>(world.materials.size())), standing(moving) {
    const auto add = [&](const bodies::Body& b) {
      ++(b.state == bodies::State::dynamic ? moving : standing)[static_cast<std::size_t>(b.material)];
    };
    std::ranges::for_each(bodies, add);
    std::ranges::for_each(world.walls, add);
    for (const auto& feed : flows.feeds()) moving[static_cast<std::size_t>(feed.population().body(0, 0).material)] += 2;
  }
  bool meet(std::size_t a, std::size_t b) const {
    if (a == b) return moving[a] > 1 || (moving[a] > 0 && standing[a] > 0);
    return (moving[a] > 0 && moving[b] + standing[b] > 0) || (moving[b] > 0 && standing[a] > 0);
  }
};

}  // namespace

std::string warning_of_friction(const bodies::World& world, std::span<const bodies::Body> bodies,
                                const scene::Flows& flows) {
  constexpr std::size_t kMostMaterials = 1000;  // the number of pairs is quadratic
  const auto& materials = world.materials;
  const auto title = [&](int m) { return m == 0 ? std::string("contact") : materials.name(m); };
  const MaterialUse use(world, bodies, flows);
  std::vector<int> used;
  for (int m = 0; m < materials.size(); ++m) {
    const auto n = static_cast<std::size_t>(m);
    if (use.moving[n] + use.standing[n] > 0) used.push_back(m);
  }
  if (used.size() > kMostMaterials) return {};
  std::string text;
  for (const int a : used) {
    int with = -1;  // what it meets
    bool acts = false;
    for (const int b : used) {
      if (!use.meet(static_cast<std::size_t>(a), static_cast<std::size_t>(b))) continue;
      with = b;
      acts = acts || materials.of_pair(a, b, 0).mu == materials.own(a).mu;
    }
    if (with < 0 || acts) continue;
    text += fmt::format(
        "talus: warning: mu = {:g} of material '{}' acts nowhere: with '{}', mu = {:g}, a pair has {:g} "
        "(contact.pair_rule, contact.pairs)\n",
        materials.own(a).mu, title(a), title(with), materials.own(with).mu, materials.of_pair(a, with, 0).mu);
  }
  return text;
}

namespace {

bool crosses(double speed, const Simulation& simulation) {
  constexpr double kRoom = 1.1;  // a step at the limit is no fault
  return speed * simulation.options().build.step > kRoom * simulation.smallest_radius();
}

std::string too_long(const std::string& who, double speed, double smallest_radius, double step) {
  return fmt::format(
      "talus: warning: {} crosses the smallest radius, {:g} m, in less than a step at {:.3g} m/s; "
      "expected time.step of at most {:.2g} s, not {:g} s\n",
      who, smallest_radius, speed, smallest_radius / speed, step);
}

}  // namespace

std::string StepWatch::look(const Simulation& simulation, const StepReport& report) {
  constexpr double kDeep = 0.01;
  ++steps_;
  deep_ += report.overlap > kDeep;
  deepest_ = std::max(deepest_, report.overlap);
  const double step = simulation.options().build.step, radius = simulation.smallest_radius();
  if (told_ || !crosses(report.fastest, simulation)) return {};
  told_ = true;
  return too_long("a body", report.fastest, radius, step);
}

std::string StepWatch::verdict() const {
  constexpr std::int64_t kFew = 20, kPart = 10;
  if (deep_ < std::max(kFew, steps_ / kPart)) return {};
  return fmt::format(
      "talus: warning: in {} of {} steps bodies overlapped by more than 1 % of the smaller radius, at most {:.3g} %; "
      "expected a shorter time.step or a smaller solver.tolerance\n",
      deep_, steps_, 100 * deepest_);
}

std::string warning_of_speed(const Simulation& simulation, double speed) {
  const double step = simulation.options().build.step, radius = simulation.smallest_radius();
  return crosses(speed, simulation) ? too_long("a body that falls, is fed or is driven", speed, radius, step) : "";
}

std::string warning_of_loads(const bodies::World& world, double end) {
  double first = std::numeric_limits<double>::infinity();
  std::int64_t late = 0;
  for (const auto& load : world.loads) {
    if (load.course.start < end) continue;
    ++late;
    first = std::min(first, load.course.start);
  }
  if (late == 0 || end == 0) return "";
  return fmt::format(
      "talus: warning: {} of {} loads and moving gates begin at time.end = {:g} s or later and have no effect, the "
      "first "
      "at {:g} s\n",
      late, world.loads.size(), end, first);
}

std::string warning_of(const StepClock& clock, double end) {
  constexpr double kRounding = 1e-6;  // of a step
  const auto step = clock.step_at(end);
  if (std::abs(clock.at(step) - end) <= kRounding * clock.length) return "";
  return fmt::format("talus: warning: no step ends at time.end = {:g} s: the run ends with step {} at {:g} s\n", end,
                     step, clock.at(step));
}

}  // namespace talus::sim
