#pragma once
// The loads of a deck, and courses over time, which drives have too.

#include <string>
#include <vector>

#include "base/key.hpp"
#include "bodies/world.hpp"

namespace talus::scene {

struct CourseEntry {
  bodies::Course::Kind course = bodies::Course::Kind::constant;
  double start = 0, end = 0;               // s; end 0: never
  double frequency = 1, phase = 0;         // 1/s, rad
  std::vector<std::vector<double>> table;  // s, factor
};

struct LoadEntry : CourseEntry {
  std::string entry, kind, body;
  Vec3 amount = Vec3::Zero();  // N, N m, m/s^2, m/s, rad/s
  std::string axes = "world";
  Vec3 point = Vec3::Zero();                      // m
  double linear = 0, quadratic = 0, angular = 0;  // N s/m, N s^2/m^2, N m s
  Vec3 wind = Vec3::Zero();                       // m/s

  static void keys(Keys<LoadEntry>& key);
};

struct Setup;

bodies::Course course_of(const CourseEntry& entry);

// InputError on a course of a list entry that leads nowhere.
void check_course(const Values& deck, const auto& given) {
  if (given.course == bodies::Course::Kind::table) {
    if (given.table.empty()) deck.reject(given, "table", "expected at least one row of time and factor");
    for (std::size_t row = 1; row < given.table.size(); ++row) {
      if (given.table[row][0] <= given.table[row - 1][0])
        deck.reject(given, "table", fmt::format("the time of row {} is not after the one before", row));
    }
  } else if (given.end > 0 && given.end <= given.start) {
    deck.reject(given, "end", "expected 0, or a time after the start");
  }
}

// Gravity, as loads where it rotates, and the deck's loads. The walls are there.
void add_loads(bodies::World& world, const Values& deck, const Setup& setup);
// Adds the deck's loads on the packing of this name; `targets` are the ids of its bodies.
void add_loads_on_packing(bodies::World& world, const Values& deck, const Setup& setup, const std::string& packing,
                          const bodies::Targets& targets);

// The keys of a course, of entries of these kinds.
template <class T>
void add_course_keys(Keys<T>& key, const std::string& group, const auto& kinds) {
  using namespace keys;
  using Kind = bodies::Course::Kind;
  const auto smooth = where("course", {"constant", "ramp", "sine"}), sine = where("course", {"sine"});
  key(group + ".course", &T::course,
      Names<Kind>{{"constant", Kind::constant}, {"ramp", Kind::ramp}, {"sine", Kind::sine}, {"table", Kind::table}},
      kinds, Restart::may_change,
      "Factor over time. constant = 1; ramp = from 0 at start to 1 at end, then 1; sine = sin(2 pi frequency (t - "
      "start) + phase); table = as listed in table.");
  key(group + ".start", &T::start, in("s"), at_least(0), smooth, Restart::may_change, "Time at which it begins.");
  key(group + ".end", &T::end, in("s"), at_least(0), smooth, Restart::may_change,
      "Time at which it ends, or at which a ramp reaches 1; 0 = it never ends, and a ramp is 1 at once.");
  key(group + ".frequency", &T::frequency, in("1/s"), above(0), sine, Restart::may_change, "Frequency of the sine.");
  key(group + ".phase", &T::phase, in("rad"), sine, Restart::may_change, "Phase of the sine at its start.");
  key(group + ".table", &T::table, columns(2), where("course", {"table"}), Restart::may_change,
      "Rows of a time in s and a factor, with straight lines between them; the first and the last factor hold before "
      "and after.");
}

}  // namespace talus::scene
