#pragma once
// Descriptions of deck keys in messages and in the reference (base/key.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "base/key.hpp"

namespace talus::io {

using keys::Condition;
using keys::Kind;
using keys::Range;

// "a, b, c" for messages.
std::string listed(const std::vector<std::string_view>& words);

// The expected value of a key, as error messages state it: "a number in s, > 0".
std::string describe(const Key& key);

// A value as decks write it.
std::string text_of(const Key& key, const keys::Value& value);

// The reference page: every key by group, in the order of the table. Plain text.
std::string key_reference(const KeyTable& table);

// The same as one JSON object, {path: {"kind": ..., "unit": ..., ...}, ...}; what a key does not have is left out.
std::string key_reference_json(const KeyTable& table);

}  // namespace talus::io
