// Scenes from decks: counts and no overlaps of packings by brute force, round trips of CSV and LAMMPS files, damaged
// ones; shapes, joints and loads against closed forms; their bits on any ranks.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

const std::string kHead = "scenario: scene\ntime: {step: 0.002, end: 1}\noutput: {folder: none}\n";

io::Deck deck_of(const std::string& text) { return io::Deck::parse(drivers::key_table(), kHead + text, "scene.yaml"); }

// All bodies of the start, by id. *Collective.*
std::vector<bodies::Body> all_bodies(const io::Deck& deck) {
  const auto comm = comm::Comm::world();
  const auto scenario = scene::make_scenario(deck);
  bodies::Bodies mine;
  scenario->populate(mine, comm);
  comm::Bytes bytes;
  for (const auto& b : mine.owned()) comm::append(bytes, b);
  std::vector<comm::Message> to_all;
  for (Rank r = 0; r < comm.size(); ++r) to_all.push_back({r, bytes});
  std::vector<bodies::Body> all;
  for (const auto& message : comm::sparse_exchange(comm, std::move(to_all))) {
    for (comm::Reader reader(message.bytes); !reader.done();) all.push_back(reader.next<bodies::Body>());
  }
  std::ranges::sort(all, {}, &bodies::Body::id);
  EXPECT_EQ(std::ssize(all), scenario->num_bodies(0));
  return all;
}

