#pragma once
// Measurements that every step makes.

#include <span>
#include <string>
#include <vector>

#include "observe/overlap.hpp"
#include "observe/probes.hpp"
#include "observe/view.hpp"
#include "problem/solve_report.hpp"

namespace talus::observe {

struct StepReport {
  problem::SolveReport solve;
  std::int64_t bodies = 0;      // over all ranks
  std::int64_t missing = 0;     // bodies that were there after feeding and are not now, over all ranks
  double projection_left = 0;   // largest |Psi| and overlap that the projection leaves, over all ranks, m
  double penetration = 0;       // largest overlap when the step's contacts were found, over all ranks, m
  double overlap = 0;           // the same in radii of the smaller body, without springs that are pressed by less
  double opening = 0;           // of rigid joints, then, over all ranks, m; turns times the bodies' sqrt(inertia/mass)
  double fastest = 0;           // largest speed of a body, with that of its surface by its spin, over all ranks, m/s
  GlobalId runaway = -1;        // the body that has it, if it is above the limit or not finite
  std::int64_t chattering = 0;  // contacts of this rank that alternate between sticking and sliding
  double chatter_speed = 0;     // largest speed at which one of them slides, m/s
  OverlapsOfStart overlaps;     // of the first step
};

// *Not collective.* Contacts that chatter, of a problem as it was built: further solves renew its friction rows.
void measure_chatter(const problem::Problem& problem, StepReport& report);

// *Not collective.* One pass over this rank's contacts and joints after the solve: overlaps, openings. The smallest
// radius of any body spares most contacts a look at theirs.
void measure_rows(const View& view, double smallest_radius, StepReport& report);

// *Collective*, by two reductions (three if a body has run away). One pass over the bodies after they have moved: is
// the new state sound? `after_feeding`: bodies that this rank owned then. What is not finite counts as infinitely fast.
void measure_bodies(const View& view, std::int64_t after_feeding, double max_speed, StepReport& report);

// *Collective.* A hash of all bodies and remembered impulses that does not depend on which rank owns them.
std::uint64_t state_hash(const View& view);

// *Collective.* The id of a joint that is open as far as the report says, and the ids of the two bodies of the contact
// whose overlap it says; -1 if there is none.
GlobalId open_joint(const View& view, const StepReport& report);
std::pair<GlobalId, GlobalId> bodies_that_overlap(const View& view, const StepReport& report);

// *Collective.* The ids of the two bodies of one row, which is -1 on all ranks but one; the same on all ranks.
std::pair<GlobalId, GlobalId> bodies_of_row(const View& view, LocalIndex row);

// The id, behind the name that the deck gives it or the smallest set of bodies which it is one of.
std::string name_body(GlobalId id, std::span<const Probe> named);

// *Collective.* The bodies that rows of the last problem are between (contacts first, then blocks; each rank its own):
// a few by their ids, behind names that are given, the same text on all ranks.
std::string name_rows(const View& view, const std::vector<LocalIndex>& rows, std::span<const Probe> named_bodies = {});

}  // namespace talus::observe
