#pragma once
// The keys of the canned scenarios.

#include "base/keys_fwd.hpp"

namespace talus::scene {

struct Setup;

// The largest body must fit into a container of this width, the value of `key`.
void require_room(const Values& deck, const Setup& setup, const char* key, double width);

struct BoxOptions {
  double width = 1, fill_height = 0;  // m

  static void keys(Keys<BoxOptions>& key);
  static void check(const Values& deck);
};

struct DrumOptions {
  double radius = 0.3, length = 0.6, opening = 0.2, drop = 0.2;  // m
  int sides = 24;
  double speed = 1;  // rad/s
  double rate = 10;  // bodies/s

  static void keys(Keys<DrumOptions>& key);
};

struct PileOptions {
  double rate = 800;                                   // bodies/s
  double drop_height = 1, width = 2, wall_height = 0;  // m
  double feed_width = 0.3, feed_x = 0, feed_y = 0;     // m

  static void keys(Keys<PileOptions>& key);
  static void check(const Values& deck);
};

struct HopperOptions {
  double width = 1, depth = 0.3, slot = 0.2, drop = 0.5;  // m
  double angle = 0.7;                                     // rad

  static void keys(Keys<HopperOptions>& key);
};

struct DiskOptions {
  double speed = 1;  // m/s
  double gap = 0;    // m

  static void keys(Keys<DiskOptions>& key);
  static void check(const Values& deck);
};

}  // namespace talus::scene
