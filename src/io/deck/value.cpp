#include "io/deck/value.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "base/error.hpp"

namespace talus::io {
namespace {

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

std::size_t skip_sign(std::string_view text, std::size_t at) {
  return at + (at < text.size() && (text[at] == '+' || text[at] == '-') ? 1 : 0);
}

// [-+]? (digits [. digits?] | . digits) ([eE] [-+]? digits)?: no nan, inf, hexadecimal or underscores.
bool is_decimal(std::string_view text) {
  const std::size_t first = skip_sign(text, 0);
  std::size_t at = skip_digits(text, first);
  std::size_t num_digits = at - first;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = skip_digits(text, at + 1);
    num_digits += end - (at + 1);
    at = end;
  }
  if (num_digits == 0) return false;
  if (at == text.size()) return true;
  if (text[at] != 'e' && text[at] != 'E') return false;
  const std::size_t exponent = skip_sign(text, at + 1);
  at = skip_digits(text, exponent);
  return at > exponent && at == text.size();
}

template <class Number>
std::optional<Number> convert(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);  // from_chars takes none
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::optional<double> to_number(std::string_view text) {
  return is_decimal(text) ? convert<double>(text) : std::nullopt;
}

std::optional<std::int64_t> to_integer(std::string_view text) {
  const std::size_t first = skip_sign(text, 0);
  if (first == text.size() || skip_digits(text, first) != text.size()) return {};
  return convert<std::int64_t>(text);
}

std::optional<bool> to_flag(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  return {};
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::vector<double> to_numbers(const Node& node) {
  std::vector<double> numbers;
  for (const Node& child : node.children) numbers.push_back(to_number(child.text).value());
  return numbers;
}

Vec3 to_vector3(const Node& node) {
  TALUS_REQUIRE(node.children.size() == 3, "a vector that was not checked");
  return Vec3(to_numbers(node).data());
}

std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

keys::Value value_of(const Key& key, const Node& node) {
  switch (key.kind) {
    case keys::Kind::number: return node.text == key.word ? keys::kAuto : to_number(node.text).value();
    case keys::Kind::integer: return to_integer(node.text).value();
    case keys::Kind::flag: return to_flag(node.text).value();
    case keys::Kind::text:
    case keys::Kind::choice: return node.text;
    case keys::Kind::vector3: return to_vector3(node);
    case keys::Kind::rows:
    case keys::Kind::list: break;
  }
  keys::Rows rows;
  for (const Node& row : node.children) rows.push_back(to_numbers(row));
  return rows;
}

std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& words) {
  const auto nearer = [&](std::string_view a, std::string_view b) {
    return edits_between(word, a) < edits_between(word, b);
  };
  const auto nearest = std::min_element(words.begin(), words.end(), nearer);
  return nearest == words.end() ? std::string_view() : *nearest;
}

}  // namespace talus::io
