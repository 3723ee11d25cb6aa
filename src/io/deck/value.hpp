#pragma once
// The scalars of a deck: YAML's core schema, stricter where a slip would be silent.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/types.hpp"
#include "io/deck/tree.hpp"

namespace talus::io {

// Empty if the text is none, or is not finite, or does not fit.
std::optional<double> to_number(std::string_view text);
std::optional<std::int64_t> to_integer(std::string_view text);
std::optional<bool> to_flag(std::string_view text);

// Whether the bytes are UTF-8 without control characters.
bool is_printable(std::string_view text);

// The node of a value that has been checked.
std::vector<double> to_numbers(const Node& node);
Vec3 to_vector3(const Node& node);
keys::Value value_of(const Key& key, const Node& node);

// The closest of the words by number of edits, the first among equals; empty if there are none.
std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& words);

// Edits (insert, delete, replace, swap of neighbours) between two short words, ignoring case.
std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace talus::io
