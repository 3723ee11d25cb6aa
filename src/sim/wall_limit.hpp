#pragma once
// How long a run may take.

namespace talus::sim {

// The least of two limits of wall time, h (0: none), and of what the Slurm job has left, if there is one; 0: no limit.
double wall_limit(double asked, double of_deck);

}  // namespace talus::sim
