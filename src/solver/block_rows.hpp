#pragma once
// General rows in a sweep, block by block: what is not a contact of round bodies. The local problem of a block,
//
//   min  u.(g - y) + 1/2 (g - y)' A (g - y)   over its set,   A = D M^-1 D' + C  (masses as split over ranks),
//
// is solved exactly where the set is free, by a few projected steps in a metric that bounds A where it is a cone, row
// after row where it is a box. Under Coulomb's law each step of a cone takes the normal row, then the rows of friction
// between the bounds that it leaves them.

#include <vector>

#include "base/aligned.hpp"
#include "problem/problem.hpp"
#include "solver/set.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

// Terms of the sums over all rows (iterate.hpp, SweepSums).
struct BlockTerms {
  double objective = 0, restart = 0, change = 0, progress = 0;
};

// The contribution of a block to the residual.
struct BlockResidual : SetResidual {
  double bias = 0;        // size of terms in sums, J
  double relaxation = 0;  // speed at which a contact under load opens by the relaxation gap of the convex law, m/s
};

// w of the natural map: the diagonal of the block of N with unsplit masses, equal within a pair.
Vec6 natural_weights(const problem::Block& block, const AlignedDoubles& inverse_masses);
// The natural map of a block's impulses g at velocities of bodies, where rounding does not hide it.
SetResidual unhidden_residual(const problem::Block& block, const Vec6& weights, const Vec6& g,
                              const AlignedDoubles& bodies, Law law);

class BlockRows {
 public:
  // bodies: records with masses as split; inverse_masses: (1/m, 1/J) of all bodies, unsplit.
  void arrange(const problem::Problem& problem, const AlignedDoubles& bodies, const AlignedDoubles& inverse_masses,
               Law law);

  std::size_t size() const { return locals_.size(); }
  std::size_t class_begin(std::size_t c) const { return c == 0 ? 0 : class_end(c - 1); }
  std::size_t class_end(std::size_t c) const {
    const auto& ends = problem_->block_class_end;
    return c < ends.size() ? static_cast<std::size_t>(ends[c]) : locals_.size();
  }

  // Projects a block's start on its set.
  void project_start(std::size_t k);
  // Adds the effect of a block's impulses to the bodies.
  void add_impulse(std::size_t k, int buffer, AlignedDoubles& bodies) const;
  // The local step from y = z + beta (z - x); z of the buffer `current`, x of the other, which takes the result.
  BlockTerms sweep(std::size_t k, double beta, int current, AlignedDoubles& bodies);
  // Natural map at scale * z (scale 0: at zero impulses).
  BlockResidual residual(std::size_t k, double scale, int current, const AlignedDoubles& bodies) const;
  // The same where rounding does not hide it.
  SetResidual unhidden(std::size_t k, int current, const AlignedDoubles& bodies) const;
  // The largest w |g| of its rows, m/s.
  double size(std::size_t k, int current) const;
  void store(std::vector<Vec6>& impulses, int current) const;
  // Keeps the impulses of a buffer; later both buffers take what was kept.
  void keep(int buffer) { store(kept_, buffer); }
  void restore();
  // The change of its impulses in the last sweep.
  Vec6 gain(std::size_t k, int current) const { return locals_[k].impulse[current] - locals_[k].impulse[1 - current]; }

 private:
  struct Local {
    Mat6 a = Mat6::Zero();        // A
    Mat6 inverse = Mat6::Zero();  // of A, where the set is free (pseudo-inverse of dependent rows)
    Vec6 metric = Vec6::Ones();   // of projected steps: bounds A, equal within a pair
    Vec6 natural = Vec6::Ones();  // natural_weights
    Vec6 impulse[2] = {Vec6::Zero(), Vec6::Zero()};
    bool driven = false;  // touches an immovable body that has a velocity
  };
  const problem::Block& block(std::size_t k) const { return problem_->blocks[k]; }
  Vec6 step(const problem::Block& block, const Local& local, const Vec6& y, const Vec6& u) const;
  double driven_work(std::size_t k, const Vec6& progress) const;

  const problem::Problem* problem_ = nullptr;
  Law law_ = Law::ccp;
  std::vector<Local> locals_;
  std::vector<Vec6> kept_;
};

}  // namespace talus::solver
