#pragma once
// Many bodies at once, at the start of a scene: on a lattice, at random places, from files.

#include <memory>
#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"
#include "io/deck/deck.hpp"
#include "scene/population.hpp"
#include "scene/region.hpp"

namespace talus::scene {

struct PackingMixEntry : MixEntry {
  static void keys(Keys<PackingMixEntry>& key);
};

struct PackingEntry : PopulationEntry, RegionEntry {
  std::string name, group, kind, file;
  Vec3 offset = Vec3::Zero(), velocity = Vec3::Zero();  // m, m/s
  std::int64_t count = 0, frame = -1;
  double fraction = 0, overlap = 1e-3;  // of volume, of a radius
  double spacing = 0;                   // m
  bodies::State state = bodies::State::dynamic;
  std::vector<PackingMixEntry> mix;

  static void keys(Keys<PackingEntry>& key);
};

// One entry of bodies.packings. Bodies get ids from first_id on, the same on any number of ranks.
class Packing {
 public:
  virtual ~Packing() = default;
  virtual GlobalId num_ids() const = 0;  // ids that it takes
  virtual GlobalId num_bodies() const = 0;
  virtual std::pair<double, double> radii() const = 0;  // smallest and largest
  // *Collective.* Adds this rank's share.
  virtual void add(bodies::Bodies& bodies, const comm::Comm& comm, GlobalId first_id) const = 0;
};

struct Setup;

// In the order of the deck. Reads files to the end, so that their faults are found here.
std::vector<std::unique_ptr<Packing>> packings_of(const io::Deck& deck, const Setup& setup, const bodies::World& world,
                                                  const std::vector<NamedShape>& shapes);

}  // namespace talus::scene