// A file of this test's own, written by the root. *Collective.*
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& ending) {
    path_ = (std::filesystem::temp_directory_path() / fmt::format("talus-scene-{}.{}", ::getpid(), ending)).string();
    comm::Comm::world().broadcast(path_);
  }
  ~ScratchFile() {
    comm::Comm::world().barrier();
    if (comm::Comm::world().is_root()) std::filesystem::remove(path_);
  }
  void write(const std::string& text) const {
    comm::Comm::world().barrier();
    if (comm::Comm::world().is_root()) std::ofstream(path_, std::ios::binary) << text;
    comm::Comm::world().barrier();
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

constexpr const char* kShapes =
    "shapes:\n- {name: brick, kind: box, half_size: [0.03, 0.02, 0.01]}\n- {name: rod, kind: capsule, radius: 0.01, "
    "half_length: 0.03}\n"
    "- {name: tetra, kind: polyhedron, points: [[0, 0, 0], [0.04, 0, 0], [0, 0.05, 0], [0, 0, 0.06]]}\n";

void expect_packed(const std::vector<bodies::Body>& all, std::size_t count, const Vec3& low, const Vec3& high) {
  ASSERT_EQ(all.size(), count);
  for (std::size_t a = 0; a < all.size(); ++a) {
    EXPECT_EQ(all[a].id, static_cast<GlobalId>(a));
    const Vec3 inside = (all[a].position - low).cwiseMin(high - all[a].position);
    EXPECT_GE(inside.minCoeff(), all[a].radius * (1 - 1e-9));
    for (std::size_t b = 0; b < a; ++b) {
      ASSERT_GE((all[a].position - all[b].position).norm(), (all[a].radius + all[b].radius) * (1 - 1e-12))
          << a << ", " << b;
    }
  }
}

TEST(Packing, LatticeAndRandomPlacesHoldTheirCountWithoutOverlap) {
  const Vec3 low(-1, 0, 2), high(0, 1.3, 2.9);
  const std::string box = "low: [-1, 0, 2], high: [0, 1.3, 2.9]";
  expect_packed(all_bodies(deck_of("bodies: {radius: 0.04, packings: [{kind: lattice, " + box + "}]}\n")), 11 * 15 * 10,
                low, high);
  expect_packed(
      all_bodies(deck_of("bodies: {radius: 0.04, packings: [{kind: lattice, spread: 0.1, spacing: 0.1, count: 700, " +
                         box + "}]}\n")),
      700, low, high);
  for (const int count : {1, 7, 100, 1300}) {
    const auto deck = deck_of(fmt::format(
        "bodies: {{radius: 0.04, packings: [{{kind: random, spread: 0.1, count: {}, {}}}]}}\n", count, box));
    expect_packed(all_bodies(deck), static_cast<std::size_t>(count), low, high);
  }
  const auto mixed = all_bodies(
      deck_of(std::string(kShapes) + "bodies: {packings: [{kind: random, turned: true, count: 900, " + box +
              ", mix: [{shape: brick}, {shape: rod}, {shape: tetra, part: 2}, {radius: 0.02, part: 4}]}]}\n"));
  expect_packed(mixed, 900, low, high);
  std::vector<int> kinds(4, 0);
  for (const auto& b : mixed) {
    ++kinds.at(static_cast<std::size_t>(b.shape));
    EXPECT_NEAR(b.orientation.norm(), 1, 1e-12);
  }
  EXPECT_NEAR(kinds[0], 450, 60);  // 4 standard deviations
  EXPECT_NEAR(kinds[3], 225, 55);
  for (const int k : {1, 2}) EXPECT_NEAR(kinds[static_cast<std::size_t>(k)], 112, 42);
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Packing, WithoutRoomIsRefused) {
  const std::string box = "low: [0, 0, 0], high: [1, 1, 1]";
  for (const std::string entry :
       {"kind: lattice, count: 1000000, ", "kind: random, count: 100000, ", "kind: random, radius: 0.6, count: 1, ",
        "kind: lattice, radius: 0.6, ", "kind: random, ", "kind: lattice, spacing: 0.01, "}) {
    const auto error =
        error_of([&] { scene::make_scenario(deck_of("bodies:\n  packings:\n  - {" + entry + box + "}\n")); });
    EXPECT_NE(error.find("scene.yaml:6:"), std::string::npos) << entry << error;
  }
}

// The numbers of a table arrive bit for bit.
TEST(PackingFromCsv, RoundTripsEveryBit) {
  const ScratchFile file("csv");
  const auto before = all_bodies(
      deck_of(std::string(kShapes) +
              "materials: [{name: wood, density: 700}]\nbodies: {material: wood, packings: "
              "[{kind: random, turned: true, count: 50, low: [0, 0, 0], high: [1, 1, 1], velocity: [0.1, 0.2, -0.3], "
              "mix: [{shape: brick}, {radius: 0.02}]}]}\n"));
  std::string text =
      "step,position_x [m],position_y [m],position_z [m],id,radius "
      "[m],orientation_x,orientation_y,orientation_z,orientation_w,"
      "velocity_x [m/s],velocity_y [m/s],velocity_z [m/s],material,shape\n0,0,0,0,0,1,0,0,0,1,0,0,0,0,0\n";  // a step
                                                                                                             // that is
                                                                                                             // not the
                                                                                                             // last
  for (const auto& b : before) {
    text += fmt::format("7,{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", b.position.x(), b.position.y(), b.position.z(),
                        b.id, b.radius, b.orientation.x(), b.orientation.y(), b.orientation.z(), b.orientation.w(),
                        b.velocity.x(), b.velocity.y(), b.velocity.z(), b.material, b.shape);
  }
  file.write(text);
  const auto after = all_bodies(deck_of(
      std::string(kShapes) + "materials: [{name: wood, density: 700}]\nbodies: {packings: [{kind: csv, file: \"" +
      file.path() + "\"}]}\n"));
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t n = 0; n < before.size(); ++n) {
    EXPECT_EQ(after[n].position, before[n].position);
    EXPECT_LE(after[n].orientation.angularDistance(before[n].orientation), 1e-7);
    EXPECT_EQ(after[n].velocity, before[n].velocity);
    EXPECT_EQ(after[n].radius, before[n].radius);
    EXPECT_EQ(after[n].shape, before[n].shape);
    EXPECT_EQ(after[n].material, before[n].material);
    EXPECT_NEAR(after[n].mass, before[n].mass, 1e-15 * before[n].mass);
  }
}

