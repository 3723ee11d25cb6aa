#include "io/deck/deck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "io/deck/check.hpp"
#include "io/deck/compose.hpp"
#include "io/deck/effects.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

// The default of a key, parsed once for the whole program.
const Node& preset_node(const Key& key) {
  static std::unordered_map<std::string_view, Node> presets;
  const auto [at, is_new] = presets.try_emplace(key.path);
  if (is_new && !key.preset.empty())
    at->second = parse_yaml({.files = {{"key table", {}}}, .sets = {}}, std::string(key.preset), Place{});
  TALUS_REQUIRE(!key.required(), std::string(key.path) + " has no default");
  return at->second;
}

}  // namespace

Deck::Deck(const KeyTable& table, Source source, Node root, Node variables, bool stored)
    : table_(&table), source_(std::move(source)), root_(std::move(root)), variables_(std::move(variables)),
      scenario_(scenario_of(table, root_)), stored_(stored) {}

Deck Deck::read(const comm::Comm& comm, const KeyTable& table, const std::filesystem::path& file,
                const std::vector<std::string>& sets) {
  Source source{.files = {}, .sets = sets};
  const auto texts = read_deck_files(comm, file, source);
  return made(table, std::move(source), texts);
}

Deck Deck::parse(const KeyTable& table, const std::string& text, const std::string& name,
                 const std::vector<std::string>& sets) {
  return made(table, {.files = {{name, {}}}, .sets = sets}, {text});
}

Deck Deck::stored(const KeyTable& table, const std::string& text, const std::string& name,
                  const std::vector<std::string>& sets) {
  return made(table, {.files = {{name, {}}}, .sets = sets}, {text}, true);
}

Deck Deck::made(const KeyTable& table, Source source, const std::vector<std::string>& texts, bool stored) {
  Node root = composed(source, table, texts);
  Node variables = evaluate(source, table, root);
  check_tree(source, table, root);
  Deck deck(table, std::move(source), std::move(root), std::move(variables), stored);
  table.run_checks(deck);
  check_effects(deck, deck.root_);
  return deck;
}

const Deck::Entry& Deck::entry_at(std::string_view path) const {
  if (last_.of == this && last_.path == path) return last_;
  const auto steps = steps_of(path);
  const Node* node = &root_;
  for (const Step& step : steps) {
    node = node ? node->find(step.name) : nullptr;
    TALUS_REQUIRE(!step.index || (node && *step.index < node->children.size()), "no such entry: " + std::string(path));
    if (step.index) node = &node->children[*step.index];
  }
  last_ = {this, std::string(path), pattern_of(steps), node};
  return last_;
}

const Deck::Found& Deck::follow(const std::string& path) const {
  if (followed_.of == this && followed_.path == path) return followed_.found;
  const auto bracket = path.rfind("].");
  const bool in_entry = bracket != std::string::npos;
  std::string_view rest = path;
  const Node* entry = &root_;
  Found found;
  if (in_entry) {
    entry = entry_at(rest.substr(0, bracket + 1)).node;
    rest.remove_prefix(bracket + 1);
    found.key = table_->find(last_.pattern + std::string(rest));
    rest.remove_prefix(1);
  } else {
    found.key = table_->find(rest);
  }
  TALUS_REQUIRE(found.key, "no deck key " + path);
  found.node = entry;
  found.place = entry->place;
  found.is_used = io::is_used(scenario_, *found.key, *entry);
  while (found.node && !rest.empty()) {
    const auto end = std::min(rest.find('.'), rest.size());
    found.node = found.node->find(rest.substr(0, end));
    if (found.node) found.place = found.node->place;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  followed_ = {this, path, found};
  return followed_.found;
}

InputError Deck::fault(const std::string& path, const std::string& why) const {
  return source_.fault_of_key(follow(path).place, path, why);
}

void Deck::reject_in_vain(const std::string& path, const std::string& why) const {
  if (!stored_ || follow(path).place.set >= 0) reject(path, why);
}

bool Deck::uses(const std::string& path) const { return follow(path).is_used; }

keys::Value Deck::value(const std::string& path) const {
  const Found found = follow(path);  // a default may be another key's value
  TALUS_REQUIRE(found.is_used, path + " is not used by this deck");
  return found.node ? value_of(*found.key, *found.node) : preset(*found.key);
}

keys::Value Deck::preset(const Key& key) const {
  return key.same_as.empty() ? value_of(key, preset_node(key)) : value(std::string(key.same_as));
}

int Deck::size(const std::string& list_path) const {
  const Found found = follow(list_path);
  TALUS_REQUIRE(found.key->kind == Kind::list, list_path + " is not a list");
  return found.node ? static_cast<int>(found.node->children.size()) : 0;
}

bool Deck::given(const std::string& path) const { return follow(path).node != nullptr; }

}  // namespace talus::io
