#include "partition/arrivals.hpp"

namespace talus::partition {
namespace {

struct Head {  // of one body in a message; then its memory, joints, ranks with ghosts, cubes of the receiver
  bodies::Body body;
  CubeKey key;
  Rank owner;
  std::int32_t memory, joints, ghosts, owned;
};

}  // namespace

void write_departure(comm::Bytes& bytes, const Departure& departure, std::span<const Rank> ghosts,
                     std::span<const CubeOwner> owned) {
  comm::append(bytes,
               Head{departure.body, departure.key, departure.owner, static_cast<std::int32_t>(departure.memory.size()),
                    static_cast<std::int32_t>(departure.joints.size()), static_cast<std::int32_t>(ghosts.size()),
                    static_cast<std::int32_t>(owned.size())});
  comm::append_all(bytes, departure.memory);
  comm::append_all(bytes, departure.joints);
  comm::append_all(bytes, ghosts);
  for (const CubeOwner& h : owned) comm::append(bytes, h.key);
}

void Arrivals::read(const comm::Bytes& bytes, Directory& directory, Rank self) {
  for (comm::Reader in(bytes); !in.done();) {
    const auto head = in.next<Head>();
    for (int m = 0; m < head.memory; ++m) memory_.push_back(in.next<bodies::RememberedImpulse>());
    for (int j = 0; j < head.joints; ++j) joints_.push_back(in.next<bodies::Joint>());
    for (int c = 0; c < head.ghosts; ++c) ghosts_.push_back(in.next<Rank>());
    for (int h = 0; h < head.owned; ++h) directory.learn(in.next<CubeKey>(), self);
    all_.push_back({head.body, head.key, head.owner, memory_.size(), joints_.size(), ghosts_.size()});
  }
}

}  // namespace talus::partition
