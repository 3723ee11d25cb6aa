#pragma once
// Feeds: bodies that appear in a region at a rate, or at once, where there is room. What finds no room waits.

#include <span>
#include <string>
#include <vector>

#include "bodies/bodies.hpp"
#include "comm/comm.hpp"
#include "scene/population.hpp"
#include "scene/region.hpp"

namespace talus::scene {

struct FeedMixEntry : MixEntry {
  static void keys(Keys<FeedMixEntry>& key);
};

struct FeedEntry : PopulationEntry, RegionEntry {
  std::string name, group, through, places = "random";
  std::int64_t count = 0;
  double rate = 0, mass_rate = 0, start = 0, end = 0;            // 1/s, kg/s, s, s
  Vec3 velocity = Vec3::Zero(), velocity_spread = Vec3::Zero();  // m/s
  std::vector<FeedMixEntry> mix;

  static void keys(Keys<FeedEntry>& key);
};

class Feed {
 public:
  Feed(const Values& deck, const Setup& setup, const bodies::World& world, const std::vector<NamedShape>& shapes,
       const FeedEntry& given);

  const std::string& name() const { return given_.name; }
  const std::string& group() const { return given_.group; }
  const Population& population() const { return population_; }
  const Region& region() const { return region_; }
  double largest_speed() const { return (given_.velocity.cwiseAbs() + given_.velocity_spread).norm(); }  // m/s
  // Bodies whose time has come, as far as rates tell it beforehand.
  std::int64_t num_due(double time) const;
  // Counts the bodies whose time comes until `time`; whether some of them have not appeared yet.
  bool add_due(double time, bodies::Flow& flow) const;
  // Body number n as it appears, except its place; and one of its places, of which there are num_attempts().
  bodies::Body body(GlobalId n, GlobalId id) const;
  std::int64_t num_attempts() const;
  Vec3 place(GlobalId n, std::int64_t attempt, double time, double radius) const;

 private:
  void add_due_mass(double time, bodies::Flow& flow) const;

  FeedEntry given_;
  Region region_;
  Population population_;
  Lattice lattice_;
};

// *Collective.* Bodies whose time comes until `time` appear in places that touch no body and no wall; the others wait.
// The accounts of the feeds are the first ones of the world. Body number n of feed f gets the id first_id + f + n times
// the number of feeds. The bodies are the owned ones of each rank; the result is the same however they are distributed.
void feed_all(std::span<const Feed> feeds, bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm,
              double time, GlobalId first_id);

}  // namespace talus::scene
