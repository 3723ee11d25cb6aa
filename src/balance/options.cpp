#include "balance/options.hpp"

#include "base/key.hpp"

namespace talus::balance {

const Keys<PartitionOptions>& PartitionOptions::keys() {
  using namespace keys;
  static const auto all = [] {
    std::vector<std::string_view> names;
    for (const Method& method : methods()) names.push_back(method.name);
    Keys<PartitionOptions> key(Restart::may_change);
    key("partition.method", &PartitionOptions::method, one_of(names),
        "How space is divided among the ranks: hilbert = pieces of a curve, parmetis = cuts of a graph.");
    key("partition.every", &PartitionOptions::every, in("steps"), within(0, kMaxSteps),
        "Steps between two checks whether a repartition pays; 0 = never.");
    return key;
  }();
  return all;
}

}  // namespace talus::balance
