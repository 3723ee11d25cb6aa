#pragma once
// A joint as a description: up to six rows on the motion of body B relative to body A, each with a coordinate q and its
// rate u = dq/dt, and one law for all of them. Kept with both of its bodies, wherever these go. A mechanism's joint may
// be several of these: what it locks, its friction, its motor.
//
//   rigid      u + rate (q - q*)/h - dq*/h = 0          q* where it rests: a reference, and what a drive adds over time
//   compliant  g/h = -k (q - q*) - c d(q - q*)/dt       at the end of the step; without a position (rate 0): dg/h = -k
//   u h limited    the same with |g| <= S h: dry friction (rate 0), motors of finite force

#include <array>
#include <string>

#include "base/types.hpp"

namespace talus::bodies {

enum class JointKind : std::int32_t {
  axes,  // shifts along and turns about axes of A's side, those of `locks`
  edge,  // shifts along axes of B's side, those of `locks`; no position: a blade, a wheel that does not slip sideways
  universal,  // B's y axis stays square to A's x axis
  distance,   // q = |p_B - p_A|
  screw,      // q = (shift along z) + turns[1] (turn about z), of B relative to A
  gear,  // q = sum over both of ways (shift along z) + turns (turn about z), against the world; z stays as at the start
};

// nullptr for what is no kind.
constexpr const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::axes: return "axes";
    case JointKind::edge: return "edge";
    case JointKind::universal: return "universal";
    case JointKind::distance: return "distance";
    case JointKind::screw: return "screw";
    case JointKind::gear: return "gear";
  }
  return nullptr;
}

struct Joint {
  GlobalId id = -1;
  GlobalId a = -1, b = -1;      // a < b; a may be a wall, b may not
  Vec3 point_a = Vec3::Zero();  // in the frames of both bodies, m
  Vec3 point_b = Vec3::Zero();
  Quat frame_a = Quat::Identity();  // axes of the joint to the frames of both bodies
  Quat frame_b = Quat::Identity();
  std::int32_t locks = 0;   // bit i: no motion along axis i; bit 3 + i: no turn about it
  std::int32_t colour = 0;  // joints of one colour share no body, but those of the same two
  JointKind kind = JointKind::axes;
  std::int32_t drive = -1;         // index into World::drives; -1: none
  Quat home_a = Quat::Identity();  // of a gear: axes of the joint in the world at the start
  Quat home_b = Quat::Identity();
  std::array<double, 2> ways{};       // weights of a gear's and screw's shifts, by A and B
  std::array<double, 2> turns{};      // and turns, m or 1
  double reference = 0;               // of q, m or rad
  double rate = 1;                    // part of q - q* that a step takes out, 0 to 1; 0: rows without a position
  std::array<double, 2> stiffness{};  // of shifts, N/m, and of turns, N m; 0: rigid
  std::array<double, 2> damping{};    // N s/m, N m s
  double limit = 0;                   // S, N or N m; 0: none

  // Has it one row, that counts whole turns?
  bool counts_turns() const {
    const bool one_turn = kind == JointKind::axes && (locks == 0b001000 || locks == 0b010000 || locks == 0b100000);
    return one_turn || kind == JointKind::screw || kind == JointKind::gear;
  }
};

// Why no step can use such a joint; empty if it is sound. What the world has (bodies, drives) is not looked at.
std::string fault_of(const Joint& joint);

namespace locks {  // z is the axis of what turns or slides
inline constexpr std::int32_t ball = 0b000111, weld = 0b111111, revolute = 0b011111, prismatic = 0b111011,
                              cylindrical = 0b011011, planar = 0b011100, turn = 0b100000, way = 0b000100;
}

}  // namespace talus::bodies
