#pragma once
// A hash of owned bodies and what they remember: a sum over bodies, so that sums over ranks do not depend on who owns
// what.

#include <cstdint>
#include <span>

#include "bodies/bodies.hpp"

namespace talus::bodies {

std::uint64_t hash_of_owned(const Bodies& bodies);

// The same hash for those among the replicated bodies that move by forces; every rank has them all.
std::uint64_t hash_of_dynamic(std::span<const Body> walls);

}  // namespace talus::bodies
