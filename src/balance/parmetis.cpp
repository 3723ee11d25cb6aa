// Method `parmetis`: borders are repaired while work drifts; where this is not enough, ParMETIS cuts the graph of
// cubes; where its cuts are not even either, the curve is tried. The only source that includes parmetis.h.

#ifdef TALUS_HAVE_PARMETIS

#include <fmt/format.h>
#include <parmetis.h>

#include <algorithm>

#include "balance/cube_graph.hpp"
#include "balance/cuts.hpp"
#include "balance/methods.hpp"
#include "balance/relabel.hpp"
#include "base/error.hpp"

namespace talus::balance {
namespace {

constexpr int kFewestCubes = 8;                        // per rank; with fewer there is no graph to speak of
constexpr std::int64_t kMostSum = 1 << 30;             // ParMETIS adds up weights in idx_t, which may have 32 bits
constexpr std::int64_t kMostVertices = (1 << 30) - 1;  // and marks vertices with bit 30
constexpr real_t kTolerance = 1.03f;                   // largest weight of a part over the mean
constexpr idx_t kSeed = 7;

// Present owners with less imbalance have drifted; with more they are far from good ones, and repaired borders would be
// long.
constexpr double kDrifted = 1.3;
constexpr double kGoodBalance = 1.05;  // owners with more imbalance are compared with those of the next way

// Cost of a unit of a cut edge relative to that of a byte moved (ParMETIS's manual): the larger, the more moves. In
// contact updates: a unit is 1/31 of a ghost, which costs kUpdatesPerBody in each of some 30 steps until the next
// repartition; a body moves with about 1 kB.
constexpr real_t kCutOverMove = static_cast<real_t>(30 * kUpdatesPerBody / kWeightOfGhost / (kUpdatesPerMove / 1000.0));

// Numbers that are positive and add up, over all ranks, to what ParMETIS can hold.
std::vector<idx_t> scaled(const comm::Comm& comm, std::span<const std::int64_t> numbers, double most_scale = 1) {
  double sum = 0;
  for (auto n : numbers) sum += static_cast<double>(n);
  const double all = comm.sum(sum);
  const double scale = std::min(most_scale, all > 0 ? static_cast<double>(kMostSum) / all : 1);
  std::vector<idx_t> result;
  result.reserve(numbers.size());
  for (auto n : numbers) {
    result.push_back(std::max<idx_t>(1, static_cast<idx_t>(scale * static_cast<double>(n))));
  }
  return result;
}

// The arguments of a call, in ParMETIS's own types. No vector is empty: it rejects null pointers.
struct Call {
  std::vector<idx_t> vtxdist, xadj, adjncy, vwgt, vsize, adjwgt, part;
  std::vector<real_t> xyz, tpwgts;
  idx_t wgtflag = 3, numflag = 0, ndims = 3, ncon = kNumLoads, nparts = 1, edgecut = 0;
  PerLoad<real_t> ubvec{kTolerance, kTolerance};
  real_t itr = kCutOverMove;
  idx_t options[4] = {1, 0, kSeed, PARMETIS_PSR_UNCOUPLED};

