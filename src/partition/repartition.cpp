// Now and then: cubes to ranks anew.

#include <algorithm>
#include <limits>

#include "balance/cube_load.hpp"
#include "comm/outbox.hpp"
#include "partition/touch.hpp"

namespace talus::partition {
namespace {

// Contact updates that a proposal costs for each body of the fullest rank, measured with 5,000 bodies a rank (twice
// that with 1,000).
constexpr double price_of(balance::Method method) { return method == balance::Method::parmetis ? 70 : 30; }

// Weight of one narrow-phase test relative to one body in the second load. A body costs more than a test
// (kUpdatesPerBody), but methods balance two loads only, and the tests must be even by themselves because ranks wait
// for each other after them. So a load is not a time: the waiting that a proposal leaves is forecast from costs, see
// waiting().
constexpr int kWeightOfTest = 4;

// Present holders with less imbalance have drifted; with more they are far from good ones, and mended borders would be
// long.
constexpr double kDrifted = 1.3;

// Holders with more imbalance are held against those that the next way gives.
constexpr double kGoodBalance = 1.05;

// Adds up neighbours of equal cube; the lowest holder stays.
void merge_equal(std::vector<balance::CubeLoad>& loads) {
  std::sort(loads.begin(), loads.end(), [](const balance::CubeLoad& x, const balance::CubeLoad& y) {
    return x.key != y.key ? x.key < y.key : x.holder < y.holder;
  });
  std::size_t kept = 0;
  for (const balance::CubeLoad& load : loads) {
    if (kept > 0 && loads[kept - 1].key == load.key) {
      for (std::size_t k = 0; k < balance::kNumLoads; ++k) loads[kept - 1].loads[k] += load.loads[k];
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
  std::vector<balance::CubeLoad> cubes;  // by key
  std::vector<Rank> holders;
  balance::PerLoad<double> imbalance;  // of the loads that methods balance
  std::vector<comm::Message> askers;   // the keys of the cubes that each rank has bodies, contacts or tests in
};

Decomposition::Proposal Decomposition::propose(const bodies::Bodies& bodies, const bodies::ContactRange& range,
                                               const balance::Counts& counts) const {
  // The cubes of this rank's bodies, contacts and tests. A cube may appear on several ranks; the keeper of its page
  // adds them up.
  std::vector<balance::CubeLoad> mine;
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    const auto index = static_cast<LocalIndex>(b);
    const auto bytes = static_cast<std::int64_t>(sizeof(bodies::Body) + bodies.remembered(index).size_bytes() +
                                                 bodies.joints_of(index).size_bytes());
    mine.push_back({touch_of(bodies.local[b], range).home, {0, 1}, bytes, 1, comm_.rank()});
  }
  const auto add = [&](CubeKey key, const balance::PerLoad<std::int64_t>& loads) {  // they come cube by cube, mostly
    if (mine.empty() || mine.back().key != key) mine.push_back({key, {}, 0, 0, comm_.rank()});
    for (std::size_t k = 0; k < balance::kNumLoads; ++k) mine.back().loads[k] += loads[k];
  };
  for (const CubeKey key : counts.contacts) add(key, {1, 0});
  for (const CubeKey key : counts.tests) add(key, {0, kWeightOfTest});
  merge_equal(mine);
  comm::Outbox pages;
  for (const balance::CubeLoad& load : mine) comm::append(pages.to(directory_.page_of(load.key)), load);

  Proposal proposal;
  for (const auto& message : comm::sparse_exchange(comm_, pages.take())) {
    proposal.askers.push_back({message.rank, {}});
    for (comm::Reader in(message.bytes); !in.done();) {
      proposal.cubes.push_back(in.next<balance::CubeLoad>());
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
  proposal.imbalance.fill(std::numeric_limits<double>::infinity());
  const auto worst = [](const balance::PerLoad<double>& imbalance) { return std::ranges::max(imbalance); };
  const auto consider = [&](std::vector<Rank> holders) {
    const auto imbalance = balance::imbalance_of(comm_, proposal.cubes, holders);
    if (worst(imbalance) >= worst(proposal.imbalance)) return;
    proposal.holders = std::move(holders);
    proposal.imbalance = imbalance;
  };
  if (method_ == balance::Method::parmetis) {
    std::vector<Rank> present;
    for (const balance::CubeLoad& cube : proposal.cubes) present.push_back(cube.holder);
    if (shared_ && worst(balance::imbalance_of(comm_, proposal.cubes, present)) < kDrifted)
      consider(balance::share_by_borders(comm_, proposal.cubes));
    if (worst(proposal.imbalance) > kGoodBalance) consider(balance::share_by_graph(comm_, proposal.cubes, shared_));
  }
  if (worst(proposal.imbalance) > kGoodBalance) consider(balance::share_by_curve(comm_, proposal.cubes));
}

// The contact updates that ranks would have waited for each other by the proposal, where `mean` was done per rank: by
// the weights of balance::Work, in which the waiting so far is counted, not by those of the loads.
double Decomposition::waiting(const Proposal& proposal, const balance::PerLoad<double>& mean) const {
  auto costs = proposal.cubes;
  for (balance::CubeLoad& cube : costs) {
    const std::int64_t tests = (cube.loads[1] - cube.bodies) / kWeightOfTest;
    cube.loads[1] = tests + cube.bodies * balance::kUpdatesPerBody;
  }
  const auto imbalance = balance::imbalance_of(comm_, costs, proposal.holders);
  double waited = 0;
  for (std::size_t k = 0; k < balance::kNumLoads; ++k) waited += mean[k] * (imbalance[k] - 1);
  return waited;
}

void Decomposition::accept(const Proposal& proposal) {
  std::vector<Holding> pages(proposal.cubes.size());
  for (std::size_t c = 0; c < pages.size(); ++c) pages[c] = {proposal.cubes[c].key, proposal.holders[c]};
  directory_.assign(pages);
  // Who has bodies in a cube is told its holder, so that new cubes around it can go there too.
  comm::Outbox answers;
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
                                const balance::Counts& counts) {
  if (comm_.size() > 1) accept(propose(bodies, range, counts));
  shared_ = true;
}

bool Decomposition::rebalance(const bodies::Bodies& bodies, const bodies::ContactRange& range,
                              const balance::Counts& counts, balance::Work& work) {
  if (comm_.size() == 1) return false;
  directory_.forget_answers();  // of places that nobody here is near any more
  auto all = work.by_load(), most = all;
  comm_.sum(all);
  for (auto& m : most) m = comm_.max(m);
  balance::PerLoad<double> mean;
  double done = 0, waited = 0;
  for (std::size_t k = 0; k < balance::kNumLoads; ++k) {
    mean[k] = static_cast<double>(all[k]) / comm_.size();
    done += mean[k];
    waited += static_cast<double>(most[k]) - mean[k];
  }
  const auto bodies_largest = static_cast<double>(comm_.max(std::int64_t{bodies.num_owned}));
  const bool even = waited <= balance::kTolerated * done;
  if (!even && waited <= (price_of(method_) + balance::kUpdatesPerMove) * bodies_largest) return false;
  work = {};
  if (even) return false;
  const Proposal proposal = propose(bodies, range, counts);
  std::int64_t moved = 0;  // bodies
  for (std::size_t c = 0; c < proposal.cubes.size(); ++c) {
    if (proposal.holders[c] != proposal.cubes[c].holder) moved += proposal.cubes[c].bodies;
  }
  if (waited - waiting(proposal, mean) <=
      balance::kUpdatesPerMove * static_cast<double>(comm_.sum(moved)) / comm_.size())
    return false;
  accept(proposal);
  return true;
}

}  // namespace talus::partition
