#include "scene/flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "comm/exact_sum.hpp"
#include "scene/names.hpp"
#include "scene/setup.hpp"

namespace talus::scene {

// Bodies and masses added to accounts by all ranks, exactly: first those that went in, then those that came back.
class Flows::Tally {
 public:
  explicit Tally(std::size_t accounts) : counts_(2 * accounts), masses_(2 * accounts) {}

  void add(std::size_t account, bool back, double mass) {
    const std::size_t at = back ? counts_.size() / 2 + account : account;
    ++counts_[at];
    masses_[at].add(mass);
  }
  // *Collective.*
  void book(const comm::Comm& comm, std::span<bodies::Flow> flows) {
    comm.sum(counts_);
    if (std::ranges::all_of(counts_, [](std::int64_t count) { return count == 0; })) return;
    comm::exact_sum(comm, masses_);
    for (std::size_t n = 0; n < flows.size(); ++n) {
      const std::size_t back = flows.size() + n;
      flows[n].bodies += counts_[n], flows[n].mass += masses_[n].value();
      flows[n].back += counts_[back], flows[n].back_mass += masses_[back].value();
    }
  }

 private:
  std::vector<std::int64_t> counts_;
  std::vector<comm::ExactSum> masses_;
};

Flows::Flows(const Values& deck, const Setup& setup, const bodies::World& world,
             const std::vector<NamedShape>& shapes) {
  const auto options = read<FlowOptions>(deck);
  const int materials = world.materials.size();
  for (const FeedEntry& given : options.feeds) {
    feeds_.emplace_back(deck, setup, world, shapes, given);
    probes_.push_back({"feed." + given.name, observe::FlowProbe::Kind::feed});
  }
  for (const OutletEntry& given : options.outlets) {
    using Kind = observe::FlowProbe::Kind;
    const auto& outlet = outlets_.emplace_back(deck, given);
    first_account_.push_back(probes_.size());
    (outlet.removes() ? removes_ : counts_) = true;
    const Kind kind = outlet.removes() ? Kind::outlet : Kind::counter;
    const std::string name = "outlet." + given.name;
    probes_.push_back({name, kind});
    for (int m = 0; given.by_material && m < materials; ++m) {
      const auto& named = setup.materials.materials;
      probes_.push_back(
          {name + ".material." + (m > 0 ? named[static_cast<std::size_t>(m - 1)].name : "default"), kind});
    }
    for (std::size_t n = 0; n < given.classes.size(); ++n)
      probes_.push_back({fmt::format("{}.class.{}", name, n), kind});
    TALUS_REQUIRE(probes_.size() == first_account_.back() + static_cast<std::size_t>(outlet.num_accounts(materials)),
                  "accounts of an outlet");
  }
}

std::pair<double, double> Flows::radii() const {
  std::pair<double, double> all{std::numeric_limits<double>::infinity(), 0};
  for (const auto& feed : feeds_) {
    const auto [low, high] = feed.population().radii();
    all = {std::min(all.first, low), std::max(all.second, high)};
  }
  return all;
}

std::int64_t Flows::num_due(double time) const {
  std::int64_t count = 0;
  for (const auto& feed : feeds_) count += feed.num_due(time);
  return count;
}

std::int64_t Flows::num_removed(std::span<const bodies::Flow> flows) const {
  std::int64_t count = 0;
  for (std::size_t o = 0; o < outlets_.size(); ++o)
    count += outlets_[o].removes() ? flows[first_account_[o]].bodies : 0;
  return count;
}

std::int64_t Flows::num_waiting(std::span<const bodies::Flow> flows) const {
  std::int64_t count = 0;
  for (std::size_t n = 0; n < feeds_.size(); ++n) count += flows[n].due - flows[n].bodies;
  return count;
}

void Flows::remove(bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm) const {
  if (!removes_) return;
  const int materials = world.materials.size();
  const auto leaves_by = [&](const bodies::Body& body) {
    return std::ranges::find_if(outlets_, [&](const Outlet& o) { return o.removes() && o.holds(body, world.periods); });
  };
  Tally tally(probes_.size());
  comm::agree(comm, [&] {
    if (std::ranges::none_of(bodies.owned(), [&](const bodies::Body& b) { return leaves_by(b) != outlets_.end(); }))
      return;
    bodies::Bodies stay;
    for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
      const auto& body = bodies.local[b];
      const auto joints = bodies.joints[b];
      const auto outlet = leaves_by(body);
      if (outlet == outlets_.end()) {
        stay.add(body, bodies.memory[b], joints);
        continue;
      }
      if (!joints.empty())
        throw PhysicsError(fmt::format("body {} has left by outlet '{}', but joint {} holds it", body.id,
                                       outlet->given().name, joints.front().id));
      outlet->each_account(body, materials, [&](int n) {
        tally.add(first_account_[static_cast<std::size_t>(outlet - outlets_.begin())] + static_cast<std::size_t>(n),
                  false, body.mass);
      });
    }
    bodies = std::move(stay);
  });
  tally.book(comm, world.flows);
}

