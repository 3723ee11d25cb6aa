#pragma once
// The one table of deck keys.

#include "base/key.hpp"

namespace talus::drivers {

const KeyTable& key_table();

}  // namespace talus::drivers
