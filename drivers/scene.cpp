// Bodies and walls given one by one in the deck. Every body of the list is in the time series.
//
//   talus run scene.yaml

#include <fmt/format.h>

#include <algorithm>

#include "drivers/setup.hpp"

namespace talus::drivers {
namespace {

class Scene : public sim::Scenario {
 public:
  explicit Scene(const io::Deck& deck) : deck_(deck), world_(world_from(deck)), count_(deck.size("bodies.list")) {}

  bodies::World world() const override { return world_; }

  std::pair<double, double> radii() const override {
    std::pair<double, double> range{deck_.number("bodies.radius"), deck_.number("bodies.radius")};
    for (int n = 0; n < count_; ++n) {
      const double radius = deck_.number(key(n, "radius"));
      range = n == 0 ? std::pair{radius, radius} : std::pair{std::min(range.first, radius), std::max(range.second, radius)};
    }
    return range;
  }

  std::int64_t num_bodies(double) const override { return count_; }
  std::vector<GlobalId> probes() const override {
    std::vector<GlobalId> ids;
    for (int n = 0; n < count_; ++n) ids.push_back(world_.first_body_id() + n);
    return ids;
  }

  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto share = sim::share_of(comm, 0, count_);
    for (GlobalId n = share.first; n < share.last; n += share.stride) bodies.add(body(static_cast<int>(n)));
  }

 private:
  std::string key(int n, const char* name) const { return fmt::format("bodies.list[{}].{}", n, name); }

  bodies::Body body(int n) const {
    auto body = make_sphere(world_, deck_, world_.first_body_id() + n,
                            {deck_.number(key(n, "radius")), deck_.number(key(n, "mass")),
                             deck_.number(key(n, "inertia")), deck_.text(key(n, "material"))});
    body.position = deck_.vector3(key(n, "position"));
    body.velocity = deck_.vector3(key(n, "velocity"));
    body.angular_velocity = deck_.vector3(key(n, "angular_velocity"));
    const auto state = deck_.text(key(n, "state"));
    body.state = state == "fixed" ? bodies::State::fixed
                                  : state == "driven" ? bodies::State::driven : bodies::State::dynamic;
    if (body.state == bodies::State::fixed) body.velocity = body.angular_velocity = Vec3::Zero();
    return body;
  }

  const io::Deck& deck_;
  bodies::World world_;
  int count_;
};

}  // namespace

std::unique_ptr<sim::Scenario> make_scene(const io::Deck& deck) { return std::make_unique<Scene>(deck); }

}  // namespace talus::drivers
