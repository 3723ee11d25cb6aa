#pragma once
// The records of a body and of a contact in a frame. Records are written and read by their tables of fields.

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include "base/types.hpp"
#include "bodies/fields.hpp"
#include "observe/contact_outputs.hpp"

namespace talus::observe {

struct BodyFrame {
  GlobalId id = 0;
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
  double radius = 0;
  double normal_load = 0;     // N: the sum of the normal forces of its contacts
  std::int32_t contacts = 0;  // those that carry a normal force
  std::int32_t rank = 0, material = 0, shape = 0;
  double mass = 0;
  std::int64_t state = 0;       // bodies::State
  double dissipated_power = 0;  // W: the sum over its contacts
};

struct ContactFrame {
  GlobalId id_a = 0, id_b = 0;  // id_a < id_b
  std::int32_t feature = 0, rank = 0;
  std::array<double, kContactValues> values{};  // of kContactOutputs, one after the other
};

// A joint or drive of the deck. Forces and moments are those on its body b.
struct JointFrame {
  GlobalId id_a = 0, id_b = 0;
  Vec3 point = Vec3::Zero();
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();              // N, N m, world
  Vec3 local_force = Vec3::Zero(), local_moment = Vec3::Zero();  // in the joint's axes
  std::int32_t joint = -1, drive = -1;                           // its place in the deck's list
  std::int32_t unique = 1, rank = 0;
};

// A cell of a mapped wall; means and sums over the time since the frame before.
struct MapFrame {
  std::int64_t cell = 0;  // over all mapped walls
  GlobalId wall = 0;
  Vec3 centre = Vec3::Zero();
  std::array<double, 9> corners{};  // x, y, z of each, m, world
  double area = 0;                  // m^2
  Vec3 force = Vec3::Zero();        // N, world
  double pressure = 0, shear = 0;   // Pa
  double contacts = 0;
  double sliding_work = 0;  // J
  double wear = 0;          // m, since time 0
};

// Where a record stands in its frame: records are in ascending order of these.
inline auto place(const BodyFrame& b) { return std::tuple(b.id); }
inline auto place(const ContactFrame& c) { return std::tuple(c.id_b, c.id_a, c.feature); }
inline auto place(const MapFrame& m) { return std::tuple(m.cell); }
inline auto place(const JointFrame& j) { return std::tuple(std::max(j.id_a, j.id_b), j.joint, j.drive); }

// A stream of frames: the files it goes to, what a record holds. The first field is the place of the record's point.
struct FrameTable {
  const char* stream;  // trajectory: trajectory.h5, trajectory.1.h5, ... and trajectory.xdmf
  std::span<const bodies::Field> fields;
  std::span<const std::byte> blank;  // a record with the default of every field, as files have it that lack a later one
  const bodies::Field* corners = nullptr;  // nine numbers: records are triangles in space; null: they are points
  std::size_t record_bytes() const { return blank.size(); }
};

template <class Record>
FrameTable frame_table(const char* stream, std::span<const bodies::Field> fields) {
  static const Record blank;
  return {stream, fields, std::as_bytes(std::span(&blank, 1)), nullptr};
}

const FrameTable& body_frames();
const FrameTable& contact_frames();
const FrameTable& joint_frames();
const FrameTable& map_frames();

}  // namespace talus::observe
