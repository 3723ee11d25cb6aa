#include "observe/frames.hpp"

#include <array>
#include <vector>

namespace talus::observe {
namespace {

using bodies::Field;

constexpr auto kF = bodies::FieldType::float64;
constexpr auto kI = bodies::FieldType::int32;
constexpr auto kL = bodies::FieldType::int64;

const std::array<Field, 14> kBodies{{
    {"position", "m", kF, 3, offsetof(BodyFrame, position), "centre of mass, world"},
    {"id", "1", kL, 1, offsetof(BodyFrame, id), "global identity, kept for life"},
    {"radius", "m", kF, 1, offsetof(BodyFrame, radius), "of the sphere, or about the centre"},
    {"orientation", "1", kF, 4, offsetof(BodyFrame, orientation), "unit quaternion x, y, z, w, body to world"},
    {"velocity", "m/s", kF, 3, offsetof(BodyFrame, velocity), "of the centre of mass, world"},
    {"angular_velocity", "rad/s", kF, 3, offsetof(BodyFrame, angular_velocity), "world axes"},
    {"contacts", "1", kI, 1, offsetof(BodyFrame, contacts), "contacts that carry a normal force"},
    {"normal_load", "N", kF, 1, offsetof(BodyFrame, normal_load), "sum of the normal forces of the contacts"},
    {"rank", "1", kI, 1, offsetof(BodyFrame, rank), "rank that owned the body"},
    {"material", "1", kI, 1, offsetof(BodyFrame, material), "index of the material"},
    {"shape", "1", kI, 1, offsetof(BodyFrame, shape), "index into /talus/shapes"},
    {"mass", "kg", kF, 1, offsetof(BodyFrame, mass), "0 in older files", true},
    {"state", "1", kL, 1, offsetof(BodyFrame, state), "0 dynamic, 1 fixed, 2 driven", true},
    {"dissipated_power", "W", kF, 1, offsetof(BodyFrame, dissipated_power),
     "energy lost at its contacts, each of which counts for both bodies, mean over the step; 0 in older files", true},
}};

// The identity of a contact stands behind its place, as do all others before the rank.
std::vector<Field> contact_fields() {
  std::vector<Field> fields;
  std::size_t offset = offsetof(ContactFrame, values);
  for (const ContactOutput& output : kContactOutputs) {
    fields.push_back({output.name, output.unit, kF, output.components(), offset, output.help, output.later});
    offset += bodies::field_bytes(fields.back());
    if (fields.size() > 1) continue;
    fields.push_back({"id_a", "1", kL, 1, offsetof(ContactFrame, id_a), "body or wall of the lower id"});
    fields.push_back({"id_b", "1", kL, 1, offsetof(ContactFrame, id_b), "body of the higher id"});
    fields.push_back({"feature", "1", kI, 1, offsetof(ContactFrame, feature), "which contact of the pair"});
  }
  fields.push_back({"rank", "1", kI, 1, offsetof(ContactFrame, rank), "rank that held the contact"});
  return fields;
}

const std::array<Field, 11> kJoints{{
    {"point", "m", kF, 3, offsetof(JointFrame, point), "of the joint, world; moments are about it"},
    {"joint", "1", kI, 1, offsetof(JointFrame, joint),
     "place in the deck's joints, from 0 (of scenarios without: among theirs); -1: a drive"},
    {"drive", "1", kI, 1, offsetof(JointFrame, drive), "place in the deck's drives, from 0; -1: a joint"},
    {"id_a", "1", kL, 1, offsetof(JointFrame, id_a), "the deck's a"},
    {"id_b", "1", kL, 1, offsetof(JointFrame, id_b), "the deck's b"},
    {"force", "N", kF, 3, offsetof(JointFrame, force), "on b, world; a bears the opposite"},
    {"moment", "N m", kF, 3, offsetof(JointFrame, moment), "on b about the point, world"},
    {"local_force", "N", kF, 3, offsetof(JointFrame, local_force), "on b in the axes of the joint, z its axis"},
    {"local_moment", "N m", kF, 3, offsetof(JointFrame, local_moment), "on b in the axes of the joint"},
    {"unique", "1", kI, 1, offsetof(JointFrame, unique),
     "0: rigid joints are more than the motion needs, other forces would do as well; -1: too many joints to tell"},
    {"rank", "1", kI, 1, offsetof(JointFrame, rank), "rank that held the joint"},
}};

const std::array<Field, 11> kMaps{{
    {"centre", "m", kF, 3, offsetof(MapFrame, centre), "of the cell, world"},
    {"cell", "1", kL, 1, offsetof(MapFrame, cell), "over all mapped walls, in their order"},
    {"wall", "1", kL, 1, offsetof(MapFrame, wall), "id of the wall"},
    {"corners", "m", kF, 9, offsetof(MapFrame, corners), "x, y, z of each corner, world"},
    {"area", "m^2", kF, 1, offsetof(MapFrame, area), "of the cell"},
    {"force", "N", kF, 3, offsetof(MapFrame, force), "on the wall, world, mean since the frame before"},
    {"pressure", "Pa", kF, 1, offsetof(MapFrame, pressure), "sum of the normal forces over the area, mean"},
    {"shear", "Pa", kF, 1, offsetof(MapFrame, shear), "sum of the magnitudes of friction over the area, mean"},
    {"contacts", "1", kF, 1, offsetof(MapFrame, contacts), "that carry a normal force, mean number"},
    {"sliding_work", "J", kF, 1, offsetof(MapFrame, sliding_work), "lost in sliding since the frame before"},
    {"wear", "m", kF, 1, offsetof(MapFrame, wear), "depth by Archard since time 0"},
}};

}  // namespace

const FrameTable& body_frames() {
  static const FrameTable table = frame_table<BodyFrame>("trajectory", kBodies);
  return table;
}
const FrameTable& contact_frames() {
  static const std::vector<Field> fields = contact_fields();
  static const FrameTable table = frame_table<ContactFrame>("contacts", fields);
  return table;
}
const FrameTable& joint_frames() {
  static const FrameTable table = frame_table<JointFrame>("joints", kJoints);
  return table;
}

const FrameTable& map_frames() {
  static const FrameTable table = [] {
    auto maps = frame_table<MapFrame>("maps", kMaps);
    maps.corners = &kMaps[3];
    return maps;
  }();
  return table;
}

}  // namespace talus::observe