TEST(PackingFromLammps, TakesAtomsAndVelocities) {
  const ScratchFile file("data");
  std::string
      text = "a bed of grains\n\n30 atoms\n2 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # sphere\n\n",
      velocities = "\nVelocities\n\n";
  for (int n = 0; n < 30; ++n) {
    text += fmt::format("{} {} {} {} {} 0.5 0.25{}\n", 100 - n, 1 + n % 2, 0.01 + 0.001 * n, 1000 + n, 0.03 * n,
                        n % 3 ? "" : " 0 0 0");
    velocities += fmt::format("{} {} 1 2 3 4 5\n", 71 + n, 71 + n);
  }
  file.write(text + velocities);
  const auto all =
      all_bodies(deck_of("materials: [{name: wood}]\nbodies: {packings: [{kind: lammps, offset: [0, 0, 1], file: \"" +
                         file.path() + "\"}]}\n"));
  ASSERT_EQ(all.size(), 30u);
  for (int n = 0; n < 30; ++n) {
    const auto& b = all[static_cast<std::size_t>(n)];
    const double radius = 0.5 * (0.01 + 0.001 * n),
                 mass = (1000 + n) * 4.0 / 3 * std::numbers::pi * std::pow(radius, 3);
    EXPECT_EQ(b.position, Vec3(0.03 * n, 0.5, 1.25));
    EXPECT_EQ(b.velocity, Vec3(100 - n, 1, 2));
    EXPECT_EQ(b.angular_velocity, Vec3(3, 4, 5));
    EXPECT_NEAR(b.radius, radius, 1e-16);
    EXPECT_NEAR(b.mass, mass, 1e-14 * mass);
    EXPECT_NEAR(b.inertia.x(), 0.4 * mass * radius * radius, 1e-14 * mass);
    EXPECT_EQ(b.material, n % 2);
  }
}

