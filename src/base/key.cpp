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

void KeyTable::add(Key key) { keys_.push_back(std::move(key)); }

void KeyTable::add(const std::vector<Key>& keys, std::string_view behind) {
  const auto place = behind.empty() ? keys_.end() : std::ranges::find(keys_, behind, &Key::path) + 1;
  keys_.insert(place, keys.begin(), keys.end());
}

void KeyTable::run_checks(const Values& values) const {
  for (const auto& [key, check] : checks_)
    if (values.uses(key)) check(values);
}

const Key* KeyTable::find(std::string_view pattern) const {
  const auto key = std::ranges::find(keys_, pattern, &Key::path);
  return key == keys_.end() ? nullptr : &*key;
}

bool KeyTable::is_group(std::string_view pattern) const {
  return std::ranges::any_of(keys_, [&](const Key& k) {
    return k.path.size() > pattern.size() && k.path.starts_with(pattern) && k.path[pattern.size()] == '.';
  });
}

}  // namespace talus
