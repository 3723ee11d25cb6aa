#pragma once
// Any solver of problems in matrix form for the bodies of a run: each rank forms its rows of N = D' M^-1 D + C, for
// which it asks the ranks that share bodies for their rows on these.

#include <memory>
#include <string>

#include "solver/solver.hpp"

namespace talus::solver {

// Throws InputError on an unknown name.
std::unique_ptr<Solver> make_bodies_as_rows(const std::string& name, const comm::Comm& comm, Law law);

// *Collective.* Is the problem unbounded, as far as rows of N tell where impulses of this solution grow (family.hpp)?
// Then `carriers`, contacts first. Not for problems with large bodies.
bool rows_find_certificate(const comm::Comm& comm, const problem::Problem& problem, const comm::Sharing& sharing,
                           Law law, const problem::Solution& solution, std::vector<LocalIndex>& carriers);

}  // namespace talus::solver
