#pragma once
// Bodies on their way to their owner or to a holder of a copy.

#include <span>
#include <vector>

#include "base/cube.hpp"
#include "bodies/body.hpp"
#include "partition/directory.hpp"
#include "partition/outbox.hpp"

namespace talus::partition {

// What is sent of one body.
struct Departure {
  const bodies::Body& body;
  CubeKey key;  // of its home cube
  Rank home;
  std::span<const bodies::RememberedImpulse> memory;
};

// copies: the ranks with copies, for the owner only. held: the touched cubes that the receiver holds, so it learns of them.
void write_departure(comm::Bytes& bytes, const Departure& departure, std::span<const Rank> copies,
                     std::span<const Holding> held);

class Arrivals {
 public:
  struct Arrival {
    bodies::Body body;
    CubeKey key;
    Rank home;
    std::size_t memory, copies;  // where its ranges end
  };

  // Takes in one message; the cubes told with its bodies are held by `self` and learnt.
  void read(const comm::Bytes& bytes, Directory& directory, Rank self);

  std::span<const Arrival> all() const { return all_; }
  std::span<const bodies::RememberedImpulse> memory(std::size_t n) const {
    return std::span(memory_).subspan(n == 0 ? 0 : all_[n - 1].memory, all_[n].memory - (n == 0 ? 0 : all_[n - 1].memory));
  }
  std::span<const Rank> copies(std::size_t n) const {
    return std::span(copies_).subspan(n == 0 ? 0 : all_[n - 1].copies, all_[n].copies - (n == 0 ? 0 : all_[n - 1].copies));
  }

 private:
  std::vector<Arrival> all_;
  std::vector<bodies::RememberedImpulse> memory_;
  std::vector<Rank> copies_;
};

}  // namespace talus::partition
