#pragma once
// One step's contact problem (cone complementarity, spec: ROLL 29-42, DCP 7-11), immutable while it is solved:
//
//   find g in Y with  u = N g + r  in the dual cone of Y and  u . g = 0;   N = D' M^-1 D,   r = D' v_free + b
//
// Y is the product over contacts of { mu g_n >= |g_T|, rho g_n >= |t_T|, sigma g_n >= |t_n| }. N is never formed: N g
// goes through body velocities, v = v_free + M^-1 D g. A contact's multipliers are kept as two world vectors: the
// impulse p on body B (minus on A) and the angular impulse q; g_n = p . n, g_T = p - g_n n, t_n = q . n, t_T = q - t_n
// n. So no tangent basis is needed, and none can jump from step to step.

#include <cstdint>
#include <utility>
#include <vector>

#include "base/array.hpp"
#include "base/twist.hpp"
#include "bodies/body_ref.hpp"
#include "problem/admissible_set.hpp"
#include "problem/friction_rows.hpp"

namespace talus::problem {

// Contact of two round bodies: the arms from both centres to the contact point lie along the normal, both inertias are
// the same about every axis. Relative velocity at the point, B minus A:  u = v_B - v_A + n x (arm_a w_A + arm_b w_B);
// relative angular velocity  w_B - w_A.
struct RoundContact {
  LocalIndex a = 0, b = 0;  // into Problem::bodies
  Vec3 normal;              // from A to B
  double arm_a = 0;         // m, from A's centre along +normal
  double arm_b = 0;         // m, from B's centre along -normal
  double bias = 0;          // b_n, m/s: Phi/h, capped for Phi < 0
  double mu = 0;            // sliding
  double rho = 0;           // rolling, m
  double sigma = 0;         // spinning, m

  bool rolls() const { return rho > 0 || sigma > 0; }
};

// Up to six rows between two bodies that are not a contact of round bodies:
//   u = on_a (v, w)_A + on_b (v, w)_B + bias + C g,   g in a set.
struct Block {
  LocalIndex a = 0, b = 0;  // into Problem::bodies
  AdmissibleSet set;
  Mat6 on_a = Mat6::Zero(), on_b = Mat6::Zero();
  Vec6 bias = Vec6::Zero();        // m/s, rad/s
  Vec6 compliance = Vec6::Zero();  // diagonal of C: m/s per N s, rad/s per N m s
};

// A body whose inertia differs by direction has its angular velocity scaled (coordinates.hpp), so that one number
// serves: 1/2 w'Jw = 1/2 j w_s'w_s.
struct ProblemBody {
  Twist free;                  // v_free, its angular part scaled
  double inverse_mass = 0;     // 1/kg; 0: immovable
  double inverse_inertia = 0;  // 1/(kg m^2)
};

// A body of finite mass that reaches through many cubes, known on every rank: bodies[body] is its velocity. Rows of
// each cube act on a share of mass m/K of their own, K in all; the body's change is the mean of its shares' (mass
// splitting).
struct Large {
  LocalIndex body = 0;         // into Problem::bodies, the same on all ranks
  double inverse_mass = 0;     // 1/kg
  double inverse_inertia = 0;  // 1/(kg m^2)
  Array<LocalIndex> shares;    // into Problem::bodies, this rank's; of velocity v_free and the body's whole mass
};

struct ContactImpulse {
  Vec3 force = Vec3::Zero();   // p, N s, on B
  Vec3 torque = Vec3::Zero();  // q, N m s, on B
};

// A joint in the problem, with what its reactions are read from.
struct JointBlock {
  bodies::BodyRef a;                  // body A
  LocalIndex b = 0;                   // local
  LocalIndex place = 0;               // among the joints of all bodies
  double turned_a = 0, turned_b = 0;  // rad, whole turns counted: of one that counts turns
  double coordinate = 0;              // q - reference of the last row, m or rad, at the start of the step
  std::array<double, 2> opening{};    // largest |q - q*| of rigid shifts, m, and turns, rad, at the start of the step
  Mat3 axes = Mat3::Identity();       // of the joint, in columns, world
  Mat6 wrench =
      Mat6::Zero();  // row by row: force on B and its moment about the joint's point on B, of a unit multiplier
};

// The kind of a body of the problem.
struct RowBody {
  enum class Kind : std::int8_t {
    local,     // of Bodies
    wall,      // that no impulse moves
    large,     // a wall of finite mass
    share,     // of a large body
    stand_in,  // moves at one contact as a wall does there that turns, or whose surface moves in itself
  };
  Kind kind = Kind::local;
  LocalIndex index = 0;  // place of a local body, id of a wall, or place in Problem::large of a large body or a share
};

// Where a contact's rows are: contacts[index] or blocks[index] of the problem.
struct RowPlace {
  LocalIndex index : 31 = 0;
  bool in_blocks : 1 = false;
};

struct Problem {
  double step = 0;           // h, s
  double time = 0;           // s, at the start of the step
  LocalIndex num_owned = 0;  // bodies [0, num_owned) are counted here, in sums over all ranks
  LocalIndex num_local = 0;  // bodies [num_owned, num_local) are copies; the rest are immovable
  Array<ProblemBody> bodies;
  Array<RoundContact> contacts;  // in the order of rows
  Array<LocalIndex> class_end;   // contacts of class c: [class_end[c - 1], class_end[c]); as many classes on all ranks
  Array<ContactImpulse> start;   // warm start, one per contact
  Array<Block> blocks;           // swept behind the contacts of their class
  Array<LocalIndex> block_class_end;  // as class_end, of blocks
  Array<Vec6> block_start;            // warm start, one per block
  LocalIndex num_contact_blocks = 0;  // behind them come the joints, in the order of `joints`
  Array<JointBlock> joints;
  Array<FrictionRows> friction;  // of contact blocks whose law has a basis, one each; empty: circular cones
  Array<Large> large;            // as many on all ranks
  Array<RowBody> others;         // what bodies[num_local + i] is: walls first, in their order
  Array<RowPlace> place;         // of each contact of collide

  RowBody what(LocalIndex b) const { return b < num_local ? RowBody{RowBody::Kind::local, b} : others[b - num_local]; }
  // Index into `bodies`.
  LocalIndex at(bodies::BodyRef ref) const { return ref.is_wall ? num_local + ref.index : LocalIndex{ref.index}; }
  LocalIndex add(RowBody is, const ProblemBody& body) {
    others.push_back(is);
    bodies.push_back(body);
    return static_cast<LocalIndex>(bodies.size()) - 1;
  }
  std::int64_t num_rows() const { return std::ssize(contacts) + std::ssize(blocks); }  // contacts and blocks
};

struct Solution {
  Array<ContactImpulse> impulses;  // one per contact
  Array<Vec6> block_impulses;      // one per block
  Array<Twist> local;              // of each local body; angular velocities scaled as ProblemBody's
  Array<Twist> large;              // of each large body, the same on all ranks
};

// Velocity of a body of the problem in the solution, its angular part scaled.
inline const Twist& twist_of(const Problem& problem, const Solution& solution, LocalIndex b) {
  switch (const RowBody body = problem.what(b); body.kind) {
    case RowBody::Kind::local: return solution.local[body.index];
    case RowBody::Kind::large:
    case RowBody::Kind::share: return solution.large[body.index];
    case RowBody::Kind::wall:
    case RowBody::Kind::stand_in: break;
  }
  return problem.bodies[b].free;
}

}  // namespace talus::problem
