#include "scene/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "io/deck/tree.hpp"
#include "io/deck/value.hpp"

namespace talus::scene {
namespace {

constexpr std::size_t kMostBytes = 64;  // the search for the nearest is quadratic in them

}  // namespace

bool is_name(const std::string& text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  return !text.empty() && text.front() != '-' && text.front() != '.' && std::ranges::all_of(text, plain);
}

void require_known(const Values& deck, const std::string& path, const std::string& name, const NameSet& known,
                   std::string_view what, std::string_view lists) {
  if (known.contains(name)) return;
  std::string all;
  std::vector<std::string_view> others;
  for (const std::string& other : known) {
    if (other.empty()) continue;
    others.push_back(other);
    all += fmt::format(" '{}'", other);
  }
  std::string has = others.empty() ? "the deck has none" : "the deck has" + io::printable(all, 200);
  if (others.size() > 1 && name.size() <= kMostBytes)
    has += fmt::format("; did you mean '{}'?", io::nearest_word(name, others));
  deck.reject(path, fmt::format("no {} '{}' in {}, {}", what, io::printable(name), lists, has));
}

}  // namespace talus::scene
