#pragma once
// Follows a run from another terminal or another machine, by the files in its output folder.

#include <string>

#include "base/error.hpp"
#include "comm/comm.hpp"

namespace talus::drivers {

struct WatchOptions {
  std::string folder;
  std::string html;   // page that is kept fresh; empty: none
  double every = 2;   // s
  bool once = false;  // tell the state and end
};

// *Collective*; the root works alone. Ends with the run: Exit::done if it reached its end, Exit::stopped, or
// Exit::physics if it failed or was killed. With `once`, a run that has not ended counts as done. InputError if the
// folder is not that of a run.
Exit watch(const comm::Comm& comm, const WatchOptions& options);

}  // namespace talus::drivers
