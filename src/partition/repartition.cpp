#include "partition/repartition.hpp"

#include <algorithm>

#include "comm/outbox.hpp"

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

// The cubes of this rank's bodies, contacts and tests.
std::vector<balance::CubeLoad> loads_here(const Space& space, const Counts& counts, Rank self) {
  std::vector<balance::CubeLoad> loads;
  const bodies::Bodies& bodies = counts.bodies;
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    const auto bytes =
        static_cast<std::int64_t>(sizeof(bodies::Body) + bodies.memory[b].size_bytes() + bodies.joints[b].size_bytes());
    loads.push_back({reach_of(space, bodies.local[static_cast<std::size_t>(b)]).home, 0, 0, bytes, 1, self});
  }
  const auto load_of = [&](CubeKey key) -> balance::CubeLoad& {  // they come cube by cube, mostly
    if (loads.empty() || loads.back().key != key) loads.push_back({.key = key, .owner = self});
    return loads.back();
  };
  for (const CubeKey key : counts.contacts) ++load_of(key).contacts;
  for (const CubeKey key : counts.tests) ++load_of(key).pair_tests;
  merge_equal(loads);
  return loads;
}

// The cubes whose entries this rank keeps, with the work of all ranks.
struct Kept {
  std::vector<balance::CubeLoad> cubes;  // by key
  std::vector<comm::Message> askers;     // the keys of the cubes that each rank has bodies, contacts or tests in
};

// *Collective.* A cube may have work on several ranks; the keeper of its entry adds it up.
Kept gather_loads(const Directory& directory, const Space& space, const Counts& counts) {
  const comm::Comm& comm = directory.comm();
  comm::Outbox out;
  for (const balance::CubeLoad& load : loads_here(space, counts, comm.rank()))
    comm::append(out.to(directory.keeper_of(load.key)), load);
  Kept kept;
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    kept.askers.push_back({message.rank, {}});
    for (comm::Reader in(message.bytes); !in.done();) {
      auto load = in.next<balance::CubeLoad>();
      comm::append(kept.askers.back().bytes, load.key);
      if (const Rank owner = directory.find_entry(load.key); owner >= 0) load.owner = owner;
      kept.cubes.push_back(load);
    }
  }
  merge_equal(kept.cubes);
  return kept;
}

// *Collective.*
void accept(Directory& directory, const Kept& kept, std::span<const Rank> owners) {
  std::vector<CubeOwner> entries(kept.cubes.size());
  for (std::size_t c = 0; c < entries.size(); ++c) entries[c] = {kept.cubes[c].key, owners[c]};
  directory.assign(entries);
  // Whoever has bodies in a cube is told its owner, so that new cubes around it can go there too.
  comm::Outbox answers;
  for (const auto& asker : kept.askers) {
    for (comm::Reader in(asker.bytes); !in.done();) {
      const auto key = in.next<CubeKey>();
      comm::append(answers.to(asker.rank), CubeOwner{key, directory.find_entry(key)});
    }
  }
  for (const auto& answer : comm::sparse_exchange(directory.comm(), answers.take())) {
    for (comm::Reader in(answer.bytes); !in.done();) {
      const auto cube = in.next<CubeOwner>();
      directory.learn(cube.key, cube.owner);
    }
  }
}

}  // namespace

void repartition(Directory& directory, const Space& space, const balance::Method& method, const Counts& counts) {
  const comm::Comm& comm = directory.comm();
  if (comm.size() == 1) return directory.assign({});
  const Kept kept = gather_loads(directory, space, counts);
  accept(directory, kept, method.propose(comm, kept.cubes, directory.partitioned()).owners);
}

bool rebalance(Directory& directory, const Space& space, const balance::Method& method, const Counts& counts,
               balance::Work& work) {
  const comm::Comm& comm = directory.comm();
  if (comm.size() == 1) return false;
  directory.forget_answers();  // of places that nobody here is near any more
  auto sum = work.by_load(), largest = sum;
  comm.sum(sum);
  for (auto& load : largest) load = comm.max(load);
  const auto bodies_of_fullest = static_cast<double>(comm.max(std::int64_t{counts.bodies.num_owned}));
  const balance::Waiting waiting(sum, largest, comm.size());
  const auto decision = balance::decide(waiting, method.price, bodies_of_fullest);
  if (decision == balance::Decision::keep_counting) return false;
  work = {};
  if (decision == balance::Decision::count_again) return false;
  const Kept kept = gather_loads(directory, space, counts);
  const auto owners = method.propose(comm, kept.cubes, directory.partitioned()).owners;
  std::int64_t moved = 0;  // bodies
  for (std::size_t c = 0; c < kept.cubes.size(); ++c) {
    if (owners[c] != kept.cubes[c].owner) moved += kept.cubes[c].bodies;
  }
  const auto imbalance = balance::imbalance_of(comm, kept.cubes, owners, &balance::CubeLoad::costs);
  if (!balance::pays(waiting, imbalance, static_cast<double>(comm.sum(moved)) / comm.size())) return false;
  accept(directory, kept, owners);
  return true;
}

}  // namespace talus::partition