  Call(const comm::Comm& comm, const CubeGraph& graph)
      : vtxdist(graph.first.begin(), graph.first.end()), xadj(graph.edge_start.begin(), graph.edge_start.end()),
        adjncy(graph.neighbours.begin(), graph.neighbours.end()), adjwgt(scaled(comm, graph.edge_weight)),
        tpwgts(kNumLoads * static_cast<std::size_t>(comm.size()), real_t{1} / static_cast<real_t>(comm.size())),
        nparts(comm.size()) {
    std::vector<std::int64_t> bytes;
    PerLoad<std::vector<std::int64_t>> loads;
    for (const CubeLoad& load : graph.cubes) {
      for (std::size_t k = 0; k < kNumLoads; ++k) loads[k].push_back(load.loads()[k]);
      bytes.push_back(load.bytes);
      part.push_back(std::clamp(load.owner, 0, comm.size() - 1));
      const Cube c = Cube::of(load.key);
      for (std::int32_t at : {c.i, c.j, c.k}) {
        xyz.push_back(static_cast<real_t>((static_cast<double>(at) + 0.5) * (1 << c.level)));
      }
    }
    vwgt.resize(kNumLoads * graph.cubes.size());
    for (std::size_t k = 0; k < kNumLoads; ++k) {
      const auto weights = scaled(comm, loads[k], kMostSum);  // large, so that a cube without a load has little of it
      for (std::size_t v = 0; v < weights.size(); ++v) vwgt[kNumLoads * v + k] = weights[v];
    }
    vsize = scaled(comm, bytes);
    adjncy.resize(std::max<std::size_t>(1, adjncy.size()));
    adjwgt.resize(std::max<std::size_t>(1, adjwgt.size()));
  }

  int improve(MPI_Comm* comm) {
    return ParMETIS_V3_AdaptiveRepart(vtxdist.data(), xadj.data(), adjncy.data(), vwgt.data(), vsize.data(),
                                      adjwgt.data(), &wgtflag, &numflag, &ncon, &nparts, tpwgts.data(), ubvec.data(),
                                      &itr, options, &edgecut, part.data(), comm);
  }
  int cut_anew(MPI_Comm* comm) {
    return ParMETIS_V3_PartGeomKway(vtxdist.data(), xadj.data(), adjncy.data(), vwgt.data(), adjwgt.data(), &wgtflag,
                                    &numflag, &ndims, xyz.data(), &ncon, &nparts, tpwgts.data(), ubvec.data(), options,
                                    &edgecut, part.data(), comm);
  }
};

void check_counts(const comm::Comm& comm, const CubeGraph& graph) {
  const auto edges = comm.max(static_cast<std::int64_t>(graph.neighbours.size()));
  if (sizeof(idx_t) >= 8 || (graph.first.back() <= kMostVertices && edges <= kMostSum)) return;
  throw InputError(
      fmt::format("partition.method: {} cubes are too many for this ParMETIS, which counts in {} bits; take hilbert",
                  graph.first.back(), 8 * sizeof(idx_t)));
}

}  // namespace

std::vector<Rank> cut_graph(const comm::Comm& comm, std::span<const CubeLoad> cubes, bool from_present) {
  if (comm.sum(static_cast<std::int64_t>(cubes.size())) < kFewestCubes * comm.size()) return cut_curve(comm, cubes);
  const CubeGraph graph = build_cube_graph(comm, cubes);
  if (!graph.every_rank_has_some()) return cut_curve(comm, cubes);
  check_counts(comm, graph);
  Call call(comm, graph);
  auto* mpi = static_cast<MPI_Comm*>(comm.native());
  const int status = from_present ? call.improve(mpi) : call.cut_anew(mpi);
  TALUS_REQUIRE(status == METIS_OK, "ParMETIS rejects the graph of cubes");
  auto parts = send_to_origins(comm, graph, std::vector<Rank>(call.part.begin(), call.part.end()), cubes.size());
  relabel(comm, cubes, parts);  // ParMETIS does so only for parts that lie where they are worked out
  return parts;
}

Proposal propose_by_graph(const comm::Comm& comm, std::span<const CubeLoad> cubes, bool partitioned) {
  std::vector<Rank> present;
  for (const CubeLoad& cube : cubes) present.push_back(cube.owner);
  Proposal proposal;
  if (partitioned && std::ranges::max(imbalance_of(comm, cubes, present)) < kDrifted)
    proposal.consider(comm, cubes, repair_borders(comm, cubes));
  if (proposal.worst() > kGoodBalance) proposal.consider(comm, cubes, cut_graph(comm, cubes, partitioned));
  if (proposal.worst() > kGoodBalance) proposal.consider(comm, cubes, cut_curve(comm, cubes));
  return proposal;
}

}  // namespace talus::balance

#endif
