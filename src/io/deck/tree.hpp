#pragma once
// The text of a deck as a tree that remembers where everything stood. No meaning yet: keys and kinds come in
// deck_check.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/key.hpp"

namespace talus::io {

// A position in the file, from 1; or, where set >= 0, the --set of this index.
struct Place {
  int line = 1;
  int column = 1;  // in bytes
  int set = -1;
  int file = 0;  // of the source
};

struct Node {
  enum class Kind { nothing, scalar, list, map };
  Kind kind = Kind::nothing;
  bool quoted = false;         // scalar only: a text even if it looks like a number
  std::string text;            // scalar only
  std::string expression;      // scalar only: as given, where the text is its value
  std::string name;            // its key, if it stands in a map
  Place place;                 // of the key, or of the value where there is no key
  Place value_place;           // of a scalar or list; elsewhere the same as place
  std::vector<Node> children;  // of a list or map, in the order of the text

  const Node* find(std::string_view child) const;  // by name; the first of duplicates
  Node* find(std::string_view child);
};

struct SourceFile {
  std::string name;              // for messages
  std::filesystem::path folder;  // that the files which it names are relative to
};

// Where a deck came from: makes the one line that an error prints.
struct Source {
  std::vector<SourceFile> files;  // the deck first, then those that it includes
  std::vector<std::string> sets;  // the --set, each key=value

  std::string where(const Place& place) const;
  [[noreturn]] void fail(const Place& place, const std::string& what) const;
  InputError fault_of_key(const Place& place, std::string_view path, const std::string& what) const;
  [[noreturn]] void fail_key(const Place& place, std::string_view path, const std::string& what) const;
};

// One level of a path: contact, or walls[2].
struct Step {
  std::string name;
  std::optional<std::size_t> index;
};

// The steps of a path such as "walls[2].mu"; empty if it is no path.
std::vector<Step> steps_of(std::string_view path);

// "walls[].mu" of "walls[2].mu".
std::string pattern_of(const std::vector<Step>& steps);

// Bytes of the UTF-8 character at the front of the text; 0 if there is none, or a control character.
std::size_t character_length(std::string_view text);

// For messages: what is not printable escaped, cut to the limit in bytes.
std::string printable(std::string_view text, std::size_t limit = 60);

inline constexpr const char* kVariables = "variables";  // the group of named numbers

// Puts one of the source's --set into the tree, as a key's value or, where no key has its name, a variable's.
void apply_set(const Source& source, const KeyTable& table, int index, Node& root);

// YAML as it stands. The place tells the file, or the --set which the text is the value of.
Node parse_yaml(const Source& source, const std::string& text, const Place& given);

}  // namespace talus::io
