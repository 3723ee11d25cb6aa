#pragma once
// Who holds which cube. No rank knows all: each keeps the answers that it has needed, and a directory spread over the ranks
// (a cube's page is a hash of its neighbourhood of 8 x 8 x 8 cubes) knows every cube in use. A cube that nobody holds yet
// goes to the lowest rank that asks for it first. Answers stay true until the next repartition.

#include <unordered_map>
#include <vector>

#include "base/cube.hpp"
#include "comm/comm.hpp"

namespace talus::partition {

class Directory {
 public:
  explicit Directory(const comm::Comm& comm) : comm_(comm) {}

  // *Not collective.* The holder of a cube that resolve() or assign() has answered; -1 if it has not.
  Rank find(CubeKey key) const {
    if (comm_.size() == 1) return 0;
    const auto at = known_.find(key);
    return at == known_.end() ? -1 : at->second;
  }
  // *Not collective.* Takes over an answer that another rank has got.
  void learn(CubeKey key, Rank holder) { known_[key] = holder; }
  // *Collective.* Afterwards find() answers these cubes.
  void resolve(std::vector<CubeKey> unknown);
  // *Collective.* Forgets everything and takes new holders of the cubes given here (each cube by at most one rank).
  void assign(const std::vector<std::pair<CubeKey, Rank>>& holders);

 private:
  struct Hash {
    std::size_t operator()(CubeKey key) const { return mix_bits(key); }
  };
  using Holders = std::unordered_map<CubeKey, Rank, Hash>;
  Rank page_of(CubeKey key) const;

  comm::Comm comm_;
  Holders known_;  // answers this rank has got
  Holders pages_;  // the cubes whose page this rank keeps
};

}  // namespace talus::partition
