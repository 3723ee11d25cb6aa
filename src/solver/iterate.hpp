#pragma once
// What changes while a problem is solved: impulses and the velocities that belong to them, and the operations that all
// projected iterations are made of. `blocks` schedule: each rank sweeps its own contacts; the mass of a body on which k
// ranks work is split in k parts, and after the sweep the changes of all parts are summed by one exchange.

#include "base/aligned.hpp"
#include "comm/comm.hpp"
#include "comm/sharing.hpp"
#include "problem/problem.hpp"
#include "solver/batches.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

// Sums over all contacts and bodies of one sweep from y to z, where x is the iterate before.
struct SweepSums {
  double objective = 0;  // f(z) - f(x), J, by the difference formula (no cancellation of full objectives)
  double restart = 0;    // (y - z) . W (z - x) > 0: the momentum leads uphill
};

struct SweepPacks;
struct ResidualPacks;

class Iterate {
 public:
  explicit Iterate(const comm::Comm& comm) : comm_(comm) {}

  // *Collective among neighbours.* Takes the problem's start as the iterate.
  void begin(const problem::Problem& problem, const comm::Sharing& sharing);

  // *Collective.* One sweep of exact local steps from y = z + beta (z - x); z moves to x, the result is the new z.
  SweepSums sweep(double beta);
  // *Not collective.* Takes the last sweep back: z is again what it was before it.
  void take_back();
  // *Collective.* Natural map at z.
  Residual residual(bool relative);
  // *Not collective.* Impulses and velocities of z.
  void store(problem::Solution& solution) const;

 private:
  template <bool Rolling>
  void sweep_batch(std::size_t k, Pack beta, SweepPacks& sums);
  template <bool Rolling>
  void residual_batch(std::size_t k, const AlignedDoubles& bodies, Pack scale, ResidualPacks& sums) const;
  ResidualPacks residual_sums(const AlignedDoubles& bodies, double scale) const;
  void add_start_impulses();
  void save_items();
  double energy_change() const;
  void exchange_changes();
  double zero_impulse_norm();

  comm::Comm comm_;
  const problem::Problem* problem_ = nullptr;
  const comm::Sharing* sharing_ = nullptr;
  Batches batches_;
  int current_ = 0;         // buffer of z; the other one holds x
  AlignedDoubles bodies_;   // velocities of z (of y during a sweep) with split inverse masses
  AlignedDoubles before_;   // velocities of x
  std::vector<double> masses_;      // m, J of owned bodies, 0 where immovable
  AlignedDoubles inverse_masses_;   // 1/m, 1/J of all bodies, unsplit; 1 for the idle one
  AlignedDoubles item_start_;       // shared bodies before a sweep, one record an item
  std::vector<LocalIndex> item_of_;  // place of a local body among the shared items, or -1
  comm::Exchange exchange_;
  double zero_norm_ = -1;   // sqrt(sum |r|^2 / w) at zero impulses; < 0: not known yet
};

}  // namespace talus::solver
