#pragma once
// One tree from the files of a deck: a deck may include others, and may name numbers as variables.

#include <filesystem>
#include <string>
#include <vector>

#include "comm/comm.hpp"
#include "io/deck/tree.hpp"

namespace talus::io {

// The texts of a deck's files, as its source counts them.
using DeckTexts = std::vector<std::string>;

// *Collective.* Reads a deck and all files that it includes: the root reads, so that all ranks see the same bytes.
DeckTexts read_deck_files(const comm::Comm& comm, const std::filesystem::path& file, Source& source);

// The whole deck: keys of a file go over those of the files that it includes, lists of entries follow theirs; then the
// --set one after the other. Throws InputError.
Node composed(const Source& source, const KeyTable& table, const DeckTexts& texts);

// Takes the group `variables` off the tree and puts values in the place of expressions. Files that the deck names get
// absolute paths. Returns the variables, with their values. Throws InputError.
Node evaluate(const Source& source, const KeyTable& table, Node& root);

}  // namespace talus::io
