#pragma once
// Bodies and joints that are watched, and their columns in the time series.

#include <span>
#include <string>
#include <vector>

#include "observe/column.hpp"
#include "observe/flows.hpp"
#include "observe/view.hpp"
#include "observe/wall_forces.hpp"

namespace talus::observe {

// Bodies first .. last, walls among them: their state, or where they are more than one that of their centre of mass and
// their mean angular velocity, weighted by mass. Not a number while none of them is there.
struct Probe {
  std::string name;
  GlobalId first = 0, last = 0;
};

// Joints first .. last as one, a joint or drive of the deck: the sum of what they do to one of their two bodies is
// recorded.
struct JointProbe {
  std::string name;  // "": not in the time series
  GlobalId first = 0, last = 0;
  bool on_a = false;           // to A, not to B; then the joint's axes are turned by pi about x
  std::string unit = "";       // of its coordinate, which is of interest, too; "" where it is not
  int unique = 1;              // are its forces? 0: rigid joints are more than the motion needs; -1: too many to tell
  int joint = -1, drive = -1;  // its place in the deck's list, one of the two
};

// Quantities that a run adds to the columns of every time series.
struct Watched {
  std::vector<Probe> bodies;
  std::vector<JointProbe> joints;
  std::vector<WallProbe> walls;
  std::vector<FlowProbe> flows;
};

void add_vector_columns(std::vector<Column>& columns, const std::string& name, const char* unit);  // name + x, y, z
void add_probe_columns(std::vector<Column>& columns, std::span<const Probe> probes);
void add_reaction_columns(std::vector<Column>& columns, std::span<const JointProbe> probes);

// *Collective.* The values of these columns, the same on all ranks.
std::vector<double> probe_values(const View& view, std::span<const Probe> probes);
std::vector<double> reaction_values(const View& view, std::span<const JointProbe> probes);

}  // namespace talus::observe
