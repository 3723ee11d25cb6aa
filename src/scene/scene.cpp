// Bodies, walls and joints given one by one in the deck, and packings of many. Bodies of a short list are in the time
// series.
//
//   talus run input/dominoes.yaml
//   mpirun -n 2 talus run input/packed.yaml

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "scene/mechanism.hpp"
#include "scene/packings.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

constexpr std::size_t kMostWatched = 100;  // bodies of the list that are all in the series

class Scene : public Scenario {
 public:
  explicit Scene(const io::Deck& deck)
      : setup_(deck), shapes_(shapes_of(deck, setup_.lists.shapes)), world_(world_from(deck, setup_, shapes_)),
        packings_(packings_of(deck, setup_, world_, shapes_)), flows_(deck, setup_, world_, shapes_) {
    world_.flows.resize(flows_.num_accounts());
    // Every rank knows the list, which stands in the deck.
    for (const BodyEntry& entry : setup_.bodies.list) list_.push_back(listed(deck, entry));
    for (const auto& wall : world_.walls) named_.emplace(setup_.lists.walls[wall.id].name, &wall);
    for (std::size_t n = 0; n < setup_.bodies.list.size(); ++n) named_.emplace(setup_.bodies.list[n].name, &list_[n]);
    name_packings(deck);
    mechanism_ = mechanism_of(deck, setup_, world_, named_);
    world_.drives = mechanism_.drives;
  }

  bodies::World world() const override { return world_; }

  std::pair<double, double> radii() const override {
    std::vector<double> all;
    for (const auto& body : list_) all.push_back(body.radius);
    for (const auto& packing : packings_) all.push_back(packing->radii().first), all.push_back(packing->radii().second);
    const auto fed = flows_.radii();
    if (fed.second > 0) all.push_back(fed.first), all.push_back(fed.second);
    if (all.empty()) all.push_back(setup_.bodies.radius);
    return {std::ranges::min(all), std::ranges::max(all)};
  }

  std::int64_t num_bodies(double time) const override {
    std::int64_t count = std::ssize(list_) + flows_.num_due(time);
    for (const auto& packing : packings_) count += packing->num_bodies();
    return count;
  }
  std::vector<GlobalId> probes() const override {
    std::vector<GlobalId> ids;
    if (list_.size() > kMostWatched) return ids;
    for (const auto& body : list_) ids.push_back(body.id);
    return ids;
  }

  std::vector<observe::Probe> named() const override {
    auto all = named_packings_;
    for (const auto& [name, body] : named_) {
      if (!name.empty()) all.push_back({name, body->id, body->id});
    }
    return all;
  }

  std::vector<observe::MappedWall> maps() const override {
    std::vector<observe::MappedWall> all;
    for (const auto& wall : world_.walls) {
      const WallEntry& entry = setup_.lists.walls[static_cast<std::size_t>(wall.id)];
      if (entry.map) all.push_back({wall.id, entry.map_cell, entry.wear});
    }
    return all;
  }
  std::vector<observe::BodyGroup> groups() const override {
    std::vector<observe::BodyGroup> all;
    const auto add = [&](const std::string& group, const observe::IdRun& ids) {
      if (group.empty()) return;
      const auto known = std::ranges::find(all, group, &observe::BodyGroup::name);
      (known == all.end() ? all.emplace_back(observe::BodyGroup{group, {}}) : *known).ids.push_back(ids);
    };
    for (std::size_t n = 0; n < setup_.bodies.list.size(); ++n)
      add(setup_.bodies.list[n].group, {list_[n].id, list_[n].id});
    GlobalId next = world_.first_body_id() + std::ssize(list_);
    for (std::size_t n = 0; n < packings_.size(); ++n) {
      add(setup_.bodies.packings[n].group, {next, next + packings_[n]->num_ids() - 1});
      next += packings_[n]->num_ids();
    }
    flows_.each_group(next, add);
    return all;
  }

  const Flows& flows() const override { return flows_; }
  GlobalId first_fed_id() const override {
    GlobalId next = world_.first_body_id() + std::ssize(list_);
    for (const auto& packing : packings_) next += packing->num_ids();
    return next;
  }

  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto ids = ids_of_rank(comm, 0, std::ssize(list_));
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride) bodies.add(list_[n]);
    GlobalId next = world_.first_body_id() + std::ssize(list_);
    for (const auto& packing : packings_) {
      packing->add(bodies, comm, next);
      next += packing->num_ids();
    }
  }

  std::vector<bodies::Joint> joints(const comm::Comm& comm) const override {
    std::vector<bodies::Joint> joints;
    const auto ids = ids_of_rank(comm, 0, std::ssize(mechanism_.joints));
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride) joints.push_back(mechanism_.joints[n]);
    return joints;
  }
  std::vector<observe::JointProbe> joint_probes() const override { return mechanism_.probes; }

 private:
  void name_packings(const Values& deck) {
    GlobalId next = world_.first_body_id() + std::ssize(list_);
    for (std::size_t n = 0; n < packings_.size(); ++n) {
      const auto& name = setup_.bodies.packings[n].name;
      const GlobalId first = next;
      next += packings_[n]->num_ids();
      if (name.empty() || next == first) continue;
      named_packings_.push_back({name, first, next - 1});
      add_loads_on_packing(world_, deck, setup_, name, {first, next - 1});
    }
  }
  bodies::Body listed(const Values& deck, const BodyEntry& given) const {
    const GlobalId id = world_.first_body_id() + std::ssize(list_);
    bodies::Body body;
    try {
      body = given.shape.empty()
                 ? make_sphere(world_, setup_, id, {given.radius, given.mass, given.inertia, given.material})
                 : make_shaped(world_, setup_, shapes_, id, {given.shape, given.mass, given.material});
    } catch (const InputError& fault) {
      deck.reject(given, "shape", fault.what());
    }
    if (given.inertia > 0) body.inertia.setConstant(given.inertia);
    body.inertia = (given.moments.array() > 0).select(given.moments, body.inertia);
    // Equality is that of a flat body.
    if (2 * body.inertia.maxCoeff() > body.inertia.sum() * (1 + 1e-9))
      deck.reject(given, "moments", "no body has a moment of inertia above the sum of the other two");
    place(body, shapes_, given.position, from_rotation_vector(given.rotation));
    body.state = given.state;
    const bool is_fixed = body.state == bodies::State::fixed;
    body.velocity = is_fixed ? Vec3(Vec3::Zero()) : given.velocity;
    body.angular_velocity = is_fixed ? Vec3(Vec3::Zero()) : given.angular_velocity;
    return body;
  }

  Setup setup_;
  std::vector<NamedShape> shapes_;
  bodies::World world_;
  std::vector<std::unique_ptr<Packing>> packings_;
  Flows flows_;
  Array<bodies::Body> list_;
  NamedBodies named_;  // bodies and walls; "": any of those without a name
  std::vector<observe::Probe> named_packings_;
  Mechanism mechanism_;
};

}  // namespace

std::unique_ptr<Scenario> make_scene(const io::Deck& deck) { return std::make_unique<Scene>(deck); }

}  // namespace talus::scene
