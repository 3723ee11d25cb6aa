// Momentum over sweeps with adaptive local refinement. Late in a solve of a bed at rest much of the residual sits in a
// few soft places. So now and then, if few contacts hold half of it: the places are grown from these contacts along
// others that press, split into connected parts, and each part is solved by itself to a much smaller residual, all
// other impulses held. That is block descent: the objective only falls. The residual rises along the rims of parts,
// though, and takes hundreds of sweeps to fall again: near the tolerance a refinement pays only if nearly nothing is
// left elsewhere. A part is solved on one rank, that of its first contact, so that the result does not depend on the
// number of ranks; the momentum of the whole goes on as it was.

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "comm/exact_sum.hpp"
#include "solver/distribute.hpp"
#include "solver/row_iterate.hpp"

namespace talus::solver {
namespace {

constexpr double kFewContacts = 0.003;  // when to refine: so few contacts hold so much of the squared residual,
constexpr double kMuchResidual = 0.5, kMostResidual = 0.9;  // the latter within a factor kNear of the tolerance
constexpr double kNear = 4;
constexpr int kHops = 8;
constexpr double kMostContacts = 0.1;             // that parts may hold together, else fewer hops
constexpr double kSmaller = 20;                   // what a part's residual is divided by
constexpr double kBudget = 1000;                  // sweeps of all contacts that a part may cost
constexpr int kLeastWait = 20, kShareWait = 100;  // sweeps between refinements: at least, and this part of all
constexpr int kLookEvery = 8;                     // sweeps between looks at contacts that stay apart

// One part on the rank that solves it.
struct Part {
  problem::MatrixProblem problem;
  std::vector<GlobalId> id;
  std::vector<Rank> owner;
  std::vector<double> x, u;  // scaled; u as it is now
};

class Refinement {
 public:
  // `budget`: sweeps of all contacts that it may cost.
  Refinement(Operator& op, const Vector& x, const Vector& u, double budget) : op_(op), x_(x), u_(u), budget_(budget) {}

  // *Collective.* The change of x; nothing if few contacts hold less than `share` of the squared residual. Adds to
  // `updates` the local steps of all parts.
  Vector find(double share, double& updates) {
    if (!find_seeds(share)) return {};
    grow();
    label();
    for (auto& [rank, bytes] : send_parts()) replies_.push_back({rank, std::move(bytes)});
    Vector change = Vector::Zero(x_.size());
    updates += op_.comm().sum(updates_);
    for (const auto& m : comm::sparse_exchange(op_.comm(), std::move(replies_))) {
      comm::Reader reader(m.bytes);
      while (!reader.done()) {
        const auto& block = op_.blocks()[static_cast<std::size_t>(reader.next<GlobalId>() - op_.first_block())];
        for (std::size_t i = 0; i < block.rows(); ++i) {
          const auto row = static_cast<Eigen::Index>(block.row + i);
          change[row] = reader.next<double>() - x_[row];
        }
      }
    }
    return change;
  }

 private:
  std::size_t num_blocks() const { return op_.blocks().size(); }

  // The fewest contacts that hold that share of the squared residual, by bisection for the least square among them.
  bool find_seeds(double share) {
    std::vector<double> square;
    for (std::size_t b = 0; b < num_blocks(); ++b) square.push_back(op_.natural_map(b, x_, u_).energy);
    const double largest = op_.comm().max(square.empty() ? 0.0 : *std::ranges::max_element(square));
    const auto above = [&](double least) {
      comm::ExactSum sum;
      std::int64_t count = 0;
      for (const double s : square) {
        if (s >= least) sum.add(s), ++count;
      }
      comm::exact_sum(op_.comm(), std::span(&sum, 1));
      return std::pair{sum.value(), op_.comm().sum(count)};
    };
    const double all = above(0).first;
    if (!(all > 0)) return false;
    double low = largest * 1e-12, high = largest;
    for (int n = 0; n < 30; ++n) {
      const double middle = std::sqrt(low * high);
      (above(middle).first >= share * all ? low : high) = middle;
    }
    if (static_cast<double>(above(low).second) > kFewContacts * static_cast<double>(op_.num_contacts())) return false;
    hop_.assign(num_blocks(), -1);
    for (std::size_t b = 0; b < num_blocks(); ++b) {
      if (square[b] >= low) hop_[b] = 0;
    }
    return true;
  }

  // Blocks by hops from the seeds, as many hops as few enough blocks allow; -1 beyond.
  void grow() {
    double most = kMostContacts * static_cast<double>(op_.num_contacts());
    for (int hop = 1; hop <= kHops; ++hop) {
      const auto near = op_.with_ghosts(hop_);
      auto next = hop_;
      std::int64_t held = 0;
      for (std::size_t b = 0; b < num_blocks(); ++b) {
        const auto& block = op_.blocks()[b];
        const bool presses = !block.is_cone() || x_[static_cast<Eigen::Index>(block.row)] > 0;
        const auto others = op_.coupled(b);
        if (next[b] < 0 && presses &&
            std::ranges::any_of(others, [&near](auto o) { return near[static_cast<std::size_t>(o)] >= 0; }))
          next[b] = hop;
        held += next[b] >= 0;
      }
      if (static_cast<double>(op_.comm().sum(held)) > most) return;
      hop_ = std::move(next);
    }
  }

