#include "scene/attach_joints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
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
  for (std::size_t n = 0; n < joints.size(); ++n) {
    const Joint& j = joints[n];
    const auto reject = [&j](const std::string& why) { throw InputError(fmt::format("joint {}: {}", j.id, why)); };
    if (const auto fault = bodies::fault_of(j); !fault.empty()) reject(fault);
    if (n > 0 && joints[n - 1].id == j.id) reject("two joints have this id");
    if (j.b < world.first_body_id()) reject("joins two walls");
    if (j.drive >= std::ssize(world.drives)) reject(fmt::format("there is no drive {}", j.drive));
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
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) here.emplace(bodies.local[b].id, b);
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
  bodies.joints = {};
  auto next = ends.begin();
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    for (; next != ends.end() && next->first == b; ++next) bodies.joints.add(*next->second);
    bodies.joints.end_row();
  }
}

}  // namespace talus::scene
