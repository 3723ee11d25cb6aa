#include "sim/rare_rows.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "comm/agree.hpp"

namespace talus::sim {

RareRows::RareRows(const comm::Comm& comm, const std::filesystem::path& file, const char* header, std::int64_t every,
                   const io::StreamStart& start)
    : comm_(comm), every_(every), file_(file, header) {
  if (every_ == 0) return;
  comm::agree(comm_, [&] {
    if (comm_.is_root()) file_.open(start);
  });
}

void RareRows::sync() {
  comm::agree(comm_, [&] {
    if (comm_.is_root() && every_ > 0) file_.sync();
  });
}

void RareRows::write(const Simulation& simulation, const std::string& columns) {
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    file_.append(fmt::format("{},{:.9g},{}\n", simulation.steps_done(), simulation.time(), columns));
    file_.flush();
  });
}

HashRows::HashRows(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every,
                   const io::StreamStart& start)
    : RareRows(comm, file, "step,time [s],state_hash\n", every, start) {}

void HashRows::write_if_due(const Simulation& simulation) {
  if (is_due(simulation)) write(simulation, fmt::format("{:016x}", simulation.state_hash()));
}

BalanceRows::BalanceRows(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every,
                         const io::StreamStart& start)
    : RareRows(comm, file,
               "step,time [s],bodies,updates,updates_imbalance,pair_tests,pair_tests_imbalance,counted_imbalance,"
               "work_imbalance,busy [s],busy_imbalance,shared_anew,own_memory [B]\n",
               every, start) {}

void BalanceRows::write_if_due(const Simulation& simulation) {
  if (!is_due(simulation)) return;
  const Done done = simulation.done();
  const auto size = static_cast<double>(comm_.size());
  // This rank's values since the last row, then sums and maxima over all ranks.
  std::vector<double> here{static_cast<double>(done.updates - last_.updates),
                           static_cast<double>(done.pair_tests - last_.pair_tests),
                           static_cast<double>(done.updates + done.pair_tests - last_.updates - last_.pair_tests),
                           static_cast<double>(done.work - last_.work), done.busy - last_.busy};
  last_ = done;
  std::vector<double> all = here, most = here;
  comm_.sum(all);
  comm_.max(most);
  const auto bodies = comm_.sum(static_cast<std::int64_t>(simulation.bodies().num_owned));
  const auto memory = comm_.max(own_bytes());
  const auto imbalance = [&](std::size_t n) { return all[n] > 0 ? most[n] * size / all[n] : 1.0; };
  write(simulation,
        fmt::format("{},{:.0f},{:.4f},{:.0f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{},{}", bodies, all[0], imbalance(0),
                    all[1], imbalance(1), imbalance(2), imbalance(3), all[4], imbalance(4), done.repartitions, memory));
}

}  // namespace talus::sim
