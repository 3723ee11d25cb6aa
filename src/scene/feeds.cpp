#include "scene/feeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "scene/names.hpp"
#include "scene/room.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

constexpr std::int64_t kAttempts = 64;                 // random places that a body tries in a step
constexpr std::int64_t kFirstBatch = 8, kBatch = 256;  // bodies whose places are tried at a time: more if all find one

constexpr double kMostDrawn = 1e6;  // bodies per step whose masses are drawn one by one

constexpr double kMostBodies = 0x1p53;  // counts stay exact in a double

// Rounding of rate times time must not delay a body by a step.
std::int64_t whole(double count) {
  return static_cast<std::int64_t>(std::floor(std::min(count * (1 + 1e-12) + 1e-9, kMostBodies)));
}

// The orifice of a ring is a disk, that of a slot a rectangle.
Region region_of(const Values& deck, const FeedEntry& given, const Setup& setup) {
  if (given.region != "orifice") return {deck, given.entry, given};
  const WallEntry& wall = *std::ranges::find(setup.lists.walls, given.through, &WallEntry::name);
  const Quat turned = from_rotation_vector(wall.rotation);
  if (wall.shape == "slot") {
    const Mat3 frame = (turned * rotation_to(wall.normal)).toRotationMatrix();
    return Region::rectangle(wall.position, frame, wall.half_length, wall.half_width);
  }
  RegionEntry disk;
  disk.region = "disk";
  disk.centre = wall.position;
  disk.axis = turned * wall.normal;
  disk.region_radius = wall.orifice_radius;
  return {deck, given.entry, disk};
}

}  // namespace

Feed::Feed(const Values& deck, const Setup& setup, const bodies::World& world, const std::vector<NamedShape>& shapes,
           const FeedEntry& given)
    : given_(given), region_(region_of(deck, given, setup)),
      population_(deck, setup, world, shapes, given, {given.mix.begin(), given.mix.end()}) {
  if (given.rate > 0 && given.mass_rate > 0) deck.reject(given, "mass_rate", "expected either rate or mass_rate");
  if (given.rate == 0 && given.mass_rate == 0 && given.count == 0)
    deck.reject(given, "count", "expected a rate, a mass_rate or a count of bodies that come at once");
  const double drawn = given.mass_rate * setup.time.step / population_.body(0, 0).mass;
  if (std::min(drawn, given.count > 0 ? static_cast<double>(given.count) : drawn) > kMostDrawn)
    deck.reject(given, "mass_rate",
                fmt::format("expected at most {:g} bodies per step, found {:g}", kMostDrawn, drawn));
  if (given.end > 0 && given.end <= given.start) deck.reject(given, "end", "expected 0, or a time after the start");
  const auto [low, high] = region_.bounds();
  const double edge = 2.1 * population_.radii().second;
  if (given.places == "lattice") {
    if (given.region != "box") deck.reject(given, "places", "a lattice fills a box only");
    const Vec3 size = high - low, places = Lattice::fitting(size, edge).cwiseMax(1);
    lattice_ = {low, size.cwiseQuotient(places), places};
  }
}

std::int64_t Feed::num_due(double time) const {
  const double until = given_.end > 0 ? std::min(time, given_.end) : time, passed = until - given_.start;
  const auto most = given_.count > 0 ? given_.count : whole(kMostBodies);
  if (passed < 0) return 0;
  if (given_.rate > 0) return std::min(most, whole(given_.rate * passed));
  if (given_.mass_rate > 0) return std::min(most, whole(given_.mass_rate * passed / population_.body(0, 0).mass));
  return most;
}

bool Feed::add_due(double time, bodies::Flow& flow) const {
  if (time <= given_.start) return false;
  if (given_.mass_rate > 0) {
    add_due_mass(time, flow);
  } else {
    flow.due = std::max(flow.due, num_due(time));
  }
  return flow.bodies < flow.due;
}

void Feed::add_due_mass(double time, bodies::Flow& flow) const {
  const double until = given_.end > 0 ? std::min(time, given_.end) : time,
               most = given_.mass_rate * (until - given_.start) * (1 + 1e-12);
  while (given_.count == 0 || flow.due < given_.count) {
    const double mass = population_.body(flow.due, 0).mass;
    if (flow.due_mass + mass > most) return;
    flow.due_mass += mass, ++flow.due;
  }
}

// Random places differ from step to step: the time is part of their name.
Vec3 Feed::place(GlobalId n, std::int64_t attempt, double time, double radius) const {
  if (given_.places == "lattice") return lattice_.middle(n % lattice_.count());
  const std::uint64_t which = mix_bits(std::bit_cast<std::uint64_t>(time)) + 3 * static_cast<std::uint64_t>(attempt);
  return region_.place(
      radius, {population_.random(n, which), population_.random(n, which + 1), population_.random(n, which + 2)});
}

bodies::Body Feed::body(GlobalId n, GlobalId id) const {
  bodies::Body body = population_.body(n, id);
  for (int axis = 0; axis < 3; ++axis) {
    body.velocity[axis] =
        given_.velocity[axis] +
        given_.velocity_spread[axis] * (2 * population_.random(n, 8 + static_cast<std::uint64_t>(axis)) - 1);
  }
  return body;
}

std::int64_t Feed::num_attempts() const { return given_.places == "lattice" ? 1 : kAttempts; }

