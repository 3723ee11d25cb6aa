#pragma once
// Refuses what a restart cannot change: keys that describe the state in a checkpoint, and the files that they name.

#include <functional>
#include <string>

#include "io/deck/deck.hpp"

namespace talus::io {

// Visits the keys that a deck uses, lists before the keys of their entries.
using VisitKey = std::function<void(const Key& key, const std::string& path)>;
void each_key(const Deck& deck, const VisitKey& visit);

// *Collective.* For each key that names a file, a line with the key and the file's size and CRC-32.
std::string digests_of_files(const comm::Comm& comm, const Deck& deck);

// The state's deck and digests of files ("" if it holds none).
struct StoredDeck {
  std::string file;  // for messages
  const Deck& deck;
  std::string digests;
};

// Throws InputError on the first key, in the order of the table, that a restart may not change and that differs. A file
// counts by its content, wherever it lies.
void check_restart(const StoredDeck& stored, const Deck& now, const std::string& digests);

}  // namespace talus::io
