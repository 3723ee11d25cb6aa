#pragma once
// Deck keys, declared next to the options that they fill. An options struct has a function `keys` that names each key
// once, with the member that takes its value; the member's initialiser is the default:
//
//   struct Drum { double radius = 0.3; static void keys(Keys<Drum>& key); };
//   key("drum.radius", &Drum::radius, in("m"), above(0), "Radius of the circle through the edges of the flat sides.");
//
// The executable adds all of them to one table; the room io reads decks by it. A member of type vector of structs that
// have keys is a list of entries.

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "base/keys_fwd.hpp"
#include "base/types.hpp"

namespace talus {

namespace keys {

enum class Kind { number, integer, flag, text, choice, vector3, rows, list };

// How a restart treats a changed value.
enum class Restart {
  may_change,  // it takes effect
  state,       // it describes the state that the checkpoint holds: a change is refused
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

inline constexpr double kAuto = -1;  // what a word in a number's place is read as: where it cannot be a number given

// A key that is in use only where another key of the same list entry has one of these values.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;

  bool holds(std::string_view value) const;
};

// The value that another key needs for a key to have an effect. Its path is that in the table: of the same entry or one
// around it, of any entry of another list, or outside of lists.
struct Need {
  std::string_view key;
  std::vector<std::string_view> values;  // empty: a text that is not empty, a flag that is true,
  double above = 0;                      // a number, length of a vector or list above this
  bool empty = false;                    // instead: an empty list
};
using AnyOf = std::vector<Need>;

}  // namespace keys

// All texts live as long as the program.
struct Key {
  std::string_view path;  // groups by dots, the entries of a list as walls[].position
  keys::Kind kind = keys::Kind::number;
  std::string_view unit = "";     // SI; "" for none
  std::string_view preset = "";   // default as YAML text; "" for none
  std::string_view same_as = "";  // the key outside of lists whose value is the default
  keys::Range range = {};
  int columns = 0;             // numbers of each row
  std::string_view word = "";  // that may stand in a number's place
  std::vector<std::string_view> choices = {};
  std::vector<std::pair<std::string_view, std::string_view>> gone = {};  // former choices, and what came instead
  std::vector<std::string_view> scenarios = {};                          // that use the key; empty for all
  std::string_view not_for = "";                                         // except this one
  keys::Condition only_with = {};
  const Key* selector = nullptr;        // whose value only_with names; the table sets it
  std::vector<keys::AnyOf> needs = {};  // one of each must hold, or another value than the default has no effect
  bool is_file = false;                 // a text that names a file to read
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

namespace keys {

using Rows = std::vector<std::vector<double>>;
using Value = std::variant<double, std::int64_t, bool, std::string, Vec3, Rows>;  // a choice is a text

}  // namespace keys

// A deck's values, checked by the table; asked by path, as walls[2].mass. Asking for a key that is not in use, or of
// another kind, is an internal error.
class Values {
 public:
  virtual ~Values() = default;
  virtual bool uses(const std::string& path) const = 0;  // by the deck's scenario and the list entry
  virtual keys::Value value(const std::string& path) const = 0;
  virtual int size(const std::string& list_path) const = 0;  // entries of a list
  template <class V>
  V get(const std::string& path) const {
    auto found = value(path);
    TALUS_REQUIRE(std::holds_alternative<V>(found), path + " is of another kind");
    return std::get<V>(std::move(found));
  }
  // One line with the place in the deck, the key and what was expected.
  virtual InputError fault(const std::string& path, const std::string& why) const = 0;
  [[noreturn]] void reject(const std::string& path, const std::string& why) const { throw fault(path, why); }
  // The value has no effect: refused, except in a deck that a checkpoint holds and that an older version took.
  virtual void reject_in_vain(const std::string& path, const std::string& why) const { reject(path, why); }
  // The key of this name of a list entry that has been read.
  [[noreturn]] void reject(const auto& read, const std::string& name, const std::string& why) const {
    reject(read.entry + "." + name, why);
  }
};

namespace keys {

std::string_view kept(std::string text);  // for the life of the program

// Attributes that a declaration may give to a key, in any order; also a Range, a Restart, Names; the help comes as
// plain text.
template <auto Member, class V>
struct Said {
  V value;
};
template <auto Member, class V>
Said<Member, V> said(V value) {
  return {std::move(value)};
}
using Words = std::vector<std::string_view>;
inline auto in(std::string_view unit) { return said<&Key::unit>(unit); }
inline auto as(std::string path) {
  return said<&Key::same_as>(kept(std::move(path)));
}  // the default is this key's value
inline auto preset(std::string_view text) { return said<&Key::preset>(text); }  // not the member's initialiser
// The number is kAuto where the word stands.
inline auto or_word(std::string_view word) { return said<&Key::word>(word); }
inline auto columns(int count) { return said<&Key::columns>(count); }
inline auto one_of(Words words) { return said<&Key::choices>(std::move(words)); }
inline auto only_for(Words scenarios) { return said<&Key::scenarios>(std::move(scenarios)); }
inline auto where(std::string_view key, Words values) {
  return said<&Key::only_with>(Condition{key, std::move(values)});
}
inline auto names_file() { return said<&Key::is_file>(true); }
struct Required {};
inline constexpr Required required;
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

// The key has an effect only where this holds, or one of AnyOf.
inline Need needs(std::string path, Words values = {}) { return {kept(std::move(path)), std::move(values)}; }
inline Need needs_above(std::string path, double above) { return {kept(std::move(path)), {}, above}; }
inline Need needs_empty(std::string path) { return {kept(std::move(path)), {}, 0, true}; }

template <auto Member, class V>
void take(Key& key, const Said<Member, V>& said) {
  key.*Member = said.value;
}
inline void take(Key& key, const Range& range) { key.range = range; }
inline void take(Key& key, const Need& need) { key.needs.push_back({need}); }
inline void take(Key& key, const AnyOf& needs) { key.needs.push_back(needs); }
inline void take(Key& key, Restart restart) { key.restart = restart; }
inline void take(Key& key, const char* help) { key.help = help; }
inline void take(Key&, Required) {}
template <class E>
void take(Key& key, const Names<E>& names) {
  for (const auto& [name, value] : names) key.choices.push_back(name);
}

template <class V>
constexpr Kind kind_of() {
  if constexpr (std::is_same_v<V, bool>) return Kind::flag;
  if constexpr (std::is_integral_v<V>) return Kind::integer;
  if constexpr (std::is_same_v<V, double>) return Kind::number;
  if constexpr (std::is_same_v<V, Vec3>) return Kind::vector3;
  return std::is_same_v<V, Rows> ? Kind::rows : Kind::text;
}

template <class V>
std::string yaml_of(const V& value) {
  if constexpr (std::is_same_v<V, std::string>) return value.empty() ? "\"\"" : value;
  if constexpr (std::is_same_v<V, Vec3>) return fmt::format("[{}, {}, {}]", value[0], value[1], value[2]);
  if constexpr (std::is_arithmetic_v<V>) return fmt::format("{}", value);
  return "[]";
}

// The type in which decks hold a member's value.
template <class V>
using Held = std::conditional_t<kind_of<V>() == Kind::integer, std::int64_t, V>;

template <class V>
concept ListOfEntries = requires(Keys<typename V::value_type>& key) {
  V::value_type::keys(key);
};

}  // namespace keys

// The keys of T, as T::keys declares them.
template <class T>
const Keys<T>& keys_of() {
  static const auto all = [] {
    Keys<T> key;
    T::keys(key);
    return key;
  }();
  return all;
}

template <class T>
class Keys {
 public:
  // Attributes that all following keys have in common.
  void all(const auto&... common) { (keys::take(common_, common), ...); }