namespace {

// A feed with bodies that are due.
struct Busy {
  std::size_t feed;
  Room room;
  bool full = false;  // a body has found no room
};

// A body on its way in, the same on all ranks.
struct Newcomer {
  std::size_t busy;
  GlobalId number;
  bodies::Body body;
  bool placed = false;
};

// *Collective.* Each newcomer gets the first of its places that is free; those that are placed take room. All feeds try
// at once: one sum over ranks per attempt, however many feeds there are.
void find_places(std::span<Newcomer> newcomers, std::span<const Feed> feeds, std::span<Busy> busy,
                 const comm::Comm& comm, double time) {
  for (std::int64_t attempt = 0; attempt < kAttempts; ++attempt) {
    std::vector<Newcomer*> open;
    std::vector<std::int64_t> taken;
    for (Newcomer& one : newcomers) {
      auto& [at, room, full] = busy[one.busy];
      if (one.placed || attempt >= feeds[at].num_attempts()) continue;
      one.body.position = feeds[at].place(one.number, attempt, time, one.body.radius);
      open.push_back(&one);
      taken.push_back(room.is_taken(one.body));
    }
    if (open.empty()) return;
    comm.sum(taken);
    for (std::size_t n = 0; n < open.size(); ++n) {
      Newcomer& one = *open[n];
      if (taken[n] > 0 || busy[one.busy].room.meets_placed(one.body)) continue;
      one.placed = true;
      for (Busy& other : busy) other.room.add_placed(one.body);
    }
  }
}

}  // namespace

void feed_all(std::span<const Feed> feeds, bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm,
              double time, GlobalId first_id) {
  std::vector<Busy> busy;
  for (std::size_t f = 0; f < feeds.size(); ++f) {
    if (!feeds[f].add_due(time, world.flows[f])) continue;
    const double largest = feeds[f].population().radii().second;
    busy.push_back({f, Room(bodies.owned(), world, time, feeds[f].region().bounds(), largest)});
  }
  for (std::int64_t most = kFirstBatch;; most = std::min(2 * most, kBatch)) {
    std::vector<Newcomer> newcomers;
    for (std::size_t b = 0; b < busy.size(); ++b) {
      const auto& [f, room, full] = busy[b];
      const auto& flow = world.flows[f];
      for (GlobalId n = flow.bodies; !full && n < std::min(flow.bodies + most, flow.due); ++n) {
        const GlobalId id = first_id + static_cast<GlobalId>(f) + n * std::ssize(feeds);
        newcomers.push_back({b, n, feeds[f].body(n, id)});
      }
    }
    if (newcomers.empty()) return;
    find_places(newcomers, feeds, busy, comm, time);
    for (const Newcomer& one : newcomers) {
      auto& [f, room, full] = busy[one.busy];
      full = full || !one.placed;
      if (full) continue;
      if (one.body.id % comm.size() == comm.rank()) bodies.add(one.body);
      ++world.flows[f].bodies, world.flows[f].mass += one.body.mass;
    }
  }
}

void FeedMixEntry::keys(Keys<FeedMixEntry>& key) {
  key.all(keys::Restart::state, keys::only_for({"scene"}));
  add_mix_keys(key, "feeds[].mix[]");
}

void FeedEntry::keys(Keys<FeedEntry>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"scene"}));
  key("feeds[].name", &FeedEntry::name, required, not_empty, "Name of its columns in the time series.");
  key("feeds[].group", &FeedEntry::group, Restart::may_change, kGroupHelp);
  add_region_keys(key, "feeds[]", {"box", "cylinder", "disk", "sphere", "orifice"}, required);
  key("feeds[].through", &FeedEntry::through, required, not_empty, where("region", {"orifice"}),
      "Name of a wall of shape ring or slot, in whose orifice bodies appear.");
  key("feeds[].places", &FeedEntry::places, one_of({"random", "lattice"}),
      "random = at random places of the region, without overlaps; lattice = at the places of a lattice in a box, in "
      "their order.");
  key("feeds[].rate", &FeedEntry::rate, in("bodies/s"), at_least(0), Restart::may_change,
      "Bodies per second; 0 = mass_rate counts, or without it all bodies come at once.");
  key("feeds[].mass_rate", &FeedEntry::mass_rate, in("kg/s"), at_least(0), Restart::may_change,
      "Mass per second; 0 = rate counts.");
  key("feeds[].count", &FeedEntry::count, within(0, kMaxCount), Restart::may_change,
      "Total number of bodies; 0 = no limit. Without rate and mass_rate, all come at the time start.");
  key("feeds[].start", &FeedEntry::start, in("s"), at_least(0), Restart::may_change, "Time at which it begins.");
  key("feeds[].end", &FeedEntry::end, in("s"), at_least(0), Restart::may_change,
      AnyOf{needs("feeds[].rate"), needs("feeds[].mass_rate")}, "Time from which no more bodies come; 0 = never.");
  key("feeds[].velocity", &FeedEntry::velocity, in("m/s"), Restart::may_change, "Velocity at which bodies appear.");
  key("feeds[].velocity_spread", &FeedEntry::velocity_spread, in("m/s"), at_least(0), Restart::may_change,
      "Random part of the velocity: each component differs from velocity by up to this much, uniformly.");
  key("feeds[].material", &FeedEntry::material, as("bodies.material"), "Name of the material.");
  add_population_keys(key, "feeds[]");
  key("feeds[].mix", &FeedEntry::mix, "Several shapes, of which each body gets one at random, instead of one shape.");
}

}  // namespace talus::scene
