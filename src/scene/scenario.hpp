#pragma once
// A scenario tells the conductor which walls and materials, which bodies at the start, which are fed later, which
// to watch. Every rank makes some of the bodies, anywhere; distribute() sends them to their owners.

#include <string>
#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"
#include "observe/probes.hpp"
#include "observe/wall_maps.hpp"
#include "scene/flows.hpp"

namespace talus::scene {

// The ids of a scenario's bodies that one rank makes: id = first, first + stride, ... < last.
struct IdRange {
  GlobalId first, last;
  int stride;
};
inline IdRange ids_of_rank(const comm::Comm& comm, GlobalId first, GlobalId last) {
  return {first + comm.rank(), last, comm.size()};
}

class Scenario {
 public:
  virtual ~Scenario() = default;

  virtual bodies::World world() const = 0;
  // Smallest and largest radius of any body that there will be, m.
  virtual std::pair<double, double> radii() const = 0;
  // Bodies at time 0. *Not collective*: those of this rank's ids.
  virtual void populate(bodies::Bodies& bodies, const comm::Comm& comm) const = 0;
  // Joints between bodies that are there at time 0, this rank's.
  virtual std::vector<bodies::Joint> joints(const comm::Comm&) const { return {}; }
  // *Collective.* At the start of the step from `time` to `time + step`: bodies leave by outlets, and each rank adds
  // its share of those that appear.
  virtual void feed(bodies::Bodies& bodies, bodies::World& world, const comm::Comm& comm, double time,
                    double step) const {
    flows().remove(bodies, world, comm);
    flows().feed(bodies, world, comm, time + step, first_fed_id());
  }
  // Feeds and outlets. Ids of fed bodies begin at first_fed_id().
  virtual const Flows& flows() const {
    static const Flows none;
    return none;
  }
  virtual GlobalId first_fed_id() const { return 0; }
  // Bodies that there will be at this time, as far as it is known beforehand, for estimates.
  virtual std::int64_t num_bodies(double /*time*/) const { return 0; }
  // *Collective.* Why the run must not go on after a step, the same on all ranks; empty if it may.
  virtual std::string fault(const bodies::Bodies&, const comm::Comm&) const { return {}; }
  // Walls, bodies and packings by the names that the deck gives them.
  virtual std::vector<observe::Probe> named() const { return {}; }
  virtual std::vector<observe::MappedWall> maps() const { return {}; }
  // Bodies, packings and feeds that the deck puts in groups.
  virtual std::vector<observe::BodyGroup> groups() const { return {}; }
  // Bodies whose state goes into the time series, in addition to those that the deck asks for.
  virtual std::vector<GlobalId> probes() const { return {}; }
  virtual std::vector<observe::JointProbe> joint_probes() const { return {}; }
};

}  // namespace talus::scene
