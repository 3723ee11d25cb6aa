#include "base/error.hpp"

#include <fmt/format.h>

namespace talus {

void fail_requirement(const char* expression, const char* file, int line, const std::string& message) {
  throw std::logic_error(fmt::format("internal error: {} does not hold ({}:{}) {}", expression, file, line, message));
}

}  // namespace talus
