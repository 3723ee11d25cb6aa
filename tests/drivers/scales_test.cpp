// Bodies, memory and messages of a rank while a box of spheres settles: against one rank, against two, against the
// rank's neighbours. Two ranks leave their figure in a file for more.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/memory.hpp"
#include "drivers/commands/bench.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "io/deck/deck.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

constexpr int kSweeps = 5;

// Grains that settle in a box: a square lattice at the start, so many layers high.
io::Deck box(std::int64_t bodies, int layers) {
  const double width = 0.0508 * std::ceil(std::sqrt(static_cast<double>(bodies) / layers));
  return io::Deck::parse(
      drivers::key_table(),
      drivers::settling_box(bodies, width) + fmt::format("time: {{step: 0.005, end: 1}}\noutput: {{folder: none}}\n"
                                                         "solver: {{tolerance: 1e-9, max_sweeps: {}}}\n",
                                                         kSweeps),
      "scales", {});
}

struct Figures {
  double held = 0;                            // bodies, owned and copies, all ranks
  double heap = 0;                            // most bytes of the heap in the last step, all ranks
  double heap_rank = 0;                       // the same, largest rank
  double share = 0;                           // of the bodies that the largest rank owns
  std::int64_t messages = 0, neighbours = 0;  // of this rank in the last step
};

// *Collective.* The last of some steps.
Figures last_step(const comm::Comm& comm, const io::Deck& deck, int steps) {
  const auto before = heap_bytes();
  const auto scenario = scene::make_scenario(deck);
  sim::Simulation simulation(comm, *scenario, sim::simulation_options(deck));
  for (int s = 1; s < steps; ++s) simulation.step();
  reset_heap_peak();
  const auto sent = comm::traffic().messages;
  simulation.step();
  const auto& bodies = simulation.bodies();
  const auto heap = static_cast<double>(heap_peak_bytes() - before);
  return {.held = comm.sum(static_cast<double>(bodies.num_local())),
          .heap = comm.sum(heap),
          .heap_rank = comm.max(heap),
          .share = comm.max(static_cast<double>(bodies.num_owned)) / comm.sum(static_cast<double>(bodies.num_owned)),
          .messages = comm::traffic().messages - sent,
          .neighbours = std::ssize(simulation.ghosts().neighbours())};
}

struct Size {
  const char* name;
  std::int64_t bodies, bodies_a_rank;
  int steps;
};
void PrintTo(const Size& size, std::ostream* out) { *out << size.name; }
class Scales : public testing::TestWithParam<Size> {};

TEST_P(Scales, FourRanksHoldTheirShareOfWhatOneHolds) {
  const auto& [name, bodies, bodies_a_rank, steps] = GetParam();
  const auto world = comm::Comm::world();
  if (world.size() != 4) GTEST_SKIP() << "for 4 ranks";
  const auto deck = box(bodies, 20);
  const Figures together = last_step(world, deck, steps);
  Figures alone;  // the root, for all
  if (world.is_root()) alone = last_step(comm::Comm::self(), deck, steps);
  const double heap_alone = world.max(alone.heap);
  EXPECT_LE(together.share, 0.35);
  if (heap_alone == 0) GTEST_SKIP() << "this build does not count the heap";
  EXPECT_LE(together.heap_rank, 0.45 * heap_alone);
  if (world.is_root()) {
    fmt::print("largest of 4 ranks: {:.1f} % of {} bodies, {:.3f} of one rank's heap\n", 100 * together.share, bodies,
               together.heap_rank / heap_alone);
  }
}

// The number of bodies per rank is fixed. A sweep of `cubes` sends a neighbour at most one message per colour, mostly
// two to four in all; a step some more, to distribute bodies, to count their partners, to send impulses to their owners
// and, as it misses its tolerance, to see whether there is a solution.
TEST_P(Scales, MemoryABodyAsOnTwoRanksAndMessagesByNeighbours) {
  const auto& [name, bodies, bodies_a_rank, steps] = GetParam();
  const auto world = comm::Comm::world();
  if (world.size() == 4) GTEST_SKIP() << "for 2, 8, 27 ranks";
  const Figures figures = last_step(world, box(bodies_a_rank * world.size(), 10), steps);
  EXPECT_GT(figures.messages, kSweeps);
  EXPECT_LE(figures.messages, (8 * kSweeps + 28) * figures.neighbours);
  if (figures.heap == 0) GTEST_SKIP() << "this build does not count the heap";
  const double bytes = figures.heap / figures.held;
  const std::string file = fmt::format("scales_{}_on_two_ranks", name);
  if (world.size() == 2 && world.is_root()) std::ofstream(file) << bytes;
  if (world.size() > 2) {
    double on_two = 0;
    std::ifstream(file) >> on_two;
    ASSERT_GT(on_two, 0) << "run the test on two ranks first";
    EXPECT_NEAR(bytes, on_two, 0.05 * on_two);
  }
  if (world.is_root()) {
    fmt::print(
        "{} ranks: {:.0f} bytes per body held, {:.2f} held per body owned, the root's {} neighbours got {} messages\n",
        world.size(), bytes, figures.held / static_cast<double>(bodies_a_rank * world.size()), figures.neighbours,
        figures.messages);
  }
}

INSTANTIATE_TEST_SUITE_P(Small, Scales, testing::Values(Size{"small", 20000, 1000, 40}),
                         testing::PrintToStringParamName());
// The last step is not one that shares space anew (partition.every).
INSTANTIATE_TEST_SUITE_P(Large, Scales, testing::Values(Size{"large", 100000, 10000, 90}),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace talus
