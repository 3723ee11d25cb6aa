// A hopper that empties: grains above two slopes run out through the slot between them and are removed below it.
//
//   mpirun -n 4 talus run input/hopper.yaml
//   mpirun -n 4 talus run input/hopper.yaml --set hopper.slot=0.3 --set partition.method=parmetis --set
//   output.folder=out/wide

#include <cmath>

#include "base/key.hpp"
#include "base/random.hpp"
#include "scene/canned/canned.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

class Hopper : public Scenario {
 public:
  explicit Hopper(const io::Deck& deck)
      : setup_(deck), hopper_(read<HopperOptions>(deck)), world_(world_from(deck, setup_)) {
    if (hopper_.slot >= hopper_.width) deck.reject("hopper.slot", "expected a slot narrower than hopper.width");
    // 1. Upright walls, and two thick slopes that end at the slot's edges on the height 0.
    for (double side : {-1.0, 1.0}) {
      add_plane(world_, setup_, {0.5 * side * hopper_.width, 0, 0}, {-side, 0, 0});
      add_plane(world_, setup_, {0, 0.5 * side * hopper_.depth, 0}, {0, -side, 0});
      add_slope(side);
    }
    // 2. Grains stand on a lattice above the slopes, with room for their jitter.
    const double spacing = 2.05 * grain_radii(setup_).second;
    across_ = static_cast<GlobalId>(std::floor(hopper_.width / spacing));
    along_ = static_cast<GlobalId>(std::floor(hopper_.depth / spacing));
    if (across_ < 1) deck.reject("hopper.width", "expected a width of at least one grain");
    if (along_ < 1) deck.reject("hopper.depth", "expected a depth of at least one grain");
    spacing_ = spacing;
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return grain_radii(setup_); }
  std::int64_t num_bodies(double) const override { return setup_.bodies.count; }
  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto ids = ids_of_rank(comm, 0, setup_.bodies.count);
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride) bodies.add(grain(n));
  }
  // 3. What has run out goes.
  bool has_left(const bodies::Body& body) const override { return body.position.z() < -hopper_.drop; }

 private:
  double rise() const {  // from the slot to the upright walls
    return 0.5 * (hopper_.width - hopper_.slot) * std::tan(hopper_.angle);
  }
  void add_slope(double side) {
    const double slot = hopper_.slot, angle = hopper_.angle;
    const double half_length = 0.5 * (0.5 * (hopper_.width - slot) / std::cos(angle) + hopper_.width),
                 half_thickness = 0.1 * hopper_.width;
    const Vec3 upwards(side * std::cos(angle), 0, std::sin(angle)), normal(-side * std::sin(angle), 0, std::cos(angle));
    add_box(world_, setup_, Vec3(0.5 * side * slot, 0, 0) + half_length * upwards - half_thickness * normal,
            {0, -side * angle, 0}, {half_length, hopper_.depth, half_thickness});
  }

  bodies::Body grain(GlobalId n) const {
    bodies::Body body = make_grain(world_, setup_, n);
    const GlobalId column = n % across_, row = n / across_ % along_, layer = n / (across_ * along_);
    const auto seed = static_cast<std::uint64_t>(setup_.bodies.seed);
    const double slack = 0.5 * spacing_ - body.radius;
    auto jitter = [&](std::uint64_t which) {
      return slack * (2 * random_uniform(seed, static_cast<std::uint64_t>(n), which) - 1);
    };
    body.position = {(static_cast<double>(column) + 0.5) * hopper_.width / static_cast<double>(across_) -
                         0.5 * hopper_.width + jitter(1),
                     (static_cast<double>(row) + 0.5) * hopper_.depth / static_cast<double>(along_) -
                         0.5 * hopper_.depth + jitter(2),
                     rise() + (static_cast<double>(layer) + 1) * spacing_ + jitter(3)};
    return body;
  }

  Setup setup_;
  HopperOptions hopper_;
  double spacing_ = 0;
  bodies::World world_;
  GlobalId across_ = 1, along_ = 1;
};

}  // namespace

void HopperOptions::keys(Keys<HopperOptions>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"hopper"}));
  key("hopper.width", &HopperOptions::width, in("m"), above(0),
      "Inner width between the upright walls, across the slot.");
  key("hopper.depth", &HopperOptions::depth, in("m"), above(0), "Inner depth, along the slot.");
  key("hopper.slot", &HopperOptions::slot, in("m"), above(0), "Width of the slot between the two slopes.");
  key("hopper.angle", &HopperOptions::angle, in("rad"), within(0, 1.4), "Angle of the slopes to the horizontal.");
  key("hopper.drop", &HopperOptions::drop, in("m"), above(0), Restart::may_change,
      "Distance below the slot at which bodies are removed.");
}

std::unique_ptr<Scenario> make_hopper(const io::Deck& deck) { return std::make_unique<Hopper>(deck); }

}  // namespace talus::scene
