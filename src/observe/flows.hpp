#pragma once
// Feeds and outlets in the time series.

#include <span>
#include <string>
#include <vector>

#include "bodies/flow.hpp"
#include "observe/column.hpp"

namespace talus::observe {

// One account of a feed or outlet.
struct FlowProbe {
  enum class Kind { feed, outlet, counter };
  std::string name;
  Kind kind = Kind::feed;
};

// Bodies and mass; of a feed those that wait, too, of a counter those that came back.
void add_flow_columns(std::vector<Column>& columns, std::span<const FlowProbe> probes);
std::vector<double> flow_values(std::span<const bodies::Flow> flows, std::span<const FlowProbe> probes);

}  // namespace talus::observe
