#include "sim/series.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "comm/agree.hpp"

namespace talus::sim {
namespace {

std::string header_line(const std::vector<GlobalId>& probes) {
  std::string line =
      "step,time [s],bodies,contacts,sweeps,converged,residual_rms [m/s],residual_max [m/s],penetration_max [m],"
      "relaxation_max [m],kinetic_energy [J],rotational_energy [J],potential_energy [J],"
      "momentum_x [kg m/s],momentum_y [kg m/s],momentum_z [kg m/s],"
      "angular_momentum_x [kg m2/s],angular_momentum_y [kg m2/s],angular_momentum_z [kg m2/s],"
      "wall_force_x [N],wall_force_y [N],wall_force_z [N],wall_moment_x [N m],wall_moment_y [N m],wall_moment_z [N m],"
      "largest_rank_share";
  for (GlobalId id : probes) {
    for (const char* column : {"x [m]", "y [m]", "z [m]", "vx [m/s]", "vy [m/s]", "vz [m/s]", "wx [rad/s]", "wy [rad/s]",
                               "wz [rad/s]"}) {
      line += fmt::format(",body{}.{}", id, column);
    }
  }
  return line + "\n";
}

// Bytes of the file's start that stay: the header and the whole rows up to `last_step`.
std::uintmax_t bytes_to_keep(const std::filesystem::path& path, const std::string& header, std::int64_t last_step) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) return 0;
  if (line + "\n" != header) {
    throw IoError(path.string() + ": holds other columns than this run writes; move it away to go on without its rows");
  }
  std::uintmax_t bytes = header.size();
  for (std::int64_t last = 0; std::getline(in, line) && !in.eof(); bytes += line.size() + 1) {
    const std::int64_t step = std::atoll(line.c_str());
    if (step <= last || step > last_step) break;
    last = step;
  }
  return bytes;
}

}  // namespace

Series::Series(const comm::Comm& comm, const std::filesystem::path& file, std::vector<GlobalId> probes,
               std::int64_t last_step)
    : comm_(comm), path_(file), probes_(std::move(probes)) {
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    const std::string header = header_line(probes_);
    const bool go_on = last_step > 0 && std::filesystem::exists(file);
    const std::uintmax_t kept = go_on ? bytes_to_keep(file, header, last_step) : 0;
    if (kept > 0) std::filesystem::resize_file(file, kept);
    file_ = std::fopen(file.c_str(), kept > 0 ? "a" : "w");
    if (!file_ || (kept == 0 && std::fputs(header.c_str(), file_) < 0)) fail(errno);
  });
}

Series::~Series() {
  if (file_) std::fclose(file_);
}

void Series::fail(int error) const {
  throw IoError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(error)));
}

void Series::flush() {
  comm::agree(comm_, [this] {
    if (error_) fail(error_);
    if (file_ && (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0)) fail(errno);
  });
}

void Series::write(const Simulation& simulation, const StepReport& report) {
  enum { kBodies, kKinetic, kRotational, kPotential, kMomentum, kAngular = 7, kWallForce = 10, kWallMoment = 13, kProbes = 16 };
  std::vector<double> sums(kProbes + 9 * probes_.size(), 0.0);
  auto add3 = [&sums](std::size_t at, const Vec3& v) {
    for (std::size_t i = 0; i < 3; ++i) sums[at + i] += v[static_cast<Eigen::Index>(i)];
  };
  const auto owned = simulation.bodies().owned();
  sums[kBodies] = static_cast<double>(owned.size());
  for (const auto& b : owned) {
    if (b.state == bodies::State::dynamic) {
      sums[kKinetic] += 0.5 * b.mass * b.velocity.squaredNorm();
      sums[kRotational] += 0.5 * b.angular_velocity.dot(b.spin());
      sums[kPotential] -= b.mass * simulation.world().gravity.dot(b.position);
      add3(kMomentum, b.mass * b.velocity);
      add3(kAngular, b.mass * b.position.cross(b.velocity) + b.spin());
    }
    for (std::size_t p = 0; p < probes_.size(); ++p) {
      if (b.id != probes_[p]) continue;
      add3(kProbes + 9 * p, b.position);
      add3(kProbes + 9 * p + 3, b.velocity);
      add3(kProbes + 9 * p + 6, b.angular_velocity);
    }
  }
  const double h = simulation.options().build.step;
  add3(kWallForce, report.wall_impulse / h);
  add3(kWallMoment, report.wall_moment / h);
  const double most = comm_.max(sums[kBodies]);
  comm_.sum(sums);
  if (!file_) return;
  const auto& solve = report.solve;
  std::string row = fmt::format("{},{},{:.0f},{},{},{},{:.6e},{:.6e},{:.6e},{:.6e}", simulation.steps_done(),
                                simulation.time(), sums[kBodies], solve.contacts, solve.sweeps,
                                solve.status == solver::Status::converged ? 1 : 0, solve.residual.rms, solve.residual.max,
                                report.penetration, solve.residual.relaxation);
  for (std::size_t i = kKinetic; i < kProbes; ++i) row += fmt::format(",{:.17g}", sums[i]);
  row += fmt::format(",{:.4f}", sums[kBodies] > 0 ? most / sums[kBodies] : 0.0);
  for (std::size_t i = kProbes; i < sums.size(); ++i) row += fmt::format(",{:.17g}", sums[i]);
  row += '\n';
  if (std::fputs(row.c_str(), file_) < 0 && !error_) error_ = errno;
}

}  // namespace talus::sim
