#include "balance/method.hpp"

#include "base/error.hpp"

namespace talus::balance {

bool has_method([[maybe_unused]] Method method) {
#ifdef TALUS_HAVE_PARMETIS
  return true;
#else
  return method != Method::parmetis;
#endif
}

Method method_named(const std::string& name) {
  Method method = Method::hilbert;
  if (name == "parmetis") {
    method = Method::parmetis;
  } else if (name != "hilbert") {
    throw InputError("partition.method: \"" + name + "\" is unknown; it is hilbert or parmetis");
  }
  if (!has_method(method)) {
    throw InputError(
        "partition.method: " + name +
        " is not in this build, because ParMETIS was not found when Talus was configured; take hilbert, or "
        "install ParMETIS and build again");
  }
  return method;
}

}  // namespace talus::balance