TEST(PackingFromFile, RefusesDamagedOnesWithLineAndReason) {
  const ScratchFile file("bad");
  const auto refused = [&](const char* kind, const std::string& text, const std::string& expected) {
    file.write(text);
    const auto error = error_of([&] {
      scene::make_scenario(
          deck_of(fmt::format("bodies: {{packings: [{{kind: {}, file: \"{}\"}}]}}\n", kind, file.path())));
    });
    EXPECT_NE(error.find(expected), std::string::npos) << kind << ": " << text.substr(0, 200) << "\n" << error;
    EXPECT_NE(error.find("scene.yaml:4:"), std::string::npos) << error;
    EXPECT_LT(error.size(), 700u);
    EXPECT_EQ(error.find('\n'), std::string::npos);
  };
  refused("csv", "", ":1: expected a line of column names");
  refused("csv", "x,y,z\n", ":1: expected a column radius");
  refused("csv", "x,y,radius\n", ":1: not all columns 'position_x'");
  refused("csv", "radius\n", ":1: expected columns x, y, z");
  refused("csv", "x,y,z,radius,densty\n", ":1: unknown column 'densty', nearest is 'density'");
  refused("csv", "x,y,z,radius [mm]\n", ":1: column 'radius' has the unit [mm], expected [m]");
  refused("csv", "x,y,z,radius,mass,density\n", "a column mass or a column density");
  refused("csv", "x,y,z,radius,state\n1,2,3,1,asleep\n", ":2: expected a state dynamic, fixed or driven");
  refused("csv", "\xEF\xBB\xBFx,y,z,radius,id\n1,2,3,1,7\n5,2,3,1,7\n", "body 7 is there twice");
  refused("lammps", "ITEM: UNITS\nlj\n", ":2: expected SI units");
  refused("lammps", "ITEM: TIMESTEP\n4\nITEM: ATOMS id x y z radius q\n", "unknown column 'q'");
  refused("csv", "x,y,z,radius\n", "no rows of bodies");
  refused("csv", "x,y,z,radius,velocity_x\n", "not all columns 'velocity_x'");
  refused("csv", "x,x,y,z,radius\n", "two columns 'position_x'");
  refused("csv", "x,y,z,radius\n1,2,3\n", ":2: expected 4 columns, found 3");
  refused("csv", "x,y,z,radius\n1,2,3,nan\n", ":2: expected a number, found 'nan'");
  refused("csv", "x,y,z,radius\n1,2,inf,1\n", "found 'inf'");
  refused("csv", "x,y,z,radius\n1,2,3,1e999\n", "found '1e999'");
  refused("csv", "x,y,z,radius\n1,2,3,0\n", ":2: expected a radius > 0");
  refused("csv", "x,y,z,radius\n1,2,3,1\n1,2,,1\n", ":3: expected a number, found ''");
  refused("csv", "x,y,z,radius,mass\n1,2,3,1,-1\n", "expected a mass");
  refused("csv", "x,y,z,radius,orientation_x,orientation_y,orientation_z,orientation_w\n1,2,3,1,0,0,0,0\n",
          "expected a unit quaternion");
  refused("csv", "x,y,z,radius,material\n1,2,3,1,tin\n", "no material 'tin' in the deck");
  refused("csv", "x,y,z,radius,shape\n1,2,3,1,7\n", "no shape '7' in the deck");
  refused("csv", "x,y,z,radius\n" + std::string(100000, '1') + "\n", "a line longer than");
  refused("csv", std::string("x,y,z,radius\n1,2,3,\0\x01\n", 22), "expected a number, found '\\x00");
  const std::string head = "grains\n1 atoms\n\nAtoms # sphere\n\n";
  refused("lammps", "", "expected a LAMMPS data file");
  refused("lammps", "grains\n", "expected 1 atoms, found 0");
  refused("lammps", "grains\nAtoms\n\n1 1 1 1 0 0 0\n", "does not say how many atoms");
  refused("lammps", "grains\n-5 atoms\n", "at least one atom");
  refused("lammps", "grains\n1e30 atoms\n", "a number that can be held");
  refused("lammps", "grains\n2 atoms\n\nAtoms\n\n1 1 1 1 0 0 0\n", "expected 2 atoms, found 1");
  refused("lammps", head + "1 1 1 1 0 0 0\n2 1 1 1 0 0 0\n", ":7: more than the 1 atoms");
  refused("lammps", "grains\n1 atoms\n\nAtoms # bond\n", "style sphere");
  refused("lammps", head + "1 1 1 1 0 0\n", ":6: expected an atom of style sphere");
  refused("lammps", head + "1 0 1 1 0 0 0\n", "expected an atom type from 1 on");
  refused("lammps", head + "1 9 1 1 0 0 0\n", "no material '8' in the deck");
  refused("lammps", head + "1 1 0 1 0 0 0\n", "expected a radius > 0");
  refused("lammps", head + "x 1 1 1 0 0 0\n", "expected 1 atoms, found 0");
  refused("lammps", "grains\n1 atoms\n\nVelocities\n\n1 0 0 0 0 0 0\n", "velocities before the atoms");
  refused("lammps", head + "1 1 1 1 0 0 0\n\nVelocities\n\n1 0 0 0 0 0\n", "expected a velocity of style sphere");
  refused("checkpoint", "not HDF5", file.path());
  EXPECT_NE(error_of([&] {
              scene::make_scenario(deck_of("bodies: {packings: [{kind: csv, file: nowhere.csv}]}\n"));
            }).find("nowhere.csv: cannot be read"),
            std::string::npos);
}

