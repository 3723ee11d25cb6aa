#include "io/deck/restart.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "io/deck/value.hpp"
#include "io/durable.hpp"

namespace talus::io {
namespace {

// Those of a list entry, or outside of lists, and of the entries of lists within.
void each_key_in(const Deck& deck, const std::string& pattern, const std::string& path, const VisitKey& visit) {
  for (const Key* key : deck.table().keys_in(pattern)) {
    const std::string at = path + std::string(key->path.substr(pattern.size()));
    if (!deck.uses(at)) continue;
    visit(*key, at);
    if (key->kind != Kind::list) continue;
    for (int n = 0; n < deck.size(at); ++n)
      each_key_in(deck, fmt::format("{}[]", key->path), fmt::format("{}[{}]", at, n), visit);
  }
}

std::string digest_of(const std::string& file) {
  require_regular(file);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw IoError(file + ": cannot be read");
  std::array<char, 65536> bytes;
  std::uint64_t size = 0;
  uLong crc = crc32(0, nullptr, 0);
  while (in.read(bytes.data(), bytes.size()) || in.gcount() > 0) {
    size += static_cast<std::uint64_t>(in.gcount());
    crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(in.gcount()));
  }
  return fmt::format("{} bytes, CRC-32 {:08x}", size, crc);
}

// By key.
std::map<std::string, std::string> by_key(const std::string& digests) {
  std::map<std::string, std::string> all;
  std::istringstream lines(digests);
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' ');
    if (space != std::string::npos) all[line.substr(0, space)] = line.substr(space + 1);
  }
  return all;
}

}  // namespace

void each_key(const Deck& deck, const VisitKey& visit) { each_key_in(deck, "", "", visit); }

std::string digests_of_files(const comm::Comm& comm, const Deck& deck) {
  std::string digests;
  comm::agree(comm, [&] {
    each_key(deck, [&](const Key& key, const std::string& path) {
      if (!key.is_file) return;
      try {
        digests += fmt::format("{} {}\n", path, digest_of(deck.get<std::string>(path)));
      } catch (const IoError& fault) {
        deck.reject(path, fault.what());
      }
    });
  });
  std::string at_root = digests;
  comm.broadcast(at_root);
  comm::agree(comm, [&] {
    const auto there = by_key(at_root);
    for (const auto& [path, here] : by_key(digests)) {
      if (there.at(path) != here)
        deck.reject(path, fmt::format("rank {} reads a file of {}, the first rank one of {}", comm.rank(), here,
                                      there.at(path)));
    }
  });
  return digests;
}

void check_restart(const StoredDeck& stored, const Deck& now, const std::string& digests) {
  const auto files_there = by_key(stored.digests), files_here = by_key(digests);
  const auto refuse = [&](const std::string& path, const std::string& there, const std::string& here) {
    now.reject(path, fmt::format("a restart cannot change it: {} holds {}, found {}", stored.file, there, here));
  };
  // A list of the state has as many entries in both decks when its entries are looked at.
  each_key(now, [&](const Key& key, const std::string& path) {
    if (key.restart != keys::Restart::state || !stored.deck.uses(path)) return;
    if (key.kind == Kind::list) {
      const int there = stored.deck.size(path), here = now.size(path);
      if (there != here) refuse(path, fmt::format("{} entries", there), fmt::format("{}", here));
    } else if (key.is_file) {
      const auto there = files_there.find(path), here = files_here.find(path);
      if (there != files_there.end() && here != files_here.end() && there->second != here->second)
        refuse(path, fmt::format("what came from a file of {}", there->second), fmt::format("one of {}", here->second));
    } else if (const auto there = stored.deck.value(path), here = now.value(path); there != here) {
      refuse(path, printable(text_of(key, there)), printable(text_of(key, here)));
    }
  });
}

}  // namespace talus::io
