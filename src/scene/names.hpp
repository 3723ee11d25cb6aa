#pragma once
// The names that a deck gives to walls, bodies, packings, materials, shapes, joints and drives: what they may look
// like, and what is said of one that nothing has.

#include <set>
#include <string>
#include <string_view>

#include "base/key.hpp"

namespace talus::scene {

using NameSet = std::set<std::string>;

// Names stand in columns of tables, in paths of files and in commands.
bool is_name(const std::string& text);
inline constexpr const char* kNameRule = "expected letters, digits, _, - and . only, not beginning with - or .";

// The name of a list entry; "" is none.
void require_plain_name(const Values& deck, const auto& entry) {
  if (!entry.name.empty() && !is_name(entry.name)) deck.reject(entry, "name", kNameRule);
}

// The group of a list entry; "" is none.
inline constexpr const char* kGroupHelp =
    "Name of a group, whose force on a wall output.wall_forces records; \"\" = none.";
void require_plain_group(const Values& deck, const auto& entry) {
  if (!entry.group.empty() && !is_name(entry.group)) deck.reject(entry, "group", kNameRule);
}

// Refuses a name that is not known: what it should name, in which lists of the deck.
void require_known(const Values& deck, const std::string& path, const std::string& name, const NameSet& known,
                   std::string_view what, std::string_view lists);

}  // namespace talus::scene
