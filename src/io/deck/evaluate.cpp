// Variables and expressions of a deck become numbers, names of files become absolute paths.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "io/deck/compose.hpp"
#include "io/deck/expression.hpp"
#include "io/deck/keys.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

constexpr std::size_t kMaxVariables = 1000;

class Evaluator {
 public:
  Evaluator(const Source& source, const KeyTable& table, Node& root)
      : source_(source), table_(table), root_(root), variables_(taken_off(root)) {
    if (variables_.kind == Node::Kind::nothing) return;
    if (variables_.kind != Node::Kind::map)
      source_.fail_key(variables_.value_place, kVariables, "expected a group of numbers with names");
    if (variables_.children.size() > kMaxVariables)
      source_.fail_key(variables_.place, kVariables, fmt::format("more than {} variables", kMaxVariables));
    for (Node& node : variables_.children) add(node);
  }

  Node evaluate() {
    walk(root_, "", "");
    for (auto& [name, variable] : by_name_) {
      value(variable);
      if (!variable.used) source_.fail(variable.node->place, fmt::format("variable '{}' is not used", name));
    }
    return std::move(variables_);
  }

 private:
  struct Variable {
    Node* node;
    bool used = false, underway = false, known = false;
    double number = 0;
  };

  static Node taken_off(Node& root) {
    Node* given = root.find(kVariables);
    if (!given) return {};
    Node variables = std::move(*given);
    root.children.erase(root.children.begin() + (given - root.children.data()));
    return variables;
  }

  void add(Node& node) {
    const std::string name = printable(node.name);
    if (!is_variable_name(node.name))
      source_.fail(node.place, fmt::format("'{}' cannot be the name of a variable: letters, digits, _ and dots", name));
    if (node.kind != Node::Kind::scalar)
      source_.fail(node.value_place, fmt::format("variable '{}': expected a number or an expression", name));
    if (!by_name_.try_emplace(node.name, Variable{.node = &node}).second)
      source_.fail(node.place, fmt::format("variable '{}' is given twice", name));
  }

  double named(std::string_view name) {
    const auto at = by_name_.find(std::string(name));
    if (at != by_name_.end()) return at->second.used = true, value(at->second);
    const Key* key = table_.find(name);
    if (key && entry_of(key->path).empty() && (key->kind == Kind::number || key->kind == Kind::integer))
      return value_of(*key);
    std::vector<std::string_view> names;
    for (const auto& [known, variable] : by_name_) names.push_back(known);
    throw ExpressionError(names.empty() ? fmt::format("no variable '{}'", printable(name))
                                        : fmt::format("no variable '{}', nearest is '{}'", printable(name),
                                                      nearest_word(name.substr(0, 64), names)));
  }

  // The number that the deck gives to a key, or its default.
  double value_of(const Key& key) {
    Node* node = &root_;
    for (const Step& step : steps_of(key.path)) node = node ? node->find(step.name) : nullptr;
    if (node && is_expression(node->text)) {
      if (!underway_.insert(key.path).second) source_.fail_key(node->place, key.path, "its value depends on itself");
      set_numbers(key, *node, std::string(key.path));
    }
    if (!node && !key.same_as.empty()) return value_of(*table_.find(key.same_as));
    const auto number = to_number(node ? std::string_view(node->text) : key.preset);
    if (!number) throw ExpressionError(fmt::format("key '{}' has no number here", key.path));
    return *number;
  }

  double value(Variable& variable) {
    if (variable.known) return variable.number;
    Node& node = *variable.node;
    if (variable.underway) source_.fail(node.place, fmt::format("variable '{}' depends on itself", node.name));
    variable.underway = true;
    if (is_expression(node.text)) {
      variable.number = number_of(node);
      set_text(node, fmt::format("{}", variable.number));
    } else if (const auto number = node.quoted ? std::nullopt : to_number(node.text)) {
      variable.number = *number;
    } else {
      source_.fail(node.value_place, fmt::format("variable '{}': expected a number or an expression, found '{}'",
                                                 node.name, printable(node.text)));
    }
    variable.known = true;
    return variable.number;
  }

  double number_of(const Node& node) {
    try {
      return value_of_expression(node.text, [this](std::string_view name) { return named(name); });
    } catch (const ExpressionError& fault) {
      source_.fail(node.value_place, fault.what());
    }
  }

  static void set_text(Node& node, std::string text) {
    node.expression = std::exchange(node.text, std::move(text));
    node.quoted = false;
  }

  void walk(Node& group, const std::string& pattern, const std::string& path) {
    for (Node& child : group.children) {
      const auto joined = [&](const std::string& to) { return to.empty() ? child.name : to + "." + child.name; };
      const std::string child_pattern = joined(pattern), child_path = joined(path);
      const Key* key = table_.find(child_pattern);
      if (!key && child.kind == Node::Kind::map) walk(child, child_pattern, child_path);
      if (key) set_value(*key, child, child_path);
    }
  }

  void set_value(const Key& key, Node& node, const std::string& path) {
    switch (key.kind) {
      case Kind::list:
        for (std::size_t n = 0; n < node.children.size(); ++n)
          walk(node.children[n], fmt::format("{}[]", key.path), fmt::format("{}[{}]", path, n));
        return;
      case Kind::text:
        if (key.is_file && node.kind == Node::Kind::scalar && !node.text.empty())
          node.text = std::filesystem::absolute(folder_of(node.value_place) / node.text).lexically_normal().string();
        return;
      case Kind::number:
      case Kind::integer:
      case Kind::vector3:
      case Kind::rows: return set_numbers(key, node, path);
      case Kind::flag:
      case Kind::choice: return;
    }
  }

  std::filesystem::path folder_of(const Place& place) const {
    return place.set >= 0 ? std::filesystem::path() : source_.files[place.file].folder;
  }

  void set_numbers(const Key& key, Node& node, const std::string& path) {
    for (Node& child : node.children) set_numbers(key, child, path);
    if (node.kind != Node::Kind::scalar || !is_expression(node.text)) return;
    const double value = number_of(node);
    if (key.kind == Kind::integer && (value != std::round(value) || std::abs(value) > 0x1p53)) {
      source_.fail_key(
          node.value_place, path,
          fmt::format("expected an integer, the expression is {}: round(), floor() and ceil() make one", value));
    }
    set_text(node, key.kind == Kind::integer ? fmt::format("{}", static_cast<std::int64_t>(value))
                                             : fmt::format("{}", value));
  }

  const Source& source_;
  const KeyTable& table_;
  Node& root_;
  Node variables_;
  std::map<std::string, Variable> by_name_;
  std::set<std::string_view> underway_;  // keys whose expressions are, or have been, evaluated for others
};

}  // namespace

Node evaluate(const Source& source, const KeyTable& table, Node& root) {
  return Evaluator(source, table, root).evaluate();
}

}  // namespace talus::io