  // Connected parts: each block takes the least number of all blocks in its part.
  void label() {
    label_.resize(num_blocks());
    for (std::size_t b = 0; b < num_blocks(); ++b)
      label_[b] = hop_[b] >= 0 ? static_cast<double>(op_.first_block() + static_cast<GlobalId>(b)) : -1;
    for (bool changes = true; changes;) {
      near_ = op_.with_ghosts(label_);
      changes = false;
      for (std::size_t b = 0; b < num_blocks(); ++b) {
        if (label_[b] < 0) continue;
        for (const auto o : op_.coupled(b)) {
          const double other = near_[static_cast<std::size_t>(o)];
          if (other >= 0 && other < label_[b]) label_[b] = near_[b] = other, changes = true;
        }
      }
      changes = op_.comm().any(changes);
    }
    near_ = op_.with_ghosts(label_);
  }

  // *Collective.* Parts go to their ranks and are solved there; what goes back, by rank.
  std::map<Rank, comm::Bytes> send_parts() {
    std::map<Rank, comm::Bytes> out;
    for (std::size_t b = 0; b < num_blocks(); ++b) {
      if (label_[b] >= 0)
        put_block(b, out[block_holder(static_cast<GlobalId>(label_[b]), op_.num_blocks_of_all(), op_.num_owners())]);
    }
    std::vector<comm::Message> messages;
    for (auto& [rank, bytes] : out) messages.push_back({rank, std::move(bytes)});
    std::map<GlobalId, Part> parts;
    for (const auto& m : comm::sparse_exchange(op_.comm(), std::move(messages))) {  // by rank, so by number
      comm::Reader reader(m.bytes);
      while (!reader.done()) take_block(m.rank, reader, parts[reader.next<GlobalId>()]);
    }
    const auto all = static_cast<double>(op_.comm().sum(std::ssize(parts)));
    std::map<Rank, comm::Bytes> back;
    for (auto& [first, part] : parts) solve(part, std::min(kBudget, budget_ / all), back);
    return back;
  }

  void put_block(std::size_t b, comm::Bytes& bytes) const {
    const auto& block = op_.blocks()[b];
    comm::append(bytes, static_cast<GlobalId>(label_[b]));
    comm::append(bytes, op_.first_block() + static_cast<GlobalId>(b));
    comm::append(bytes, block.set);
    for (std::size_t i = 0; i < block.rows(); ++i) comm::append(bytes, x_[static_cast<Eigen::Index>(block.row + i)]);
    for (std::size_t i = 0; i < block.rows(); ++i) comm::append(bytes, u_[static_cast<Eigen::Index>(block.row + i)]);
    const auto others = op_.coupled(b);
    const auto within = [this](std::int32_t o) { return near_[static_cast<std::size_t>(o)] >= 0; };
    comm::append(bytes, static_cast<std::int64_t>(std::ranges::count_if(others, within)));
    for (std::size_t k = 0; k < others.size(); ++k) {
      if (!within(others[k])) continue;
      const auto values = op_.coupling(b, k);
      comm::append(bytes, op_.id_of(others[k]));
      comm::append(bytes, static_cast<std::int64_t>(values.size()));
      for (const double v : values) comm::append(bytes, v);
    }
  }
  // Columns are numbers among all blocks until the part is whole.
  static void take_block(Rank from, comm::Reader& reader, Part& part) {
    auto& p = part.problem;
    if (p.row_start.empty()) p.row_start = {0}, p.entry_start = {0}, p.value_start = {0};
    part.id.push_back(reader.next<GlobalId>());
    part.owner.push_back(from);
    const auto set = reader.next<AdmissibleSet>();
    p.sets.push_back(set);
    p.row_start.push_back(p.row_start.back() + set.rows);
    for (int i = 0; i < set.rows; ++i) part.x.push_back(reader.next<double>());
    for (int i = 0; i < set.rows; ++i) part.u.push_back(reader.next<double>());
    for (auto entries = reader.next<std::int64_t>(); entries > 0; --entries) {
      p.column.push_back(reader.next<GlobalId>());
      const auto count = reader.next<std::int64_t>();
      p.column_rows.push_back(static_cast<std::int8_t>(count / set.rows));
      for (std::int64_t i = 0; i < count; ++i) p.value.push_back(reader.next<double>());
      p.value_start.push_back(std::ssize(p.value));
    }
    p.entry_start.push_back(std::ssize(p.column));
  }

