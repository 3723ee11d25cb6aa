#pragma once
// One JSON object, written key by key in order. Numbers keep all their digits; what is not finite becomes null.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace talus::io {

class Json {
 public:
  Json& add(const std::string& key, double value);
  Json& add(const std::string& key, std::int64_t value);
  Json& add(const std::string& key, int value) { return add(key, static_cast<std::int64_t>(value)); }
  Json& add(const std::string& key, bool value) { return raw(key, value ? "true" : "false"); }
  Json& add(const std::string& key, const std::string& value);
  Json& add(const std::string& key, const char* value) { return add(key, std::string(value)); }
  Json& add(const std::string& key, const std::vector<std::string_view>& texts);
  Json& add(const std::string& key, const Json& value);
  Json& append(const Json& members);  // adds the members of another object behind its own
  std::string text() const;           // indented, on lines of its own
  std::string line() const;           // the same on one line

 private:
  Json& raw(const std::string& key, const std::string& value);
  std::string body_;
};

}  // namespace talus::io
