#pragma once
// A column of numbers in a table.

#include <string>

namespace talus::observe {

struct Column {
  std::string name, unit;  // unit: "1" for none
};

}  // namespace talus::observe
