#pragma once

#include <string>

#include "balance/methods.hpp"
#include "base/keys_fwd.hpp"

namespace talus::balance {

struct PartitionOptions {
  std::string method{methods().front().name};
  int every = 100;  // steps between checks whether a repartition pays; 0: only the first partition

  static void keys(Keys<PartitionOptions>& key);
};

}  // namespace talus::balance
