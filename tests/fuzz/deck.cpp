// Decks: the text of a deck, read, checked and printed resolved; what is printed is a deck again.
#include "io/deck/deck.hpp"

#include "drivers/keys.hpp"
#include "fuzz/scratch.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string resolved;
  talus::fuzz::may_refuse([&] {
    resolved = talus::io::Deck::parse(talus::drivers::key_table(), {reinterpret_cast<const char*>(data), size},
                                      "deck.yaml", {})
                   .resolved();
  });
  if (!resolved.empty() &&
      talus::io::Deck::parse(talus::drivers::key_table(), resolved, "resolved.yaml", {}).resolved() != resolved)
    __builtin_trap();
  return 0;
}
