#include "scene/options.hpp"

#include "base/key.hpp"
#include "scene/names.hpp"

namespace talus::scene {

using namespace keys;

void TimeOptions::keys(Keys<TimeOptions>& key) {
  key("time.step", &TimeOptions::step, in("s"), required, above(0), "Length of a step.");
  key("time.end", &TimeOptions::end, in("s"), required, at_least(0),
      "Simulated time at which the run ends; 0 = set the scene up, write its initial state and end.");
  key("time.max_hours", &TimeOptions::max_hours, in("h"), at_least(0),
      "Wall-clock limit. The run writes a checkpoint and exits with code 3 when it is reached; 0 = no limit. Inside a "
      "Slurm job the end of the job also counts.");
}

void TimeOptions::check(const Values& values) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53: a step's time is its number times time.step
  const auto [step, end, max_hours] = read<TimeOptions>(values);
  if (end > 0 && end < step) values.reject("time.end", fmt::format("expected 0 or at least time.step = {} s", step));
  if (end / step > kLargest) values.reject("time.step", "too short: time.end / time.step is beyond 2^53 steps");
}

void WorldOptions::keys(Keys<WorldOptions>& key) {
  key("gravity", &WorldOptions::gravity, in("m/s2"), "Gravitational acceleration, for every dynamic body.");
  key("gravity_turning", &WorldOptions::gravity_turning, in("rad/s"), needs("gravity"),
      "Angular velocity at which the direction of gravity rotates. To shake a scene, use loads of kind acceleration, "
      "or moving walls.");
  key("domain.period", &WorldOptions::period, in("m"), at_least(0), Restart::state,
      "Period of space along x, y and z; 0 = not periodic along this axis. Coordinates stay between -period/2 and "
      "period/2.");
}

void BodyEntry::keys(Keys<BodyEntry>& key) {
  key.all(Restart::state, only_for({"scene"}));
  key("bodies.list[].name", &BodyEntry::name,
      "Name by which joints, loads and probes refer to it, unique among bodies, packings and walls; \"\" = none.");
  key("bodies.list[].group", &BodyEntry::group, Restart::may_change, kGroupHelp);
  key("bodies.list[].shape", &BodyEntry::shape, "Name of an entry of shapes; \"\" = a sphere of the given radius.");
  key("bodies.list[].position", &BodyEntry::position, in("m"), required,
      "Origin of its shape's frame: the centre of a sphere, box, capsule, cylinder or disk.");
  key("bodies.list[].rotation", &BodyEntry::rotation, in("rad"), within(-1e4, 1e4),
      "Rotation vector of its shape's frame: axis times angle.");
  const auto moves = needs("bodies.list[].state", {"dynamic", "driven"});
  key("bodies.list[].velocity", &BodyEntry::velocity, in("m/s"), moves, "Velocity of the centre of mass.");
  key("bodies.list[].angular_velocity", &BodyEntry::angular_velocity, in("rad/s"), moves, "Angular velocity.");
  key("bodies.list[].radius", &BodyEntry::radius, in("m"), as("bodies.radius"), above(0),
      needs("bodies.list[].shape", {""}), "Radius of a sphere.");
  key("bodies.list[].mass", &BodyEntry::mass, in("kg"), as("bodies.mass"), at_least(0),
      "Mass; 0 = from the density of the material, which a disk does not have.");
  key("bodies.list[].inertia", &BodyEntry::inertia, in("kg m2"), as("bodies.inertia"), at_least(0),
      "Moment of inertia about each axis; 0 = that of a uniform body.");
  key("bodies.list[].moments", &BodyEntry::moments, in("kg m2"), at_least(0),
      "Moments of inertia about the three principal axes, if they differ; each that is 0 takes the value of inertia.");
  key("bodies.list[].state", &BodyEntry::state, body_states(),
      "dynamic = forces move it, fixed = it does not move, driven = it moves at prescribed velocities whatever pushes "
      "it.");
  key("bodies.list[].material", &BodyEntry::material, as("bodies.material"), "Name of the material.");
}

void BodyOptions::keys(Keys<BodyOptions>& key) {
  key.all(Restart::state);
  const AnyOf made{needs("bodies.packings"), needs("feeds")};
  AnyOf any = made;
  for (const auto& need : {needs("bodies.list"), needs("walls[].servo_force"), needs("walls[].servo_pressure"),
                           needs("scenario", {"guideway", "wheel"})})
    any.push_back(need);
  key("bodies.radius", &BodyOptions::radius, in("m"), above(0), any,
      "Radius of spheres that give none of their own; with a spread, the mean radius.");
  key("bodies.spread", &BodyOptions::spread, within_open(0, 1), made, only_for({"scene"}),
      "Spread s of radii in packings and feeds: uniform between (1 - s) and (1 + s) times the radius.");
  key("bodies.density", &BodyOptions::density, in("kg/m3"), above(0), any, "Density.");
  key("bodies.mass", &BodyOptions::mass, in("kg"), at_least(0), any, "Mass of each body; 0 = from the density.");
  key("bodies.inertia", &BodyOptions::inertia, in("kg m2"), at_least(0), any,
      "Moment of inertia about each axis; 0 = that of a uniform sphere.");
  key("bodies.seed", &BodyOptions::seed, at_least(0), made, "Seed of random radii and positions.");
  key("bodies.material", &BodyOptions::material, any,
      "Name of the material; \"\" = the unnamed one, whose values are those of contact.*.");
  key("bodies.list", &BodyOptions::list, only_for({"scene"}),
      "Bodies, one entry each. A list of up to 100 bodies is recorded in the time series; from a longer one, choose by "
      "output.probes.");
  key("bodies.packings", &BodyOptions::packings, only_for({"scene"}), "Many bodies at once, in addition to the list.");
}

void ListOptions::keys(Keys<ListOptions>& key) {
  key.all(Restart::state);
  key("shapes", &ListOptions::shapes,
      "Named shapes of bodies and walls. The axis of a capsule, cylinder or disk is z of its frame.");
  key("walls", &ListOptions::walls, "Walls, in addition to those of a guideway.");
  key("loads", &ListOptions::loads, Restart::may_change, "Loads on bodies in addition to gravity and contacts.");
  key("joints", &ListOptions::joints, only_for({"scene"}), "Joints between named bodies, or a body and a wall.");
  key("drives", &ListOptions::drives, only_for({"scene"}), "Motors and springs at named joints.");
}

Setup::Setup(const Values& deck)
    : time(read<TimeOptions>(deck)), space(read<WorldOptions>(deck)), materials(read<MaterialOptions>(deck)),
      bodies(read<BodyOptions>(deck)), lists(read<ListOptions>(deck)) {
  for (const auto& material : materials.materials)
    if (material.density > 0) densities.emplace(material.name, material.density);
}

}  // namespace talus::scene
