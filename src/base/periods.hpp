#pragma once
// Axes along which space repeats: what stands at x stands at x + length, too. A body is kept as its image within half a
// length of 0; two places are as far apart as their nearest images.

#include <cmath>

#include "base/types.hpp"

namespace talus {

struct Periods {
  Vec3 length = Vec3::Zero();  // m; 0: the axis does not repeat

  bool any() const { return (length.array() > 0).any(); }

  // Whole lengths, added to the difference of two positions it becomes the shortest of all images; added to a position
  // the one that is kept.
  Vec3 shift(const Vec3& way) const {
    Vec3 whole = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      if (length[axis] > 0) whole[axis] = -length[axis] * std::round(way[axis] / length[axis]);
    }
    return whole;
  }
  // Calls visit(n, lengths) for a place, n = 0, and its neighbouring images: whole lengths to add to the place.
  void each_image(auto&& visit) const {
    for (int n = 0; n < 27; ++n) {
      const Vec3 along(n / 9, n / 3 % 3, n % 3);  // 0, 1, 2: stays, forth, back
      if ((along.array() > 0 && length.array() == 0).any()) continue;
      visit(n, Vec3(along.unaryExpr([](double a) { return a == 2 ? -1.0 : a; }).cwiseProduct(length)));
    }
  }
  Vec3 shortest(const Vec3& way) const { return any() ? Vec3(way + shift(way)) : way; }
};

}  // namespace talus
