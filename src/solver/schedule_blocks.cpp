#include <algorithm>
#include <array>
#include <cmath>

#include "solver/schedule_parts.hpp"

namespace talus::solver {
namespace {

// Each rank sweeps its own contacts. A body on which several ranks work is split in parts of mass m f, f in proportion
// to the square root of how many of its contacts are on a rank (by their number, or in equal parts, takes more sweeps);
// after the sweep the true change is the sum over sharers of f (part - common start), added in the order of ranks, so
// all copies keep the same bits. One message per neighbour and sweep.
class Blocks : public Schedule {
 public:
  explicit Blocks(const comm::Comm& comm) : comm_(comm) {}

  void begin(const problem::Problem& problem, const comm::Sharing& sharing) override {
    sharing_ = &sharing;
    num_owned_ = problem.num_owned;
    start_.assign(sharing.items.size() * kBodyDoubles, 0.0);
    item_of_.assign(static_cast<std::size_t>(problem.num_local), -1);
    for (std::size_t s = 0; s < sharing.items.size(); ++s) {
      item_of_[static_cast<std::size_t>(sharing.items[s])] = static_cast<LocalIndex>(s);
    }
    std::vector<int> counts;
    for (const auto& list : sharing.shared) counts.push_back(static_cast<int>(list.size()));
    exchange_ = comm::Exchange(comm_, sharing.neighbours, counts, kVelocityDoubles);
  }

  double parts(std::size_t item) const override {
    double own = 0, all = 0;
    for (const auto& h : sharing_->sharers[static_cast<LocalIndex>(item)]) {
      const double part = std::sqrt(static_cast<double>(h.rows.count));
      all += part;
      if (h.rank == comm_.rank()) own = part;
    }
    return own > 0 ? all / own : 1;
  }
  bool counts(std::size_t item) const override { return sharing_->items[item] < num_owned_; }

  void before_sweep(AlignedDoubles& bodies) override {
    for (std::size_t s = 0; s < sharing_->items.size(); ++s) {
      std::copy_n(record_of(bodies, sharing_->items[s]), kBodyDoubles, start_of(s));
    }
  }
  void before_class(std::size_t, AlignedDoubles&) override {}

  void after_sweep(AlignedDoubles& bodies) override {
    const auto& items = sharing_->items;
    for (std::size_t s = 0; s < items.size(); ++s) {
      double* v = record_of(bodies, items[s]);
      const double* start = start_of(s);
      const double split = parts(s);
      for (std::size_t c : kVelocityAt) v[c] = (v[c] - start[c]) / split;
    }
    for (std::size_t k = 0; k < sharing_->neighbours.size(); ++k) {
      double* out = exchange_.outgoing(k).data();
      for (LocalIndex b : sharing_->shared[k]) out = pack_velocity(record_of(bodies, b), out);
    }
    exchange_.start();
    exchange_.finish();
    std::size_t k = 0;
    for (; k < sharing_->neighbours.size() && sharing_->neighbours[k] < comm_.rank(); ++k) add_from(k);
    for (std::size_t s = 0; s < items.size(); ++s) {
      const double* v = record_of(bodies, items[s]);
      for (std::size_t c : kVelocityAt) start_of(s)[c] += v[c];
    }
    for (; k < sharing_->neighbours.size(); ++k) add_from(k);
    for (std::size_t s = 0; s < items.size(); ++s) {
      double* v = record_of(bodies, items[s]);
      for (std::size_t c : kVelocityAt) v[c] = start_of(s)[c];
    }
  }
  void refresh(AlignedDoubles&) override {}  // copies are always equal

 private:
  double* start_of(std::size_t item) { return record_of(start_, static_cast<LocalIndex>(item)); }
  void add_from(std::size_t k) {
    const double* in = exchange_.incoming(k).data();
    for (LocalIndex b : sharing_->shared[k]) {
      double* sum = start_of(static_cast<std::size_t>(item_of_[static_cast<std::size_t>(b)]));
      for (std::size_t c : kVelocityAt) sum[c] += *in++;
    }
  }

  comm::Comm comm_;
  const comm::Sharing* sharing_ = nullptr;
  LocalIndex num_owned_ = 0;
  AlignedDoubles start_;             // shared bodies before the sweep, then the sum of all parts
  std::vector<LocalIndex> item_of_;  // place of a local body among the items, or -1
  comm::Exchange exchange_;
};

}  // namespace

std::unique_ptr<Schedule> make_blocks(const comm::Comm& comm) { return std::make_unique<Blocks>(comm); }

}  // namespace talus::solver
