#pragma once
// CPU time of this process outside of message passing: what a rank has done, not how long it has waited, even where
// more ranks than cores take turns and waiting ranks spin.

namespace talus::comm {

// *Not collective.* Seconds since the process started, less those inside MPI calls of this room.
double busy_seconds();

}  // namespace talus::comm