TEST(PrescribedMotion, IsRefusedForWhatIsPushed) {
  const auto refused = [](const std::string& body, const std::string& expected) {
    const auto error = error_of([&] {
      scene::make_scenario(
          deck_of("walls: [{shape: plane, name: floor}, {shape: plane, normal: [1, 0, 0], name: platen, mass: 2}]\n"
                  "bodies: {list: [{name: ball, radius: 0.1, position: [0, 0, 1]}, {name: roller, radius: 0.1, "
                  "position: [0, 0, 2], state: driven}]}\n"
                  "loads: [{kind: angular_velocity, amount: [0, 0, 1]" +
                  body + "}]\n"));
    });
    EXPECT_NE(error.find(expected), std::string::npos) << error;
    EXPECT_TRUE(expected == "accepted" || error.find("loads[0].body") != std::string::npos) << error;
  };
  refused("", "the name of a driven body or of a wall");
  refused(", body: ball", "a driven body or a wall");
  refused(", body: platen", "a wall without mass");
  refused(", body: roller", "accepted");
  refused(", body: floor", "accepted");
}

std::uint64_t hash_of(const comm::Comm& comm, const io::Deck& deck, int steps) {
  const auto scenario = scene::make_scenario(deck);
  sim::Simulation simulation(comm, *scenario, sim::simulation_options(deck));
  for (int step = 0; step < steps; ++step) simulation.step();
  return simulation.state_hash();
}

const std::string kBusy = std::string(kShapes) +
                          "solver: {schedule: cubes, max_sweeps: 60}\ncontact: {mu: 0.4, restitution: 0.5, recovery: "
                          "split}\ngravity_turning: [0, 0.5, 0]\n"
                          "walls: [{shape: plane, name: floor}, {shape: rod, position: [0.1, 0.1, 0.1]}]\n"
                          "loads: [{kind: acceleration, amount: [3, 0, 0], course: sine, frequency: 4}, {kind: drag, "
                          "linear: 0.01}, {kind: torque, body: top, amount: [0, 0, 1e-4]}, "
                          "{kind: velocity, body: floor, amount: [0.05, 0, 0.1], course: sine, frequency: 10}]\n"
                          "joints: [{kind: revolute, a: top, b: arm, point: [0, 0, 0.5], axis: [0, 1, 0]}, {kind: "
                          "ball, a: floor, b: arm, point: [0.2, 0, 0.5]}]\n"
                          "bodies: {density: 900, list: [{name: top, shape: brick, position: [-0.1, 0, 0.5]}, {name: "
                          "arm, shape: rod, position: [0.1, 0, 0.5]}], packings: "
                          "[{kind: random, turned: true, count: 60, low: [-0.3, -0.3, 0.05], high: [0.3, 0.3, 0.4], "
                          "mix: [{shape: brick}, {shape: tetra}, {radius: 0.02}]}]}\n";

TEST(SceneOfAllSorts, HasTheSameBitsOnAnyRanksAndFromItsOwnCheckpoint) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto deck = deck_of(kBusy);
  const auto alone = hash_of(self, deck, 50);
  EXPECT_EQ(hash_of(world, deck, 50), alone);
  EXPECT_EQ(hash_of(self, io::Deck::parse(drivers::key_table(), deck.resolved(), "resolved"), 50), alone);
}

// A packing from a checkpoint: the same bodies again, with their masses, under new ids.
TEST(PackingFromCheckpoint, HoldsItsBodies) {
  const auto comm = comm::Comm::world();
  const ScratchFile file("h5");
  const auto deck = deck_of(kBusy);
  const auto scenario = scene::make_scenario(deck);
  sim::Simulation simulation(comm, *scenario, sim::simulation_options(deck));
  for (int step = 0; step < 20; ++step) simulation.step();
  io::CheckpointHeader header;
  header.deck = deck.resolved();
  const auto energy = simulation.energy().totals();
  header.energy.assign(energy.begin(), energy.end());
  io::write_checkpoint(file.path(), file.path() + ".older", comm, header, simulation.bodies(), simulation.world().walls,
                       simulation.world().flows, simulation.owned_space());
  const auto after =
      all_bodies(deck_of(std::string(kShapes) + "bodies: {packings: [{kind: checkpoint, offset: [0, 0, 1], file: \"" +
                         file.path() + "\"}]}\n"));
  ASSERT_EQ(after.size(), 62u);
  for (const auto& b : simulation.bodies().owned()) {
    const auto& c = after.at(static_cast<std::size_t>(b.id - 2));  // two walls there
    EXPECT_EQ(c.position, b.position + Vec3(0, 0, 1));
    EXPECT_EQ(c.orientation.coeffs(), b.orientation.coeffs());
    EXPECT_EQ(c.velocity, b.velocity);
    EXPECT_EQ(c.mass, b.mass);
    EXPECT_EQ(c.shape, b.shape);
  }
}

