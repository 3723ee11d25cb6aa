#pragma once
// Bodies on their way to their owner or to a rank that gets a ghost.

#include <span>
#include <vector>

#include "base/cube.hpp"
#include "bodies/body.hpp"
#include "bodies/joint.hpp"
#include "comm/outbox.hpp"
#include "partition/directory.hpp"

namespace talus::partition {

// The data of one body that is sent to another rank.
struct Departure {
  const bodies::Body& body;
  CubeKey key;  // of its home cube
  Rank owner;
  std::span<const bodies::RememberedImpulse> memory;
  std::span<const bodies::Joint> joints;
};

// ghosts: the ranks with ghosts, for the owner only. owned: the touched cubes that the receiver owns, so it learns of
// them.
void write_departure(comm::Bytes& bytes, const Departure& departure, std::span<const Rank> ghosts,
                     std::span<const CubeOwner> owned);

class Arrivals {
 public:
  struct Arrival {
    bodies::Body body;
    CubeKey key;
    Rank owner;
    std::size_t memory, joints, ghosts;  // where its ranges end
  };

  // Takes in one message; the cubes told with its bodies are owned by `self` and learnt.
  void read(const comm::Bytes& bytes, Directory& directory, Rank self);

  std::span<const Arrival> all() const { return all_; }
  std::span<const bodies::RememberedImpulse> memory(std::size_t n) const { return range(memory_, &Arrival::memory, n); }
  std::span<const bodies::Joint> joints(std::size_t n) const { return range(joints_, &Arrival::joints, n); }
  std::span<const Rank> ghosts(std::size_t n) const { return range(ghosts_, &Arrival::ghosts, n); }

 private:
  template <class T>
  std::span<const T> range(const std::vector<T>& items, std::size_t Arrival::*end, std::size_t n) const {
    const std::size_t begin = n == 0 ? 0 : all_[n - 1].*end;
    return std::span(items).subspan(begin, all_[n].*end - begin);
  }

  std::vector<Arrival> all_;
  std::vector<bodies::RememberedImpulse> memory_;
  std::vector<bodies::Joint> joints_;
  std::vector<Rank> ghosts_;
};

}  // namespace talus::partition
