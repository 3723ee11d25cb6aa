#include "io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus::io {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\', out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

Json& Json::raw(const std::string& key, const std::string& value) {
  body_ += fmt::format("{}{}: {}", body_.empty() ? "" : ",\n", quoted(key), value);
  return *this;
}
Json& Json::add(const std::string& key, double value) {
  return raw(key, std::isfinite(value) ? fmt::format("{}", value) : "null");
}
Json& Json::add(const std::string& key, std::int64_t value) { return raw(key, fmt::format("{}", value)); }
Json& Json::add(const std::string& key, const std::string& value) { return raw(key, quoted(value)); }
Json& Json::add(const std::string& key, const std::vector<std::string_view>& texts) {
  std::string list;
  for (const auto text : texts) list += (list.empty() ? "" : ", ") + quoted(text);
  return raw(key, "[" + list + "]");
}
Json& Json::add(const std::string& key, const Json& value) { return raw(key, value.text()); }

Json& Json::append(const Json& members) {
  if (!members.body_.empty()) body_ += (body_.empty() ? "" : ",\n") + members.body_;
  return *this;
}

std::string Json::line() const {
  std::string out = "{" + body_ + "}";  // texts have no line ends, see quoted()
  std::ranges::replace(out, '\n', ' ');
  return out;
}

std::string Json::text() const {
  std::string out = "{\n  ";
  for (char c : body_) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out + "\n}";
}

}  // namespace talus::io
