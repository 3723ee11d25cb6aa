#pragma once
// Holds a deck's tree against the key table: known keys, given once, in use, of the right kind, in range, none missing.

#include "io/deck/keys.hpp"
#include "io/deck/tree.hpp"

namespace talus::io {

// Throws InputError on the first fault in the order of the text; missing keys come last, in the order of the table.
void check_tree(const Source& source, const KeyTable& table, const Node& root);

// The scenario that a tree asks for; "" if the table knows no scenarios.
std::string_view scenario_of(const KeyTable& table, const Node& root);

// Whether a deck of this scenario uses a key, in a list entry by the entry's shape, too. The entry is the map that the
// key stands in, the root outside of lists.
bool is_used(std::string_view scenario, const Key& key, const Node& entry);

}  // namespace talus::io
