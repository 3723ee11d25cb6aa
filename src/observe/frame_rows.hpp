#pragma once
// The rows of a frame.

#include <vector>

#include "observe/frames.hpp"
#include "observe/probes.hpp"
#include "observe/view.hpp"

namespace talus::observe {

// *Collective.* The bodies of all ranks, ordered by id, with the loads of the last step's contacts; contacts that carry
// a force, ordered by (id_b, id_a, feature). Both are cut in runs of about equal ranges of ids, one per rank, so that a
// frame does not depend on who owns what. Each rank sends to as many others as its bodies' ids ask for.
std::vector<BodyFrame> body_frame(const View& view);
std::vector<ContactFrame> contact_frame(const View& view);

// *Collective.* What joints and drives of the last step do, each of the deck's as one, ordered by (higher id, joint,
// drive).
std::vector<JointFrame> joint_frame(const View& view, const std::vector<JointProbe>& probes);

}  // namespace talus::observe
