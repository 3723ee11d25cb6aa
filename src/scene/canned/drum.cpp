// A rotating drum with flat sides: grains are fed at its closed end, tumble along it, run out through the hole in the
// other end and are removed below.
//
//   mpirun -n 2 talus run input/drum.yaml
//   mpirun -n 2 talus run input/drum.yaml --set drum.speed=6 --set output.folder=out/fast-drum

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/key.hpp"
#include "scene/canned/canned.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

class Drum : public Scenario {
 public:
  explicit Drum(const io::Deck& deck) : setup_(deck), drum_(read<DrumOptions>(deck)), world_(world_from(deck, setup_)) {
    if (sides() < 3) deck.reject("drum.sides", "expected at least 3");
    // 1. The drum: one mesh that turns about its axis, x.
    bodies::Body drum;
    drum.id = world_.first_body_id();
    drum.material = material_of(world_, setup_.bodies.material);
    drum.state = bodies::State::driven;
    drum.angular_velocity = {drum_.speed, 0, 0};
    drum.shape = world_.add_shape(surface());
    world_.walls.push_back(drum);
    // 2. Grains appear on the axis in turn at a few places of its first half. They fall out of the way by themselves.
    spacing_ = 2.1 * grain_radii(setup_).second;
    places_ = static_cast<GlobalId>(std::floor(0.5 * drum_.length / spacing_));
    if (places_ < 1) deck.reject("drum.length", "expected a drum at least two grains long");
    if (drum_.opening >= drum_.radius * std::cos(std::numbers::pi / sides()))
      deck.reject("drum.opening", "expected a hole within the flat sides");
    const double fall = std::sqrt(2 * spacing_ / std::max(world_.gravity.norm(), 1e-300)) + setup_.time.step;
    if (drum_.rate * fall > static_cast<double>(places_))
      deck.reject("drum.rate",
                  "expected a rate at which a grain has fallen by its size before the next one appears in its place");
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return grain_radii(setup_); }
  // At most what fills half of the drum.
  std::int64_t num_bodies(double time) const override {
    const double grain = 4.0 / 3 * std::pow(setup_.bodies.radius, 3);
    return std::min<std::int64_t>(fed_by(time),
                                  std::llround(0.5 * 0.6 * drum_.radius * drum_.radius * drum_.length / grain));
  }
  void populate(bodies::Bodies&, const comm::Comm&) const override {}

  void feed(bodies::Bodies& bodies, const comm::Comm& comm, double time, double step) const override {
    std::vector<bodies::Body> fed;
    for (GlobalId n = fed_by(time); n < fed_by(time + step); ++n) {
      auto& grain = fed.emplace_back(make_grain(world_, setup_, n));
      grain.position = {(static_cast<double>(n % places_) + 0.5) * spacing_, 0, 0};
    }
    add_above_others(bodies, comm, fed);
  }
  // 3. What has run out goes.
  bool has_left(const bodies::Body& body) const override { return body.position.z() < -drum_.radius - drum_.drop; }

 private:
  double sides() const { return drum_.sides; }
  GlobalId fed_by(double time) const { return static_cast<GlobalId>(std::floor(drum_.rate * time + 1e-6)); }

  // Sides from x = 0 to the length, a whole end at 0 and a ring at the other.
  bodies::Mesh surface() const {
    std::vector<Vec3> corners;
    const double opening = drum_.opening;
    const auto at = [&](double x, double radius, std::int64_t k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / sides();
      return Vec3(x, radius * std::cos(angle), radius * std::sin(angle));
    };
    const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) { corners.insert(corners.end(), {a, b, c}); };
    for (std::int64_t k = 0; k < drum_.sides; ++k) {
      const Vec3 near = at(0, drum_.radius, k), near_next = at(0, drum_.radius, k + 1),
                 far = at(drum_.length, drum_.radius, k), far_next = at(drum_.length, drum_.radius, k + 1);
      const Vec3 rim = at(drum_.length, opening, k), rim_next = at(drum_.length, opening, k + 1);
      add(near, far, far_next);
      add(near, far_next, near_next);
      add(Vec3::Zero(), near, near_next);
      add(far, rim, rim_next);
      add(far, rim_next, far_next);
    }
    return bodies::make_mesh(corners);
  }

  Setup setup_;
  DrumOptions drum_;
  bodies::World world_;
  double spacing_ = 0;
  GlobalId places_ = 1;
};

}  // namespace

void DrumOptions::keys(Keys<DrumOptions>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"drum"}));
  key("drum.radius", &DrumOptions::radius, in("m"), above(0),
      "Radius of the circle through the edges between the drum's flat sides.");
  key("drum.length", &DrumOptions::length, in("m"), above(0),
      "Length along its axis x; bodies are fed at x = 0 and leave at this end.");
  key("drum.opening", &DrumOptions::opening, in("m"), above(0), "Radius of the hole in the far end.");
  key("drum.sides", &DrumOptions::sides, within(1, 1000), "Flat sides, 3 or more.");
  key("drum.speed", &DrumOptions::speed, in("rad/s"), "Angular velocity about the axis.");
  key("drum.rate", &DrumOptions::rate, in("bodies/s"), above(0), "Bodies fed per second, at rest.");
  key("drum.drop", &DrumOptions::drop, in("m"), above(0), Restart::may_change,
      "Distance below the drum at which bodies are removed.");
}

std::unique_ptr<Scenario> make_drum(const io::Deck& deck) { return std::make_unique<Drum>(deck); }

}  // namespace talus::scene
