#pragma once
// Bodies from files, row by row: CSV, and LAMMPS dumps and data files of atom style sphere, our own among them. The
// content is not trusted: InputError with file, line and what was expected.

#include <functional>
#include <string>

#include "base/types.hpp"
#include "bodies/body.hpp"

namespace talus::io {

struct BodyRow {
  GlobalId id = -1;  // -1: not said
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();
  Quat orientation = Quat::Identity();
  double radius = 0;     // m
  double mass = 0;       // kg; 0: not said
  double density = 0;    // kg/m^3; 0: not said
  std::string shape;     // a name, or an index from 0; "": not said
  std::string material;  // the same
  bodies::State state = bodies::State::dynamic;
};
using TakeRow = std::function<void(std::int64_t row, const BodyRow&)>;  // rows from 0 on

// A first line of names, as `talus convert --to csv` writes: position_x, _y, _z or x, y, z; radius; where given
// orientation_x to _w, velocity_*, angular_velocity_*, mass, density, shape, material, state, id; SI units in [] behind
// a name. Columns of frames that describe no body (contacts, rank, ...) do not count, unknown ones are refused. With a
// column `step` the rows of step `frame` are taken, or those of the last one where that is -1. Returns their number.
// Not collective.
std::int64_t read_csv_rows(const std::string& path, std::int64_t frame, const TakeRow& take);

// A LAMMPS dump, as `talus convert --to lammps` writes, in SI units: the columns of the step `frame`, as above.
std::int64_t read_dump_rows(const std::string& path, std::int64_t frame, const TakeRow& take);
bool is_dump(const std::string& path);
// The lengths after which space repeats in that step (bounds `pp`), m; 0 where it does not.
Vec3 dump_period(const std::string& path, std::int64_t frame);

// Sections Atoms (id type diameter density x y z) and, where there, Velocities (id vx vy vz wx wy wz), in SI units. The
// material is the type less 1. Velocities of those rows are handed on that `wanted` asks for. Not collective.
std::int64_t read_lammps_rows(const std::string& path, const std::function<bool(std::int64_t row)>& wanted,
                              const TakeRow& take);

}  // namespace talus::io
