#pragma once
// Deck keys, declared beside the options that they fill. An options struct has a function `static const Keys<T>&
// keys()` that names each key once, with the member that takes its value; the member's initialiser is the default:
//
//   struct Drum { double radius = 0.3; static const Keys<Drum>& keys(); };
//   key("drum.radius", &Drum::radius, in("m"), above(0), "Radius of the circle through the edges of the flat sides.");
//
// The executable adds all of them to one table; the room io reads decks by it. A member of type vector of structs that
// have keys is a list of entries.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/types.hpp"

namespace talus {

namespace keys {

enum class Kind { number, integer, flag, text, choice, vector3, rows, list };

// What a restart does with a changed value.
enum class Restart {
  may_change,  // it takes effect
  state,       // it describes the state that the checkpoint holds: a change has no effect
};

// Values that a number, an integer or each component of a vector or of rows may take; for a text, its length in bytes.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;
  bool high_open = false;

  bool holds(double value) const;
};
constexpr Range at_least(double low) { return {.low = low}; }
constexpr Range above(double low) { return {.low = low, .low_open = true}; }
constexpr Range within(double low, double high) { return {.low = low, .high = high}; }
constexpr Range within_open(double low, double high) { return {.low = low, .high = high, .high_open = true}; }
inline constexpr Range not_empty = {.low = 1};
inline constexpr double kMaxSteps = 1e9;   // counts of steps and sweeps fit in an int
inline constexpr double kMaxCount = 1e12;  // counts of bodies stay exact in a double

// A key that is in use only where another key of the same list entry has one of these values.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;

  bool holds(std::string_view value) const;
};

}  // namespace keys

// All texts live as long as the program.
struct Key {
  std::string_view path;  // groups by dots, the entries of a list as walls[].position
  keys::Kind kind = keys::Kind::number;
  std::string_view unit = "";     // SI; "" for none
  std::string_view preset = "";   // default as YAML text; "" for none
  std::string_view same_as = "";  // the key outside of lists whose value is the default
  keys::Range range = {};
  int columns = 0;  // numbers of each row
  std::vector<std::string_view> choices = {};
  std::vector<std::string_view> scenarios = {};  // that use the key; empty for all
  keys::Condition only_with = {};
  keys::Restart restart = keys::Restart::may_change;
  std::string_view help = "";  // one line, plain ASCII

  // Must be given wherever the key is in use.
  bool required() const { return preset.empty() && same_as.empty() && kind != keys::Kind::list; }
  bool used_by(std::string_view scenario) const;
};

// "contact" of contact.mu, "walls[]" of walls[].mu, "" of scenario.
std::string_view parent_of(std::string_view pattern);

// "mu" of contact.mu.
std::string_view leaf_of(std::string_view pattern);

// The list entry that the key belongs to, "walls[]" of walls[].mu; "" outside of lists.
std::string_view entry_of(std::string_view pattern);

// A deck's values, checked by the table; asked by path, as walls[2].mass. Asking for a key that is not in use, or of
// another kind, is an internal error.
class Values {
 public:
  virtual ~Values() = default;
  virtual bool uses(const std::string& path) const = 0;  // by the deck's scenario and the list entry
  virtual double number(const std::string& path) const = 0;
  virtual std::int64_t integer(const std::string& path) const = 0;
  virtual bool flag(const std::string& path) const = 0;
  virtual std::string text(const std::string& path) const = 0;  // of a text or a choice
  virtual Vec3 vector3(const std::string& path) const = 0;
  virtual std::vector<std::vector<double>> rows(const std::string& path) const = 0;
  virtual int size(const std::string& list_path) const = 0;  // entries of a list
  // One line with the place in the deck, the key and what was expected.
  virtual InputError fault(const std::string& path, const std::string& why) const = 0;
  [[noreturn]] void reject(const std::string& path, const std::string& why) const { throw fault(path, why); }
};

