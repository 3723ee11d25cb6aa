#pragma once
// The time series of a run: its columns and the values of a row. All except wall seconds and the largest rank's share
// have the same bits on any number of ranks.

#include <vector>

#include "base/timer.hpp"
#include "observe/energy.hpp"
#include "observe/probes.hpp"
#include "observe/step_report.hpp"

namespace talus::observe {

std::vector<Column> series_columns(const Watched& watched);

// *Collective.* `spent`: seconds by phase since the row before, of this rank; the row has those of the slowest.
std::vector<double> series_row(const View& view, const StepReport& report, const EnergyAccount& energy,
                               PhaseTimes spent, const Watched& watched);

}  // namespace talus::observe
