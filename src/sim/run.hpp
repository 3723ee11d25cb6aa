#pragma once
// A whole run: steps to the end, time series, progress, checkpoints, summary; starts, resumes and restarts.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/run_options.hpp"

namespace talus::sim {

using ScenarioMaker = std::function<std::unique_ptr<scene::Scenario>(const io::Deck&)>;

// *Collective.* Runs a deck into its output folder. With `resume`, goes on from the folder's checkpoint if there is
// one; if not, and the folder holds other output, refuses as without `resume` (InputError, nothing touched).
Exit run_deck(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, bool resume,
              const RunOptions& options);

// *Collective.* Goes on from a checkpoint, with the deck stored in it read by the table and changed by `sets`.
Exit restart_from(const comm::Comm& comm, const KeyTable& table, const std::filesystem::path& checkpoint,
                  const std::vector<std::string>& sets, const ScenarioMaker& maker, const RunOptions& options);

}  // namespace talus::sim
