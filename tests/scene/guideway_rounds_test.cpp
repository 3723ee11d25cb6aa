// Guideways whose balls recirculate: rounds without a loss or an overlap; banks of carriages: the same bits on any
// ranks, momentum, cost.

#include <fmt/format.h>

#include "guideway.hpp"
#include "harness/wall_impulse.hpp"

namespace talus {
namespace {

using test::Guideway;

constexpr double kRadius = 0.0032;

// The balls of one carriage, round after round: how far each has gone, how near two came, how far one was off its way.
class Rounds {
 public:
  Rounds(std::size_t balls, double half_straight, double turn)
      : half_straight_(half_straight), turn_(turn), angles_(balls), turned_(balls) {}

  void look(const sim::Simulation& simulation) {
    const GlobalId first = simulation.world().first_body_id();
    const auto bodies = simulation.bodies().owned();
    const auto per_row = (bodies.size() - 1) / 4;
    const Vec3 carriage = test::find_body(simulation, first).position;
    for (const auto& body : bodies) {
      if (body.id == first) continue;
      const auto n = static_cast<std::size_t>(body.id - first - 1);
      const double y = n / per_row % 2 ? 1 : -1, z = n / per_row < 2 ? 1 : -1;
      const Vec3 d = Vec3(0, y, z) * std::sqrt(0.5), from = body.position - carriage - Vec3(0, 0.0175 * y, 0.007 * z);
      see(n, {from.x(), from.dot(d) - turn_, from.dot(d.cross(Vec3::UnitX()))});
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (bodies[i].id > first && bodies[j].id > first)
          nearest_ = std::min(nearest_, (bodies[i].position - bodies[j].position).norm());
      }
    }
  }
  double least() const {
    return std::abs(std::ranges::min(turned_, {}, [](double t) { return std::abs(t); })) / (2 * std::numbers::pi);
  }
  double overlap() const { return 1 - nearest_ / (2 * kRadius); }  // of a diameter
  double off() const { return off_ / kRadius; }

 private:
  // x along, y from the middle of the loop towards the return channel, z across the loop.
  void see(std::size_t n, const Vec3& at) {
    const double angle = std::atan2(at.y(), at.x());
    if (seen_ > n) turned_[n] += std::remainder(angle - angles_[n], 2 * std::numbers::pi);
    seen_ = std::max(seen_, n + 1);
    angles_[n] = angle;
    const double beyond = std::max(0.0, std::abs(at.x()) - half_straight_);
    off_ = std::max(off_, std::hypot(std::hypot(beyond, at.y()) - turn_, at.z()));
  }

