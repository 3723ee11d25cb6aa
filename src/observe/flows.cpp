#include "observe/flows.hpp"

namespace talus::observe {

void add_flow_columns(std::vector<Column>& columns, std::span<const FlowProbe> probes) {
  for (const auto& probe : probes) {
    columns.push_back({probe.name + ".bodies", "1"});
    columns.push_back({probe.name + ".mass", "kg"});
    if (probe.kind == FlowProbe::Kind::feed) columns.push_back({probe.name + ".waiting", "1"});
    if (probe.kind != FlowProbe::Kind::counter) continue;
    columns.push_back({probe.name + ".back_bodies", "1"});
    columns.push_back({probe.name + ".back_mass", "kg"});
  }
}

std::vector<double> flow_values(std::span<const bodies::Flow> flows, std::span<const FlowProbe> probes) {
  std::vector<double> values;
  for (std::size_t n = 0; n < probes.size(); ++n) {
    const auto& flow = flows[n];
    values.push_back(static_cast<double>(flow.bodies));
    values.push_back(flow.mass);
    if (probes[n].kind == FlowProbe::Kind::feed) values.push_back(static_cast<double>(flow.due - flow.bodies));
    if (probes[n].kind != FlowProbe::Kind::counter) continue;
    values.push_back(static_cast<double>(flow.back));
    values.push_back(flow.back_mass);
  }
  return values;
}

}  // namespace talus::observe
