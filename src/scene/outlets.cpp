#include "scene/outlets.hpp"

#include <fmt/format.h>

namespace talus::scene {

Outlet::Outlet(const Values& deck, const OutletEntry& given) : given_(given), region_(deck, given.entry, given) {
  for (const auto& row : given.classes) {
    if (!(row[0] >= 0) || !(row[1] > row[0])) deck.reject(given, "classes", "expected radii from and to, from < to");
  }
}

int Outlet::num_accounts(int num_materials) const {
  return 1 + (given_.by_material ? num_materials : 0) + static_cast<int>(given_.classes.size());
}

void OutletEntry::keys(Keys<OutletEntry>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"scene"}));
  key("outlets[].name", &OutletEntry::name, required, not_empty, "Name of its columns in the time series.");
  key("outlets[].action", &OutletEntry::action, one_of({"remove", "count"}),
      "remove = remove and count bodies whose centre has come into the region; count = only count bodies that enter "
      "and leave it.");
  add_region_keys(key, "outlets[]", {"box", "cylinder", "sphere", "plane"}, required);
  key("outlets[].by_material", &OutletEntry::by_material, "Also count bodies and mass for each material.");
  key("outlets[].classes", &OutletEntry::classes, in("m"), columns(2),
      "Also count bodies and mass for classes of sizes: rows of the smallest radius and of the radius below which "
      "bodies belong to the class.");
}

}  // namespace talus::scene
