#pragma once
// Holds a deck's tree against the key table: known keys, given once, in use, of the right kind, in range, none missing.

#include "io/deck/keys.hpp"
#include "io/deck/tree.hpp"

namespace talus::io {

// Throws InputError on the first fault in the order of the text; missing keys come last, in the order of the table.
void check_tree(const Source& source, const KeyTable& table, const Node& root);

// Whether the deck uses a key, by its scenario and, in a list entry, by the entry's shape. The entry is the map that
// the key stands in, the root outside of lists.
bool is_used(const KeyTable& table, const Key& key, const Node& root, const Node& entry);

}  // namespace talus::io
