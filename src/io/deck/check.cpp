#include "io/deck/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/deck/hints.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

constexpr std::size_t kMaxName = 64;  // bytes; no key comes near, and the search for the nearest is quadratic

std::string join(const std::string& prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

std::string found(const Node& node) {
  switch (node.kind) {
    case Node::Kind::nothing: return "found nothing";
    case Node::Kind::list: return fmt::format("found a list of {}", node.children.size());
    case Node::Kind::map: return "found a group of keys";
    case Node::Kind::scalar: break;
  }
  return fmt::format("found {}'{}'", node.quoted ? "the text " : "", printable(node.text));
}

// Why a text that looks right is not.
std::string_view reason(const Key& key, const std::string& text) {
  if (key.kind == Kind::integer && to_number(text) && text.find_first_of(".eE") != std::string::npos) {
    return " (write an integer with digits only)";
  }
  const bool digits = text.find_first_not_of("+-.eE0123456789") == std::string::npos;
  const bool fits = key.kind == Kind::integer ? to_integer(text).has_value() : to_number(text).has_value();
  return digits && !fits && text.find_first_of("0123456789") != std::string::npos ? " (not a number that can be held)"
                                                                                  : "";
}

bool holds_number(const Key& key, const Node& node) {
  if (node.kind != Node::Kind::scalar || node.quoted) return false;
  if (key.kind == Kind::integer) {
    const auto value = to_integer(node.text);
    return value && key.range.holds(static_cast<double>(*value));
  }
  const auto value = to_number(node.text);
  return value ? key.range.holds(*value) : !key.word.empty() && node.text == key.word;
}

// Other texts would break lines of messages, or files of others.
bool holds_text(const Key& key, const Node& node) {
  return node.kind == Node::Kind::scalar && static_cast<double>(node.text.size()) >= key.range.low &&
         is_printable(node.text);
}

class Checker {
 public:
  Checker(const Source& source, const KeyTable& table, const Node& root)
      : source_(source), table_(table), root_(root), scenario_(scenario_of(table, root)) {}

  void check() {
    // It decides which keys are in use, so it is looked at first.
    if (const Node* scenario = root_.find("scenario")) check_value(*table_.find("scenario"), *scenario, "scenario");
    check_group(root_, root_, "", "");
    check_missing(root_, "", "");
  }

 private:
  // The entry is the list entry that the group is (in), or the root.
  void check_group(const Node& group, const Node& entry, const std::string& pattern, const std::string& path) {
    for (const Node& child : group.children) {
      const std::string child_pattern = join(pattern, child.name);
      const std::string child_path = join(path, child.name);
      const bool is_path = child.name.find_first_of(".[") != std::string::npos;  // "contact.mu" as one key
      const Key* key = is_path ? nullptr : table_.find(child_pattern);
      if (!key && (is_path || !table_.is_group(child_pattern))) fail_unknown(child, pattern, path);
      if (const Node* first = group.find(child.name); first != &child) {
        source_.fail_key(child.place, child_path, fmt::format("given twice, first at {}", source_.where(first->place)));
      }
      if (key) {
        check_key(*key, child, entry, child_path);
      } else {
        require_group(child, child_path);
        check_group(child, entry, child_pattern, child_path);
      }
    }
  }

  void check_key(const Key& key, const Node& node, const Node& entry, const std::string& path) {
    if (!scenario_.empty() && !key.used_by(scenario_)) {
      source_.fail_key(node.place, path,
                       key.scenarios.empty()
                           ? fmt::format("not used by scenario '{}'", scenario_)
                           : fmt::format("not used by scenario '{}', only by {}", scenario_, listed(key.scenarios)));
    }
    for (const Key* used = &key; !used->only_with.key.empty(); used = used->selector) {
      const Condition& condition = used->only_with;
      const Key& selector = *used->selector;
      const Node* given = entry.find(condition.key);
      if (given) check_value(selector, *given, join(std::string(parent_of(path)), condition.key));
      const std::string_view selected = given ? std::string_view(given->text) : selector.preset;
      if (!selected.empty() && !condition.holds(selected)) {
        source_.fail_key(node.place, path,
                         fmt::format("not used where {} is {}, only where it is {}{}", condition.key,
                                     printable(selected), listed(condition.values), meant(selector, selected)));
      }
    }
    check_value(key, node, path);
  }

  // A text may be a name of the deck's own, or a misspelt one that other keys ask for.
  std::string meant(const Key& selector, std::string_view selected) const {
    std::vector<std::string_view> known;
    for (const Key& key : table_.keys()) {
      if (key.selector == &selector)
        known.insert(known.end(), key.only_with.values.begin(), key.only_with.values.end());
    }
    if (selector.kind != Kind::text || selected.size() > kMaxName || std::ranges::count(known, selected) > 0) return "";
    return fmt::format("; did you mean '{}'?", nearest_word(selected, known));
  }

  void check_value(const Key& key, const Node& node, const std::string& path) {
    switch (key.kind) {
      case Kind::number:
      case Kind::integer:
        if (!holds_number(key, node)) fail_value(key, node, path, std::string(reason(key, node.text)));
        return;
      case Kind::flag:
        if (node.quoted || !to_flag(node.text)) fail_value(key, node, path, "");
        return;
      case Kind::text:
        if (!holds_text(key, node)) fail_value(key, node, path, " (printable UTF-8)");
        return;
      case Kind::choice: return check_choice(key, node, path);
      case Kind::vector3: return check_numbers(key, node, 3, path, "");
      case Kind::rows: return check_rows(key, node, path);
      case Kind::list: return check_list(key, node, path);
    }
  }

  void check_choice(const Key& key, const Node& node, const std::string& path) {
    if (node.kind == Node::Kind::scalar && std::count(key.choices.begin(), key.choices.end(), node.text) > 0) return;
    for (const auto& [former, instead] : key.gone) {
      if (node.kind == Node::Kind::scalar && node.text == former)
        source_.fail_key(node.value_place, path, fmt::format("'{}' is no longer there: {}", former, instead));
    }
    std::string hint;
    if (node.kind == Node::Kind::scalar && key.choices.size() > 1 && node.text.size() <= kMaxName) {
      hint = fmt::format(", nearest is '{}'", nearest_word(node.text, key.choices));
    }
    fail_value(key, node, path, hint);
  }

  void check_numbers(const Key& key, const Node& node, std::size_t count, const std::string& path,
                     const std::string& where) {
    if (node.kind != Node::Kind::list || node.children.size() != count)
      fail_value(key, node, path, where + hint_of_list(node, count));
    for (std::size_t i = 0; i < count; ++i) {
      const Node& component = node.children[i];
      if (holds_number(key, component)) continue;
      fail_value(key, component, path, fmt::format("{} at component {}{}", reason(key, component.text), i, where));
    }
  }

  void check_rows(const Key& key, const Node& node, const std::string& path) {
    if (node.kind != Node::Kind::list) fail_value(key, node, path, "");
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      check_numbers(key, node.children[i], static_cast<std::size_t>(key.columns), path, fmt::format(" of row {}", i));
    }
  }

  void check_list(const Key& key, const Node& node, const std::string& path) {
    if (node.kind != Node::Kind::list) fail_value(key, node, path, "");
    const std::string pattern = fmt::format("{}[]", key.path);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Node& entry = node.children[i];
      const std::string entry_path = fmt::format("{}[{}]", path, i);
      require_group(entry, entry_path);
      check_group(entry, entry, pattern, entry_path);
      check_missing(entry, pattern, entry_path);
    }
  }

  // Required keys of one list entry, or of the deck outside of lists.
  void check_missing(const Node& entry, std::string_view entry_pattern, const std::string& entry_path) {
    for (const Key* each : table_.keys_in(entry_pattern)) {
      const Key& key = *each;
      if (!key.required() || !is_used(scenario_, key, entry)) continue;
      const std::string_view rest = entry_pattern.empty() ? key.path : key.path.substr(entry_pattern.size() + 1);
      const Node* node = &entry;
      Place place = entry.place;
      for (const Step& step : steps_of(rest)) {
        place = node->place;
        node = node->find(step.name);
        if (!node) break;
      }
      if (!node) {
        source_.fail_key(place, join(entry_path, rest), fmt::format("required, not given; expected {}", describe(key)));
      }
    }
  }

  void require_group(const Node& node, const std::string& path) {
    if (node.kind != Node::Kind::map) {
      source_.fail_key(node.value_place, path,
                       fmt::format("expected a group of keys, {}{}", found(node),
                                   node.kind == Node::Kind::nothing ? " (indent its keys)" : hint_of(node)));
    }
  }

  [[noreturn]] void fail_value(const Key& key, const Node& node, const std::string& path, const std::string& more) {
    source_.fail_key(node.value_place, path,
                     fmt::format("expected {}, {}{}{}", describe(key), found(node), hint_of(node), more));
  }

  [[noreturn]] void fail_unknown(const Node& node, const std::string& pattern, const std::string& path) {
    std::string what = "unknown key";
    if (const auto ours = key_for(node.name); !ours.empty()) {
      what += fmt::format(", here it is '{}'", ours);
    } else if (to_number(node.name)) {
      what += ", it is a number: are decimals written with a point, and lists in brackets?";
    } else if (node.name.find('.') != std::string::npos) {
      what += ", names with dots are for --set; in a deck nest one level for each dot";
    } else if (node.name.size() <= kMaxName) {
      what += fmt::format(", nearest is '{}'", nearest_key(node.name, pattern, path));
    }
    source_.fail_key(node.place, join(path, node.name), what);
  }

  // Keys and groups of all levels compete; one that stands elsewhere costs an edit and a half more.
  std::string nearest_key(const std::string& name, const std::string& pattern, const std::string& path) const {
    std::size_t least = std::string::npos;
    std::string nearest;
    const auto offer = [&](std::string_view candidate) {
      const bool here = parent_of(candidate) == pattern;
      const std::size_t cost = 2 * edits_between(name, leaf_of(candidate)) + (here ? 0 : 3);
      if (cost >= least) return;
      least = cost;
      nearest = here ? join(path, leaf_of(candidate)) : std::string(candidate);
    };
    for (const Key& key : table_.keys()) {
      const std::string_view group = parent_of(key.path);
      if (!group.empty() && !group.ends_with("[]")) offer(group);
      offer(key.path);
    }
    return nearest;
  }

  const Source& source_;
  const KeyTable& table_;
  const Node& root_;
  const std::string_view scenario_;
};

}  // namespace

std::string_view scenario_of(const KeyTable& table, const Node& root) {
  if (const Node* given = root.find("scenario")) return given->text;
  const Key* key = table.find("scenario");
  return key ? key->preset : "";
}

bool is_used(std::string_view scenario, const Key& key, const Node& entry) {
  if (!scenario.empty() && !key.used_by(scenario)) return false;
  if (key.only_with.key.empty()) return true;
  const Key& selector = *key.selector;
  if (!is_used(scenario, selector, entry)) return false;
  const Node* given = entry.find(key.only_with.key);
  const std::string_view selected = given ? std::string_view(given->text) : selector.preset;
  return selected.empty() || key.only_with.holds(selected);
}

void check_tree(const Source& source, const KeyTable& table, const Node& root) { Checker(source, table, root).check(); }

}  // namespace talus::io
