#pragma once
// Hints behind an error: which slip in a deck may have led to it.

#include <string>
#include <string_view>

#include "io/deck/tree.hpp"

namespace talus::io {

// Behind "expected a group of keys" or a value, of what was found; empty if nothing comes to mind.
std::string hint_of(const Node& found);

// Behind "expected n numbers" for a list that has more of them: commas for decimal points?
std::string hint_of_list(const Node& found, std::size_t expected);

// The path of the key, the group or the list here that does what this word does in LAMMPS, LIGGGHTS, MercuryDPM, Chrono
// or Yade; empty for any other word. Upper and lower case, '_', '-' and '/' make no difference.
std::string_view key_for(std::string_view word_of_another_code);

// All that key_for() answers.
std::vector<std::string_view> answers();

}  // namespace talus::io
