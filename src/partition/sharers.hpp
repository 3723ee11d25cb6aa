#pragma once
// Which ranks work on which body.

#include "comm/sharing.hpp"
#include "partition/ghost_layer.hpp"

namespace talus::partition {

// *Collective among neighbours.* work: one word per local body, 0 where this rank's rows do not touch it. Returns the
// bodies that another rank works on too, or that this rank works on and another owns, and for each its owner and all
// ranks that work on it, with their words.
comm::Sharing find_sharers(const GhostLayer& ghosts, const bodies::Bodies& bodies, std::span<const std::uint64_t> work);

}  // namespace talus::partition
