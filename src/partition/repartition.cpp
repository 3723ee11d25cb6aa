// Now and then: cubes to ranks anew.

#include <algorithm>

#include "balance/rent_or_buy.hpp"
#include "comm/outbox.hpp"
#include "partition/touch.hpp"

namespace talus::partition {
namespace {

// Adds up neighbours of equal cube; the lowest owner stays.
void merge_equal(std::vector<balance::CubeLoad>& loads) {
  std::sort(loads.begin(), loads.end(), [](const balance::CubeLoad& x, const balance::CubeLoad& y) {
    return x.key != y.key ? x.key < y.key : x.owner < y.owner;
  });
  std::size_t kept = 0;
  for (const balance::CubeLoad& load : loads) {
    if (kept > 0 && loads[kept - 1].key == load.key) {
      loads[kept - 1].add(load);
    } else {
      loads[kept++] = load;
    }
  }
  loads.resize(kept);
}

}  // namespace

// New owners of the cubes of this rank's pages, and who must be told.
struct Decomposition::Proposal : balance::Proposal {
  std::vector<balance::CubeLoad> cubes;  // by key
  std::vector<comm::Message> askers;     // the keys of the cubes that each rank has bodies, contacts or tests in
};

Decomposition::Proposal Decomposition::propose(const bodies::Bodies& bodies, const bodies::ContactRange& range,
                                               const Counts& counts) const {
  // The cubes of this rank's bodies, contacts and tests. A cube may appear on several ranks; the keeper of its page
  // adds them up.
  std::vector<balance::CubeLoad> mine;
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    const auto index = static_cast<LocalIndex>(b);
    const auto bytes = static_cast<std::int64_t>(sizeof(bodies::Body) + bodies.remembered(index).size_bytes() +
                                                 bodies.joints_of(index).size_bytes());
    mine.push_back({touch_of(bodies.local[b], range).home, 0, 0, bytes, 1, comm_.rank()});
  }
  const auto load_of = [&](CubeKey key) -> balance::CubeLoad& {  // they come cube by cube, mostly
    if (mine.empty() || mine.back().key != key) mine.push_back({.key = key, .owner = comm_.rank()});
    return mine.back();
  };
  for (const CubeKey key : counts.contacts) ++load_of(key).contacts;
  for (const CubeKey key : counts.tests) ++load_of(key).pair_tests;
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
      if (holder >= 0) proposal.cubes.back().owner = holder;
    }
  }
  merge_equal(proposal.cubes);

  static_cast<balance::Proposal&>(proposal) = method_.propose(comm_, proposal.cubes, shared_);
  return proposal;
}

void Decomposition::accept(const Proposal& proposal) {
  std::vector<Holding> pages(proposal.cubes.size());
  for (std::size_t c = 0; c < pages.size(); ++c) pages[c] = {proposal.cubes[c].key, proposal.owners[c]};
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

void Decomposition::repartition(const bodies::Bodies& bodies, const bodies::ContactRange& range, const Counts& counts) {
  if (comm_.size() > 1) accept(propose(bodies, range, counts));
  shared_ = true;
}

bool Decomposition::rebalance(const bodies::Bodies& bodies, const bodies::ContactRange& range, const Counts& counts,
                              balance::Work& work) {
  if (comm_.size() == 1) return false;
  directory_.forget_answers();  // of places that nobody here is near any more
  auto sum = work.by_load(), largest = sum;
  comm_.sum(sum);
  for (auto& load : largest) load = comm_.max(load);
  const auto bodies_of_fullest = static_cast<double>(comm_.max(std::int64_t{bodies.num_owned}));
  const balance::Waiting waiting(sum, largest, comm_.size());
  const auto decision = balance::decide(waiting, method_.price, bodies_of_fullest);
  if (decision == balance::Decision::keep_counting) return false;
  work = {};
  if (decision == balance::Decision::count_again) return false;
  const Proposal proposal = propose(bodies, range, counts);
  std::int64_t moved = 0;  // bodies
  for (std::size_t c = 0; c < proposal.cubes.size(); ++c) {
    if (proposal.owners[c] != proposal.cubes[c].owner) moved += proposal.cubes[c].bodies;
  }
  const auto imbalance = balance::imbalance_of(comm_, proposal.cubes, proposal.owners, &balance::CubeLoad::costs);
  if (!balance::pays(waiting, imbalance, static_cast<double>(comm_.sum(moved)) / comm_.size())) return false;
  accept(proposal);
  return true;
}

}  // namespace talus::partition
