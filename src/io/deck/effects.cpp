#include "io/deck/effects.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus::io {
namespace {

struct IsAbove {
  double limit;
  bool operator()(double x) const { return std::abs(x) > limit; }
  bool operator()(std::int64_t x) const { return (*this)(static_cast<double>(x)); }
  bool operator()(bool x) const { return x; }
  bool operator()(const std::string& x) const { return !x.empty(); }
  bool operator()(const Vec3& x) const { return x.norm() > limit; }
  bool operator()(const keys::Rows& x) const { return !x.empty(); }
};

bool is_as_needed(const Deck& deck, const keys::Need& need, const std::string& path) {
  if (!deck.uses(path)) return false;
  if (deck.table().find(need.key)->kind == Kind::list) return (deck.size(path) > 0) != need.empty;
  const auto value = deck.value(path);
  if (need.values.empty()) return std::visit(IsAbove{need.above}, value);
  const auto* text = std::get_if<std::string>(&value);
  return std::ranges::find(need.values, text ? *text : text_of(*deck.table().find(need.key), value)) !=
         need.values.end();
}

// `rest` is what is left of the needed key's pattern behind `path`. Of a list that the key at `own` stands in, its own
// entry counts.
bool holds(const Deck& deck, const keys::Need& need, const std::string& own, const std::string& path,
           std::string_view rest) {
  const auto bracket = rest.find("[]");
  const std::string list = path + std::string(rest.substr(0, bracket));
  if (bracket == std::string_view::npos) return is_as_needed(deck, need, list);
  rest.remove_prefix(bracket + 2);
  if (own.starts_with(list + "[")) return holds(deck, need, own, own.substr(0, own.find(']', list.size()) + 1), rest);
  for (int n = 0; n < deck.size(list); ++n)
    if (holds(deck, need, own, fmt::format("{}[{}]", list, n), rest)) return true;
  return false;
}

class Checker {
 public:
  explicit Checker(const Deck& deck) : deck_(deck) {}

  void check_group(const Node& group, const std::string& pattern, const std::string& path) const {
    for (const Node& child : group.children) {
      const std::string child_pattern = pattern + child.name, child_path = path + child.name;
      const Key* key = deck_.table().find(child_pattern);
      if (!key) {
        check_group(child, child_pattern + ".", child_path + ".");
        continue;
      }
      check_key(*key, child, child_path);
      if (key->kind != Kind::list) continue;
      for (std::size_t n = 0; n < child.children.size(); ++n)
        check_group(child.children[n], child_pattern + "[].", fmt::format("{}[{}].", child_path, n));
    }
  }

 private:
  void check_key(const Key& key, const Node& node, const std::string& path) const {
    if (key.needs.empty()) return;
    const bool given =
        key.kind == Kind::list ? !node.children.empty() : key.required() || deck_.value(path) != deck_.preset(key);
    const auto met = [&](const keys::Need& need) { return holds(deck_, need, path, "", need.key); };
    const auto any_met = [&](const keys::AnyOf& any) { return std::ranges::any_of(any, met); };
    if (given && !std::ranges::all_of(key.needs, any_met))
      deck_.reject_in_vain(path, fmt::format("has no effect, only where {}", describe_needs(deck_.table(), key)));
  }

  const Deck& deck_;
};

std::string describe_need(const Key& needed, const keys::Need& need, std::string_view name) {
  if (!need.values.empty()) {
    std::string values = listed(need.values);
    return fmt::format("{} is {}", name, values.empty() ? "\"\"" : values);
  }
  if (need.empty) return fmt::format("{} is empty", name);
  switch (needed.kind) {
    case Kind::flag: return fmt::format("{} is true", name);
    case Kind::text:
    case Kind::choice:
    case Kind::rows:
    case Kind::list: return fmt::format("{} is given", name);
    case Kind::number:
    case Kind::integer:
    case Kind::vector3: break;
  }
  return needed.range.low >= 0 ? fmt::format("{} is above {:g}", name, need.above) : fmt::format("{} is not 0", name);
}

}  // namespace

void check_effects(const Deck& deck, const Node& root) { Checker(deck).check_group(root, "", ""); }

std::string describe_needs(const KeyTable& table, const Key& key) {
  std::string text;
  for (const keys::AnyOf& any : key.needs) {
    const char* joint = text.empty() ? "" : ", and ";
    for (const keys::Need& need : any) {
      const bool same_entry = !entry_of(key.path).empty() && entry_of(key.path) == entry_of(need.key);
      const auto name = same_entry ? need.key.substr(entry_of(key.path).size() + 1) : need.key;
      text += fmt::format("{}{}", joint, describe_need(*table.find(need.key), need, name));
      joint = " or ";
    }
  }
  return text;
}

}  // namespace talus::io
