#include "partition/joint_ghosts.hpp"

#include <algorithm>

#include "base/cube.hpp"
#include "comm/outbox.hpp"

namespace talus::partition {
namespace {

// One end of a joint, as the owner of the body tells it to the keeper of the joint's entry.
struct JointEnd {
  GlobalId joint;
  std::int32_t is_b;
  LocalIndex body;  // on the rank that tells
  Rank owner;       // of the body
};

struct Told {
  JointEnd end;
  Rank by;
  bool operator<(const Told& o) const {
    return end.joint != o.end.joint ? end.joint < o.end.joint : end.is_b < o.end.is_b;
  }
};

}  // namespace

std::vector<Wish> wanted_by_joints(const comm::Comm& comm, const bodies::Bodies& bodies,
                                   const std::function<Rank(LocalIndex)>& owner_of) {
  comm::Outbox out;
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    for (const auto& joint : bodies.joints[b]) {
      const auto keeper =
          static_cast<Rank>(mix_bits(static_cast<std::uint64_t>(joint.id)) % static_cast<std::uint64_t>(comm.size()));
      comm::append(out.to(keeper),
                   JointEnd{joint.id, joint.b == bodies.local[static_cast<std::size_t>(b)].id, b, owner_of(b)});
    }
  }
  std::vector<Told> ends;
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) ends.push_back({in.next<JointEnd>(), message.rank});
  }
  std::sort(ends.begin(), ends.end());
  comm::Outbox answers;
  for (std::size_t n = 0; n + 1 < ends.size(); ++n) {
    const auto &a = ends[n], &b = ends[n + 1];
    if (a.end.joint == b.end.joint && a.end.owner != b.end.owner)
      comm::append(answers.to(a.by), Wish{a.end.body, b.end.owner});
  }
  std::vector<Wish> wishes;
  for (const auto& message : comm::sparse_exchange(comm, answers.take())) {
    for (comm::Reader in(message.bytes); !in.done();) wishes.push_back(in.next<Wish>());
  }
  std::sort(wishes.begin(), wishes.end());
  wishes.erase(std::unique(wishes.begin(), wishes.end()), wishes.end());
  return wishes;
}

}  // namespace talus::partition
