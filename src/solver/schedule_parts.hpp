#pragma once
// Shared by both schedules: the velocity in a body's record and in a message.

#include <array>

#include "solver/schedule.hpp"

namespace talus::solver {

inline constexpr std::array<std::size_t, 6> kVelocityAt{0, 1, 2, 4, 5, 6};  // v and w in a body's record
inline constexpr int kVelocityDoubles = 6;                                  // in a message

inline double* pack_velocity(const double* record, double* out) {
  for (std::size_t c : kVelocityAt) *out++ = record[c];
  return out;
}
inline const double* unpack_velocity(const double* in, double* record) {
  for (std::size_t c : kVelocityAt) record[c] = *in++;
  return in;
}

std::unique_ptr<Schedule> make_blocks(const comm::Comm& comm);
std::unique_ptr<Schedule> make_cubes(const comm::Comm& comm);

}  // namespace talus::solver
