#include "io/keys.hpp"

#include <algorithm>

namespace talus::io {
namespace {

constexpr double kMaxSteps = 1e9;   // counts of steps and sweeps fit in an int
constexpr double kMaxCount = 1e12;  // counts of bodies stay exact in a double

constexpr Range at_least(double low) {
  return {.low = low};
}
constexpr Range above(double low) {
  return {.low = low, .low_open = true};
}
constexpr Range within(double low, double high) {
  return {.low = low, .high = high};
}
constexpr Range within_open(double low, double high) {
  return {.low = low, .high = high, .high_open = true};
}
constexpr Range kNotEmpty = {.low = 1};

// clang-format off
const std::vector<Key> kKeys = {
    {.path = "scenario", .kind = Kind::choice, .choices = {"box", "hopper", "pile", "rolling-disk", "scene", "wheel"},
     .help = "What is simulated; each has its own keys beside the common ones."},

    {.path = "time.step", .unit = "s", .range = above(0), .help = "Length of a step."},
    {.path = "time.end", .unit = "s", .range = at_least(0),
     .help = "Simulated time at the end; 0 only sets up and writes the start."},

    {.path = "time.max_hours", .unit = "h", .preset = "0", .range = at_least(0),
     .help = "Wall time after which a run stops with a checkpoint, exit 3; 0 = no limit. The end of a Slurm job holds too."},
    {.path = "gravity", .kind = Kind::vector3, .unit = "m/s2", .preset = "[0, 0, -9.81]",
     .help = "Acceleration of every free body."},
    {.path = "gravity_turning", .kind = Kind::vector3, .unit = "rad/s", .preset = "[0, 0, 0]",
     .help = "Angular velocity at which gravity turns. For shaking: loads of kind acceleration."},
    {.path = "domain.period", .kind = Kind::vector3, .unit = "m", .preset = "[0, 0, 0]", .range = at_least(0),
     .help = "Length after which space repeats along x, y, z; bodies are kept within half of it about 0; 0 = it does not."},

    {.path = "output.folder", .kind = Kind::text, .range = kNotEmpty, .help = "Where all files of the run go."},
    {.path = "output.every", .unit = "s", .preset = "0", .range = at_least(0),
     .help = "Simulated time between two frames of the trajectory; 0 = none by time."},
    {.path = "output.every_steps", .kind = Kind::integer, .unit = "steps", .preset = "0", .range = within(0, kMaxSteps),
     .help = "Steps between two frames of the trajectory, beside output.every; 0 = none by steps."},
    {.path = "output.contacts", .kind = Kind::flag, .preset = "false",
     .help = "Write the contacts that carry a force with every frame of the trajectory, too."},
    {.path = "output.compress", .kind = Kind::flag, .preset = "false",
     .help = "Compress frames without loss: smaller files, slower writing."},
    {.path = "output.series_every", .kind = Kind::integer, .unit = "steps", .preset = "1",
     .range = within(1, kMaxSteps),
     .help = "Steps between two rows of the time series."},
    {.path = "output.probes", .kind = Kind::list,
     .help = "Bodies and groups of bodies in the time series; ids as in checkpoints: walls from 0, then the bodies."},
    {.path = "output.probes[].id", .kind = Kind::integer, .range = within(0, kMaxCount), .help = "The body, or the first of a group."},
    {.path = "output.probes[].last", .kind = Kind::integer, .preset = "-1", .range = within(-1, kMaxCount),
     .help = "Last id of the group, whose centre of mass is recorded; -1 = no group."},
    {.path = "output.probes[].name", .kind = Kind::text, .preset = "\"\"",
     .help = "Name of its columns; \"\" = body and the id, or group and both ids."},
    {.path = "output.hash_every", .kind = Kind::integer, .unit = "steps", .preset = "0", .range = within(0, kMaxSteps),
     .help = "Steps between two rows of state hashes in hashes.csv; 0 = none."},
    {.path = "output.problem_at", .kind = Kind::integer, .unit = "step", .preset = "0", .range = within(0, kMaxSteps),
     .help = "Write the contact problem of this step (the first is 1) to problem-<step>.hdf5 for `talus solve`; 0 = of none."},
    {.path = "output.problem_every", .kind = Kind::integer, .unit = "steps", .preset = "0", .range = within(0, kMaxSteps),
     .help = "Steps between two such files; 0 = none."},
    {.path = "output.problem_missed", .kind = Kind::flag, .preset = "false",
     .help = "Write such a file after every step that missed its tolerance."},
    {.path = "output.balance_every", .kind = Kind::integer, .unit = "steps", .preset = "0", .range = within(0, kMaxSteps),
     .help = "Steps between two rows of balance.csv, how evenly work is shared; 0 = none."},

    {.path = "contact.law", .kind = Kind::choice, .preset = "ccp", .choices = {"ccp", "coulomb", "regularised", "box"},
     .help = "ccp = convex cones: contacts that slide, roll or spin open a little; coulomb = exact; regularised, box = bounds."},
    {.path = "contact.bristle_stiffness", .unit = "N/m", .preset = "0", .range = at_least(0),
     .help = "k_T, of law regularised: bristles of contacts that stick; 0 = rigid."},
    {.path = "contact.sliding_threshold", .unit = "m/s", .preset = "0.01", .range = at_least(0),
     .help = "v_th, of law regularised: contacts that slide slower stick."},
    {.path = "contact.bound_iterations", .kind = Kind::integer, .preset = "0", .range = within(0, 100),
     .help = "Solves beyond the first of a step, of laws with bounds: friction bounds from the normal impulses of the last."},
    {.path = "contact.mu", .preset = "0.5", .range = at_least(0), .help = "Coefficient of sliding friction."},
    {.path = "contact.rho", .unit = "m", .preset = "0", .range = at_least(0),
     .help = "Coefficient of rolling friction, a length."},
    {.path = "contact.sigma", .unit = "m", .preset = "0", .range = at_least(0),
     .help = "Coefficient of spinning friction, a length."},
    {.path = "contact.envelope", .unit = "m", .preset = "0", .range = at_least(0),
     .help = "Gap below which a contact is active; 0 = 5 % of the smallest radius."},
    {.path = "contact.max_recovery_speed", .unit = "m/s", .preset = "0", .range = at_least(0),
     .help = "Largest speed at which a penetration is pushed out; 0 = no cap."},
    {.path = "contact.recovery", .kind = Kind::choice, .preset = "velocity", .choices = {"velocity", "split"},
     .help = "How penetrations go: velocity = by the step's velocities, which stay; split = out of positions only."},
    {.path = "contact.restitution", .preset = "0", .range = within(0, 1),
     .help = "What is left of the normal speed after an impact; 0 = the method's inelastic impacts."},
    {.path = "contact.restitution_speed", .unit = "m/s", .preset = "0.01", .range = at_least(0),
     .help = "Impacts that are not faster than this are inelastic."},
    {.path = "contact.stiffness", .unit = "N/m", .preset = "0", .range = at_least(0), .help = "Spring of a contact along its normal; 0 = rigid. Of two materials 1/k = (1/k_a + 1/k_b)/2."},
    {.path = "contact.damping", .unit = "N s/m", .preset = "0", .range = at_least(0), .help = "Damper beside that spring."},
    {.path = "contact.tangential_stiffness", .unit = "N/m", .preset = "0", .range = at_least(0), .help = "Spring of sticking contacts; it remembers how far it is stretched; 0 = rigid."},
    {.path = "contact.rolling_stiffness", .unit = "N m", .preset = "0", .range = at_least(0), .help = "The same of rolling and spinning friction, a radian."},
    {.path = "contact.young", .unit = "Pa", .preset = "0", .range = at_least(0), .help = "Modulus of Young, instead of stiffnesses: Hertz and Mindlin, of spheres; 0 = rigid."},
    {.path = "contact.poisson", .preset = "0", .range = within(0, 0.5), .help = "Ratio of Poisson."},
    {.path = "contact.pair_rule", .kind = Kind::choice, .preset = "min", .choices = {"min", "max", "mean", "geometric"},
     .help = "How the coefficients of two materials combine where contact.pairs names no value."},
    {.path = "contact.pairs", .kind = Kind::list,
     .help = "Coefficients of pairs of materials, instead of the pair rule."},
    {.path = "contact.pairs[].a", .kind = Kind::text,
     .help = "One material by name; \"\" = the one made of contact.*."},
    {.path = "contact.pairs[].b", .kind = Kind::text, .help = "The other material, or the same."},
    {.path = "contact.pairs[].mu", .range = at_least(0), .help = "Sliding friction of the pair."},
    {.path = "contact.pairs[].rho", .unit = "m", .range = at_least(0), .help = "Rolling friction of the pair."},
    {.path = "contact.pairs[].sigma", .unit = "m", .range = at_least(0), .help = "Spinning friction of the pair."},
    {.path = "contact.pairs[].restitution", .same_as = "contact.restitution", .range = within(0, 1),
     .help = "Restitution of the pair."},

    {.path = "materials", .kind = Kind::list, .help = "Named materials, beside the unnamed one made of contact.*."},
    {.path = "materials[].name", .kind = Kind::text, .range = kNotEmpty,
     .help = "Name that bodies, walls and pairs use."},
    {.path = "materials[].mu", .same_as = "contact.mu", .range = at_least(0), .help = "Sliding friction."},
    {.path = "materials[].rho", .unit = "m", .same_as = "contact.rho", .range = at_least(0),
     .help = "Rolling friction."},
    {.path = "materials[].sigma", .unit = "m", .same_as = "contact.sigma", .range = at_least(0),
     .help = "Spinning friction."},
    {.path = "materials[].restitution", .same_as = "contact.restitution", .range = within(0, 1), .help = "Restitution."},
    {.path = "materials[].stiffness", .unit = "N/m", .same_as = "contact.stiffness", .range = at_least(0), .help = "Spring of a contact along its normal; 0 = rigid. Of two materials 1/k = (1/k_a + 1/k_b)/2."},
    {.path = "materials[].damping", .unit = "N s/m", .same_as = "contact.damping", .range = at_least(0), .help = "Damper beside that spring."},
    {.path = "materials[].tangential_stiffness", .unit = "N/m", .same_as = "contact.tangential_stiffness", .range = at_least(0), .help = "Spring of sticking contacts; it remembers how far it is stretched; 0 = rigid."},
    {.path = "materials[].rolling_stiffness", .unit = "N m", .same_as = "contact.rolling_stiffness", .range = at_least(0), .help = "The same of rolling and spinning friction, a radian."},
    {.path = "materials[].young", .unit = "Pa", .same_as = "contact.young", .range = at_least(0), .help = "Modulus of Young, instead of stiffnesses: Hertz and Mindlin, of spheres; 0 = rigid."},
    {.path = "materials[].poisson", .same_as = "contact.poisson", .range = within(0, 0.5), .help = "Ratio of Poisson."},
    {.path = "materials[].density", .unit = "kg/m3", .preset = "0", .range = at_least(0),
     .help = "Density; 0 = bodies.density."},

    {.path = "solver.name", .kind = Kind::choice, .preset = "mnest", .choices = {"mnest", "pgs", "alr", "jacobi", "eq46", "apgd", "spg", "ipm"},
     .help = "mnest = sweeps with momentum, pgs = plain sweeps; the others for comparison: schedule blocks only, slower."},
    {.path = "solver.schedule", .kind = Kind::choice, .preset = "blocks", .choices = {"blocks", "cubes"},
     .help = "How ranks sweep: blocks = each its own contacts at once; cubes = by colours, same bits on any ranks."},
    {.path = "solver.tolerance", .unit = "m/s", .preset = "1e-3", .range = above(0),
     .help = "A step is solved when its residual is below this."},
    {.path = "solver.norm", .kind = Kind::choice, .preset = "rms", .choices = {"rms", "max"},
     .help = "Residual that the tolerance is held against: rms or max over the contacts."},
    {.path = "solver.max_sweeps", .kind = Kind::integer, .preset = "1000", .range = within(1, kMaxSteps),
     .help = "Most sweeps of a step; a step that needs more is counted as missed."},
    {.path = "solver.warm_start", .kind = Kind::flag, .preset = "true",
     .help = "Start from the impulses of the last step."},

    {.path = "partition.method", .kind = Kind::choice, .preset = "hilbert", .choices = {"hilbert", "parmetis"},
     .help = "How space is shared among the ranks: hilbert = runs of a curve, parmetis = cuts of a graph."},
    {.path = "partition.every", .kind = Kind::integer, .unit = "steps", .preset = "100", .range = within(0, kMaxSteps),
     .help = "Steps between two looks whether a repartition pays; 0 = never."},

    {.path = "checkpoint.every", .kind = Kind::integer, .unit = "steps", .preset = "0", .range = within(0, kMaxSteps),
     .help = "Steps between two checkpoints; 0 = by wall time (Young, Daly). One is written at the end and on request, too."},
    {.path = "checkpoint.mean_hours_to_failure", .unit = "h", .preset = "24", .range = above(0),
     .help = "Hours that such a job runs between failures: with checkpoint.every = 0 one is written each sqrt(2 cost x this)."},

    {.path = "guard.max_speed", .unit = "m/s", .preset = "1e4", .range = above(0),
     .help = "A body that is faster (its spin times its radius included) has run away: the run stops and names it, exit 4."},

    {.path = "bodies.count", .kind = Kind::integer, .preset = "1", .range = within(0, kMaxCount),
     .scenarios = {"box", "hopper", "pile", "rolling-disk"}, .help = "Number of bodies."},
    {.path = "bodies.radius", .unit = "m", .preset = "0.0225", .range = above(0),
     .help = "Radius, the mean one with a spread."},
    {.path = "bodies.spread", .preset = "0", .range = within_open(0, 1), .scenarios = {"box", "hopper", "pile"},
     .help = "Half-width of the uniform distribution of radii, relative to bodies.radius."},
    {.path = "bodies.density", .unit = "kg/m3", .preset = "2028", .range = above(0), .help = "Density."},
    {.path = "bodies.mass", .unit = "kg", .preset = "0", .range = at_least(0),
     .help = "Mass of each body; 0 = from the density."},
    {.path = "bodies.inertia", .unit = "kg m2", .preset = "0", .range = at_least(0),
     .help = "Moment of inertia about each axis; 0 = of a uniform sphere."},
    {.path = "bodies.seed", .kind = Kind::integer, .preset = "1", .range = at_least(0),
     .help = "Seed of radii and positions."},
    {.path = "bodies.material", .kind = Kind::text, .preset = "\"\"",
     .help = "Material by name; \"\" = the one made of contact.*."},
    {.path = "bodies.list", .kind = Kind::list, .scenarios = {"scene"}, .help = "The bodies one by one."},
    {.path = "bodies.list[].name", .kind = Kind::text, .preset = "\"\"", .scenarios = {"scene"},
     .help = "Name that joints and loads use, of its own among bodies and walls; \"\" = none."},
    {.path = "bodies.list[].shape", .kind = Kind::text, .preset = "\"\"", .scenarios = {"scene"},
     .help = "One of shapes by name; \"\" = a sphere of its radius."},
    {.path = "bodies.list[].position", .kind = Kind::vector3, .unit = "m", .scenarios = {"scene"},
     .help = "Origin of its shape's frame; of a sphere, box, capsule, cylinder or disk the centre."},
    {.path = "bodies.list[].rotation", .kind = Kind::vector3, .unit = "rad", .preset = "[0, 0, 0]", .scenarios = {"scene"},
     .help = "Rotation vector of its shape's frame: axis times angle."},
    {.path = "bodies.list[].velocity", .kind = Kind::vector3, .unit = "m/s", .preset = "[0, 0, 0]",
     .scenarios = {"scene"},
     .help = "Velocity of the centre of mass."},
    {.path = "bodies.list[].angular_velocity", .kind = Kind::vector3, .unit = "rad/s", .preset = "[0, 0, 0]",
     .scenarios = {"scene"}, .help = "Angular velocity."},
    {.path = "bodies.list[].radius", .unit = "m", .same_as = "bodies.radius", .range = above(0), .scenarios = {"scene"},
     .help = "Radius of a sphere."},
    {.path = "bodies.list[].mass", .unit = "kg", .same_as = "bodies.mass", .range = at_least(0), .scenarios = {"scene"},
     .help = "Mass; 0 = from the density of the material, which a disk does not have."},
    {.path = "bodies.list[].inertia", .unit = "kg m2", .same_as = "bodies.inertia", .range = at_least(0),
     .scenarios = {"scene"},
     .help = "Moment of inertia about each axis; 0 = of a uniform body."},
    {.path = "bodies.list[].moments", .kind = Kind::vector3, .unit = "kg m2", .preset = "[0, 0, 0]", .range = at_least(0),
     .scenarios = {"scene"},
     .help = "Moments of inertia about its principal axes, where they differ; one that is 0 = as by the key above."},
    {.path = "bodies.list[].state", .kind = Kind::choice, .preset = "dynamic",
     .choices = {"dynamic", "fixed", "driven"},
     .scenarios = {"scene"}, .help = "dynamic = moves by the forces, fixed = stays, driven = keeps its velocities."},
    {.path = "bodies.list[].material", .kind = Kind::text, .same_as = "bodies.material", .scenarios = {"scene"},
     .help = "Material by name."},

    {.path = "bodies.packings", .kind = Kind::list, .scenarios = {"scene"}, .help = "Many bodies at once, beside the list."},
    {.path = "bodies.packings[].kind", .kind = Kind::choice, .choices = {"lattice", "random", "csv", "lammps", "checkpoint"},
     .scenarios = {"scene"},
     .help = "csv = a table as talus convert writes; lammps = a data file of atom style sphere, SI units; checkpoint = of ours."},
    {.path = "bodies.packings[].low", .kind = Kind::vector3, .unit = "m", .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Lower corner of the box that is filled."},
    {.path = "bodies.packings[].high", .kind = Kind::vector3, .unit = "m", .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Upper corner."},
    {.path = "bodies.packings[].count", .kind = Kind::integer, .preset = "0", .range = within(0, kMaxCount), .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Number of bodies; 0 = as many as the lattice has places."},
    {.path = "bodies.packings[].spacing", .unit = "m", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .only_with = {"kind", {"lattice"}}, .help = "Of the lattice, filled from below; 0 = 1.05 diameters of the largest body."},
    {.path = "bodies.packings[].shape", .kind = Kind::text, .preset = "\"\"", .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "One of shapes by name; \"\" = spheres."},
    {.path = "bodies.packings[].radius", .unit = "m", .same_as = "bodies.radius", .range = above(0), .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Radius of spheres."},
    {.path = "bodies.packings[].mix", .kind = Kind::list, .scenarios = {"scene"}, .only_with = {"kind", {"lattice", "random"}},
     .help = "Shapes at random, instead of one shape."},
    {.path = "bodies.packings[].mix[].shape", .kind = Kind::text, .preset = "\"\"", .scenarios = {"scene"},
     .help = "One of shapes by name; \"\" = spheres."},
    {.path = "bodies.packings[].mix[].radius", .unit = "m", .same_as = "bodies.radius", .range = above(0), .scenarios = {"scene"},
     .help = "Radius of spheres."},
    {.path = "bodies.packings[].mix[].part", .preset = "1", .range = above(0), .scenarios = {"scene"},
     .help = "Its share of the bodies, relative to the others'."},
    {.path = "bodies.packings[].spread", .preset = "0", .range = within_open(0, 1), .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Half-width of the uniform distribution of radii of spheres, relative."},
    {.path = "bodies.packings[].turned", .kind = Kind::flag, .preset = "false", .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Turn each body at random."},
    {.path = "bodies.packings[].seed", .kind = Kind::integer, .same_as = "bodies.seed", .range = at_least(0), .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Seed of places, radii, shapes and turns."},
    {.path = "bodies.packings[].velocity", .kind = Kind::vector3, .unit = "m/s", .preset = "[0, 0, 0]", .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random"}}, .help = "Velocity of each body."},
    {.path = "bodies.packings[].file", .kind = Kind::text, .range = kNotEmpty, .scenarios = {"scene"},
     .only_with = {"kind", {"csv", "lammps", "checkpoint"}}, .help = "Seen from the folder in which talus runs; restarts need it too."},
    {.path = "bodies.packings[].offset", .kind = Kind::vector3, .unit = "m", .preset = "[0, 0, 0]", .scenarios = {"scene"},
     .only_with = {"kind", {"csv", "lammps", "checkpoint"}}, .help = "Added to the file's positions."},
    {.path = "bodies.packings[].material", .kind = Kind::text, .same_as = "bodies.material", .scenarios = {"scene"},
     .only_with = {"kind", {"lattice", "random", "csv"}}, .help = "Material by name; of a csv where it names none."},

    {.path = "shapes", .kind = Kind::list,
     .help = "Named shapes of bodies and walls. The axis of a capsule, cylinder or disk is z of its frame."},
    {.path = "shapes[].name", .kind = Kind::text, .range = kNotEmpty, .help = "Name, neither plane nor box."},
    {.path = "shapes[].kind", .kind = Kind::choice, .choices = {"box", "capsule", "cylinder", "disk", "polyhedron", "clump", "mesh"},
     .help = "polyhedron = hull of points, clump = spheres as one, mesh = triangles: a wall, or, where closed, a body."},
    {.path = "shapes[].half_size", .kind = Kind::vector3, .unit = "m", .range = above(0), .only_with = {"kind", {"box"}},
     .help = "Half the edges."},
    {.path = "shapes[].radius", .unit = "m", .range = above(0), .only_with = {"kind", {"capsule", "cylinder", "disk"}},
     .help = "Radius."},
    {.path = "shapes[].half_length", .unit = "m", .range = above(0), .only_with = {"kind", {"capsule", "cylinder"}},
     .help = "Half the length, of a capsule without its caps."},
    {.path = "shapes[].points", .kind = Kind::rows, .unit = "m", .columns = 3, .only_with = {"kind", {"polyhedron"}},
     .help = "Points x, y, z; the polyhedron is their convex hull."},
    {.path = "shapes[].balls", .kind = Kind::rows, .unit = "m", .columns = 4, .only_with = {"kind", {"clump"}},
     .help = "Spheres x, y, z, radius, which may overlap."},
    {.path = "shapes[].file", .kind = Kind::text, .range = kNotEmpty, .only_with = {"kind", {"mesh"}},
     .help = "STL file, text or binary, seen from the folder in which talus runs."},
    {.path = "shapes[].scale", .unit = "m", .preset = "1", .range = above(0), .only_with = {"kind", {"mesh"}},
     .help = "What a unit of the file is; 0.001 for millimetres."},

    {.path = "walls", .kind = Kind::list, .help = "Walls beside those that the scenario brings."},
    {.path = "walls[].shape", .kind = Kind::text,
     .help = "plane = the half-space below a plane, box = a solid box, or one of shapes by name."},
    {.path = "walls[].name", .kind = Kind::text, .preset = "\"\"", .help = "Name that joints use; \"\" = none."},
    {.path = "walls[].position", .kind = Kind::vector3, .unit = "m", .preset = "[0, 0, 0]",
     .help = "A point of the plane; origin of the shape's frame, of a box the centre."},
    {.path = "walls[].normal", .kind = Kind::vector3, .preset = "[0, 0, 1]", .only_with = {"shape", {"plane"}},
     .help = "Out of the wall, of any length but 0."},
    {.path = "walls[].half_size", .kind = Kind::vector3, .unit = "m", .range = above(0), .only_with = {"shape", {"box"}},
     .help = "Half the edges of the box."},
    {.path = "walls[].rotation", .kind = Kind::vector3, .unit = "rad", .preset = "[0, 0, 0]",
     .help = "Rotation vector: axis times angle."},
    {.path = "walls[].mass", .unit = "kg", .preset = "0", .range = at_least(0), .only_with = {"shape", {"plane"}},
     .help = "Of a platen, free along its normal alone and moved by forces; 0 = it moves as given, whatever pushes it."},
    {.path = "walls[].velocity", .kind = Kind::vector3, .unit = "m/s", .preset = "[0, 0, 0]",
     .help = "Velocity of the position."},
    {.path = "walls[].angular_velocity", .kind = Kind::vector3, .unit = "rad/s", .preset = "[0, 0, 0]",
     .help = "Angular velocity about the position."},
    {.path = "walls[].material", .kind = Kind::text, .preset = "\"\"",
     .help = "Material by name; \"\" = the one made of contact.*."},

    {.path = "loads", .kind = Kind::list, .help = "What acts on bodies beside gravity and contacts."},
    {.path = "loads[].kind", .kind = Kind::choice, .choices = {"force", "torque", "acceleration", "drag"},
     .help = "acceleration = of every body alike, as gravity; drag = against the motion."},
    {.path = "loads[].body", .kind = Kind::text, .preset = "\"\"",
     .help = "Body or wall of finite mass by name; \"\" = every dynamic one."},
    {.path = "loads[].amount", .kind = Kind::vector3, .unit = "N, N m or m/s2", .only_with = {"kind", {"force", "torque", "acceleration"}},
     .help = "The load where its course is 1."},
    {.path = "loads[].axes", .kind = Kind::choice, .preset = "world", .choices = {"world", "body"},
     .only_with = {"kind", {"force", "torque", "acceleration"}}, .help = "Axes of the amount: of the world, or those that turn with the body."},
    {.path = "loads[].point", .kind = Kind::vector3, .unit = "m", .preset = "[0, 0, 0]", .only_with = {"kind", {"force"}},
     .help = "Where the force acts: from the centre of mass, in the body's principal axes."},
    {.path = "loads[].course", .kind = Kind::choice, .preset = "constant", .choices = {"constant", "ramp", "sine", "table"},
     .only_with = {"kind", {"force", "torque", "acceleration"}},
     .help = "Factor over time: 1, from 0 to 1 and then 1, sin(2 pi frequency (t - start) + phase), or a table."},
    {.path = "loads[].start", .unit = "s", .preset = "0", .range = at_least(0), .only_with = {"course", {"constant", "ramp", "sine"}},
     .help = "When it begins."},
    {.path = "loads[].end", .unit = "s", .preset = "0", .range = at_least(0), .only_with = {"course", {"constant", "ramp", "sine"}},
     .help = "When it ends, of a ramp when it is up; 0 = never, of a ramp at once."},
    {.path = "loads[].frequency", .unit = "1/s", .preset = "1", .range = above(0), .only_with = {"course", {"sine"}}, .help = "Of the sine."},
    {.path = "loads[].phase", .unit = "rad", .preset = "0", .only_with = {"course", {"sine"}}, .help = "Of the sine at its start."},
    {.path = "loads[].table", .kind = Kind::rows, .preset = "[]", .columns = 2, .only_with = {"course", {"table"}},
     .help = "Time in s and factor, by time; straight lines between them, the first and last value outside."},
    {.path = "loads[].linear", .unit = "N s/m", .preset = "0", .range = at_least(0), .only_with = {"kind", {"drag"}},
     .help = "Force a speed."},
    {.path = "loads[].quadratic", .unit = "N s2/m2", .preset = "0", .range = at_least(0), .only_with = {"kind", {"drag"}},
     .help = "Force a speed squared."},
    {.path = "loads[].angular", .unit = "N m s", .preset = "0", .range = at_least(0), .only_with = {"kind", {"drag"}},
     .help = "Torque an angular speed."},
    {.path = "loads[].wind", .kind = Kind::vector3, .unit = "m/s", .preset = "[0, 0, 0]", .only_with = {"kind", {"drag"}},
     .help = "Velocity of what resists."},

    {.path = "joints", .kind = Kind::list, .scenarios = {"scene"}, .help = "Joints between named bodies, or a body and a wall."},
    {.path = "joints[].kind", .kind = Kind::choice,
     .choices = {"ball", "weld", "revolute", "prismatic", "cylindrical", "planar", "universal", "distance", "gear", "rack", "screw", "knife-edge",
                 "free"},
     .scenarios = {"scene"},
     .help = "What stays free: ball = all turns, revolute = the turn about the axis, prismatic = the way along it."},
    {.path = "joints[].name", .kind = Kind::text, .preset = "\"\"", .scenarios = {"scene"},
     .help = "Name that drives use; its forces on b are in the time series; \"\" = none."},
    {.path = "joints[].a", .kind = Kind::text, .range = kNotEmpty, .scenarios = {"scene"}, .help = "One body or wall by name."},
    {.path = "joints[].b", .kind = Kind::text, .range = kNotEmpty, .scenarios = {"scene"}, .help = "The other body by name."},
    {.path = "joints[].point", .kind = Kind::vector3, .unit = "m", .scenarios = {"scene"},
     .only_with = {"kind", {"ball", "weld", "revolute", "prismatic", "cylindrical", "planar", "universal", "distance", "screw", "knife-edge", "free"}},
     .help = "Where they are joined, world; of a distance the point on a."},
    {.path = "joints[].point_b", .kind = Kind::vector3, .unit = "m", .scenarios = {"scene"}, .only_with = {"kind", {"distance"}},
     .help = "The point on b."},
    {.path = "joints[].axis", .kind = Kind::vector3, .preset = "[0, 0, 1]", .scenarios = {"scene"},
     .help = "Axis of the joint, world, of any length but 0; the normal of a planar one, the way that a knife edge does not go."},
    {.path = "joints[].axis_b", .kind = Kind::vector3, .preset = "[0, 0, 1]", .scenarios = {"scene"},
     .only_with = {"kind", {"universal", "gear", "rack"}},
     .help = "Axis on b: of a universal joint square to axis, of a gear that of its turn, of a rack its way."},
    {.path = "joints[].ratio", .preset = "-1", .scenarios = {"scene"}, .only_with = {"kind", {"gear"}},
     .help = "Turns of b about axis_b for one of a about axis; wheels that mesh have a ratio below 0."},
    {.path = "joints[].radius", .unit = "m", .range = above(0), .scenarios = {"scene"}, .only_with = {"kind", {"rack"}},
     .help = "Of the pinion a, which turns about axis and moves the rack b along axis_b."},
    {.path = "joints[].lead", .unit = "m", .scenarios = {"scene"}, .only_with = {"kind", {"screw"}},
     .help = "Way of b along the axis for a whole turn relative to a."},
    {.path = "joints[].length", .unit = "m", .preset = "0", .range = at_least(0), .scenarios = {"scene"}, .only_with = {"kind", {"distance"}},
     .help = "Distance kept; 0 = that of the start."},
    {.path = "joints[].stiffness", .unit = "N/m", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Of the locked ways; 0 = rigid."},
    {.path = "joints[].damping", .unit = "N s/m", .preset = "0", .range = at_least(0), .scenarios = {"scene"}, .help = "Beside the stiffness."},
    {.path = "joints[].turning_stiffness", .unit = "N m", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Of the locked turns, a radian; 0 = rigid."},
    {.path = "joints[].turning_damping", .unit = "N m s", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Beside the turning stiffness."},
    {.path = "joints[].rate", .preset = "1", .range = within(0, 1), .scenarios = {"scene"},
     .help = "Part of its drift that a step takes out (Psi/h times this); 0 = velocities only."},
    {.path = "joints[].friction", .unit = "N", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Dry friction along each free way: it sticks below this force."},
    {.path = "joints[].turning_friction", .unit = "N m", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Dry friction about each free axis."},

    {.path = "drives", .kind = Kind::list, .scenarios = {"scene"}, .help = "Motors and springs at named joints."},
    {.path = "drives[].kind", .kind = Kind::choice, .choices = {"speed", "position", "spring"}, .scenarios = {"scene"},
     .help = "speed, position = motor that keeps b at a speed or place relative to a, over time; spring = spring and damper."},
    {.path = "drives[].name", .kind = Kind::text, .preset = "\"\"", .scenarios = {"scene"},
     .help = "Its force on b and its coordinate are in the time series; \"\" = not."},
    {.path = "drives[].joint", .kind = Kind::text, .range = kNotEmpty, .scenarios = {"scene"}, .help = "Joint by name."},
    {.path = "drives[].along", .kind = Kind::choice, .preset = "auto", .choices = {"auto", "turn", "way", "distance"}, .scenarios = {"scene"},
     .help = "About or along the joint's axis, or the distance of its points; auto = the free one, or the turn."},
    {.path = "drives[].amount", .unit = "m, rad, m/s or rad/s", .preset = "1", .scenarios = {"scene"}, .only_with = {"kind", {"speed", "position"}},
     .help = "Speed, or place from that of the start, where the course is 1."},
    {.path = "drives[].course", .kind = Kind::choice, .preset = "constant", .choices = {"constant", "ramp", "sine", "table"},
     .scenarios = {"scene"}, .only_with = {"kind", {"speed", "position"}}, .help = "Factor over time, as of loads."},
    {.path = "drives[].start", .unit = "s", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .only_with = {"course", {"constant", "ramp", "sine"}}, .help = "When it begins."},
    {.path = "drives[].end", .unit = "s", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .only_with = {"course", {"constant", "ramp", "sine"}}, .help = "When it ends, of a ramp when it is up; 0 = never, of a ramp at once."},
    {.path = "drives[].frequency", .unit = "1/s", .preset = "1", .range = above(0), .scenarios = {"scene"}, .only_with = {"course", {"sine"}},
     .help = "Of the sine."},
    {.path = "drives[].phase", .unit = "rad", .preset = "0", .scenarios = {"scene"}, .only_with = {"course", {"sine"}},
     .help = "Of the sine at its start."},
    {.path = "drives[].table", .kind = Kind::rows, .preset = "[]", .columns = 2, .scenarios = {"scene"}, .only_with = {"course", {"table"}},
     .help = "Time in s and factor, by time; straight lines between them."},
    {.path = "drives[].limit", .unit = "N or N m", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Largest force or moment; 0 = none."},
    {.path = "drives[].stiffness", .unit = "N/m or N m", .preset = "0", .range = at_least(0), .scenarios = {"scene"},
     .help = "Of the spring, or of the motor; 0 = a damper, a rigid motor."},
    {.path = "drives[].damping", .unit = "N s/m or N m s", .preset = "0", .range = at_least(0), .scenarios = {"scene"}, .help = "Beside it."},
    {.path = "drives[].rest", .unit = "m or rad", .preset = "0", .scenarios = {"scene"}, .only_with = {"kind", {"spring"}},
     .help = "Where the spring rests, from where it is at the start."},

    {.path = "box.width", .unit = "m", .preset = "1", .range = above(0), .scenarios = {"box"},
     .help = "Inner edge of the square box."},
    {.path = "box.fill_height", .unit = "m", .preset = "0", .range = at_least(0), .scenarios = {"box"},
     .help = "Fill to this height and ignore bodies.count; 0 = take bodies.count."},

    {.path = "pile.rate", .unit = "bodies/s", .preset = "800", .range = above(0), .scenarios = {"pile"},
     .help = "Bodies fed a second."},
    {.path = "pile.drop_height", .unit = "m", .preset = "1", .range = at_least(0), .scenarios = {"pile"},
     .help = "Height above the floor at which bodies appear."},
    {.path = "pile.width", .unit = "m", .preset = "2", .range = above(0), .scenarios = {"pile"},
     .help = "Edge of the square container."},
    {.path = "pile.feed_width", .unit = "m", .preset = "0.3", .range = above(0), .scenarios = {"pile"},
     .help = "Edge of the square in which bodies appear."},
    {.path = "pile.feed_x", .unit = "m", .preset = "0", .scenarios = {"pile"},
     .help = "Where the middle of that square is; 0 = in the container's middle."},
    {.path = "pile.feed_y", .unit = "m", .preset = "0", .scenarios = {"pile"}, .help = "The same across."},
    {.path = "pile.wall_height", .unit = "m", .preset = "0", .range = at_least(0), .scenarios = {"pile"},
     .help = "Height of the container's walls."},

    {.path = "hopper.width", .unit = "m", .preset = "1", .range = above(0), .scenarios = {"hopper"},
     .help = "Inner width between the upright walls, across the slot."},
    {.path = "hopper.depth", .unit = "m", .preset = "0.3", .range = above(0), .scenarios = {"hopper"},
     .help = "Inner depth, along the slot."},
    {.path = "hopper.slot", .unit = "m", .preset = "0.2", .range = above(0), .scenarios = {"hopper"},
     .help = "Width of the slot between the two slopes."},
    {.path = "hopper.angle", .unit = "rad", .preset = "0.7", .range = within(0, 1.4), .scenarios = {"hopper"},
     .help = "Angle of the slopes to the horizontal."},
    {.path = "hopper.drop", .unit = "m", .preset = "0.5", .range = above(0), .scenarios = {"hopper"},
     .help = "How far below the slot bodies are removed."},

    {.path = "disk.speed", .unit = "m/s", .preset = "1", .scenarios = {"rolling-disk"},
     .help = "Speed of the centre at the start, rolling without slip."},
    {.path = "disk.gap", .unit = "m", .preset = "0", .scenarios = {"rolling-disk"},
     .help = "Gap to the floor at the start."},

    {.path = "wheel.axial_inertia", .unit = "kg m2", .preset = "0.6", .range = above(0), .scenarios = {"wheel"},
     .help = "Moment of inertia about the axle."},
    {.path = "wheel.transversal_inertia", .unit = "kg m2", .preset = "0.3", .range = above(0), .scenarios = {"wheel"},
     .help = "Moment of inertia about a diameter."},
    {.path = "wheel.tilt", .unit = "rad", .preset = "0.3490658503988659", .range = within(-1.5, 1.5), .scenarios = {"wheel"},
     .help = "Angle of the axle to the floor at the start."},
    {.path = "wheel.speed", .unit = "m/s", .preset = "6", .scenarios = {"wheel"},
     .help = "Speed of the centre at the start, along x."},
    {.path = "wheel.turning", .unit = "rad/s", .preset = "-2", .scenarios = {"wheel"},
     .help = "Angular velocity about the vertical at the start."},
    {.path = "wheel.reference_step", .unit = "s", .preset = "1e-4", .range = above(0), .scenarios = {"wheel"},
     .help = "Step of the exact Coulomb motion that all are compared with."},
    {.path = "wheel.bound_iterations", .kind = Kind::integer, .preset = "3", .range = within(1, 100), .scenarios = {"wheel"},
     .help = "Of the second regularised model; the first has none."},
};
// clang-format on

}  // namespace

bool Range::holds(double value) const {
  return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
}

bool Condition::holds(std::string_view value) const {
  return key.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

bool Key::used_by(std::string_view scenario) const {
  return scenarios.empty() || std::find(scenarios.begin(), scenarios.end(), scenario) != scenarios.end();
}

std::span<const Key> key_table() {
  return kKeys;
}

const Key* find_key(std::string_view pattern) {
  const auto key = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& k) { return k.path == pattern; });
  return key == kKeys.end() ? nullptr : &*key;
}

bool is_group(std::string_view pattern) {
  return std::any_of(kKeys.begin(), kKeys.end(), [&](const Key& k) {
    return k.path.size() > pattern.size() && k.path.starts_with(pattern) && k.path[pattern.size()] == '.';
  });
}

std::string_view parent_of(std::string_view pattern) {
  const auto dot = pattern.rfind('.');
  return dot == std::string_view::npos ? "" : pattern.substr(0, dot);
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

std::string_view leaf_of(std::string_view pattern) {
  return pattern.substr(pattern.rfind('.') + 1);  // npos + 1 is 0
}

std::string_view entry_of(std::string_view pattern) {
  const auto bracket = pattern.rfind("[].");
  return bracket == std::string_view::npos ? "" : pattern.substr(0, bracket + 2);
}

}  // namespace talus::io