  double half_straight_, turn_, nearest_ = 1, off_ = 0;
  std::size_t seen_ = 0;
  std::vector<double> angles_, turned_;
};

// Small loops with two loaded balls a row; the carriage drives at 1 m/s until every ball has gone this often around.
void expect_rounds(double rounds, const std::vector<std::string>& sets) {
  constexpr double kPitch = 0.00645, kTurn = 0.005, kHalf = kPitch + 2 * kRadius;
  const double loop = 4 * kHalf + 2 * std::numbers::pi * kTurn, most = 2.5 * (rounds + 0.5) * loop;
  std::vector<std::string> all{
      "guideway.recirculating=true", "guideway.balls=2",       "guideway.turn=0.005",
      "guideway.pitch=0.00645",      "guideway.speed=1",       "guideway.force=[0, 0, -100]",
      "contact.rho=1.6e-5",          "guideway.oversize=2e-6", "time.step=2e-4",
      "solver.tolerance=1e-4",       "time.end=1e-3",          fmt::format("guideway.travel={}", most)};
  all.insert(all.end(), sets.begin(), sets.end());
  Guideway guideway(all);
  const auto balls = guideway.simulation().bodies().num_owned;
  Rounds seen(static_cast<std::size_t>(balls - 1), kHalf, kTurn);
  while (seen.least() < rounds && guideway.simulation().time() < most && !testing::Test::HasFailure()) {
    guideway.step();
    seen.look(guideway.simulation());
  }
  EXPECT_EQ(guideway.simulation().bodies().num_owned, balls);
  EXPECT_GE(seen.least(), rounds);
  EXPECT_LT(seen.overlap(), 1e-3);
  EXPECT_LT(seen.off(), 0.1);  // a play of 0.02, edges, and the carriage's roll
  std::printf("%d balls, %.3f s: %.2f rounds, overlap %.2g of a diameter, off the way %.3f of the radius, %d sweeps\n",
              balls - 1, guideway.simulation().time(), seen.least(), seen.overlap(), seen.off(), guideway.sweeps());
}
TEST(Recirculation, LosesNoBallInHalfARound) { expect_rounds(0.5, {"guideway.raceway=groove"}); }
TEST(Long, NoBallIsLostInTenRoundsOnStrips) { expect_rounds(10, {"guideway.raceway=flat"}); }
TEST(Long, NoBallIsLostInTenRoundsInGrooves) { expect_rounds(10, {"guideway.raceway=groove"}); }
TEST(Long, NoBallIsLostInTenRoundsInGothicArches) { expect_rounds(10, {"guideway.raceway=gothic"}); }
TEST(Long, NoBallIsLostInTenRoundsWithSpacers) {
  expect_rounds(10, {"guideway.raceway=groove", "guideway.spacers=1e4"});
}
TEST(Long, NoBallIsLostInTenRoundsBackwards) { expect_rounds(10, {"guideway.raceway=groove", "guideway.speed=-1"}); }

// --- Banks ---

std::vector<std::string> bank(int rails, int carriages) {
  return {fmt::format("guideway.rails={}", rails),
          fmt::format("guideway.carriages={}", carriages),
          "guideway.balls=2",
          "guideway.speed=0.04",
          "guideway.travel=0.01",
          "time.end=0.1",
          "guideway.carriage_spacing=0.06",
          "guideway.rail_spacing=0.1",
          "guideway.force=[0, 20, -100]",
          "guideway.ramp=0",
          "contact.rho=1.6e-5",
          "guideway.seals=1",
          "solver.schedule=cubes",
          "solver.tolerance=1e-5",
          "time.step=2e-4",
          "partition.every=10"};
}

// *Collective.* Momentum of all bodies, kg m/s.
Vec3 momentum(const sim::Simulation& simulation) {
  Vec3 sum = Vec3::Zero();
  for (const auto& body : simulation.bodies().owned()) sum += body.mass * body.velocity;
  simulation.comm().sum({sum.data(), 3});
  return sum;
}

// Steps; what each of them changes of the momentum is what gravity, loads, rails, seals and motors do.
void expect_momentum(Guideway& guideway, int carriages, int steps) {
  const double h = 2e-4;
  for (int n = 0; n < steps; ++n) {
    const Vec3 before = momentum(guideway.simulation());
    guideway.step();
    const auto& simulation = guideway.simulation();
    const auto& p = simulation.problem();
    Vec3 given = -test::wall_impulse(simulation).force;
    for (const auto& body : simulation.bodies().owned()) given.z() -= h * body.mass * 9.81;
    for (std::size_t j = 0; j < p.joints.size(); ++j)
      given.x() += simulation.solution().block_impulses[static_cast<std::size_t>(p.num_contact_blocks) + j][0];
    simulation.comm().sum({given.data(), 3});
    given += carriages * h * Vec3(0, 20, -100);
    EXPECT_LT((momentum(simulation) - before - given).norm(), 1e-10 * carriages * h * 100) << n;
  }
}

// On these ranks and on one alone.
void expect_same_bits(int rails, int carriages, int steps) {
  Guideway here(bank(rails, carriages)), alone(bank(rails, carriages), comm::Comm::self());
  expect_momentum(here, rails * carriages, steps);
  alone.run_to(here.simulation().time());
  EXPECT_EQ(here.simulation().state_hash(), alone.simulation().state_hash());
}
TEST(Bank, SameBitsOnAnyRanksAndMomentumOfTheForces) { expect_same_bits(2, 3, 25); }
TEST(LongBank, SameBitsOnAnyRanksAndMomentumOfTheForces) { expect_same_bits(8, 32, 25); }

std::vector<std::string> with_table(const std::string& speed) {
  auto sets = bank(2, 2);
  sets.insert(sets.end(), {"guideway.table=60", "guideway.table_size=[0.2, 0.2, 0.05]", "guideway.force=[0, 0, 0]",
                           "guideway.ramp=0.02", "guideway.speed=" + speed});
  return sets;
}
TEST(Bank, TableGoesWithItsCarriagesTheSameOnAnyRanks) {
  Guideway here(with_table("0.04")), alone(with_table("0.04"), comm::Comm::self());
  for (auto* guideway : {&here, &alone}) guideway->run_to(0.01);
  EXPECT_EQ(here.simulation().state_hash(), alone.simulation().state_hash());
  EXPECT_NEAR(here.simulation().world().walls.back().position.x(), 0.04 * 0.01, 1e-5);
}
// At rest each of four bears a quarter of it.
TEST(Bank, CarriagesBearTheirTable) {
  constexpr double kTable = 60, kMass = 1.5, kStep = 2e-4;
  Guideway guideway(with_table("0"));
  guideway.run_to(0.05);
  const auto& simulation = guideway.simulation();
  std::vector<double> borne(4, 0.0);
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const auto& contact = simulation.contacts()[c];
    const GlobalId carriage = contact.id_a - guideway.first();
    if (carriage < 0 || carriage >= 4) continue;
    borne[static_cast<std::size_t>(carriage)] -=
        problem::impulse_of(simulation.problem(), simulation.solution(), contact, c).force.z() / kStep;
  }
  simulation.comm().sum(borne);
  for (const double force : borne) EXPECT_NEAR(force, (kTable / 4 + kMass) * 9.81, 0.01 * kTable / 4 * 9.81);
}

// By what is counted: updates of contacts and tests of pairs; seconds are for the bench.
TEST(LongBank, WorkOfAStepGrowsWithTheCarriages) {
  const auto work_of_a_carriage = [](int rails, int carriages) {
    Guideway guideway(bank(rails, carriages));
    guideway.run_to(5e-3);
    const auto done = guideway.simulation().done();
    return static_cast<double>(guideway.simulation().comm().sum(done.updates + done.pair_tests)) / (rails * carriages);
  };
  const double few = work_of_a_carriage(2, 16), many = work_of_a_carriage(8, 32);
  std::printf("updates and tests a carriage: %.4g of 32, %.4g of 256\n", few, many);
  EXPECT_NEAR(many / few, 1, 0.15);
}

}  // namespace
}  // namespace talus
