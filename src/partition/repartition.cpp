// Now and then: cubes to ranks anew.

#include <algorithm>
#include <limits>

#include "partition/cube_load.hpp"
#include "partition/outbox.hpp"
#include "partition/touch.hpp"

namespace talus::partition {
namespace {

// Contact updates that a repartition costs for each body of the fullest rank, with the bodies' move. Measured.
constexpr double price_of(Method method) { return method == Method::parmetis ? 500 : 100; }

// A result of ParMETIS with more imbalance is held against the other ways.
constexpr double kGoodBalance = 1.10;

// Adds up neighbours of equal cube; the lowest holder stays.
void merge_equal(std::vector<CubeLoad>& loads) {
  std::sort(loads.begin(), loads.end(),
            [](const CubeLoad& x, const CubeLoad& y) { return x.key != y.key ? x.key < y.key : x.holder < y.holder; });
  std::size_t kept = 0;
  for (const CubeLoad& load : loads) {
    if (kept > 0 && loads[kept - 1].key == load.key) {
      loads[kept - 1].weight += load.weight;
      loads[kept - 1].bytes += load.bytes;
      loads[kept - 1].bodies += load.bodies;
    } else {
      loads[kept++] = load;
    }
  }
  loads.resize(kept);
}

}  // namespace

// New holders of the cubes of this rank's pages, and who must be told.
struct Decomposition::Proposal {
  std::vector<CubeLoad> cubes;  // by key
  std::vector<Rank> holders;
  double imbalance = 1;
  std::vector<comm::Message> askers;  // the keys of the cubes that each rank has bodies in
};

Decomposition::Proposal Decomposition::propose(const bodies::Bodies& bodies, const bodies::ContactRange& range,
                                               std::span<const std::int64_t> weights) const {
  // The cubes of this rank's bodies. A cube may appear on several ranks; the keeper of its page adds them up.
  std::vector<CubeLoad> mine;
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    const auto memory = bodies.remembered(static_cast<LocalIndex>(b));
    mine.push_back({touch_of(bodies.local[b], range).home, weights.empty() ? 1 : weights[b],
                    static_cast<std::int64_t>(sizeof(bodies::Body) + memory.size_bytes() +
                                              bodies.joints_of(static_cast<LocalIndex>(b)).size_bytes()), 1, comm_.rank()});
  }
  merge_equal(mine);
  Outbox pages;
  for (const CubeLoad& load : mine) comm::append(pages.to(directory_.page_of(load.key)), load);

  Proposal proposal;
  for (const auto& message : comm::sparse_exchange(comm_, pages.take())) {
    proposal.askers.push_back({message.rank, {}});
    for (comm::Reader in(message.bytes); !in.done();) {
      proposal.cubes.push_back(in.next<CubeLoad>());
      comm::append(proposal.askers.back().bytes, proposal.cubes.back().key);
      const Rank holder = directory_.find_on_page(proposal.cubes.back().key);
      if (holder >= 0) proposal.cubes.back().holder = holder;
    }
  }
  merge_equal(proposal.cubes);

  choose_holders(proposal);
  return proposal;
}

void Decomposition::choose_holders(Proposal& proposal) const {
  proposal.imbalance = std::numeric_limits<double>::infinity();
  const auto consider = [&](std::vector<Rank> holders) {
    const double imbalance = imbalance_of(comm_, proposal.cubes, holders);
    if (imbalance >= proposal.imbalance) return;
    proposal.holders = std::move(holders);
    proposal.imbalance = imbalance;
  };
  if (method_ == Method::parmetis) {
    if (shared_) consider(share_by_graph(comm_, proposal.cubes, true));
    if (proposal.imbalance > kGoodBalance) consider(share_by_graph(comm_, proposal.cubes, false));
  }
  if (proposal.imbalance > kGoodBalance) consider(share_by_curve(comm_, proposal.cubes));
}

void Decomposition::accept(const Proposal& proposal) {
  std::vector<Holding> pages(proposal.cubes.size());
  for (std::size_t c = 0; c < pages.size(); ++c) pages[c] = {proposal.cubes[c].key, proposal.holders[c]};
  directory_.assign(pages);
  // Who has bodies in a cube is told its holder, so that new cubes around it can go there too.
  Outbox answers;
  for (const auto& asker : proposal.askers) {
    for (comm::Reader in(asker.bytes); !in.done();) {
      const auto key = in.next<CubeKey>();
      comm::append(answers.to(asker.rank), Holding{key, directory_.find_on_page(key)});
    }
  }
  for (const auto& answer : comm::sparse_exchange(comm_, answers.take())) {
    for (comm::Reader in(answer.bytes); !in.done();) {
      const auto h = in.next<Holding>();
      directory_.learn(h.key, h.holder);
    }
  }
}

void Decomposition::repartition(const bodies::Bodies& bodies, const bodies::ContactRange& range,
                                std::span<const std::int64_t> weights) {
  if (comm_.size() > 1) accept(propose(bodies, range, weights));
  shared_ = true;
}

bool Decomposition::rebalance(const bodies::Bodies& bodies, const bodies::ContactRange& range,
                              std::span<const std::int64_t> weights, const Work& work) {
  if (comm_.size() == 1) return false;
  const auto largest = static_cast<double>(comm_.max(work.updates));
  const double mean = static_cast<double>(comm_.sum(work.updates)) / comm_.size();
  directory_.forget_answers();  // of places that nobody here is near any more
  if (largest <= kTolerated * mean) return false;
  const Proposal proposal = propose(bodies, range, weights);
  const double price = price_of(method_) * static_cast<double>(comm_.max(std::int64_t{bodies.num_owned}));
  if (largest - mean * proposal.imbalance <= price) return false;
  accept(proposal);
  return true;
}

}  // namespace talus::partition
