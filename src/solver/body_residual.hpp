#pragma once
// The residual of sweeps over bodies: natural maps of round contacts in packs and of blocks, at velocities of bodies.

#include <utility>

#include "base/aligned.hpp"
#include "comm/comm.hpp"
#include "problem/problem.hpp"
#include "solver/batches.hpp"
#include "solver/block_rows.hpp"
#include "solver/measure.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

class BodyResidual {
 public:
  struct Found {
    Residual residual;
    double largest_energy = 0;  // J, of the terms in sums over contacts and bodies of all ranks
  };

  explicit BodyResidual(const comm::Comm& comm) : comm_(comm) {}

  // All four outlive the evaluations. inverse_masses: 1/m, 1/J of all bodies, unsplit; 1 for the idle one. `split`: do
  // those in the records of bodies differ?
  void begin(const problem::Problem& problem, const Batches& batches, const BlockRows& blocks,
             const AlignedDoubles& inverse_masses, Law law, bool split);

  // *Collective.* Of the impulses in the buffer `current`. `kinetic`: J, twice the largest energy of a body here.
  Found at(const AlignedDoubles& bodies, int current, double kinetic, bool relative);
  // *Collective.* Are impulses so large that x - u / w may be x for velocities u of a tenth of the tolerance?
  bool may_hide(int current, double tolerance) const;
  // *Collective.* The norms where rounding does not hide them: contact after contact, in general rows. The relative one
  // only after at() has asked for it.
  Residual unhidden(const AlignedDoubles& bodies, int current) const;

 private:
  struct Packs {
    Pack worst{}, slide{}, roll{}, spin{}, relaxation{}, energy{}, bias{}, not_a_number{};
    Mask worst_batch{}, pressing{};
    SquaredResidual blocks;
  };
  std::pair<Pack, Pack> inverse_masses_of(const std::int32_t* body, Pack mass, Pack inertia) const;
  template <bool Rolling>
  void add_batch(std::size_t k, const AlignedDoubles& bodies, Pack scale, Packs& packs);
  void add_blocks(const AlignedDoubles& bodies, double scale, Packs& packs);
  Packs evaluate(const AlignedDoubles& bodies, double scale);
  SquaredResidual largest_of(const Packs& packs) const;
  double norm_at_zero_impulses(const AlignedDoubles& bodies);
  double sum_rows(const AlignedDoubles& rows, double largest) const;
  std::pair<double, double> sum_rows(const AlignedDoubles& a, double largest_a, const AlignedDoubles& b,
                                     double largest_b) const;

  comm::Comm comm_;
  const problem::Problem* problem_ = nullptr;
  const Batches* batches_ = nullptr;
  const BlockRows* blocks_ = nullptr;
  const AlignedDoubles* inverse_masses_ = nullptr;
  Law law_ = Law::ccp;
  bool split_ = false;
  int current_ = 0;
  AlignedDoubles rows_, energies_, openings_;  // squared row norm, energy norm, opening; a lane each
  double zero_norm_ = -1;                      // sqrt(sum |r|^2 / w) at zero impulses; < 0: not known yet
};

}  // namespace talus::solver
