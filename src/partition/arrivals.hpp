#pragma once
// Bodies on their way to their owner or to a holder of a copy.

#include <span>
#include <vector>

#include "base/cube.hpp"
#include "bodies/body.hpp"
#include "bodies/joint.hpp"
#include "comm/outbox.hpp"
#include "partition/directory.hpp"

namespace talus::partition {

// What is sent of one body.
struct Departure {
  const bodies::Body& body;
  CubeKey key;  // of its home cube
  Rank home;
  std::span<const bodies::RememberedImpulse> memory;
  std::span<const bodies::Joint> joints;
};

// copies: the ranks with copies, for the owner only. held: the touched cubes that the receiver holds, so it learns of
// them.
void write_departure(comm::Bytes& bytes, const Departure& departure, std::span<const Rank> copies,
                     std::span<const Holding> held);

class Arrivals {
 public:
  struct Arrival {
    bodies::Body body;
    CubeKey key;
    Rank home;
    std::size_t memory, joints, copies;  // where its ranges end
  };

  // Takes in one message; the cubes told with its bodies are held by `self` and learnt.
  void read(const comm::Bytes& bytes, Directory& directory, Rank self);

  std::span<const Arrival> all() const { return all_; }
  std::span<const bodies::RememberedImpulse> memory(std::size_t n) const { return range(memory_, &Arrival::memory, n); }
  std::span<const bodies::Joint> joints(std::size_t n) const { return range(joints_, &Arrival::joints, n); }
  std::span<const Rank> copies(std::size_t n) const { return range(copies_, &Arrival::copies, n); }

 private:
  template <class T>
  std::span<const T> range(const std::vector<T>& items, std::size_t Arrival::*end, std::size_t n) const {
    const std::size_t begin = n == 0 ? 0 : all_[n - 1].*end;
    return std::span(items).subspan(begin, all_[n].*end - begin);
  }

  std::vector<Arrival> all_;
  std::vector<bodies::RememberedImpulse> memory_;
  std::vector<bodies::Joint> joints_;
  std::vector<Rank> copies_;
};

}  // namespace talus::partition
