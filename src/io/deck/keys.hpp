#pragma once
// The one table of deck keys: the reader accepts what it says, the reference page prints it, nothing else knows a key's
// kind, unit, default or range.

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace talus::io {

enum class Kind { number, integer, flag, text, choice, vector3, rows, list };

// Values that a number, an integer or each component of a vector or of rows may take; for a text, its length in bytes.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;
  bool high_open = false;

  bool holds(double value) const;
};

// A key that is in use only where another key of the same list entry has one of these values.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;

  bool holds(std::string_view value) const;
};

struct Key {
  std::string_view path;  // groups by dots, the entries of a list as walls[].position
  Kind kind = Kind::number;
  std::string_view unit = "";     // SI; "" for none
  std::string_view preset = "";   // default as YAML text; "" for none
  std::string_view same_as = "";  // the key outside of lists whose value is the default
  Range range = {};
  int columns = 0;  // numbers of each row
  std::vector<std::string_view> choices = {};
  std::vector<std::string_view> scenarios = {};  // that use the key; empty for all
  Condition only_with = {};
  std::string_view help = "";  // one line, plain ASCII

  // Must be given wherever the key is in use.
  bool required() const { return preset.empty() && same_as.empty() && kind != Kind::list; }
  bool used_by(std::string_view scenario) const;
};

std::span<const Key> key_table();

// The key of this path, list entries written as walls[]; null if there is none.
const Key* find_key(std::string_view pattern);

// Whether keys of the table lie below this path: time, contact; also walls[], an entry of a list.
bool is_group(std::string_view pattern);

// "contact" of contact.mu, "walls[]" of walls[].mu, "" of scenario.
std::string_view parent_of(std::string_view pattern);

// "mu" of contact.mu.
std::string_view leaf_of(std::string_view pattern);

// The list entry that the key belongs to, "walls[]" of walls[].mu; "" outside of lists.
std::string_view entry_of(std::string_view pattern);

// "a, b, c" for messages.
std::string listed(const std::vector<std::string_view>& words);

// What a value must be, as error messages say it: "a number in s, > 0".
std::string describe(const Key& key);

// The reference page: every key by group, in the order of the table. Plain text.
std::string key_reference();

}  // namespace talus::io
