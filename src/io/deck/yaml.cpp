// YAML to tree through yaml-cpp's events: unlike its nodes, they show duplicate keys, anchors, quotes and every place.

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

#include "io/deck/tree.hpp"

namespace talus::io {
namespace {

constexpr std::size_t kMaxDepth = 16;       // a deck needs 6
constexpr std::size_t kMaxNodes = 2000000;  // 200,000 bodies one by one; 0.4 GB
constexpr int kMaxBrackets = 256;

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const Source& source, const Place& place) : source_(source), given_place_(place) {}

  Node root;
  int documents = 0;
  std::optional<Place> last_quote;  // in the text, where the last quoted scalar began

  Place place_of(const YAML::Mark& mark) const {
    return given_place_.set >= 0 ? given_place_
                                 : Place{.line = mark.line + 1, .column = mark.column + 1, .file = given_place_.file};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents > 1) source_.fail(place_of(mark), "a second YAML document begins; a deck is one document");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (wants_key()) fail_bad_key(place_of(mark));
    add(Node::Kind::nothing, mark, "", anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    source_.fail(place_of(mark), "aliases (*name) are not supported in a deck");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (wants_key()) {
      check_plain(place_of(mark), tag, anchor);
      open_.back().key = value;
      open_.back().key_place = place_of(mark);
      return;
    }
    Node& node = add(Node::Kind::scalar, mark, tag, anchor);
    node.text = value;
    node.quoted = tag == "!";  // yaml-cpp's mark of quotes
    if (node.quoted) last_quote = place_of(mark);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { open_.pop_back(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  // A list or map whose end has not come yet. The pointer holds: only the innermost one's children grow.
  struct Open {
    Node* node;
    std::optional<std::string> key = {};  // of a map: its value comes next
    Place key_place = {};
  };

  bool wants_key() const { return !open_.empty() && open_.back().node->kind == Node::Kind::map && !open_.back().key; }

  [[noreturn]] void fail_bad_key(const Place& place) const {
    source_.fail(place, "a key is no plain text, or a bracket is not closed");
  }

  void check_plain(const Place& place, const std::string& tag, YAML::anchor_t anchor) const {
    if (anchor != 0) source_.fail(place, "anchors (&name) are not supported in a deck");
    if (tag.size() > 1) source_.fail(place, fmt::format("tags ({}) are not supported in a deck", printable(tag)));
  }

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (wants_key()) fail_bad_key(place_of(mark));
    if (open_.size() == kMaxDepth) source_.fail(place_of(mark), fmt::format("nested deeper than {} levels", kMaxDepth));
    open_.push_back({&add(kind, mark, tag, anchor)});
  }

  Node& add(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const Place place = place_of(mark);
    check_plain(place, tag, anchor);
    if (++count_ > kMaxNodes) source_.fail(place, fmt::format("more than {} values", kMaxNodes));
    if (open_.empty()) return fill(root, kind, place);
    Open& parent = open_.back();
    Node& node = fill(parent.node->children.emplace_back(), kind, place);
    if (!parent.key) return node;
    node.name = *parent.key;
    node.place = parent.key_place;
    // Where a value is missing, or a block begins, its key is the place to look at.
    if (kind == Node::Kind::nothing || kind == Node::Kind::map) node.value_place = node.place;
    parent.key.reset();
    return node;
  }

  static Node& fill(Node& node, Node::Kind kind, const Place& place) {
    node.kind = kind;
    node.place = node.value_place = place;
    return node;
  }

  const Source& source_;
  Place given_place_;
  std::vector<Open> open_;
  std::size_t count_ = 0;
};

// Refuses what yaml-cpp accepts silently (a byte 4 as the end of the file, a lone CR as nothing, % lines, tabs in odd
// places), and brackets that never close, for each of which it takes 250 bytes.
void check_characters(const Source& source, const std::string& text, const Place& given) {
  Place place{.file = given.file};
  const auto fail = [&](const std::string& what) { source.fail(given.set >= 0 ? given : place, what); };
  int brackets = 0;
  bool comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool line_end = c == '\n' || text.compare(i, 2, "\r\n") == 0;
    comment = c != '\n' && (comment || c == '#');
    if (c == '\t' && !comment) fail("a tab; indent and separate with spaces");
    if (c == '%' && place.column == 1) fail("a line that begins with %; comments begin with #");
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 || byte == 0x7F) && c != '\t' && !line_end) {
      fail(fmt::format("control character 0x{:02X}; a deck is UTF-8 text", byte));
    }
    if (!comment) brackets += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (brackets > kMaxBrackets) fail(fmt::format("more than {} open brackets", kMaxBrackets));
    place.column = c == '\n' ? 1 : place.column + 1;
    place.line += c == '\n' ? 1 : 0;
  }
}

// Whether the quote that opens at the place is closed: yaml-cpp closes it at the end of the file by itself.
bool quote_is_closed(const std::string& text, const Place& place) {
  std::size_t at = 0;
  for (int line = 1; line < place.line; ++line) at = text.find('\n', at) + 1;
  at += static_cast<std::size_t>(place.column) - 1;
  const char quote = at < text.size() ? text[at] : ' ';
  if (quote != '"' && quote != '\'') return true;  // a block scalar: it has no quotes
  for (++at; at < text.size(); ++at) {
    const bool doubled = quote == '\'' && text.compare(at, 2, "''") == 0;
    if (doubled || (quote == '"' && text[at] == '\\')) {
      ++at;
    } else if (text[at] == quote) {
      return true;
    }
  }
  return false;
}

}  // namespace

Node parse_yaml(const Source& source, const std::string& text, const Place& given) {
  check_characters(source, text, given);
  TreeBuilder builder(source, given);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const bool of_map = error.msg.find("map") != std::string::npos;
    source.fail(builder.place_of(error.mark),
                fmt::format("not valid YAML: {}{}", printable(error.msg, 200),
                            of_map ? " (keys of one group are indented alike, a space stands behind each colon)" : ""));
  }
  if (builder.last_quote && !quote_is_closed(text, *builder.last_quote)) {
    source.fail(given.set >= 0 ? given : *builder.last_quote, "a quote is never closed");
  }
  return std::move(builder.root);
}

}  // namespace talus::io
