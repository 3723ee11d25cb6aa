#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "io/deck/effects.hpp"
#include "io/deck/keys.hpp"
#include "io/json.hpp"

namespace talus::io {
namespace {

constexpr std::string_view kIntroduction =
    "Keys of a Talus deck\n"
    "\n"
    "A deck is YAML. Units are SI. A dot is one level of nesting: contact.mu is the key mu in the group contact.\n"
    "walls[].shape is a key of each entry of the list walls; on the command line --set walls[0].shape=box changes the\n"
    "first entry, and an index one above the last appends an entry. A value of --set is a YAML scalar or [a, b, c].\n"
    "A key marked \"start only\" describes the state that a checkpoint keeps: a restart that changes it is refused.\n";

std::string bounds(const Range& range) {
  std::string low, high;
  if (std::isfinite(range.low)) low = fmt::format("{} {}", range.low_open ? ">" : ">=", range.low);
  if (std::isfinite(range.high)) high = fmt::format("{} {}", range.high_open ? "<" : "<=", range.high);
  return low.empty() || high.empty() ? low + high : fmt::format("{}, {}", low, high);
}

std::string_view noun_of(Kind kind) {
  switch (kind) {
    case Kind::number: return "a number";
    case Kind::integer: return "an integer";
    case Kind::flag: return "true or false";
    case Kind::text: return "a text";
    case Kind::choice: return "one of";
    case Kind::vector3: return "3 numbers";
    case Kind::rows: return "rows of";
    case Kind::list: return "a list";
  }
  return "";
}

std::string preset_of(const Key& key) {
  if (key.kind == Kind::list) return "default empty";
  if (key.required()) return "required";
  return key.same_as.empty() ? fmt::format("default {}", key.preset) : fmt::format("default as {}", key.same_as);
}

// Lines of at most 120 characters, broken between words.
std::string wrapped(std::string line, std::size_t indent) {
  constexpr std::size_t kWidth = 120;
  for (std::size_t begin = 0; line.size() - begin > kWidth;) {
    const auto space = line.rfind(' ', begin + kWidth);
    line.replace(space, 1, fmt::format("\n{:{}}", "", indent));
    begin = space + 1;
  }
  return line + "\n";
}

std::string entry(const KeyTable& table, const Key& key) {
  std::string text = wrapped(fmt::format("  {:<30} {}; {}", key.path, describe(key), preset_of(key)) +
                                 (key.restart == keys::Restart::state ? "; start only" : ""),
                             33) +
                     wrapped(fmt::format("      {}", key.help), 6);
  if (!key.only_with.key.empty()) {
    text += wrapped(fmt::format("      Only where {} is {}.", key.only_with.key, listed(key.only_with.values)), 6);
  }
  if (!key.needs.empty())
    text += wrapped(fmt::format("      Has an effect only where {}.", describe_needs(table, key)), 6);
  const bool said_by_list = key.path.find("[].") != std::string_view::npos;
  if (!key.scenarios.empty() && !said_by_list) {
    text += fmt::format("      Only for scenario {}.\n", listed(key.scenarios));
  }
  return text;
}

}  // namespace

std::string listed(const std::vector<std::string_view>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string describe(const Key& key) {
  std::string text(noun_of(key.kind));
  if (key.kind == Kind::choice) text += fmt::format(" {}", listed(key.choices));
  if (key.kind == Kind::text) return key.range.low > 0 ? text + ", not empty" : text;
  if (key.kind == Kind::rows) text += fmt::format(" {} numbers", key.columns);
  if (!key.unit.empty()) text += fmt::format(" in {}", key.unit);
  const std::string limits = bounds(key.range), word = key.word.empty() ? "" : fmt::format(", or {}", key.word);
  if (limits.empty()) return text + word;
  return text + (key.kind == Kind::vector3 || key.kind == Kind::rows ? ", each " : ", ") + limits + word;
}

std::string key_reference(const KeyTable& table) {
  std::string page(kIntroduction);
  std::string_view group = "none yet";
  for (const Key& key : table.keys()) {
    const std::string_view top = key.path.substr(0, key.path.find_first_of(".["));
    if (top != group) page += fmt::format("\n{}\n", top);
    group = top;
    page += entry(table, key);
  }
  return page;
}

std::string key_reference_json(const KeyTable& table) {
  constexpr std::array kKinds{"number", "integer", "flag", "text", "choice", "vector3", "rows", "list"};
  Json page;
  for (const Key& key : table.keys()) {
    Json entry;
    entry.add("kind", kKinds[static_cast<std::size_t>(key.kind)]).add("required", key.required());
    const auto add = [&](const char* name, std::string_view text) {
      if (!text.empty()) entry.add(name, std::string(text));
    };
    add("unit", key.unit), add("default", key.preset), add("default_as", key.same_as);
    if (key.kind != Kind::text && std::isfinite(key.range.low))
      entry.add(key.range.low_open ? "above" : "at_least", key.range.low);
    if (std::isfinite(key.range.high)) entry.add(key.range.high_open ? "below" : "at_most", key.range.high);
    if (key.columns > 0) entry.add("columns", key.columns);
    add("word", key.word);
    if (!key.choices.empty()) entry.add("choices", key.choices);
    if (!key.scenarios.empty()) entry.add("scenarios", key.scenarios);
    add("not_for_scenario", key.not_for);
    if (const Condition& only = key.only_with; !only.key.empty())
      entry.add("only_where", Json().add(std::string(only.key), only.values));
    add("effect_only_where", describe_needs(table, key));
    entry.add("restart", key.restart == keys::Restart::state ? "state" : "may change")
        .add("help", std::string(key.help));
    page.add(std::string(key.path), entry);
  }
  return page.text() + "\n";
}

}  // namespace talus::io
