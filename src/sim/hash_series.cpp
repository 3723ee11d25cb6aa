#include "sim/hash_series.hpp"

#include <fmt/format.h>

#include "comm/agree.hpp"
#include "io/csv_rows.hpp"
#include "io/durable.hpp"

namespace talus::sim {

HashSeries::HashSeries(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every,
                       std::int64_t last_step)
    : comm_(comm), path_(file), every_(every) {
  if (every_ == 0) return;
  comm::agree(comm_, [&] {
    if (comm_.is_root()) file_ = io::open_rows(path_, "step,time [s],state_hash\n", last_step);
  });
}

void HashSeries::write_if_due(const Simulation& simulation) {
  if (every_ == 0 || simulation.steps_done() % every_ != 0) return;
  const auto hash = simulation.state_hash();
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    file_ << fmt::format("{},{:.9g},{:016x}\n", simulation.steps_done(), simulation.time(), hash) << std::flush;
    io::check_written(file_, path_);
  });
}

}  // namespace talus::sim
