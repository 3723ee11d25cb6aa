// Messages of a step: as many with eight feeds, outlets, counters, named walls and maps as with one of each, and
// to neighbours only. Memory of maps: by the cells that were touched since the last frame.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include "base/memory.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "observe/series.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace {
std::int64_t collectives = 0;
}

// The collective calls of the room comm, counted.
extern "C" {
int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++collectives;
  return PMPI_Allreduce(in, out, count, type, op, comm);
}
int MPI_Exscan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++collectives;
  return PMPI_Exscan(in, out, count, type, op, comm);
}
int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  ++collectives;
  return PMPI_Bcast(buffer, count, type, root, comm);
}
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  ++collectives;
  return PMPI_Ibarrier(comm, request);
}
}

namespace talus {
namespace {

constexpr int kSweeps = 5, kSteps = 12, kMapEvery = 4;

// Grains on a long floor in `parts` strips, rained on; the same grains per step, whatever the parts.
io::Deck flow(int parts) {
  std::string walls, feeds, outlets;
  const double length = 4.0 / parts;
  for (int n = 0; n < parts; ++n) {
    const double low = -2 + n * length;
    walls += fmt::format(
        "- {{name: w{}, shape: rectangle, half_length: {}, half_width: 0.2, position: [{}, 0, 0], map: true}}\n", n,
        0.5 * length, low + 0.5 * length);
    feeds += fmt::format("- {{name: f{}, region: box, low: [{}, -0.2, 0.5], high: [{}, 0.2, 2], rate: {}}}\n", n, low,
                         low + length, 8 / 0.002 / parts);
    outlets += fmt::format(
        "- {{name: o{0}, region: plane, centre: [0, 0, {1}], axis: [0, 0, -1]}}\n"
        "- {{name: c{0}, action: count, region: box, low: [{2}, -1, 0], high: [{3}, 1, 0.5]}}\n",
        n, -1 - n, low, low + length);
  }
  return io::Deck::parse(
      drivers::key_table(),
      fmt::format("time: {{step: 0.002, end: 1}}\noutput: {{folder: none, map_every: 1}}\n"
                  "solver: {{tolerance: 1e-12, max_sweeps: {}}}\nwalls:\n{}feeds:\n{}outlets:\n{}"
                  "bodies: {{radius: 0.01, packings: [{{kind: lattice, radius: 0.02, spacing: 0.0404,"
                  " low: [-2, -0.2, 0], high: [2, 0.2, 0.05]}}]}}\n",
                  kSweeps, walls, feeds, outlets),
      "flow", {});
}

struct Sent {
  std::vector<std::int64_t> collectives, messages;  // of this rank, by step
  std::int64_t neighbours = 0, fed = 0;
};

// *Collective.* With rows of the time series, and frames of maps in some steps.
Sent run(const comm::Comm& comm, const io::Deck& deck) {
  const auto scenario = scene::make_scenario(deck);
  const auto watched = sim::watched_of(deck, *scenario);
  sim::Simulation simulation(comm, *scenario, sim::simulation_options(deck));
  Sent sent;
  for (int n = 1; n <= kSteps; ++n) {
    const auto calls = collectives, messages = comm::traffic().messages;
    const auto report = simulation.step();
    observe::series_row(simulation.view(), report, simulation.energy(), {}, watched);
    sent.collectives.push_back(collectives - calls);
    sent.messages.push_back(comm::traffic().messages - messages);
    if (n % kMapEvery == 0) {
      const auto before_frame = collectives;
      simulation.maps().take(simulation.view());
      sent.collectives.push_back(collectives - before_frame);
    }
  }
  sent.neighbours = std::ssize(simulation.ghosts().neighbours());
  for (const auto& flow : simulation.world().flows) sent.fed += flow.due > 0 ? flow.bodies : 0;
  return sent;
}

TEST(MessagesOfAStep, DoNotGrowWithFeedsOutletsCountersWallsAndMaps) {
  const auto comm = comm::Comm::world();
  const Sent one = run(comm, flow(1)), eight = run(comm, flow(8));
  EXPECT_EQ(one.fed, 8 * kSteps);
  EXPECT_EQ(eight.fed, 8 * kSteps);
  EXPECT_GT(one.collectives.back(), 0);
  EXPECT_EQ(eight.collectives, one.collectives);
  // As drivers/scales: a neighbour gets at most one message per colour and sweep, and some more per step.
  for (const Sent& sent : {one, eight})
    for (const std::int64_t messages : sent.messages) EXPECT_LE(messages, (8 * kSweeps + 16) * sent.neighbours);
}

// A ball that slides from cell to cell: what it has left behind takes a few numbers per cell.
TEST(MemoryOfMaps, IsThatOfCellsTouchedSinceTheLastFrame) {
  const auto comm = comm::Comm::world();
  if (comm.size() > 2) GTEST_SKIP() << "for 2 ranks";
  const auto deck = io::Deck::parse(
      drivers::key_table(),
      "time: {step: 0.005, end: 9}\noutput: {folder: none, map_every: 1}\nsolver: {tolerance: 1e-6}\n"
      "walls: [{name: floor, shape: rectangle, half_length: 2, half_width: 0.05, map: true, map_cell: 0.01}]\n"
      "bodies: {list: [{radius: 0.02, position: [-1.5, 0, 0.02], velocity: [2, 0, 0]}]}\n",
      "slide", {});
  const auto scenario = scene::make_scenario(deck);
  sim::Simulation simulation(comm, *scenario, sim::simulation_options(deck));
  const auto interval = [&] {
    std::int64_t touched = 0;
    for (int n = 0; n < 20; ++n) simulation.step();
    for (const auto& frame : simulation.maps().take(simulation.view())) touched += frame.contacts > 0;
    return comm.sum(touched);
  };
  interval();
  EXPECT_GE(interval(), 19);
  const auto before = comm.sum(heap_bytes());
  for (int n = 0; n < 8; ++n) EXPECT_GE(interval(), 19);
  EXPECT_LE(comm.sum(heap_bytes()) - before, 8 * 20 * 1024);  // the exact sums of a cell take 4.5 KB
}

}  // namespace
}  // namespace talus
