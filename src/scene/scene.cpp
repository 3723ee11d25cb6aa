// Bodies, walls and joints given one by one in the deck, and packings of many. Every body of the list is in the time
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

namespace talus::scene {
namespace {

class Scene : public Scenario {
 public:
  explicit Scene(const io::Deck& deck)
      : deck_(deck), shapes_(shapes_of(deck)), world_(world_from(deck, shapes_)),
        packings_(packings_of(deck, world_, shapes_)), count_(deck.size("bodies.list")) {
    // Every rank knows the list, which stands in the deck.
    for (int n = 0; n < count_; ++n) list_.push_back(listed(n));
    for (const auto& wall : world_.walls) named_.emplace(deck.text(fmt::format("walls[{}].name", wall.id)), &wall);
    for (int n = 0; n < count_; ++n) {
      named_.emplace(deck.text(fmt::format("bodies.list[{}].name", n)), &list_[n]);
    }
    mechanism_ = mechanism_of(deck, world_, named_);
    world_.drives = mechanism_.drives;
  }

  bodies::World world() const override { return world_; }

  std::pair<double, double> radii() const override {
    std::vector<double> all;
    for (const auto& body : list_) all.push_back(body.radius);
    for (const auto& packing : packings_) all.push_back(packing->radii().first), all.push_back(packing->radii().second);
    if (all.empty()) all.push_back(deck_.number("bodies.radius"));
    return {std::ranges::min(all), std::ranges::max(all)};
  }

  std::int64_t num_bodies(double) const override {
    std::int64_t count = count_;
    for (const auto& packing : packings_) count += packing->num_bodies();
    return count;
  }
  std::vector<GlobalId> probes() const override {
    std::vector<GlobalId> ids;
    for (const auto& body : list_) ids.push_back(body.id);
    return ids;
  }

  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto share = share_of(comm, 0, count_);
    for (GlobalId n = share.first; n < share.last; n += share.stride) bodies.add(list_[n]);
    GlobalId next = world_.first_body_id() + count_;
    for (const auto& packing : packings_) {
      packing->add(bodies, comm, next);
      next += packing->num_ids();
    }
  }

  std::vector<bodies::Joint> joints(const comm::Comm& comm) const override {
    std::vector<bodies::Joint> joints;
    const auto share = share_of(comm, 0, std::ssize(mechanism_.joints));
    for (GlobalId n = share.first; n < share.last; n += share.stride) joints.push_back(mechanism_.joints[n]);
    return joints;
  }
  std::vector<observe::JointProbe> joint_probes() const override { return mechanism_.probes; }

 private:
  bodies::Body listed(int n) const {
    const auto entry = fmt::format("bodies.list[{}].", n);
    const GlobalId id = world_.first_body_id() + n;
    const auto shape = deck_.text(entry + "shape"), material = deck_.text(entry + "material");
    const double mass = deck_.number(entry + "mass"), inertia = deck_.number(entry + "inertia");
    bodies::Body body;
    try {
      body = shape.empty() ? make_sphere(world_, deck_, id, {deck_.number(entry + "radius"), mass, inertia, material})
                           : make_shaped(world_, deck_, shapes_, id, {shape, mass, material});
    } catch (const InputError& fault) {
      deck_.reject(entry + "shape", fault.what());
    }
    if (inertia > 0) body.inertia.setConstant(inertia);
    const Vec3 moments = deck_.vector3(entry + "moments");
    body.inertia = (moments.array() > 0).select(moments, body.inertia);
    place(body, shapes_, deck_.vector3(entry + "position"), from_rotation_vector(deck_.vector3(entry + "rotation")));
    body.velocity = deck_.vector3(entry + "velocity");
    body.angular_velocity = deck_.vector3(entry + "angular_velocity");
    const auto state = deck_.text(entry + "state");
    body.state = state == "fixed"    ? bodies::State::fixed
                 : state == "driven" ? bodies::State::driven
                                     : bodies::State::dynamic;
    if (body.state == bodies::State::fixed) body.velocity = body.angular_velocity = Vec3::Zero();
    return body;
  }

  const io::Deck& deck_;
  std::vector<NamedShape> shapes_;
  bodies::World world_;
  std::vector<std::unique_ptr<Packing>> packings_;
  int count_;
  Array<bodies::Body> list_;
  NamedBodies named_;  // bodies and walls; "": any of those without a name
  Mechanism mechanism_;
};

}  // namespace

std::unique_ptr<Scenario> make_scene(const io::Deck& deck) { return std::make_unique<Scene>(deck); }

}  // namespace talus::scene
