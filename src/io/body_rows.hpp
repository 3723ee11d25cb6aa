#pragma once
// Bodies from the files of others, row by row: CSV, and LAMMPS data files of atom style sphere. The content is not
// trusted: InputError with file, line and what was expected.

#include <functional>
#include <string>

#include "base/types.hpp"

namespace talus::io {

struct BodyRow {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();
  Quat orientation = Quat::Identity();
  double radius = 0;     // m
  double mass = 0;       // kg; 0: not said
  double density = 0;    // kg/m^3; 0: not said
  std::string shape;     // a name, or an index from 0; "": not said
  std::string material;  // the same
};
using TakeRow = std::function<void(std::int64_t row, const BodyRow&)>;  // rows from 0 on

// A first line of names, as `talus convert --to csv` writes: position_x, _y, _z or x, y, z; radius; where given
// orientation_x to _w, velocity_*, angular_velocity_*, mass, shape, material; a unit in [] behind a name and other
// columns do not count. With a column `step` the rows of the last one are taken. Returns their number. Not collective.
std::int64_t read_csv_rows(const std::string& path, const TakeRow& take);

// Sections Atoms (id type diameter density x y z) and, where there, Velocities (id vx vy vz wx wy wz), in SI units. The
// material is the type less 1. Velocities of those rows are handed on that `wanted` asks for. Not collective.
std::int64_t read_lammps_rows(const std::string& path, const std::function<bool(std::int64_t row)>& wanted,
                              const TakeRow& take);

}  // namespace talus::io
