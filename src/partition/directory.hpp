#pragma once
// Who owns which cube: a rendezvous directory. No rank knows all owners. The entry of a cube in use is kept by a rank
// that a hash of its neighbourhood of 8 x 8 x 8 cubes names; each rank keeps the answers that it has needed, which stay
// true until the next repartition. A cube without an owner goes to the rank that most bodies propose.

#include <span>
#include <vector>

#include "base/cube.hpp"
#include "base/cube_table.hpp"
#include "comm/comm.hpp"

namespace talus::partition {

class Directory {
 public:
  // *Not collective.* Without entries.
  explicit Directory(const comm::Comm& comm) : comm_(comm) {}

  const comm::Comm& comm() const { return comm_; }

  // *Not collective.* The owner of a cube that resolve() or learn() has answered; -1 if they have not.
  Rank find(CubeKey key) const { return comm_.size() == 1 ? 0 : answers_.find(key); }
  bool owns(CubeKey key) const { return find(key) == comm_.rank(); }  // this rank, as far as find() knows
  // *Not collective.* Takes over an answer that another rank has got.
  void learn(CubeKey key, Rank owner) { answers_.set(key, owner); }
  // *Not collective.* The rank that keeps a cube's entry.
  Rank keeper_of(CubeKey key) const {
    return static_cast<Rank>(mix_bits(key >> 9) % static_cast<std::uint64_t>(comm_.size()));
  }
  // *Not collective.* The owner by the entries that this rank keeps; -1 if the cube has none.
  Rank find_entry(CubeKey key) const { return entries_.find(key); }

  // *Collective.* Afterwards find() answers these cubes. A cube is named once per body that needs it; the owner named
  // with it is the one proposed if the cube has none.
  void resolve(const std::vector<CubeOwner>& unknown);

  // *Not collective*, but called on all ranks together. Forgets everything; the new entries that this rank keeps.
  void assign(std::span<const CubeOwner> entries);
  // Have owners been assigned?
  bool partitioned() const { return partitioned_; }
  // *Not collective.* Forgets answers, which find() may be asked for again after resolve(); entries stay.
  void forget_answers() { answers_.clear(); }

  // *Not collective.* The entries that this rank keeps and the answers that it has got, by cube, for a checkpoint; and
  // back from there, on all ranks together.
  std::vector<CubeOwner> entries() const { return entries_.all(); }
  std::vector<CubeOwner> answers() const { return answers_.all(); }
  void restore(std::span<const CubeOwner> entries, std::span<const CubeOwner> answers);

 private:
  comm::Comm comm_;
  CubeTable answers_, entries_;
  bool partitioned_ = false;
};

}  // namespace talus::partition
