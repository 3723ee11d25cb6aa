#include "sim/wall_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>

#include "base/error.hpp"

namespace talus::sim {
namespace {

// Hours left in the Slurm job, less the time of a step and of the last checkpoint; infinite outside of a job.
double hours_of_job() {
  const char* text = std::getenv("SLURM_JOB_END_TIME");
  if (!text) return std::numeric_limits<double>::infinity();
  char* rest = nullptr;
  const double end = std::strtod(text, &rest);
  if (*text == '\0' || *rest != '\0' || !(end > 0) || !std::isfinite(end))
    throw InputError(fmt::format("SLURM_JOB_END_TIME: expected seconds since 1970, found '{}'", text));
  constexpr double kNothingLeft = 1e-9, kMostReserve = 120;  // h; s
  const double left = end - static_cast<double>(std::time(nullptr));
  return std::max(kNothingLeft, (left - std::min(kMostReserve, 0.1 * left)) / 3600);
}

}  // namespace

double wall_limit(double asked, double of_deck) {
  double least = hours_of_job();
  for (double hours : {asked, of_deck}) least = hours > 0 ? std::min(least, hours) : least;
  return std::isfinite(least) ? least : 0;
}

}  // namespace talus::sim
