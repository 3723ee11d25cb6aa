// The promises of distribute(), checked over all ranks.

#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.hpp"
#include "comm/outbox.hpp"
#include "partition/distribution.hpp"

namespace talus::partition {
namespace {

using bodies::Body;

class Check {
 public:
  Check(const Directory& directory, const Space& space, const Distribution& distribution, const bodies::Bodies& bodies)
      : directory_(directory), space_(space), distribution_(distribution), bodies_(bodies) {}

  // The first promise that is found broken here, or nothing. *Collective.*
  std::string run() {
    const std::span<const Body> all = bodies_.local;
    check_order(all.first(bodies_.owned().size()));
    check_order(all.subspan(bodies_.owned().size()));
    check_owned_once();
    check_ghost_ranks();
    check_ghosts();
    return broken_;
  }

 private:
  void promise(bool kept, const char* what) {
    if (!kept && broken_.empty()) broken_ = what;
  }

  void check_order(std::span<const Body> part) {
    const auto place = [&](const Body& body) { return std::pair(reach_of(space_, body).home, body.id); };
    for (std::size_t b = 1; b < part.size(); ++b)
      promise(place(part[b - 1]) < place(part[b]), "bodies ascend by cube and id");
  }

  // The ranks report the bodies that they own to a rank that the id names.
  void check_owned_once() {
    comm::Outbox out;
    for (const Body& body : bodies_.owned()) {
      const std::uint64_t hash = mix_bits(static_cast<std::uint64_t>(body.id));
      comm::append(out.to(static_cast<Rank>(hash % static_cast<std::uint64_t>(comm_.size()))), body.id);
    }
    std::vector<GlobalId> ids;
    for (const auto& message : comm::sparse_exchange(comm_, out.take())) {
      for (comm::Reader in(message.bytes); !in.done();) ids.push_back(in.next<GlobalId>());
    }
    std::ranges::sort(ids);
    promise(std::ranges::adjacent_find(ids) == ids.end(), "every body has one owner");
  }

  // Owners of touched cubes have ghosts; the other ranks with ghosts have a joint of the body.
  void check_ghost_ranks() {
    Directory complete = directory_;  // with answers that only earlier owners of these bodies have needed
    std::vector<CubeOwner> touched;
    each_touch([&](LocalIndex, CubeKey key) { touched.push_back({key, comm_.rank()}); });
    complete.resolve(touched);
    for (const Body& body : bodies_.owned())
      promise(complete.owns(reach_of(space_, body).home), "a body belongs to the owner of its cube");
    std::vector<GhostLayer::Link> needed;
    each_touch([&](LocalIndex b, CubeKey key) {
      if (!complete.owns(key)) needed.push_back({complete.find(key), b});
    });
    std::ranges::sort(needed);
    needed.erase(std::ranges::unique(needed).begin(), needed.end());
    const auto told = distribution_.ghosts.owned();
    promise(std::ranges::includes(told, needed), "the owner of a touched cube has a ghost");
    for (const auto& link : told) {
      promise(std::ranges::binary_search(needed, link) || !bodies_.joints[link.body].empty(),
              "a ghost touches a cube of its rank, or a joint needs it");
    }
  }
  void each_touch(auto&& visit) const {
    for (LocalIndex b = 0; b < bodies_.num_owned; ++b) {
      const Body& body = bodies_.local[static_cast<std::size_t>(b)];
      each_touched_cube(space_.grid, distribution_.levels, body, reach_of(space_, body),
                        [&](CubeKey key) { visit(b, key); });
    }
  }

  void check_ghosts() {
    std::vector<LocalIndex> linked;
    distribution_.ghosts.copy_to_ghosts(
        [&](comm::Bytes& out, LocalIndex b, Rank) { comm::append(out, bodies_.local[static_cast<std::size_t>(b)]); },
        [&](comm::Reader& in, LocalIndex g, Rank) {
          const auto body = in.next<Body>();
          const void* ghost = &bodies_.local[static_cast<std::size_t>(g)];
          promise(std::memcmp(ghost, &body, sizeof(Body)) == 0, "a ghost equals the body of its owner");
          linked.push_back(g);
        });
    std::ranges::sort(linked);
    promise(std::ssize(linked) == bodies_.num_local() - bodies_.num_owned &&
                std::ranges::adjacent_find(linked) == linked.end() &&
                (linked.empty() || linked.front() == bodies_.num_owned),
            "every ghost has one owner");
  }

  const Directory& directory_;
  const Space& space_;
  const Distribution& distribution_;
  const bodies::Bodies& bodies_;
  const comm::Comm& comm_ = directory_.comm();
  std::string broken_;
};

}  // namespace

void check_valid(const Directory& directory, const Space& space, const Distribution& distribution,
                 const bodies::Bodies& bodies) {
  bodies.check_valid();
  const std::string broken = Check(directory, space, distribution, bodies).run();
  TALUS_REQUIRE(!directory.comm().any(!broken.empty()), broken.empty() ? "on another rank" : broken);
}

}  // namespace talus::partition
