#include "scene/attach_joints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>

#include "base/cube.hpp"
#include "base/error.hpp"

namespace talus::scene {
namespace {

using bodies::Joint;

std::vector<Joint> all_joints(const comm::Comm& comm, const std::vector<Joint>& mine) {
  comm::Bytes bytes;
  for (const Joint& joint : mine) comm::append(bytes, joint);
  std::vector<comm::Message> to_root;
  if (!bytes.empty()) to_root.push_back({0, std::move(bytes)});
  std::string all;
  for (const auto& message : comm::sparse_exchange(comm, std::move(to_root))) {
    all.append(reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size());
  }
  comm.broadcast(all);
  std::vector<Joint> joints(all.size() / sizeof(Joint));
  if (!all.empty()) std::memcpy(static_cast<void*>(joints.data()), all.data(), all.size());
  std::sort(joints.begin(), joints.end(), [](const Joint& x, const Joint& y) { return x.id < y.id; });
  return joints;
}

void check(const std::vector<Joint>& joints, const bodies::World& world) {
  constexpr GlobalId kIds = std::int64_t{1} << 31;
  for (std::size_t n = 0; n < joints.size(); ++n) {
    const Joint& j = joints[n];
    const auto reject = [&j](const std::string& why) { throw InputError(fmt::format("joint {}: {}", j.id, why)); };
    if (j.id < 0 || j.id >= kIds) reject("its id must lie between 0 and 2^31 - 1");
    if (n > 0 && joints[n - 1].id == j.id) reject("two joints have this id");
    if (j.a == j.b) reject(fmt::format("joins body {} to itself", j.a));
    if (j.a > j.b || j.a < 0) reject("its first body must have the lower id");
    if (j.b < world.first_body_id()) reject("joins two walls");
    const int turns = std::popcount(static_cast<unsigned>(j.locks >> 3 & 7));
    const bool has_axes = j.kind == bodies::JointKind::axes || j.kind == bodies::JointKind::edge;
    if (has_axes && (j.locks <= 0 || j.locks > 63 || (turns == 1 && !j.counts_turns()))) {
      reject("must lock at least one of six directions; a lone turn by itself");
    }
    if (j.kind == bodies::JointKind::edge && (turns > 0 || j.rate != 0))
      reject("an edge has shifts only, and no position");
    if (j.kind == bodies::JointKind::distance && !(j.reference > 0)) reject("a distance must be above 0");
    if (j.kind == bodies::JointKind::gear &&
        ((j.ways[0] == 0 && j.turns[0] == 0) || (j.ways[1] == 0 && j.turns[1] == 0))) {
      reject("a gear's weights must not all be 0 at one end");
    }
    if (j.drive < -1 || j.drive >= std::ssize(world.drives)) reject(fmt::format("there is no drive {}", j.drive));
    if (!(j.rate >= 0 && j.rate <= 1)) reject("its rate must lie between 0 and 1");
    if (!(j.limit >= 0)) reject("its limit must not be below 0");
    for (const auto* law : {&j.stiffness, &j.damping}) {
      if (!(std::ranges::min(*law) >= 0)) reject("stiffness and damping must not be below 0");
    }
    const auto bristle = [&j](std::size_t i) { return j.rate == 0 && j.stiffness[i] > 0 && j.damping[i] > 0; };
    if (bristle(0) || bristle(1)) reject("a row without a position has stiffness or damping, not both");
    for (const double x : {j.reference, j.ways[0], j.ways[1], j.turns[0], j.turns[1], j.stiffness[0], j.stiffness[1],
                           j.damping[0], j.damping[1], j.limit}) {
      if (!std::isfinite(x)) reject("a number is not finite");
    }
    const bool whole = j.point_a.allFinite() && j.point_b.allFinite() && std::abs(j.frame_a.norm() - 1) < 1e-6 &&
                       std::abs(j.frame_b.norm() - 1) < 1e-6 && std::abs(j.home_a.norm() - 1) < 1e-6 &&
                       std::abs(j.home_b.norm() - 1) < 1e-6;
    if (!whole) reject("a point is not finite or a frame is no rotation");
  }
}

// Greedy by pairs of bodies, in an order that only ids decide.
void colour(std::vector<Joint>& joints, const bodies::World& world) {
  std::map<std::pair<GlobalId, GlobalId>, std::vector<Joint*>> by_pair;
  for (Joint& j : joints) by_pair[{j.a, j.b}].push_back(&j);
  std::vector<const std::vector<Joint*>*> order;
  for (const auto& [pair, between] : by_pair) order.push_back(&between);
  const auto rank_of = [](const auto* between) {
    return std::pair{mix_bits(static_cast<std::uint64_t>(between->front()->id)), between->front()->id};
  };
  std::sort(order.begin(), order.end(), [&](const auto* x, const auto* y) { return rank_of(x) < rank_of(y); });
  std::unordered_map<GlobalId, std::uint64_t> used;
  for (const auto* between : order) {
    const Joint& first = *between->front();
    const bool movable = first.a >= world.first_body_id();
    const std::uint64_t taken = used[first.b] | (movable ? used[first.a] : 0);
    if (~taken == 0) throw InputError(fmt::format("joint {}: one of its bodies has too many joints", first.id));
    const int colour = std::countr_one(taken);
    for (Joint* j : *between) j->colour = colour;
    used[first.b] |= std::uint64_t{1} << colour;
    if (movable) used[first.a] |= std::uint64_t{1} << colour;
  }
}

}  // namespace

void attach_joints(const comm::Comm& comm, const bodies::World& world, std::vector<Joint> mine,
                   bodies::Bodies& bodies) {
  auto joints = all_joints(comm, mine);
  if (joints.empty()) return;
  check(joints, world);
  colour(joints, world);
  std::unordered_map<GlobalId, LocalIndex> here;
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) here.emplace(bodies.local[static_cast<std::size_t>(b)].id, b);
  std::vector<std::pair<LocalIndex, const Joint*>> ends;
  std::vector<std::int64_t> found(joints.size(), 0);
  for (std::size_t n = 0; n < joints.size(); ++n) {
    for (const GlobalId id : {joints[n].a, joints[n].b}) {
      if (const auto at = here.find(id); at != here.end()) ends.emplace_back(at->second, &joints[n]), ++found[n];
      found[n] += id < world.first_body_id() && comm.is_root();
    }
  }
  comm.sum(found);
  for (std::size_t n = 0; n < joints.size(); ++n) {
    if (found[n] != 2)
      throw InputError(
          fmt::format("joint {}: there is no body {} or no body {}", joints[n].id, joints[n].a, joints[n].b));
  }
  std::sort(ends.begin(), ends.end(), [](const auto& x, const auto& y) {
    return x.first != y.first ? x.first < y.first : x.second->id < y.second->id;
  });
  bodies.joints.clear();
  bodies.joint_start.assign(1, 0);
  auto next = ends.begin();
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    for (; next != ends.end() && next->first == b; ++next) bodies.joints.push_back(*next->second);
    bodies.joint_start.push_back(static_cast<LocalIndex>(bodies.joints.size()));
  }
}

}  // namespace talus::scene
