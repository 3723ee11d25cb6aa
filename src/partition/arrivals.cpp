#include "partition/arrivals.hpp"

namespace talus::partition {
namespace {

struct Head {  // of one body in a message; then its memory, joints, copies, held cubes
  bodies::Body body;
  CubeKey key;
  Rank home;
  std::int32_t memory, joints, copies, held;
};

}  // namespace

void write_departure(comm::Bytes& bytes, const Departure& departure, std::span<const Rank> copies,
                     std::span<const Holding> held) {
  comm::append(bytes,
               Head{departure.body, departure.key, departure.home, static_cast<std::int32_t>(departure.memory.size()),
                    static_cast<std::int32_t>(departure.joints.size()), static_cast<std::int32_t>(copies.size()),
                    static_cast<std::int32_t>(held.size())});
  comm::append_all(bytes, departure.memory);
  comm::append_all(bytes, departure.joints);
  comm::append_all(bytes, copies);
  for (const Holding& h : held) comm::append(bytes, h.key);
}

void Arrivals::read(const comm::Bytes& bytes, Directory& directory, Rank self) {
  for (comm::Reader in(bytes); !in.done();) {
    const auto head = in.next<Head>();
    for (int m = 0; m < head.memory; ++m) memory_.push_back(in.next<bodies::RememberedImpulse>());
    for (int j = 0; j < head.joints; ++j) joints_.push_back(in.next<bodies::Joint>());
    for (int c = 0; c < head.copies; ++c) copies_.push_back(in.next<Rank>());
    for (int h = 0; h < head.held; ++h) directory.learn(in.next<CubeKey>(), self);
    all_.push_back({head.body, head.key, head.home, memory_.size(), joints_.size(), copies_.size()});
  }
}

}  // namespace talus::partition
