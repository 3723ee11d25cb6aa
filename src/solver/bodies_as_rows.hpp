#pragma once
// Any solver of problems in matrix form for the bodies of a run: each rank forms its rows of N = D' M^-1 D + C, for
// which it asks the ranks that share bodies for their rows on these.

#include <memory>
#include <string>

#include "solver/solver.hpp"

namespace talus::solver {

// Throws InputError on an unknown name.
std::unique_ptr<Solver> make_bodies_as_rows(const std::string& name, const comm::Comm& comm);

}  // namespace talus::solver
