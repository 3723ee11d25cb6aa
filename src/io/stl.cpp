#include "io/stl.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/error.hpp"
#include "io/durable.hpp"

namespace talus::io {
namespace {

constexpr std::size_t kHeader = 84, kRecord = 50;  // binary: 80 bytes and a count; 12 floats and 2 bytes a triangle
constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 30;

std::string read_whole(const std::string& path) {
  require_regular(path);
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto size = in ? static_cast<std::streamoff>(in.tellg()) : std::streamoff{-1};
  if (size < 0) throw IoError(path + ": cannot be read");
  if (static_cast<std::uintmax_t>(size) > kMostBytes) throw InputError(path + ": larger than 4 GiB");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  in.seekg(0);
  if (!in.read(bytes.data(), size)) throw IoError(path + ": cannot be read");
  return bytes;
}

std::vector<Vec3> read_binary(const std::string& bytes, std::size_t count) {
  std::vector<Vec3> corners;
  corners.reserve(3 * count);
  for (std::size_t t = 0; t < count; ++t) {
    float numbers[12];
    std::memcpy(numbers, bytes.data() + kHeader + t * kRecord, sizeof(numbers));
    for (int c = 1; c <= 3; ++c) corners.emplace_back(numbers[3 * c], numbers[3 * c + 1], numbers[3 * c + 2]);
  }
  return corners;
}

// Words of a text, with the line they stand on.
class Words {
 public:
  Words(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  void expect(std::string_view word) {
    if (const auto found = next(); found != word) fail(word, found);
  }
  double number() {
    const auto word = next();
    double value = 0;
    const auto* first = word.data() + (word.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(first, word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) fail("a number", word);
    return value;
  }
  [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
    throw InputError(
        fmt::format("{}:{}: not STL: expected {}, found '{}'", path_, line_, expected, found.substr(0, 40)));
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
};

std::vector<Vec3> read_text(const std::string& bytes, const std::string& path) {
  Words words(bytes, path);
  words.expect("solid");
  words.skip_line();  // its name
  std::vector<Vec3> corners;
  for (auto word = words.next(); word != "endsolid"; word = words.next()) {
    if (word != "facet") words.fail("facet or endsolid", word);
    words.expect("normal");
    for (int n = 0; n < 3; ++n) words.next();  // some programs write nan here
    words.expect("outer");
    words.expect("loop");
    for (int c = 0; c < 3; ++c) {
      words.expect("vertex");
      const double x = words.number(), y = words.number(), z = words.number();
      corners.emplace_back(x, y, z);
    }
    words.expect("endloop");
    words.expect("endfacet");
  }
  return corners;
}

}  // namespace

std::vector<Vec3> read_stl(const std::string& path, double scale) {
  const std::string bytes = read_whole(path);
  std::uint32_t count = 0;
  if (bytes.size() >= kHeader) std::memcpy(&count, bytes.data() + 80, 4);
  // Binary files may start with "solid" too: their size tells.
  const bool binary = bytes.size() >= kHeader && bytes.size() == kHeader + kRecord * std::size_t{count};
  if (!binary && !bytes.starts_with("solid")) {
    throw InputError(fmt::format("{}: not STL: neither text nor the {} bytes of {} binary triangles", path,
                                 kHeader + kRecord * std::size_t{count}, count));
  }
  auto corners = binary ? read_binary(bytes, count) : read_text(bytes, path);
  for (auto& c : corners) c *= scale;
  return corners;
}

}  // namespace talus::io
