#pragma once
// The outputs of the stream `contacts` for each contact that carries a normal force, one row per output.

#include <array>
#include <variant>

#include "observe/contact_seen.hpp"

namespace talus::observe {

struct LoadedContact {
  const ContactSeen& seen;
  Vec3 force, torque;       // on B, mean over the step, N, N m
  double normal, spinning;  // their parts along the normal

  explicit LoadedContact(const ContactSeen& contact) : seen(contact) {
    const double per_step = 1 / contact.view.problem.step;
    const auto impulse = contact.impulse();
    force = per_step * impulse.force, torque = per_step * impulse.torque;
    normal = force.dot(contact.contact.normal), spinning = torque.dot(contact.contact.normal);
  }
  const collide::Contact& contact() const { return seen.contact; }
};

struct ContactOutput {
  const char* name;
  const char* unit;
  std::variant<double (*)(const LoadedContact&), Vec3 (*)(const LoadedContact&)> value;
  const char* help;
  bool later = false;  // came after version 1 of the files: 0 in a file without it

  constexpr int components() const { return value.index() == 0 ? 1 : 3; }
};

// To add an output: one row at the end, marked `later`. The first is the place of the contact in space.
inline constexpr auto kContactOutputs = std::to_array<ContactOutput>({
    {"point", "m", [](const LoadedContact& c) -> Vec3 { return c.contact().point; },
     "middle of the two witness points, world"},
    {"normal", "1", [](const LoadedContact& c) -> Vec3 { return c.contact().normal; }, "from A to B, world"},
    {"gap", "m", [](const LoadedContact& c) { return c.contact().gap; },
     "distance when the contact was found, < 0: overlap"},
    {"normal_force", "N", [](const LoadedContact& c) { return c.normal; },
     "on B along the normal; not unique where rigid contacts are more than the motion needs"},
    {"friction", "N", [](const LoadedContact& c) -> Vec3 { return c.force - c.normal * c.contact().normal; },
     "force on B across the normal, world"},
    {"rolling", "N m", [](const LoadedContact& c) -> Vec3 { return c.torque - c.spinning * c.contact().normal; },
     "torque on B across the normal, world"},
    {"spinning", "N m", [](const LoadedContact& c) { return c.spinning; }, "torque on B about the normal"},
    {"slip_speed", "m/s", [](const LoadedContact& c) { return c.seen.loss().slip_speed; },
     "relative speed across the normal at the end of the step; 0 in older files", true},
    {"dissipated_power", "W", [](const LoadedContact& c) { return c.seen.loss().all / c.seen.view.problem.step; },
     "energy lost in sliding, rolling, spinning and impact, mean over the step; 0 in older files", true},
});

inline constexpr std::size_t kContactValues = [] {
  int count = 0;
  for (const ContactOutput& output : kContactOutputs) count += output.components();
  return static_cast<std::size_t>(count);
}();

// *Not collective.*
inline std::array<double, kContactValues> values_of(const LoadedContact& contact) {
  std::array<double, kContactValues> values;
  double* to = values.data();
  for (const ContactOutput& output : kContactOutputs) {
    if (const auto* scalar = std::get_if<0>(&output.value)) {
      *to++ = (*scalar)(contact);
    } else {
      Vec3::Map(to) = std::get<1>(output.value)(contact);
      to += 3;
    }
  }
  return values;
}

}  // namespace talus::observe