  // min 1/2 d'N d + u.d over x + d in Y: offset u - N x. Rows are scaled already, so the part's own scaling changes
  // little.
  void solve(Part& part, double budget, std::map<Rank, comm::Bytes>& back) {
    auto& p = part.problem;
    p.total = std::ssize(p.sets);
    for (auto& c : p.column) c = std::ranges::lower_bound(part.id, c) - part.id.begin();
    p.offset = part.u;
    for (std::size_t c = 0; c < p.num_blocks(); ++c) {
      for (auto k = static_cast<std::size_t>(p.entry_start[c]); k < static_cast<std::size_t>(p.entry_start[c + 1]);
           ++k) {
        const double* v = p.value.data() + p.value_start[k];
        const double* x = part.x.data() + p.row_start[static_cast<std::size_t>(p.column[k])];
        for (auto row = p.row_start[c]; row < p.row_start[c + 1]; ++row) {
          for (int j = 0; j < p.column_rows[k]; ++j) p.offset[static_cast<std::size_t>(row)] -= *v++ * x[j];
        }
      }
    }
    Operator op(comm::Comm::self(), p);
    Vector x = op.scaled(part.x), u;
    op.gradient(x, u);
    const double share = static_cast<double>(op_.num_blocks_of_all()) / static_cast<double>(p.total);
    const RowOptions options{.tolerance = op.residual(x, u).relative / kSmaller,
                             .norm = Norm::relative,
                             .max_sweeps = static_cast<int>(std::min(budget * share, 1e6))};
    const auto report = solve_mnest(op, options, x);
    updates_ += static_cast<double>(report.sweeps) * static_cast<double>(p.total);
    const auto g = op.impulses(x);
    for (std::size_t b = 0; b < part.id.size(); ++b) {
      auto& bytes = back[part.owner[b]];
      comm::append(bytes, part.id[b]);
      for (auto row = p.row_start[b]; row < p.row_start[b + 1]; ++row)
        comm::append(bytes, g[static_cast<std::size_t>(row)]);
    }
  }

  Operator& op_;
  const Vector &x_, &u_;
  double budget_;
  std::vector<double> hop_, label_, near_;  // by block; near_: ghosts too
  std::vector<comm::Message> replies_;
  double updates_ = 0;
};

// Sweeps of the whole, with a refinement before one now and then.
class RefinedRows {
 public:
  RefinedRows(Operator& op, const Vector& start, const RowOptions& options)
      : op_(op), options_(options), rows_(op, start, options.max_seconds, kLookEvery) {}

  SweepSums sweep(double beta, bool full) {
    if (++sweeps_ >= next_) refine();
    return rows_.sweep(beta, full);
  }
  void take_back() { rows_.take_back(); }
  Residual residual(bool relative) {
    work_.push_back(
        static_cast<int>(std::ceil(in_sweeps(static_cast<double>(op_.comm().sum(rows_.updates())) + updates_))));
    sweeps_at_look_ = sweeps_, updates_at_look_ = updates_;
    const Residual r = rows_.residual(relative);
    near_ = value_of(r, options_.norm) <= kNear * options_.tolerance;
    return r;
  }
  bool late() const { return rows_.late() || left() <= 0; }
  const Vector& solution() const { return rows_.solution(); }
  int refinements() const { return refinements_; }
  // Work done until each residual check, in sweeps over all contacts; sweeps over a part of them count by that part.
  const std::vector<int>& work() const { return work_; }

 private:
  double in_sweeps(double updates) const {
    return updates / static_cast<double>(std::max<GlobalId>(op_.num_blocks_of_all(), 1));
  }
  // Sweeps until the limit, or fewer: since the last look each counts as one of all contacts.
  double left() const {
    return options_.max_sweeps - work_.back() - (sweeps_ - sweeps_at_look_) - in_sweeps(updates_ - updates_at_look_);
  }
  void refine() {
    if (left() < 1) return;
    const Vector change = Refinement(op_, rows_.solution(), rows_.velocities(), left())
                              .find(near_ ? kMostResidual : kMuchResidual, updates_);
    next_ = sweeps_ + std::max(kLeastWait, sweeps_ / kShareWait);
    if (op_.comm().any(change.size() > 0)) rows_.move(change), ++refinements_;
  }

  Operator& op_;
  const RowOptions& options_;
  RowIterate rows_;
  bool near_ = false;  // the tolerance, at the last look
  int sweeps_ = 0, next_ = kLeastWait, refinements_ = 0, sweeps_at_look_ = 0;
  double updates_ = 0, updates_at_look_ = 0;  // in parts
  std::vector<int> work_;
};

}  // namespace

RowReport solve_alr(Operator& op, const RowOptions& options, Vector& x) {
  RowReport report;
  report.contacts = op.num_contacts();
  RefinedRows rows(op, x, options);
  run_sweeps(rows, true, {.tolerance = options.tolerance, .norm = options.norm, .max_sweeps = options.max_sweeps},
             report);
  x = rows.solution();
  report.refinements = rows.refinements();
  report.sweeps = rows.work().back();
  for (std::size_t k = 0; k < report.history.size(); ++k) report.history[k].sweeps = rows.work()[k];
  return report;
}

}  // namespace talus::solver
