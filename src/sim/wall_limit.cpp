#include "sim/wall_limit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>

namespace talus::sim {
namespace {

// Hours left in the Slurm job, less the time of a step and of the last checkpoint; infinite outside of a job.
double hours_of_job() {
  const char* text = std::getenv("SLURM_JOB_END_TIME");
  const double end = text ? std::strtod(text, nullptr) : 0;
  if (!(end > 0)) return std::numeric_limits<double>::infinity();
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
