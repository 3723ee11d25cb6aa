// Grains that settle in a box: a jittered lattice falls and comes to rest. Initial state for solver studies and scaling.
//
//   mpirun -n 4 talus run input/box.yaml --set bodies.count=20000 --set box.width=1
//   mpirun -n 4 talus run input/box.yaml --set box.width=0.5 --set box.fill_height=1 --set bodies.seed=7

#include <cmath>

#include "base/random.hpp"
#include "drivers/setup.hpp"

namespace talus::drivers {
namespace {

class Box : public sim::Scenario {
 public:
  explicit Box(const io::Deck& deck)
      : deck_(deck), width_(deck.number("box.width")), world_(world_from(deck)) {
    add_container(world_, deck, width_);
    // 1. A lattice wide enough for the largest grain and its jitter.
    spacing_ = 2.05 * grain_radii(deck).second;
    across_ = static_cast<GlobalId>(std::floor(width_ / spacing_));
    if (across_ < 1) deck.reject("box.width", "expected a width of at least one grain");
    const double height = deck.number("box.fill_height");
    count_ = height > 0 ? across_ * across_ * std::llround(std::ceil(height / spacing_)) : deck.integer("bodies.count");
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return grain_radii(deck_); }

  std::int64_t num_bodies(double) const override { return count_; }

  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    // 2. Grain n stands at lattice place n, layer by layer from the floor.
    const auto share = sim::share_of(comm, 0, count_);
    for (GlobalId n = share.first; n < share.last; n += share.stride) bodies.add(grain(n));
  }

 private:
  bodies::Body grain(GlobalId n) const {
    bodies::Body body = make_grain(world_, deck_, n);
    const double cell = width_ / static_cast<double>(across_), slack = 0.5 * spacing_ - body.radius;
    const GlobalId layer = n / (across_ * across_), row = n / across_ % across_, column = n % across_;
    const auto seed = static_cast<std::uint64_t>(deck_.integer("bodies.seed"));
    auto jitter = [&](std::uint64_t which) {
      return slack * (2 * random_uniform(seed, static_cast<std::uint64_t>(n), which) - 1);
    };
    body.position = {(static_cast<double>(column) + 0.5) * cell - 0.5 * width_ + jitter(1),
                     (static_cast<double>(row) + 0.5) * cell - 0.5 * width_ + jitter(2),
                     (static_cast<double>(layer) + 0.5) * spacing_ + jitter(3)};
    // A little speed breaks the columns.
    body.velocity = Vec3(jitter(4), jitter(5), 0) / slack * 0.2;
    return body;
  }

  const io::Deck& deck_;
  double width_, spacing_ = 0;
  bodies::World world_;
  GlobalId across_ = 0, count_ = 0;
};

}  // namespace

std::unique_ptr<sim::Scenario> make_box(const io::Deck& deck) { return std::make_unique<Box>(deck); }

}  // namespace talus::drivers
