#include <fmt/format.h>

#include <unordered_map>

#include "io/deck/check.hpp"
#include "io/deck/deck.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

std::string quote(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// The shortest digits that read back to the same bits, with the point that YAML 1.1 readers (PyYAML) want: 1.0e-09.
std::string digits(double value) {
  std::string text = fmt::format("{}", value);
  const auto exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos) text.insert(exponent, ".0");
  return text;
}

// [a, b, c]
template <class Write>
std::string list_of(const auto& items, Write write) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + write(item);
  return "[" + text + "]";
}

struct Scalar {
  Kind kind;
  std::string operator()(double value) const { return digits(value); }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return kind == Kind::text ? quote(value) : value; }
  std::string operator()(const Vec3& value) const { return list_of(value, digits); }
  std::string operator()(const keys::Rows& rows) const {
    return list_of(rows, [](const auto& row) { return list_of(row, digits); });
  }
};

bool has_expression(const Node& node) {
  return !node.expression.empty() || std::ranges::any_of(node.children, has_expression);
}

// A number, or numbers in a list, as given.
std::string as_given(const Node& node) {
  if (node.kind == Node::Kind::list) {
    return list_of(node.children, [](const Node& child) {
      const std::string text = as_given(child);
      return child.kind == Node::Kind::scalar && text.find(',') != std::string::npos ? quote(text) : text;
    });
  }
  return node.expression.empty() ? digits(to_number(node.text).value()) : node.expression;
}

// `value` is what it comes to.
std::string with_expression(const Node& node, const std::string& value) {
  return has_expression(node) ? as_given(node) + "  # " + value : value;
}

class Writer {
 public:
  Writer(const Deck& deck, std::string_view scenario) : deck_(deck), scenario_(scenario) {}

  std::string write(const Node& root, const Node& variables) {
    if (!variables.children.empty()) out_ += fmt::format("{}:\n", kVariables);
    for (const Node& node : variables.children)
      out_ += fmt::format("  {}: {}\n", node.name, with_expression(node, digits(to_number(node.text).value())));
    write_group("", root, &root, "");
    return std::move(out_);
  }

 private:
  // The keys and groups right below a group of a list entry, or of the root, in the order of the table. The group is
  // null where the deck does not give it.
  void write_group(const std::string& pattern, const Node& entry, const Node* group, const std::string& indent) {
    const std::string prefix = pattern.empty() ? "" : pattern + ".";
    std::string last_group;
    for (const Key* key : deck_.table().keys_in(entry_of(prefix))) {
      if (!key->path.starts_with(prefix) || !is_used(scenario_, *key, entry)) continue;
      const std::string_view rest = key->path.substr(prefix.size());
      const std::string name(rest.substr(0, rest.find('.')));
      const Node* child = group ? group->find(name) : nullptr;
      if (name == rest) {
        write_key(*key, name, child, indent);
      } else if (name != last_group) {
        out_ += fmt::format("{}{}:\n", indent, name);
        write_group(prefix + name, entry, child, indent + "  ");
        last_group = name;
      }
    }
  }

  void write_key(const Key& key, const std::string& name, const Node* given, const std::string& indent) {
    if (key.kind == Kind::list) return write_list(key, name, given, indent);
    std::string value = given ? text_of(key, value_of(key, *given)) : preset_text(key);
    if (!key.word.empty() && (given ? std::string_view(given->text) : key.preset) == key.word) {
      value = key.word;
    } else if (given) {
      value = with_expression(*given, value);
    }
    out_ += fmt::format("{}{}: {}\n", indent, name, value);
  }

  void write_list(const Key& key, const std::string& name, const Node* given, const std::string& indent) {
    const bool is_empty = !given || given->children.empty();
    out_ += fmt::format("{}{}:{}\n", indent, name, is_empty ? " []" : "");
    if (is_empty) return;
    const std::string pattern = fmt::format("{}[]", key.path);
    for (const Node& entry : given->children) {
      const std::size_t start = out_.size();
      write_group(pattern, entry, &entry, indent + "    ");
      out_[start + indent.size() + 2] = '-';  // of the first key's indent
    }
  }

  // The same for all entries of a list: asked for once.
  const std::string& preset_text(const Key& key) {
    const auto [text, is_new] = presets_.try_emplace(&key);
    if (is_new) text->second = text_of(key, deck_.preset(key));
    return text->second;
  }

  const Deck& deck_;
  const std::string_view scenario_;
  std::unordered_map<const Key*, std::string> presets_;
  std::string out_;
};

}  // namespace

std::string text_of(const Key& key, const keys::Value& value) { return std::visit(Scalar{key.kind}, value); }

std::string Deck::resolved() const { return Writer(*this, scenario_).write(root_, variables_); }

}  // namespace talus::io
