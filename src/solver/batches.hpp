#pragma once
// Contacts arranged for the sweep: packs of kWidth contacts that share no movable body. Contacts go to packs in the
// order of rows, each behind the packs that hold its bodies' earlier contacts, so the result is that of the plain
// sequential sweep; only contacts without common bodies change places. Rolling contacts stand in packs of their own,
// and so does every class of rows.
//
// The data of a pack are one block of doubles, fields by lanes, in the order of `Field`. Impulses are kept twice (the
// iterate and the one before): buffers 0 and 1.

#include <cstdint>
#include <vector>

#include "base/aligned.hpp"
#include "problem/problem.hpp"
#include "solver/pack.hpp"
#include "solver/schedule.hpp"

namespace talus::solver {

enum Field : int {
  kNormal = 0,  // n, 3
  kArmA = 3,    // m
  kArmB = 4,    // m
  kBias = 5,    // b_n, m/s
  kInvWn = 6,   // 1/w_n, kg (masses as split over ranks)
  kInvWt = 7,   // 1/w_t, kg
  kMu = 8,
  kForce = 9,  // p, N s: buffers 0 and 1, 3 each
  kSlidingFields = 15,
  kInvWr = 15,   // 1/w_r, kg m^2
  kRho = 16,     // m
  kSigma = 17,   // m
  kTorque = 18,  // q, N m s: buffers 0 and 1, 3 each
  kRollingFields = 24,
};

class Batches {
 public:
  // `bodies`: the sweep's bodies, with one idle body behind the last for lanes without a contact.
  void arrange(const problem::Problem& problem, const AlignedDoubles& bodies);
  void store_impulses(std::vector<problem::ContactImpulse>& to, int buffer) const;
  // Keeps the impulses of a buffer; later both buffers take what was kept.
  void keep(int buffer);
  void restore();

  std::size_t size() const { return offset_.size(); }
  std::size_t num_classes() const { return class_end_.size(); }
  std::size_t class_begin(std::size_t c) const { return c == 0 ? 0 : class_end_[c - 1]; }
  std::size_t class_end(std::size_t c) const { return class_end_[c]; }
  bool rolling(std::size_t k) const { return rolling_[k] != 0; }
  bool driven(std::size_t k) const { return driven_[k] != 0; }  // touches an immovable body that has a velocity
  double* data(std::size_t k) { return data_.data() + offset_[k] * kWidth; }
  const double* data(std::size_t k) const { return data_.data() + offset_[k] * kWidth; }
  const std::int32_t* body_a(std::size_t k) const { return bodies_.data() + 2 * k * kWidth; }
  const std::int32_t* body_b(std::size_t k) const { return bodies_.data() + (2 * k + 1) * kWidth; }
  const std::int32_t* contact(std::size_t k) const { return contacts_.data() + k * kWidth; }  // -1: idle lane

 private:
  void place(const problem::Problem& problem);
  std::size_t place_contact(const problem::Problem& problem, std::size_t c, std::int32_t first,
                            std::size_t next_offset);
  void fill(const problem::Problem& problem, const AlignedDoubles& bodies);

  std::vector<std::size_t> class_end_;  // batches of class c end here
  std::vector<std::size_t> offset_;     // of a batch's block, in packs
  std::vector<char> rolling_, driven_;  // by batch
  std::vector<std::int32_t> bodies_;    // kWidth of A, kWidth of B a batch
  std::vector<std::int32_t> contacts_;  // kWidth a batch
  AlignedDoubles data_;
  AlignedDoubles kept_;             // impulses of keep(), batch after batch
  std::vector<std::int32_t> last_;  // scratch: last batch of each body
  std::vector<std::int8_t> used_;   // scratch: lanes in use of each batch
};

}  // namespace talus::solver
