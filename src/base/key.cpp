#include "base/key.hpp"

#include <algorithm>
#include <set>

namespace talus {
namespace keys {

bool Range::holds(double value) const {
  return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
}

bool Condition::holds(std::string_view value) const {
  return key.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

std::string_view kept(std::string text) {
  static std::set<std::string> texts;
  return *texts.insert(std::move(text)).first;
}

}  // namespace keys

bool Key::used_by(std::string_view scenario) const {
  if (scenario == not_for) return false;
  return scenarios.empty() || std::find(scenarios.begin(), scenarios.end(), scenario) != scenarios.end();
}

std::string_view parent_of(std::string_view pattern) {
  const auto dot = pattern.rfind('.');
  return dot == std::string_view::npos ? "" : pattern.substr(0, dot);
}

std::string_view leaf_of(std::string_view pattern) {
  return pattern.substr(pattern.rfind('.') + 1);  // npos + 1 is 0
}

std::string_view entry_of(std::string_view pattern) {
  const auto bracket = pattern.rfind("[].");
  return bracket == std::string_view::npos ? "" : pattern.substr(0, bracket + 2);
}

void KeyTable::add(Key key) {
  keys_.push_back(std::move(key));
  index();
}

void KeyTable::add(const std::vector<Key>& keys, std::string_view behind) {
  const auto place = behind.empty() ? keys_.end() : std::ranges::find(keys_, behind, &Key::path) + 1;
  keys_.insert(place, keys.begin(), keys.end());
  index();
}

void KeyTable::index() {
  by_path_.clear(), by_entry_.clear(), groups_.clear();
  for (const Key& key : keys_) {
    by_path_.emplace(key.path, &key);
    by_entry_[entry_of(key.path)].push_back(&key);
    for (auto group = parent_of(key.path); !group.empty(); group = parent_of(group)) groups_.insert(group);
  }
  for (Key& key : keys_) {
    const auto group = parent_of(key.path);
    if (const auto& with = key.only_with.key; !with.empty())
      key.selector = find(group.empty() ? std::string(with) : fmt::format("{}.{}", group, with));
  }
}

void KeyTable::limit(std::string_view scenario, std::span<const std::string_view> used) {
  for (Key& key : keys_)
    if (key.scenarios.empty() && std::ranges::find(used, key.path) == used.end()) key.not_for = scenario;
}

void KeyTable::run_checks(const Values& values) const {
  for (const auto& [key, check] : checks_)
    if (values.uses(key)) check(values);
}

const Key* KeyTable::find(std::string_view pattern) const {
  const auto key = by_path_.find(pattern);
  return key == by_path_.end() ? nullptr : key->second;
}

std::span<const Key* const> KeyTable::keys_in(std::string_view entry) const {
  const auto keys = by_entry_.find(entry);
  return keys == by_entry_.end() ? std::span<const Key* const>() : keys->second;
}

}  // namespace talus