  // The member, a pointer to a member or a function from T& to a reference into it, takes the value.
  template <class Member, class... More>
  void operator()(std::string path, Member member, const More&... more) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Member, T&>>;
    Key key = common_;
    key.path = keys::kept(path);
    (keys::take(key, more), ...);
    constexpr bool must = (std::is_same_v<More, keys::Required> || ...);
    T initial{};
    const auto& value = std::invoke(member, initial);
    Fill fill;
    if constexpr (keys::ListOfEntries<Value>) {
      key.kind = keys::Kind::list;
      fill = [member](T& to, const Values& values, const std::string& at) {
        for (int n = 0; n < values.size(at); ++n)
          std::invoke(member, to)
              .push_back(keys_of<typename Value::value_type>().read(values, fmt::format("{}[{}]", at, n)));
      };
    } else if constexpr (std::is_enum_v<Value>) {
      const auto& names = std::get<const keys::Names<Value>&>(std::tie(more...));
      key.kind = keys::Kind::choice;
      for (const auto& [name, one] : names)
        if (one == value && !must && key.preset.empty()) key.preset = name;
      fill = [member, names](T& to, const Values& values, const std::string& at) {
        const std::string chosen = values.get<std::string>(at);
        for (const auto& [name, one] : names)
          if (name == chosen) std::invoke(member, to) = one;
      };
    } else {
      key.kind = key.choices.empty() ? keys::kind_of<Value>() : keys::Kind::choice;
      if (!must && key.same_as.empty() && key.preset.empty()) key.preset = keys::kept(keys::yaml_of(value));
      fill = [member](T& to, const Values& values, const std::string& at) {
        std::invoke(member, to) = static_cast<Value>(values.get<keys::Held<Value>>(at));
      };
    }
    fields_.push_back({key.path, std::move(fill)});
    table_.push_back(std::move(key));
    if constexpr (keys::ListOfEntries<Value>) {
      const auto& entries = keys_of<typename Value::value_type>().table();
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
    std::string path = at;
    for (const auto& field : fields_) {
      path.resize(at.size());
      path += field.path.substr(at.empty() ? 0 : entry_of(field.path).size());
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
  Key common_;
  std::vector<Key> table_;
  std::vector<Field> fields_;
};

// The options of a deck, read once at the start.
template <class T>
T read(const Values& values) {
  return keys_of<T>().read(values);
}

// All keys in the order of the reference page and of resolved decks, and what no key can tell alone: a struct's
// function `check`, which compares values with each other in decks whose scenario uses its keys. Checks run when a deck
// is read, before anything is written.
class KeyTable {
 public:
  KeyTable() = default;
  KeyTable(KeyTable&&) = default;
  void add(Key key);
  // The keys of T, behind the key of this path or at the end.
  template <class T>
  void add(std::string_view behind = "") {
    add(keys_of<T>().table(), behind);
    if constexpr (requires(const Values& values) { T::check(values); })
      checks_.emplace_back(keys_of<T>().table().front().path, T::check);
  }

  // The scenario uses none of the keys that are for all, except these.
  void limit(std::string_view scenario, std::span<const std::string_view> used);

  std::span<const Key> keys() const { return keys_; }
  void run_checks(const Values& values) const;

  // The key of this path, list entries written as walls[]; null if there is none.
  const Key* find(std::string_view pattern) const;

  // The keys of the entries of a list, walls[], in the order of the table; of "" those outside of lists.
  std::span<const Key* const> keys_in(std::string_view entry) const;

  // Whether keys of the table lie below this path: time, contact; also walls[], an entry of a list.
  bool is_group(std::string_view pattern) const { return groups_.contains(pattern); }

 private:
  void add(const std::vector<Key>& keys, std::string_view behind);
  void index();
  std::vector<Key> keys_;
  std::unordered_map<std::string_view, const Key*> by_path_;
  std::unordered_map<std::string_view, std::vector<const Key*>> by_entry_;
  std::unordered_set<std::string_view> groups_;
  std::vector<std::pair<std::string, void (*)(const Values&)>> checks_;  // by the first key of their struct
};

}  // namespace talus
