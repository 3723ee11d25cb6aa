#include "solver/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace talus::solver {

void SquaredResidual::add(const SetResidual& r, LocalIndex place) {
  slide = std::max(slide, r.slide), roll = std::max(roll, r.roll), spin = std::max(spin, r.spin);
  joint = std::max(joint, r.joint), box = std::max(box, r.box);
  is_finite &= std::isfinite(r.row());
  if (r.row() > row) row = r.row(), worst = place;
}

problem::Residual SquaredResidual::over_ranks(const comm::Comm& comm, std::span<double> more) {
  std::vector<double> most{slide, roll, spin, joint, box, is_finite ? 0.0 : 1.0};
  most.insert(most.end(), more.begin(), more.end());
  comm.max(most);
  std::copy(most.end() - std::ssize(more), most.end(), more.begin());
  problem::Residual r;
  r.slide_max = std::sqrt(most[0]), r.roll_max = std::sqrt(most[1]), r.spin_max = std::sqrt(most[2]);
  r.joint_max = std::sqrt(most[3]), r.box_max = std::sqrt(most[4]);
  is_finite = most[5] == 0;
  std::tie(row, r.worst_rank) = comm.max_with_rank(row);
  r.max = std::sqrt(row);
  if (r.worst_rank == comm.rank()) r.worst = worst;
  return r;
}

void SquaredResidual::set_rms(double squares, std::int64_t sets, problem::Residual& r) const {
  r.rms = sets > 0 ? std::sqrt(squares / static_cast<double>(sets)) : 0;
  if (!is_finite) r.rms = r.max = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace talus::solver
