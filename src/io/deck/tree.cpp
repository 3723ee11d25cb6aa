#include "io/deck/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

// Reads "[12]" at the front of text and takes it off; false if it is not one.
bool take_index(std::string_view& text, std::size_t& index) {
  const auto close = text.find(']');
  if (text.empty() || text[0] != '[' || close == std::string_view::npos) return false;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + close, index);
  if (error != std::errc() || end != text.data() + close) return false;
  text.remove_prefix(close + 1);
  return true;
}

// The default of a key as it would stand in the deck; nothing if it has none.
Node default_of(const Source& source, const KeyTable& table, const std::string& pattern, const Place& place) {
  const Key* key = table.find(pattern);
  Node node = key && !key->preset.empty() ? parse_yaml(source, std::string(key->preset), place) : Node{};
  node.place = node.value_place = place;
  return node;
}

// The node that a path leads to, made on the way if it does not exist: an element of a list that is not given is one of
// its default.
Node& reach(const Source& source, const KeyTable& table, const std::vector<Step>& steps, const Place& place,
            Node& root) {
  Node* node = &root;
  std::string path, pattern;  // as messages name it, walls[0].mu; as the table does, walls[].mu
  const auto enter = [&](Node::Kind kind, const char* what) {
    if (node->kind == Node::Kind::nothing) node->kind = kind;
    if (node->kind != kind) source.fail_key(place, path, what);
  };
  const auto append = [&](const std::string& name, Node value) {
    value.name = name;
    node->children.push_back(std::move(value));
    return &node->children.back();
  };
  Node empty;
  empty.place = empty.value_place = place;
  for (const Step& step : steps) {
    enter(Node::Kind::map, "not a group of keys; an entry of a list is written with its index, as walls[0]");
    path += (path.empty() ? "" : ".") + step.name;
    pattern += (pattern.empty() ? "" : ".") + step.name;
    Node* child = node->find(step.name);
    node = child ? child : append(step.name, step.index ? default_of(source, table, pattern, place) : empty);
    if (!step.index) continue;
    enter(Node::Kind::list, "not a list, or none is given");
    const std::size_t size = node->children.size();
    if (*step.index > size) {
      source.fail_key(place, path,
                      fmt::format("index {} is out of range; the list has {} entries, the next index is {}",
                                  *step.index, size, size));
    }
    path += fmt::format("[{}]", *step.index);
    pattern += "[]";
    node = *step.index < size ? &node->children[*step.index] : append("", empty);
  }
  return *node;
}

// The variable of this name, if no key has it; null if a key has.
Node* variable_named(const Source& source, const KeyTable& table, const std::vector<Step>& steps, const Place& place,
                     Node& root) {
  Node* variables = root.find(kVariables);
  const std::string pattern = pattern_of(steps);
  if (!variables || table.find(pattern) || table.is_group(pattern)) return nullptr;
  if (Node* found = variables->find(pattern)) return found;
  if (table.is_group(pattern_of({steps[0]})) || variables->children.empty()) return nullptr;
  std::vector<std::string_view> names;
  for (const Node& node : variables->children) names.push_back(node.name);
  source.fail(place, fmt::format("no key and no variable '{}', the nearest variable is '{}'", printable(pattern),
                                 nearest_word(std::string_view(pattern).substr(0, 64), names)));
}

}  // namespace

const Node* Node::find(std::string_view child) const {
  const auto node = std::find_if(children.begin(), children.end(), [&](const Node& n) { return n.name == child; });
  return node == children.end() ? nullptr : &*node;
}

Node* Node::find(std::string_view child) { return const_cast<Node*>(std::as_const(*this).find(child)); }

std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool beyond = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
  const bool control = first == 0xC2 && second < 0xA0;  // U+0080 to U+009F, a line end among them
  return overlong || beyond || control ? 0 : length;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty() && out.size() < limit) {
    const std::size_t length = character_length(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    out += length > 0 ? std::string(text.substr(0, length)) : byte == '\n' ? "\\n" : fmt::format("\\x{:02X}", byte);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return text.empty() ? out : out + "...";
}

std::string Source::where(const Place& place) const {
  if (place.set >= 0) return fmt::format("--set {}", printable(sets[place.set]));
  return fmt::format("{}:{}:{}", printable(files[place.file].name, 4096), place.line, place.column);
}

void Source::fail(const Place& place, const std::string& what) const {
  throw InputError(fmt::format("{}: {}", where(place), what));
}

InputError Source::fault_of_key(const Place& place, std::string_view path, const std::string& what) const {
  return InputError(fmt::format("{}: key '{}': {}", where(place), printable(path, 120), what));
}

void Source::fail_key(const Place& place, std::string_view path, const std::string& what) const {
  throw fault_of_key(place, path, what);
}

std::vector<Step> steps_of(std::string_view path) {
  std::vector<Step> steps;
  while (true) {
    const auto end = std::min(path.find_first_of(".["), path.size());
    if (end == 0) return {};
    Step step{std::string(path.substr(0, end)), {}};
    path.remove_prefix(end);
    if (std::size_t index = 0; !path.empty() && path[0] == '[') {
      if (!take_index(path, index)) return {};
      step.index = index;
    }
    steps.push_back(step);
    if (path.empty()) return steps;
    if (path[0] != '.') return {};
    path.remove_prefix(1);
  }
}

std::string pattern_of(const std::vector<Step>& steps) {
  std::string pattern;
  for (const Step& step : steps) {
    pattern += (pattern.empty() ? "" : ".") + step.name + (step.index ? "[]" : "");
  }
  return pattern;
}

void apply_set(const Source& source, const KeyTable& table, int index, Node& root) {
  const std::string& set = source.sets[index];
  const Place place{.set = index};
  const auto equal = set.find('=');
  if (equal == std::string::npos) source.fail(place, "expected key=value");
  const std::vector<Step> steps = steps_of(std::string_view(set).substr(0, equal));
  if (steps.empty()) source.fail(place, "expected a key before '=', as in contact.mu=0.3 or walls[0].mu=0.3");
  Node value = parse_yaml(source, set.substr(equal + 1), place);
  if (value.kind == Node::Kind::map) source.fail(place, "expected a value or [a, b, c] after '=', found 'key: value'");
  Node* variable = variable_named(source, table, steps, place, root);
  Node& target = variable ? *variable : reach(source, table, steps, place, root);
  value.name = target.name;
  value.place = value.value_place = place;
  target = std::move(value);
}

}  // namespace talus::io
