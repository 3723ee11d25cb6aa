#pragma once
// The methods that share space among the ranks.

#include <string>

namespace talus::balance {

enum class Method {
  hilbert,   // runs of equal weight along a Hilbert curve
  parmetis,  // cuts of a graph of cubes; only where ParMETIS was found when Talus was built
};

bool has_method(Method method);                // is it in this build?
Method method_named(const std::string& name);  // InputError if it is unknown or not in this build

}  // namespace talus::balance
