// A pile of gravel (ROLL 6.3): grains fed at a rate fall from a height into a flat container and heap up.
//
//   mpirun -n 2 talus run input/pile-small.yaml
//   mpirun -n 2 talus run input/pile-small.yaml --set contact.rho=0 --set contact.sigma=0 --set output.folder=out/flat

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/key.hpp"
#include "base/random.hpp"
#include "scene/canned/canned.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

class Pile : public Scenario {
 public:
  explicit Pile(const io::Deck& deck) : setup_(deck), pile_(read<PileOptions>(deck)), world_(world_from(deck, setup_)) {
    // 1. The container.
    add_container(world_, setup_, pile_.width);
    // 2. Grains appear in the places of a square lattice, in a fixed random order of places.
    const double spacing = 2.1 * grain_radii(setup_).second;
    across_ = std::max<GlobalId>(1, std::llround(std::floor(pile_.feed_width / spacing)));
    cell_ = std::max(spacing, pile_.feed_width / static_cast<double>(across_));
    order_.resize(across_ * across_);
    std::iota(order_.begin(), order_.end(), GlobalId{0});
    const auto seed = static_cast<std::uint64_t>(setup_.bodies.seed);
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random_bits(seed, i, 7) % i]);
    // 3. They start downwards fast enough to be out of the way when their place is used again (a step early).
    const double reuse = static_cast<double>(order_.size()) / pile_.rate - setup_.time.step;
    const double fall = 0.5 * world_.gravity.norm() * reuse * std::abs(reuse);
    if (reuse <= 0)
      deck.reject("pile.rate", "expected a rate at which every place of pile.feed_width is free again in a step");
    speed_ = std::max(0.0, (spacing - fall) / reuse);
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return grain_radii(setup_); }
  std::int64_t num_bodies(double time) const override { return fed_by(time); }
  void populate(bodies::Bodies&, const comm::Comm&) const override {}

  void feed(bodies::Bodies& bodies, const comm::Comm& comm, double time, double step) const override {
    std::vector<bodies::Body> fed;
    for (GlobalId n = fed_by(time); n < fed_by(time + step); ++n) fed.push_back(grain(n));
    add_above_others(bodies, comm, fed);
  }

 private:
  GlobalId fed_by(double time) const {
    return std::min(setup_.bodies.count, static_cast<GlobalId>(std::floor(pile_.rate * time + 1e-6)));
  }

  bodies::Body grain(GlobalId n) const {
    bodies::Body body = make_grain(world_, setup_, n);
    const auto place = order_[static_cast<std::size_t>(n) % order_.size()];
    const double slack = 0.5 * cell_ - body.radius * 1.01, middle = 0.5 * static_cast<double>(across_);
    const auto seed = static_cast<std::uint64_t>(setup_.bodies.seed);
    auto jitter = [&](std::uint64_t which) {
      return slack * (2 * random_uniform(seed, static_cast<std::uint64_t>(n), which) - 1);
    };
    body.position = {pile_.feed_x + (static_cast<double>(place % across_) + 0.5 - middle) * cell_ + jitter(1),
                     pile_.feed_y + (static_cast<double>(place / across_) + 0.5 - middle) * cell_ + jitter(2),
                     pile_.drop_height};
    body.velocity = {0, 0, -speed_};
    return body;
  }

  Setup setup_;
  PileOptions pile_;
  bodies::World world_;
  GlobalId across_ = 1;
  double cell_ = 0, speed_ = 0;
  Array<GlobalId> order_;
};

}  // namespace

void PileOptions::keys(Keys<PileOptions>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"pile"}));
  key("pile.rate", &PileOptions::rate, in("bodies/s"), above(0), "Bodies fed per second.");
  key("pile.drop_height", &PileOptions::drop_height, in("m"), at_least(0),
      "Height above the floor at which bodies appear.");
  key("pile.width", &PileOptions::width, in("m"), above(0), "Edge of the square container.");
  key("pile.feed_width", &PileOptions::feed_width, in("m"), above(0), "Edge of the square in which bodies appear.");
  key("pile.feed_x", &PileOptions::feed_x, in("m"), "x of the middle of that square; 0 = the container's middle.");
  key("pile.feed_y", &PileOptions::feed_y, in("m"), "y of the middle of that square.");
  key("pile.wall_height", &PileOptions::wall_height, in("m"), at_least(0), "Height of the container's walls.");
}

void PileOptions::check(const Values& deck) {
  const auto pile = read<PileOptions>(deck);
  require_room(deck, Setup(deck), "pile.width", pile.width);
  if (pile.feed_width > pile.width)
    deck.reject("pile.feed_width", fmt::format("expected at most pile.width = {} m", pile.width));
}

std::unique_ptr<Scenario> make_pile(const io::Deck& deck) { return std::make_unique<Pile>(deck); }

}  // namespace talus::scene
