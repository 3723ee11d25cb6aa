#include "balance/options.hpp"

#include "base/key.hpp"

namespace talus::balance {

void PartitionOptions::keys(Keys<PartitionOptions>& key) {
  using namespace keys;
  std::vector<std::string_view> names;
  for (const Method& method : methods()) names.push_back(method.name);
  key("partition.method", &PartitionOptions::method, one_of(names),
      "How space is divided among the ranks: hilbert = pieces of a Hilbert curve, parmetis = graph partitioning by "
      "ParMETIS.");
  key("partition.every", &PartitionOptions::every, in("steps"), within(0, kMaxSteps),
      "Steps between two checks whether a repartition would save more time than it costs; 0 = never.");
}

}  // namespace talus::balance
