// Grains that settle in a box: a jittered lattice falls and comes to rest. Initial state for solver studies and
// scaling.
//
//   mpirun -n 4 talus run input/box.yaml --set bodies.count=20000 --set box.width=1
//   mpirun -n 4 talus run input/box.yaml --set box.width=0.5 --set box.fill_height=1 --set bodies.seed=7

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/key.hpp"
#include "base/random.hpp"
#include "scene/canned/canned.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

class Box : public Scenario {
 public:
  explicit Box(const io::Deck& deck) : setup_(deck), world_(world_from(deck, setup_)) {
    const auto box = read<BoxOptions>(deck);
    width_ = box.width;
    add_container(world_, setup_, width_);
    // 1. A lattice wide enough for the largest grain and its jitter.
    spacing_ = 2.05 * grain_radii(setup_).second;
    across_ = static_cast<GlobalId>(std::floor(width_ / spacing_));
    if (across_ < 1) deck.reject("box.width", "expected a width of at least one grain");
    count_ = box.fill_height > 0 ? across_ * across_ * std::llround(std::ceil(box.fill_height / spacing_))
                                 : setup_.bodies.count;
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return grain_radii(setup_); }

  std::int64_t num_bodies(double) const override { return count_; }

  // While grains fall together at v, pairs within h v of each other are contacts; a column ends in rest after about 0.4
  // of its height.
  double most_contacts_of_body(double end, double step) const override {
    constexpr double kDrop = 0.4;
    constexpr int kTimes = 50;
    const double gravity = world_.gravity.norm(),
                 height = spacing_ * static_cast<double>(count_) / static_cast<double>(across_ * across_);
    const double all_rest = gravity > 0 ? std::sqrt(2 * kDrop * height / gravity) : end;
    double most = 0;
    for (int n = 0; n <= kTimes; ++n) {
      const double t = end * n / kTimes, resting = std::min(1.0, t * t / (all_rest * all_rest));
      most = std::max(most, (1 - resting) * neighbours_within(step * gravity * t) + resting * kContactsOfBed);
    }
    return most;
  }

  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    // 2. Grain n stands at lattice place n, layer by layer from the floor.
    const auto ids = ids_of_rank(comm, 0, count_);
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride) bodies.add(grain(n));
  }

 private:
  // A body on the lattice: pairs that lie k^1/2 spacings apart, whose gaps spread by as much as the mean one of the
  // nearest.
  double neighbours_within(double reach) const {
    constexpr std::pair<int, int> kPairs[] = {{1, 3},  {2, 6},  {3, 4}, {4, 3},
                                              {5, 12}, {6, 12}, {8, 6}, {9, 15}};  // k, pairs
    const auto gap = [&](int k) { return spacing_ * std::sqrt(k) - radii().first - radii().second; };
    double sum = 0;
    for (const auto& [k, pairs] : kPairs) {
      const double share = std::clamp(0.5 * (1 + (reach - gap(k)) / gap(1)), 0.0, 1.0);
      sum += pairs * (1 - std::pow(1 - share, 1.5));
    }
    return sum;
  }

  bodies::Body grain(GlobalId n) const {
    bodies::Body body = make_grain(world_, setup_, n);
    const double cell = width_ / static_cast<double>(across_), slack = 0.5 * spacing_ - body.radius;
    const GlobalId layer = n / (across_ * across_), row = n / across_ % across_, column = n % across_;
    const auto seed = static_cast<std::uint64_t>(setup_.bodies.seed);
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

  Setup setup_;
  double width_ = 0, spacing_ = 0;
  bodies::World world_;
  GlobalId across_ = 0, count_ = 0;
};

}  // namespace

void BoxOptions::keys(Keys<BoxOptions>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"box"}));
  key("box.width", &BoxOptions::width, in("m"), above(0), "Inner edge of the square box.");
  key("box.fill_height", &BoxOptions::fill_height, in("m"), at_least(0),
      "Fill to this height and ignore bodies.count; 0 = take bodies.count.");
}

void require_room(const Values& deck, const Setup& setup, const char* key, double width) {
  const double largest = 2 * grain_radii(setup).second;
  if (width < largest)
    deck.reject(key, fmt::format("expected at least {} m, the diameter of the largest body", largest));
}

void BoxOptions::check(const Values& deck) {
  require_room(deck, Setup(deck), "box.width", read<BoxOptions>(deck).width);
}

std::unique_ptr<Scenario> make_box(const io::Deck& deck) { return std::make_unique<Box>(deck); }

}  // namespace talus::scene