namespace keys {

// What a declaration may say of a key, in any order; the help comes as plain text.
struct In {
  std::string_view unit;
};
inline In in(std::string_view unit) { return {unit}; }
struct As {
  std::string_view path;
};
As as(std::string path);  // by default the value of this key
struct Columns {
  int count;
};
inline Columns columns(int count) { return {count}; }
struct Words {  // choices of a text
  std::vector<std::string_view> words;
};
inline Words one_of(std::vector<std::string_view> words) { return {std::move(words)}; }
template <class E>
using Names = std::vector<std::pair<std::string_view, E>>;  // choices of an enumeration
template <class E>
std::string_view name_of(const Names<E>& names, E value) {
  return std::ranges::find(names, value, &Names<E>::value_type::second)->first;
}
// InputError on an unknown name.
template <class E>
E value_of(const Names<E>& names, std::string_view name, std::string_view what) {
  const auto at = std::ranges::find(names, name, &Names<E>::value_type::first);
  if (at == names.end()) throw InputError(fmt::format("{}: is not a {}", name, what));
  return at->second;
}
inline Condition where(std::string_view key, std::vector<std::string_view> values) { return {key, std::move(values)}; }
struct Preset {
  std::string_view text;
};
inline Preset preset(std::string_view text) { return {text}; }  // where decks have another default than the member
struct Scenarios {
  std::vector<std::string_view> names;
};
inline Scenarios only_for(std::vector<std::string_view> scenarios) { return {std::move(scenarios)}; }
struct Required {};
inline constexpr Required required;

inline void take(Key& key, In unit) { key.unit = unit.unit; }
inline void take(Key& key, As other) { key.same_as = other.path; }
inline void take(Key& key, Columns columns) { key.columns = columns.count; }
inline void take(Key& key, const Range& range) { key.range = range; }
inline void take(Key& key, const Condition& condition) { key.only_with = condition; }
inline void take(Key& key, Restart restart) { key.restart = restart; }
inline void take(Key& key, Preset preset) { key.preset = preset.text; }
inline void take(Key& key, const Scenarios& scenarios) { key.scenarios = scenarios.names; }
inline void take(Key&, Required) {}
inline void take(Key& key, const char* help) { key.help = help; }
inline void take(Key& key, const Words& words) { key.choices = words.words; }
template <class E>
void take(Key& key, const Names<E>& names) {
  for (const auto& [name, value] : names) key.choices.push_back(name);
}

std::string_view kept(std::string text);  // for the life of the program

Kind kind_of(const double&);
Kind kind_of(const int&);
Kind kind_of(const std::int64_t&);
Kind kind_of(const bool&);
Kind kind_of(const std::string&);
Kind kind_of(const Vec3&);
Kind kind_of(const std::vector<std::vector<double>>&);

std::string yaml_of(double value);
std::string yaml_of(int value);
std::string yaml_of(std::int64_t value);
std::string yaml_of(bool value);
std::string yaml_of(const std::string& value);
std::string yaml_of(const Vec3& value);
std::string yaml_of(const std::vector<std::vector<double>>& value);

inline void fill(double& to, const Values& values, const std::string& path) { to = values.number(path); }
inline void fill(int& to, const Values& values, const std::string& path) {
  to = static_cast<int>(values.integer(path));
}
inline void fill(std::int64_t& to, const Values& values, const std::string& path) { to = values.integer(path); }
inline void fill(bool& to, const Values& values, const std::string& path) { to = values.flag(path); }
inline void fill(std::string& to, const Values& values, const std::string& path) { to = values.text(path); }
inline void fill(Vec3& to, const Values& values, const std::string& path) { to = values.vector3(path); }
inline void fill(std::vector<std::vector<double>>& to, const Values& values, const std::string& path) {
  to = values.rows(path);
}

template <class V>
concept ListOfEntries = requires {
  V::value_type::keys();
};

}  // namespace keys

template <class T>
class Keys {
 public:
  explicit Keys(keys::Restart restart, std::vector<std::string_view> scenarios = {})
      : restart_(restart), scenarios_(std::move(scenarios)) {}

