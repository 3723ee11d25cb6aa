#pragma once
// Forces and moments of bodies on walls that have a name, in the time series.

#include <span>
#include <string>
#include <vector>

#include "observe/column.hpp"
#include "observe/view.hpp"

namespace talus::observe {

struct WallProbe {
  std::string name;
  GlobalId wall = 0;
};

// Force and moment about the origin of all contacts, and the force's parts along the normals and across them.
void add_wall_columns(std::vector<Column>& columns, std::span<const WallProbe> walls);

// *Collective.* Of the last step, the same on all ranks.
std::vector<double> wall_values(const View& view, std::span<const WallProbe> walls);

}  // namespace talus::observe
