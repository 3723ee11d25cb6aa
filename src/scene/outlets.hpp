#pragma once
// Outlets: regions that remove bodies, or count those that enter and leave.

#include <string>
#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/flow.hpp"
#include "comm/comm.hpp"
#include "scene/region.hpp"

namespace talus::scene {

struct OutletEntry : RegionEntry {
  std::string entry, name, action = "remove";
  bool by_material = false;
  keys::Rows classes;  // radii from and to, m

  static void keys(Keys<OutletEntry>& key);
};

class Outlet {
 public:
  Outlet(const Values& deck, const OutletEntry& given);

  const OutletEntry& given() const { return given_; }
  bool removes() const { return given_.action == "remove"; }
  bool holds(const bodies::Body& body, const Periods& periods) const {
    return region_.holds_image(body.position, periods);
  }
  // It has one account of all bodies, then one per material if asked for, then one per class of sizes.
  int num_accounts(int num_materials) const;
  // Calls visit(n) for each account that a body belongs to.
  void each_account(const bodies::Body& body, int num_materials, auto&& visit) const {
    visit(0);
    if (given_.by_material) visit(1 + body.material);
    const int first = 1 + (given_.by_material ? num_materials : 0);
    for (int n = 0; n < static_cast<int>(given_.classes.size()); ++n) {
      if (body.radius >= given_.classes[n][0] && body.radius < given_.classes[n][1]) visit(first + n);
    }
  }

 private:
  OutletEntry given_;
  Region region_;
};

}  // namespace talus::scene
