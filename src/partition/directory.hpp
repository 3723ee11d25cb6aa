#pragma once
// Who holds which cube. No rank knows all: each keeps the answers that it has needed, and a directory spread over the
// ranks (a cube's page is a hash of its neighbourhood of 8 x 8 x 8 cubes) knows every cube in use. A cube that nobody
// holds yet goes to the rank that most bodies propose. Answers stay true until the next repartition.

#include <span>
#include <vector>

#include "base/cube.hpp"
#include "base/cube_table.hpp"
#include "comm/comm.hpp"

namespace talus::partition {

class Directory {
 public:
  explicit Directory(const comm::Comm& comm) : comm_(comm) {}

  // *Not collective.* The holder of a cube that resolve() or learn() has answered; -1 if they have not.
  Rank find(CubeKey key) const { return comm_.size() == 1 ? 0 : known_.find(key); }
  // *Not collective.* Takes over an answer that another rank has got.
  void learn(CubeKey key, Rank holder) { known_.set(key, holder); }
  // *Not collective.* The rank that keeps a cube's page.
  Rank page_of(CubeKey key) const {
    return static_cast<Rank>(mix_bits(key >> 9) % static_cast<std::uint64_t>(comm_.size()));
  }
  // *Not collective.* The holder by this rank's pages; -1 if the cube is new.
  Rank find_on_page(CubeKey key) const { return pages_.find(key); }

  // *Collective.* Afterwards find() answers these cubes; the holder given with a cube, once a body that needs it, is
  // the one proposed if it is new.
  void resolve(const std::vector<Holding>& unknown);
  // *Not collective.* The cubes of this rank's pages, and those that it knows the answer for, by key; and back.
  std::vector<Holding> pages() const { return pages_.all(); }
  std::vector<Holding> answers() const { return known_.all(); }
  void restore(std::span<const Holding> pages, std::span<const Holding> answers);
  // *Not collective*, but called on all ranks together. Forgets everything; new holders of the cubes of this rank's
  // pages.
  void assign(std::span<const Holding> pages);
  // *Not collective.* Forgets answers, which find() may be asked for again after resolve(); pages stay.
  void forget_answers() { known_.clear(); }

 private:
  comm::Comm comm_;
  CubeTable known_;  // answers this rank has got
  CubeTable pages_;  // the cubes whose page this rank keeps
};

}  // namespace talus::partition
