#pragma once
// Forces and moments of bodies on walls that have a name, in the time series.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observe/column.hpp"
#include "observe/view.hpp"

namespace talus::observe {

// Ids first, first + stride, ..., up to last.
struct IdRun {
  GlobalId first = 0, last = 0, stride = 1;
  bool holds(GlobalId id) const { return id >= first && id <= last && (id - first) % stride == 0; }
};

// Bodies that have a name together.
struct BodyGroup {
  std::string name;
  std::vector<IdRun> ids;
  bool holds(GlobalId id) const;
};

struct WallProbe {
  std::string name;
  GlobalId wall = 0;
  std::optional<BodyGroup> from = {};  // whose forces count; none: all bodies'
};

// Force and moment about the origin of all contacts, and the force's parts along the normals and across them. Probes
// are in the order of their walls.
void add_wall_columns(std::vector<Column>& columns, std::span<const WallProbe> walls);

// *Collective.* Forces and moments on these walls in the last step, one value per column, the same on all ranks.
std::vector<double> wall_values(const View& view, std::span<const WallProbe> walls);

}  // namespace talus::observe
