#include "io/deck/compose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "comm/agree.hpp"

namespace talus::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = 16u << 20;
constexpr std::size_t kMaxFiles = 64;
constexpr const char* kInclude = "include";

std::string read_file(const fs::path& file) {
  const auto fail = [&](const std::string& what) {
    throw InputError(fmt::format("{}: {}", printable(file.string(), 4096), what));
  };
  std::error_code ignored;
  const auto status = fs::status(file, ignored);
  if (fs::is_directory(status)) fail("a folder, expected a deck (YAML file)");
  if (fs::is_character_file(status) || fs::is_block_file(status)) fail("a device, expected a deck (YAML file)");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::string text;
  std::array<char, 1 << 14> piece;
  while (text.size() <= kMaxBytes && (stream.read(piece.data(), piece.size()), stream.gcount() > 0)) {
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) fail("cannot be read");
  if (text.size() > kMaxBytes) fail(fmt::format("larger than {} MiB, the limit of a deck", kMaxBytes >> 20));
  return text;
}

Node parse_file(const Source& source, const DeckTexts& texts, int file) {
  const std::string& text = texts[file];
  const Place place{.file = file};
  const bool has_mark = text.starts_with("\xEF\xBB\xBF");  // a byte order mark
  Node root = parse_yaml(source, has_mark ? text.substr(3) : text, place);
  if (root.kind == Node::Kind::nothing) source.fail(place, "the deck is empty");
  if (root.kind != Node::Kind::map) source.fail(root.place, "expected keys (key: value), found something else");
  return root;
}

// The files that a file includes, by their places in the text.
std::vector<std::pair<Place, std::string>> included_by(const Source& source, const Node& root) {
  const Node* given = root.find(kInclude);
  if (!given) return {};
  std::vector<std::pair<Place, std::string>> names;
  const auto add = [&](const Node& node) {
    if (node.kind != Node::Kind::scalar || node.text.empty())
      source.fail_key(node.value_place, kInclude, "expected a file or a list of files");
    names.emplace_back(node.value_place, (source.files[node.value_place.file].folder / node.text).lexically_normal());
  };
  if (given->kind == Node::Kind::list) {
    std::ranges::for_each(given->children, add);
  } else {
    add(*given);
  }
  return names;
}

void read_files(const fs::path& file, Source& source, DeckTexts& texts) {
  source.files = {{file.string(), file.parent_path()}};
  texts = {read_file(file)};
  for (int at = 0; at < std::ssize(texts); ++at) {
    if (texts[at].find(kInclude) == std::string::npos) continue;
    for (const auto& [place, name] : included_by(source, parse_file(source, texts, at))) {
      if (std::ranges::find(source.files, name, &SourceFile::name) != source.files.end()) continue;
      if (std::error_code ignored; !fs::is_regular_file(name, ignored))
        source.fail_key(place, kInclude, fmt::format("'{}' is not a file", printable(name, 4096)));
      if (texts.size() == kMaxFiles) source.fail_key(place, kInclude, fmt::format("more than {} files", kMaxFiles));
      source.files.push_back({name, fs::path(name).parent_path()});
      texts.push_back(read_file(name));
    }
  }
}

// Keys of `over` replace those of `base`; entries of its lists follow those of `base`.
void lay_over(const KeyTable& table, const std::string& pattern, Node& base, Node over) {
  for (Node& child : over.children) {
    const std::string child_pattern = pattern.empty() ? child.name : pattern + "." + child.name;
    const Key* key = table.find(child_pattern);
    Node* below = base.find(child.name);
    const bool is_second = over.find(child.name) != &child;  // of two in one file, which the checks refuse
    if (!below || is_second) {
      base.children.push_back(std::move(child));
    } else if (below->kind == Node::Kind::map && child.kind == Node::Kind::map) {
      lay_over(table, child_pattern, *below, std::move(child));
    } else if (below->kind == Node::Kind::list && child.kind == Node::Kind::list && key &&
               key->kind == keys::Kind::list) {
      std::ranges::move(child.children, std::back_inserter(below->children));
    } else {
      *below = std::move(child);
    }
  }
}

class Composer {
 public:
  Composer(const Source& source, const KeyTable& table, const DeckTexts& texts)
      : source_(source), table_(table), texts_(texts), taken_(texts.size()), open_(texts.size()) {}

  // A file with what it includes; each file is taken once, and none includes itself.
  Node tree(int file) {
    taken_[file] = open_[file] = true;
    Node root = parse_file(source_, texts_, file);
    const auto included = included_by(source_, root);
    std::erase_if(root.children, [](const Node& child) { return child.name == kInclude; });
    if (included.empty()) {
      open_[file] = false;
      return root;
    }
    Node base;
    base.kind = Node::Kind::map;
    base.place = base.value_place = root.place;
    for (const auto& [place, name] : included) {
      const auto at = std::ranges::find(source_.files, name, &SourceFile::name);
      if (at == source_.files.end())
        source_.fail_key(place, kInclude, "only a deck that is read from a file includes others");
      const auto index = static_cast<int>(at - source_.files.begin());
      if (open_[index]) source_.fail_key(place, kInclude, "a file that includes this one, directly or by others");
      if (!taken_[index]) lay_over(table_, "", base, tree(index));
    }
    lay_over(table_, "", base, std::move(root));
    open_[file] = false;
    return base;
  }

 private:
  const Source& source_;
  const KeyTable& table_;
  const DeckTexts& texts_;
  std::vector<bool> taken_, open_;
};

}  // namespace

DeckTexts read_deck_files(const comm::Comm& comm, const fs::path& file, Source& source) {
  DeckTexts texts;
  comm::agree(comm, [&] {
    if (comm.is_root()) read_files(file, source, texts);
  });
  auto count = std::to_string(texts.size());
  comm.broadcast(count);
  texts.resize(std::stoul(count)), source.files.resize(texts.size());
  for (std::size_t n = 0; n < texts.size(); ++n) {
    comm.broadcast(texts[n]);
    comm.broadcast(source.files[n].name);
    source.files[n].folder = fs::path(source.files[n].name).parent_path();
  }
  return texts;
}

Node composed(const Source& source, const KeyTable& table, const DeckTexts& texts) {
  Node root = Composer(source, table, texts).tree(0);
  for (int set = 0; set < static_cast<int>(source.sets.size()); ++set) apply_set(source, table, set, root);
  return root;
}

}  // namespace talus::io
