#pragma once
// For headers of options, whose keys (base/key.hpp) stand in their source files.

namespace talus {

class Values;
template <class T>
class Keys;

}  // namespace talus
