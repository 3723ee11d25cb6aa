#pragma once
// Feeds and outlets of a scene together: what enters and leaves it, and the accounts of both (bodies/flow.hpp).

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"
#include "observe/flows.hpp"
#include "observe/wall_forces.hpp"
#include "scene/feeds.hpp"
#include "scene/outlets.hpp"

namespace talus::scene {

struct FlowOptions {
  std::vector<FeedEntry> feeds;
  std::vector<OutletEntry> outlets;

  static void keys(Keys<FlowOptions>& key);
  static void check(const Values& deck);
};

class Flows {
 public:
  static constexpr std::size_t kMostOutlets = 64;

  Flows() = default;
  Flows(const Values& deck, const Setup& setup, const bodies::World& world, const std::vector<NamedShape>& shapes);

  std::span<const Feed> feeds() const { return feeds_; }
  std::pair<double, double> radii() const;  // of what feeds bring; infinity and 0 without feeds
  std::int64_t num_due(double time) const;  // fed bodies, estimated
  std::size_t num_accounts() const { return probes_.size(); }
  std::span<const observe::FlowProbe> probes() const { return probes_; }
  // Calls visit(group, ids) for each feed in a group; ids of fed bodies begin at first_id.
  void each_group(GlobalId first_id, auto&& visit) const {
    const auto stride = static_cast<GlobalId>(feeds_.size());
    for (GlobalId n = 0; n < stride; ++n)
      visit(feeds_[static_cast<std::size_t>(n)].group(),
            observe::IdRun{first_id + n, std::numeric_limits<GlobalId>::max(), stride});
  }
  // Numbers of bodies that outlets have removed, and that wait for room at feeds.
  std::int64_t num_removed(std::span<const bodies::Flow> flows) const;
  std::int64_t num_waiting(std::span<const bodies::Flow> flows) const;

  // *Collective.* Bodies in regions that remove them go. PhysicsError if a joint holds one of them.
  void remove(bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm) const;
  // *Collective.* Bodies appear whose time comes until `time`; ids of fed bodies begin at first_id.
  void feed(bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm, double time, GlobalId first_id) const;
  // Which counters' regions hold each body, one bit for each outlet; and *collective* what has changed since.
  std::vector<std::uint64_t> inside(std::span<const bodies::Body> owned, const Periods& periods) const;
  void count(std::span<const bodies::Body> owned, std::span<const std::uint64_t> before, bodies::World& world,
             const comm::Comm& comm) const;

 private:
  class Tally;

  std::vector<Feed> feeds_;
  std::vector<Outlet> outlets_;
  std::vector<std::size_t> first_account_;  // of each outlet; those of feeds come first
  std::vector<observe::FlowProbe> probes_;  // one per account
  bool removes_ = false, counts_ = false;   // some outlet does
};

}  // namespace talus::scene
