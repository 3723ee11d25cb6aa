#pragma once
// Which ranks work on which body.

#include "comm/sharing.hpp"
#include "partition/ghost_layer.hpp"

namespace talus::partition {

// *Collective among neighbours.* `rows`: this rank's, of each local body. Returns the bodies that another rank
// works on too, or that this rank works on and another owns, and for each its owner and all ranks that work on it, with
// their rows.
comm::Sharing find_sharers(const GhostLayer& ghosts, const bodies::Bodies& bodies, View<const comm::RowsOnItem> rows);

}  // namespace talus::partition
