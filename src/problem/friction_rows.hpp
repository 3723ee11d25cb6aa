#pragma once
// Friction rows of one contact whose law has a tangential basis (laws.hpp).

#include <cstdint>

#include "base/types.hpp"

namespace talus::problem {

// How a contact changes between sticking and sliding, as it is remembered.
enum Mode : std::int32_t {
  kSlid = 1,      // in the last step
  kChanged = 2,   // between sticking and sliding, or it slid to the other side
  kChatters = 4,  // it changed in two steps one after the other
};

struct FrictionRows {
  Mat3 frame = Mat3::Identity();  // n, t1, t2
  bool slides = false;            // regularised: the kinetic model
  double speed = 0;               // |v_T| as known at the start of the step, m/s
  double bound = 0;               // mu g_n, N s
  double compliance[2] = {0, 0};  // C, m/s a N s
  double rest[2] = {0, 0};        // N s
  double bias[2] = {0, 0};        // m/s
  std::int32_t mode = 0;          // bits of Mode

  // While it sticks the rest is the last friction, whatever the bound. While it slides friction is dry: -bound.
  void set_bound(double to) {
    bound = to;
    if (!slides) return;
    rest[0] = -to;
    compliance[1] = to > 0 ? speed / to : 0;
  }
};

}  // namespace talus::problem
