// A disk that rolls to rest (ROLL 6.1). It stays in its plane, where a sphere with the disk's mass and inertia is the
// same.
//
//   talus run input/rolling-disk.yaml
//   talus run input/rolling-disk.yaml --set time.step=0.01 --set disk.gap=2e-4 --set output.folder=out/disk-coarse

#include "base/key.hpp"
#include "scene/canned/canned.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

class RollingDisk : public Scenario {
 public:
  explicit RollingDisk(const io::Deck& deck)
      : setup_(deck), disk_(read<DiskOptions>(deck)), world_(world_from(deck, setup_)) {
    add_plane(world_, setup_, Vec3::Zero(), Vec3::UnitZ());
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return {setup_.bodies.radius, setup_.bodies.radius}; }
  std::int64_t num_bodies(double) const override { return 1; }
  std::vector<GlobalId> probes() const override { return {world_.first_body_id()}; }

  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    if (!comm.is_root()) return;
    const auto& given = setup_.bodies;
    const double radius = given.radius, speed = disk_.speed;
    auto body =
        make_sphere(world_, setup_, world_.first_body_id(), {radius, given.mass, given.inertia, given.material});
    body.position = {0, 0, radius + disk_.gap};
    body.velocity = {speed, 0, 0};
    body.angular_velocity = {0, speed / radius, 0};
    bodies.add(body);
  }

 private:
  Setup setup_;
  DiskOptions disk_;
  bodies::World world_;
};

}  // namespace

void DiskOptions::keys(Keys<DiskOptions>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"rolling-disk"}));
  key("disk.speed", &DiskOptions::speed, in("m/s"), "Speed of the centre at the start, rolling without slip.");
  key("disk.gap", &DiskOptions::gap, in("m"), "Gap to the floor at the start.");
}

void DiskOptions::check(const Values& deck) {
  if (read<BodyOptions>(deck).count != 1) deck.reject("bodies.count", "expected 1, a rolling disk is alone");
}

std::unique_ptr<Scenario> make_rolling_disk(const io::Deck& deck) { return std::make_unique<RollingDisk>(deck); }

}  // namespace talus::scene
