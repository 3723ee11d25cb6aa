#pragma once
// From a joint and the poses of its bodies to a block of rows (bodies/joint.hpp has their laws).

#include "bodies/bodies.hpp"
#include "bodies/joint.hpp"
#include "bodies/world.hpp"
#include "problem/problem.hpp"

namespace talus::problem {

struct JointRows {
  Block block;  // its bodies are left to the caller
  Vec6 start = Vec6::Zero();
  JointBlock joint;
};

struct StepTime {
  double time = 0, step = 0;  // s; the step goes from time to time + step
};

// `last` is what was remembered of the joint, `warm_start` whether the solution starts from it.
JointRows joint_rows(const bodies::Joint& joint, const bodies::Body& a, const bodies::Body& b,
                     const bodies::World& world, const StepTime& when, const ContactImpulse& last, bool warm_start);

// The rows of its position alone: their bias is the deviation q - q* at this time, m or rad. `before`: of the step that
// led there.
Block position_rows(const bodies::Joint& joint, const bodies::Body& a, const bodies::Body& b,
                    const bodies::World& world, double time, const JointBlock& before);

// The impulse of a joint that the next step starts from, and the feature by which it is found again.
bodies::RememberedImpulse to_remember(const bodies::Joint& joint, const JointBlock& block, const Vec6& multipliers);

// Scales what bodies remember of contacts and joints, for a next step of another length: forces stay.
void scale_remembered(bodies::Bodies& bodies, double factor);
inline std::int32_t feature_of(const bodies::Joint& joint) { return -1 - static_cast<std::int32_t>(joint.id); }

// Force on B at the joint's point and moment about it, world axes. A receives the opposite; of a gear the world
// receives the rest.
struct Reaction {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  // N, N m
};
Reaction reaction_of(const JointBlock& block, const Vec6& multipliers, double step);

// Reaction on B in world axes and in the joint frame; that on A is the opposite, in axes rotated by pi about x.
struct SidedReaction {
  Reaction world, local;
};
SidedReaction on_asked_side(const Reaction& on_b, const Mat3& axes, bool on_a);

// on_a (v, w)_A + on_b (v, w)_B of a joint's block, with the solution's velocities.
Vec6 rates_of(const Problem& problem, const Solution& solution, const Block& block);

}  // namespace talus::problem