  // The member, a pointer to a member or a function from T& to a reference into it, takes the value.
  template <class Member, class... More>
  void operator()(std::string path, Member member, const More&... more) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Member, T&>>;
    Key key{.path = keys::kept(path), .scenarios = scenarios_, .restart = restart_};
    (keys::take(key, more), ...);
    constexpr bool must = (std::is_same_v<More, keys::Required> || ...);
    T initial{};
    const auto& value = std::invoke(member, initial);
    Fill fill;
    if constexpr (keys::ListOfEntries<Value>) {
      key.kind = keys::Kind::list;
      fill = [member](T& to, const Values& values, const std::string& at) {
        for (int n = 0; n < values.size(at); ++n)
          std::invoke(member, to).push_back(Value::value_type::keys().read(values, fmt::format("{}[{}]", at, n)));
      };
    } else if constexpr (std::is_enum_v<Value>) {
      const auto& names = names_in<Value>(more...);
      key.kind = keys::Kind::choice;
      for (const auto& [name, one] : names)
        if (one == value && !must && key.preset.empty()) key.preset = name;
      fill = [member, names](T& to, const Values& values, const std::string& at) {
        const std::string chosen = values.text(at);
        for (const auto& [name, one] : names)
          if (name == chosen) std::invoke(member, to) = one;
      };
    } else {
      key.kind = key.choices.empty() ? keys::kind_of(value) : keys::Kind::choice;
      if (!must && key.same_as.empty() && key.preset.empty()) key.preset = keys::kept(keys::yaml_of(value));
      fill = [member](T& to, const Values& values, const std::string& at) {
        keys::fill(std::invoke(member, to), values, at);
      };
    }
    fields_.push_back({key.path, std::move(fill)});
    table_.push_back(std::move(key));
    if constexpr (keys::ListOfEntries<Value>) {
      const auto& entries = Value::value_type::keys().table();
      table_.insert(table_.end(), entries.begin(), entries.end());
    }
  }

  // Those of lists followed by those of their entries.
  const std::vector<Key>& table() const { return table_; }

  // The values of the keys that are in use; the others keep their defaults. `at` is the list entry that is read, as
  // walls[2]; a member `entry` of T takes it.
  T read(const Values& values, const std::string& at = "") const {
    T to{};
    if constexpr (requires { to.entry; }) to.entry = at;
    for (const auto& field : fields_) {
      const std::string path = fmt::format("{}{}", at, field.path.substr(at.empty() ? 0 : entry_of(field.path).size()));
      if (values.uses(path)) field.fill(to, values, path);
    }
    return to;
  }

 private:
  using Fill = std::function<void(T&, const Values&, const std::string& path)>;
  struct Field {
    std::string_view path;
    Fill fill;
  };
  template <class E, class First, class... More>
  static const auto& names_in(const First& first, const More&... more) {
    if constexpr (std::is_same_v<First, keys::Names<E>>)
      return first;
    else
      return names_in<E>(more...);
  }

  keys::Restart restart_;
  std::vector<std::string_view> scenarios_;
  std::vector<Key> table_;
  std::vector<Field> fields_;
};

// The options of a deck, read once at the start.
template <class T>
T read(const Values& values) {
  return T::keys().read(values);
}

// All keys in the order of the reference page and of resolved decks, and what no key can tell alone: a struct's
// function `check`, which compares values with each other in decks whose scenario uses its keys. Checks run when a deck
// is read, before anything is written.
class KeyTable {
 public:
  void add(Key key);
  // The keys of T, behind the key of this path or at the end.
  template <class T>
  void add(std::string_view behind = "") {
    add(T::keys().table(), behind);
    if constexpr (requires(const Values& values) { T::check(values); })
      checks_.emplace_back(T::keys().table().front().path, T::check);
  }

  std::span<const Key> keys() const { return keys_; }
  void run_checks(const Values& values) const;

  // The key of this path, list entries written as walls[]; null if there is none.
  const Key* find(std::string_view pattern) const;

  // Whether keys of the table lie below this path: time, contact; also walls[], an entry of a list.
  bool is_group(std::string_view pattern) const;

 private:
  void add(const std::vector<Key>& keys, std::string_view behind);
  std::vector<Key> keys_;
  std::vector<std::pair<std::string, void (*)(const Values&)>> checks_;  // by the first key of their struct
};

}  // namespace talus
