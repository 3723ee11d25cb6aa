#include "bodies/fields.hpp"

#include <array>

#include "bodies/flow.hpp"
#include "bodies/joint.hpp"

namespace talus::bodies {
namespace {

// Quat is stored by Eigen as (x, y, z, w).
static_assert(sizeof(Quat) == 4 * sizeof(double) && sizeof(Vec3) == 3 * sizeof(double));

constexpr auto kF = FieldType::float64;
constexpr auto kI = FieldType::int32;
constexpr auto kL = FieldType::int64;

const std::array<Field, 12> kBody{{
    {"id", "1", kL, 1, offsetof(Body, id), "global identity, kept for life"},
    {"position", "m", kF, 3, offsetof(Body, position), "centre of mass, world"},
    {"orientation", "1", kF, 4, offsetof(Body, orientation), "unit quaternion x, y, z, w, body to world"},
    {"velocity", "m/s", kF, 3, offsetof(Body, velocity), "of the centre of mass, world"},
    {"angular_velocity", "rad/s", kF, 3, offsetof(Body, angular_velocity), "world axes"},
    {"mass", "kg", kF, 1, offsetof(Body, mass), ""},
    {"inertia", "kg m^2", kF, 3, offsetof(Body, inertia), "principal moments, about the axes of the body frame"},
    {"radius", "m", kF, 1, offsetof(Body, radius), "of the sphere, or about the centre"},
    {"shape", "1", kI, 1, offsetof(Body, shape), "index of the shape"},
    {"material", "1", kI, 1, offsetof(Body, material), "index of the material"},
    {"state", "1", kI, 1, offsetof(Body, state), "0 dynamic, 1 fixed, 2 driven"},
    {"locked", "1", kI, 1, offsetof(Body, locked),
     "bits: axes of its frame along which, and about which, it does not move"},
}};

const std::array<Field, 6> kRemembered{{
    {"partner", "1", kL, 1, offsetof(RememberedImpulse, partner), "id of the other body"},
    {"feature", "1", kI, 1, offsetof(RememberedImpulse, feature), "which contact of the pair"},
    {"mode", "1", kI, 1, offsetof(RememberedImpulse, mode), "bits: it slid, it changed, it changed twice", true},
    {"force", "N s", kF, 3, offsetof(RememberedImpulse, force), "impulse on the body of the higher id, world"},
    {"torque", "N m s", kF, 3, offsetof(RememberedImpulse, torque), "angular impulse on the same body, world"},
    {"normal", "1", kF, 3, offsetof(RememberedImpulse, normal), "from the body of the lower id, world; 0 for joints",
     true},
}};

// "0 axes, 1 edge, ...", as files number them.
const char* joint_kinds() {
  static const std::string text = [] {
    std::string all;
    for (std::int32_t n = 0; name_of(JointKind{n}); ++n)
      all += (n > 0 ? ", " : "") + std::to_string(n) + " " + name_of(JointKind{n});
    return all;
  }();
  return text.c_str();
}

const std::array<Field, 20> kJoint{{
    {"id", "1", kL, 1, offsetof(Joint, id), "global identity"},
    {"a", "1", kL, 1, offsetof(Joint, a), "the body or wall of the lower id"},
    {"b", "1", kL, 1, offsetof(Joint, b), "the body of the higher id"},
    {"point_a", "m", kF, 3, offsetof(Joint, point_a), "in the frame of A"},
    {"point_b", "m", kF, 3, offsetof(Joint, point_b), "in the frame of B"},
    {"frame_a", "1", kF, 4, offsetof(Joint, frame_a), "unit quaternion x, y, z, w, joint to A"},
    {"frame_b", "1", kF, 4, offsetof(Joint, frame_b), "unit quaternion x, y, z, w, joint to B"},
    {"locks", "1", kI, 1, offsetof(Joint, locks), "bits: no motion along, no turn about its axes"},
    {"colour", "1", kI, 1, offsetof(Joint, colour), "joints of one colour share no body, but those of the same two"},
    {"kind", "1", kI, 1, offsetof(Joint, kind), joint_kinds(), true},
    {"drive", "1", kI, 1, offsetof(Joint, drive), "index of the drive, -1 for none", true},
    {"home_a", "1", kF, 4, offsetof(Joint, home_a),
     "of a gear: unit quaternion x, y, z, w, axes at A to the world at the start", true},
    {"home_b", "1", kF, 4, offsetof(Joint, home_b), "the same at B", true},
    {"ways", "1", kF, 2, offsetof(Joint, ways), "weights of shifts of A and B in the coordinate of a gear or screw",
     true},
    {"turns", "m or 1", kF, 2, offsetof(Joint, turns), "weights of turns", true},
    {"reference", "m or rad", kF, 1, offsetof(Joint, reference), "coordinate at which it rests", true},
    {"rate", "1", kF, 1, offsetof(Joint, rate), "part of the deviation that a step takes out", true},
    {"stiffness", "N/m, N m", kF, 2, offsetof(Joint, stiffness), "of shifts and of turns, 0 rigid", true},
    {"damping", "N s/m, N m s", kF, 2, offsetof(Joint, damping), "of shifts and of turns", true},
    {"limit", "N or N m", kF, 1, offsetof(Joint, limit), "largest force or moment of a row, 0 for none", true},
}};

const std::array<Field, 6> kFlow{{
    {"bodies", "1", kL, 1, offsetof(Flow, bodies), "fed, removed, or counted into the region"},
    {"mass", "kg", kF, 1, offsetof(Flow, mass), "of the same"},
    {"due", "1", kL, 1, offsetof(Flow, due), "of a feed: bodies whose time has come"},
    {"due_mass", "kg", kF, 1, offsetof(Flow, due_mass), "of the same, where mass is fed at a rate"},
    {"back", "1", kL, 1, offsetof(Flow, back), "of a counter: bodies that left the region"},
    {"back_mass", "kg", kF, 1, offsetof(Flow, back_mass), "of the same"},
}};

}  // namespace

std::span<const Field> body_fields() { return kBody; }
std::span<const Field> remembered_fields() { return kRemembered; }
std::span<const Field> joint_fields() { return kJoint; }
std::span<const Field> flow_fields() { return kFlow; }

std::size_t field_bytes(const Field& field) {
  return static_cast<std::size_t>(field.components) * (field.type == FieldType::int32 ? 4 : 8);
}

}  // namespace talus::bodies
