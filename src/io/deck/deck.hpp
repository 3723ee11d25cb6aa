#pragma once
// A deck that has been read, checked and is ready to be asked. Which keys there are: base/key.hpp.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "comm/comm.hpp"
#include "io/deck/keys.hpp"
#include "io/deck/tree.hpp"

namespace talus::io {

class Deck : public Values {
 public:
  // *Collective.* The table must outlive the deck. The sets are those of the command line, "contact.mu=0.3" each. Both
  // throw InputError, one line, on the first fault: file:line:column, or the --set, then the key and what was expected.
  static Deck read(const comm::Comm& comm, const KeyTable& table, const std::filesystem::path& file,
                   const std::vector<std::string>& sets = {});
  // *Not collective.* A deck from a text, which includes no others; files that it names are relative to the working
  // folder.
  static Deck parse(const KeyTable& table, const std::string& text, const std::string& name,
                    const std::vector<std::string>& sets = {});

  // *Not collective.* The deck that a checkpoint holds. Values that have no effect, which older versions took, are
  // accepted from it, but not from the sets.
  static Deck stored(const KeyTable& table, const std::string& text, const std::string& name,
                     const std::vector<std::string>& sets = {});

  const KeyTable& table() const { return *table_; }

  const std::string& scenario() const { return scenario_; }

  bool uses(const std::string& path) const override;
  keys::Value value(const std::string& path) const override;
  int size(const std::string& list_path) const override;
  InputError fault(const std::string& path, const std::string& why) const override;
  void reject_in_vain(const std::string& path, const std::string& why) const override;

  // Whether the value came with the deck or a --set, rather than by default. A resolved deck gives every key.
  bool given(const std::string& path) const;

  // The value that a key has where the deck does not give it. Not for required keys and lists.
  keys::Value preset(const Key& key) const;

  // YAML of every key in use with its value, in the order of the table, and of the variables; expressions stand with
  // their values as comments. Parsing it gives the same values.
  std::string resolved() const;

 private:
  Deck(const KeyTable& table, Source source, Node root, Node variables, bool stored);
  static Deck made(const KeyTable& table, Source source, const std::vector<std::string>& texts, bool stored = false);

  // Where a path leads in the deck.
  struct Found {
    const Key* key = nullptr;
    const Node* node = nullptr;  // null if the deck does not give it
    Place place;                 // of the node, or of the innermost group that is given
    bool is_used = false;
  };
  const Found& follow(const std::string& path) const;
  // An entry of a list. The last one is kept: its keys are asked for one after the other.
  struct Entry {
    const Deck* of = nullptr;  // whose tree the node is in
    std::string path, pattern;
    const Node* node = nullptr;
  };
  const Entry& entry_at(std::string_view path) const;

  const KeyTable* table_;
  Source source_;
  Node root_, variables_;
  std::string scenario_;
  bool stored_;
  mutable Entry last_;
  // The path that was followed last: whether it is used and its value are asked for one after the other.
  mutable struct Followed {
    const Deck* of = nullptr;
    std::string path;
    Found found;
  } followed_;
};

}  // namespace talus::io
