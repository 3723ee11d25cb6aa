#pragma once
// Keys that a deck gives in vain: their value is not the default, and none of their needs (base/key.hpp) holds.

#include "io/deck/deck.hpp"

namespace talus::io {

// Rejects (Values::reject_in_vain) the first key without an effect, in the order of the text. The deck is whole, and
// `root` its tree.
void check_effects(const Deck& deck, const Node& root);

// "contact.law is pyramid or ...": what `key` needs; empty if nothing.
std::string describe_needs(const KeyTable& table, const Key& key);

}  // namespace talus::io
