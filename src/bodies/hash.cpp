#include "bodies/hash.hpp"

#include <cstring>

#include "base/cube.hpp"

namespace talus::bodies {
namespace {

// Words of a record, mixed in turn.
std::uint64_t hash_words(std::uint64_t hash, const void* record, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, static_cast<const char*>(record) + at, 8);
    hash = mix_bits(hash ^ word) + 0x9e3779b97f4a7c15ULL;
  }
  return hash;
}

}  // namespace

std::uint64_t hash_of_owned(const Bodies& bodies) {
  static_assert(sizeof(Body) % 8 == 0 && sizeof(RememberedImpulse) % 8 == 0);
  std::uint64_t sum = 0;
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    std::uint64_t hash = hash_words(0, &bodies.local[b], sizeof(Body));
    for (const auto& m : bodies.memory[b]) hash = hash_words(hash, &m, sizeof(m));
    sum += hash;
  }
  return sum;
}

std::uint64_t hash_of_dynamic(std::span<const Body> walls) {
  std::uint64_t sum = 0;
  for (const Body& wall : walls) {
    if (wall.state == State::dynamic) sum += hash_words(0, &wall, sizeof(wall));
  }
  return sum;
}

}  // namespace talus::bodies
