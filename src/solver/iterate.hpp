#pragma once
// The state of the iteration: impulses and the velocities that belong to them, and the operations that all
// projected iterations are made of. All sums are exact, so that decisions do not depend on the order of terms.

#include <memory>

#include "base/aligned.hpp"
#include "comm/comm.hpp"
#include "comm/exact_sum.hpp"
#include "comm/sharing.hpp"
#include "problem/problem.hpp"
#include "solver/batches.hpp"
#include "solver/block_rows.hpp"
#include "solver/body_residual.hpp"
#include "solver/fixed_sum.hpp"
#include "solver/schedule.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

// Sums over all contacts and bodies of one sweep from y to z, where x is the iterate before.
struct SweepSums {
  double objective = 0;  // f(z) - f(x), J, by the difference formula (no cancellation of full objectives)
  // Measured over full sweeps only, in the metric W of the local steps:
  double restart = 0;   // (y - z) . W (z - x), J; > 0: the momentum leads uphill
  double change = 0;    // |z - y|, sqrt(J): what the sweep did; falls as the residual does
  double progress = 0;  // |z - x|, sqrt(J)
};

class Iterate {
 public:
  explicit Iterate(const comm::Comm& comm) : comm_(comm), residual_(comm) {}

  // *Collective among neighbours.* Takes the problem's start as the iterate. residual() must be called before sweep().
  void begin(const problem::Problem& problem, const comm::Sharing& sharing, ScheduleKind schedule, Law law = Law::ccp);

  // *Collective.* One sweep of exact local steps from y = z + beta (z - x); z moves to x, the result is the new z. A
  // full sweep takes all sums, any other only the objective, which under Coulomb's law need not fall.
  SweepSums sweep(double beta, bool full);
  // *Not collective.* Takes the last sweep back: z is again what it was before it. beta must be 0 in the next.
  void take_back();
  // *Collective.* Natural map at z; under Coulomb's law that of the convex problem whose normal rows are shifted by the
  // relaxation gaps of z.
  Residual residual(bool relative);
  // *Collective.* The same, and its norm that stops.
  double look(Norm norm, Residual& found);
  // *Not collective.* Keeps z; later z becomes what was kept, and beta must be 0 in the next sweep.
  void keep();
  void restore();
  bool late() const { return false; }  // a limit of wall time would change bits
  // *Collective.* The natural map of z where rounding does not hide it, at velocities formed from the impulses alone.
  // z stays; `sweeps`: how many have changed it.
  Residual residual_from_scratch(const SolverOptions& options, int sweeps);
  // *Not collective.* z takes these velocities; beta must be 0 in the next sweep.
  void take_scratch() { bodies_ = scratch_; }
  // *Collective.* d'N d for the change d of the last sweep, and whether d is a certificate (certificate.hpp).
  double energy_of_change() const;
  double energy_scale() const { return largest_energy_; }
  bool certifies(double fall);
  const std::vector<LocalIndex>& carriers() const { return carriers_; }
  // *Collective among neighbours.* Writes impulses and velocities of the last iterate z into the solution.
  void store(problem::Solution& solution);

 private:
  struct SweepPacks {
    FixedSum objective, restart, change, progress;
  };
  void make_bodies();
  void split_large();
  void gather_large();
  void bound_coupled_rows();
  template <bool Rolling, bool Full>
  void sweep_batch(std::size_t k, Pack beta, const FixedScale& scale, SweepPacks& sums);
  void add_driven_work(std::size_t k, const FixedScale& scale, FixedSum& sum) const;
  void sweep_blocks(std::size_t c, double beta, const FixedScale& scale, SweepPacks& sums);
  template <bool Rolling>
  void project_start(std::size_t k);
  void project_start();
  void add_impulses(int buffer);
  void add_energy_change(const FixedScale& scale, FixedSum& sum) const;

  comm::Comm comm_;
  const problem::Problem* problem_ = nullptr;
  const comm::Sharing* sharing_ = nullptr;
  std::unique_ptr<Schedule> schedule_;
  ScheduleKind kind_ = ScheduleKind::blocks;
  Law law_ = Law::ccp;
  Batches batches_;
  BlockRows blocks_;
  BodyResidual residual_;
  int current_ = 0;                         // buffer of z; the other one holds x
  AlignedDoubles bodies_;                   // velocities of z (of y during a sweep), inverse masses as split
  AlignedDoubles before_;                   // velocities of x
  AlignedDoubles scratch_;                  // velocities formed from impulses alone
  AlignedDoubles kept_bodies_;              // of keep()
  AlignedDoubles masses_;                   // m, J; 0 where immovable, idle or counted by another rank
  AlignedDoubles inverse_masses_;           // 1/m, 1/J of all bodies, unsplit; 1 for the idle one
  std::vector<std::int64_t> num_shares_;    // of each large body, over all ranks
  std::vector<comm::ExactSum> large_sums_;  // scratch of gather_large()
  std::vector<LocalIndex> carriers_;        // of the certificate found last
  double largest_energy_ = 0;  // J, over all contacts and bodies of all ranks: scale of the sums in a sweep
};

}  // namespace talus::solver