void Flows::feed(bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm, double time,
                 GlobalId first_id) const {
  feed_all(feeds_, bodies, world, comm, time, first_id);
}

std::vector<std::uint64_t> Flows::inside(std::span<const bodies::Body> owned, const Periods& periods) const {
  std::vector<std::uint64_t> bits;
  if (!counts_) return bits;
  for (const auto& body : owned) {
    auto& of_body = bits.emplace_back(0);
    for (std::size_t o = 0; o < outlets_.size(); ++o)
      of_body |= static_cast<std::uint64_t>(!outlets_[o].removes() && outlets_[o].holds(body, periods)) << o;
  }
  return bits;
}

void Flows::count(std::span<const bodies::Body> owned, std::span<const std::uint64_t> before, bodies::World& world,
                  const comm::Comm& comm) const {
  if (!counts_) return;
  const int materials = world.materials.size();
  const auto now = inside(owned, world.periods);
  Tally tally(probes_.size());
  for (std::size_t b = 0; b < owned.size(); ++b) {
    for (std::size_t o = 0; o < outlets_.size() && now[b] != before[b]; ++o) {
      if (((now[b] ^ before[b]) >> o & 1) == 0) continue;
      outlets_[o].each_account(owned[b], materials, [&](int n) {
        tally.add(first_account_[o] + static_cast<std::size_t>(n), (before[b] >> o & 1) != 0, owned[b].mass);
      });
    }
  }
  tally.book(comm, world.flows);
}

void FlowOptions::keys(Keys<FlowOptions>& key) {
  key.all(keys::Restart::state, keys::only_for({"scene"}));
  key("feeds", &FlowOptions::feeds, "Bodies that appear while the run goes on.");
  key("outlets", &FlowOptions::outlets, "Regions that remove bodies, or count those that enter and leave.");
}

void FlowOptions::check(const Values& deck) {
  const auto options = read<FlowOptions>(deck);
  if (options.feeds.empty() && options.outlets.empty()) return;
  const auto lists = read<ListOptions>(deck);
  NameSet shapes{""}, materials{""};
  for (const auto& shape : lists.shapes) shapes.insert(shape.name);
  for (const auto& material : read<MaterialOptions>(deck).materials) materials.insert(material.name);
  NameSet orifices;
  for (const auto& wall : lists.walls)
    if ((wall.shape == "ring" || wall.shape == "slot") && !wall.name.empty()) orifices.insert(wall.name);
  const auto require_own_names = [&](const auto& entries) {
    NameSet names;
    for (const auto& entry : entries) {
      require_plain_name(deck, entry);
      if (!names.insert(entry.name).second) deck.reject(entry, "name", "the name is there twice");
    }
  };
  require_own_names(options.feeds);
  require_own_names(options.outlets);
  for (const auto& feed : options.feeds) {
    require_plain_group(deck, feed);
    if (feed.region == "orifice")
      require_known(deck, feed.entry + ".through", feed.through, orifices, "wall of shape ring or slot", "walls");
    require_known(deck, feed.entry + ".material", feed.material, materials, "material", "materials");
    require_known(deck, feed.entry + ".shape", feed.shape, shapes, "shape", "shapes");
    for (const auto& mix : feed.mix) require_known(deck, mix.entry + ".shape", mix.shape, shapes, "shape", "shapes");
  }
  if (options.outlets.size() > Flows::kMostOutlets)
    deck.reject("outlets", fmt::format("expected at most {} outlets", Flows::kMostOutlets));
}

}  // namespace talus::scene
