#pragma once
// A deck that has been read, checked and is ready to be asked. Which keys there are: keys.hpp.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "io/deck/keys.hpp"
#include "io/deck/tree.hpp"

namespace talus::io {

class Deck {
 public:
  // The sets are those of the command line, "contact.mu=0.3" each. All three throw InputError, one line, on the first
  // fault: file:line:column, or the --set, then the key and what was expected.
  static Deck read(const std::filesystem::path& file, const std::vector<std::string>& sets = {});
  static Deck parse(const std::string& text, const std::string& name, const std::vector<std::string>& sets = {});
  [[noreturn]] void reject(const std::string& path, const std::string& why) const;  // for checks of the deck's user

  // The value of a key, or its default. Asking for a key that does not exist, is of another kind, or is not used by
  // this scenario or list entry is an internal error.
  double number(const std::string& path) const;
  std::int64_t integer(const std::string& path) const;
  bool flag(const std::string& path) const;
  std::string text(const std::string& path) const;  // of a text or a choice
  Vec3 vector3(const std::string& path) const;
  std::vector<std::vector<double>> rows(const std::string& path) const;
  int size(const std::string& list_path) const;  // entries of a list: size("walls"), then number("walls[2].mu")

  // Whether the value came with the deck or a --set, rather than by default. A resolved deck gives every key.
  bool given(const std::string& path) const;

  // YAML of every key in use with its value, in the order of the table. Parsing it gives the same values.
  std::string resolved() const;

 private:
  Deck(Source source, Node root) : source_(std::move(source)), root_(std::move(root)) {}

  const Node& value(const std::string& path, std::initializer_list<Kind> kinds) const;

  Source source_;
  Node root_;
};

// What no single key can tell: names that must exist, values that must fit each other. Called by read and parse.
void validate(const Deck& deck);

}  // namespace talus::io