// A polyhedron given off its centre stands where its frame is put: its corners fall where the turn sends them.
TEST(ListedBody, StandsWhereTheFrameOfItsShapeIsPut) {
  const auto all = all_bodies(
      deck_of(std::string(kShapes) +
              "bodies: {density: 1000, list: [{shape: tetra, position: [1, 2, 3], rotation: [0.3, -0.4, 1.1]}]}\n"));
  ASSERT_EQ(all.size(), 1u);
  const Quat turn = scene::from_rotation_vector({0.3, -0.4, 1.1});
  EXPECT_LE((all[0].position - (Vec3(1, 2, 3) + turn * Vec3(0.01, 0.0125, 0.015))).norm(),
            1e-14);  // a quarter of the corners' sum
  EXPECT_NEAR(all[0].mass, 1000 * 0.04 * 0.05 * 0.06 / 6, 1e-14);
}

// Gravity that turns about y at w: v = g/w (1 - cos wt, 0, -sin wt) for gravity (0, 0, -g), which turns towards -x.
TEST(TurningGravity, MovesAFreeBodyByItsIntegral) {
  const auto deck =
      deck_of("gravity: [0, 0, -9.81]\ngravity_turning: [0, 2, 0]\nbodies: {list: [{position: [0, 0, 0]}]}\n");
  const auto scenario = scene::make_scenario(deck);
  sim::Simulation simulation(comm::Comm::world(), *scenario, sim::simulation_options(deck));
  for (int step = 0; step < 400; ++step) simulation.step();
  const double t = simulation.time(), w = 2;
  const Vec3 expected = 9.81 / w * Vec3(-(1 - std::cos(w * t)), 0, -std::sin(w * t));
  EXPECT_LE((test::find_body(simulation, 0).velocity - expected).norm(), 1e-12);
}

// A rod on a hinge at its end swings as a physical pendulum: T = 2 pi sqrt(J / (m g l)) for small angles.
TEST(HingeOfADeck, SwingsAsAPendulum) {
  const auto deck = deck_of(
      std::string(kShapes) +
      "solver: {tolerance: 1e-10, max_sweeps: 2000}\nwalls: [{shape: plane, name: post, position: [0, 0, -9]}]\n"
      "joints: [{kind: revolute, a: rod, b: post, point: [0, 0, 0.2], axis: [0, 1, 0]}]\n"
      "bodies: {list: [{name: rod, shape: brick, position: [0.002, 0, 0]}]}\n");
  const auto scenario = scene::make_scenario(deck);
  sim::Simulation simulation(comm::Comm::world(), *scenario, sim::simulation_options(deck));
  const auto rod = test::find_body(simulation, 1);
  const double length = std::hypot(0.2, 0.002), moment = rod.inertia.y() + rod.mass * length * length;
  const double quarter = 0.25 * 2 * std::numbers::pi * std::sqrt(moment / (rod.mass * 9.81 * length));
  double crossing = 0, before = 0.002;
  while (crossing == 0 && simulation.time() < 1) {
    simulation.step();
    const double x = test::find_body(simulation, 1).position.x();
    if (x <= 0) crossing = simulation.time() - 0.002 * x / (x - before);
    before = x;
  }
  EXPECT_NEAR(crossing, quarter, 0.01 * quarter);
}

}  // namespace
}  // namespace talus
