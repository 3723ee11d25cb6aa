#include "solver/bodies_as_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "comm/exact_sum.hpp"
#include "problem/rows.hpp"
#include "solver/certificate.hpp"
#include "solver/coulomb.hpp"
#include "solver/family.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {
namespace {

using problem::Block;
using problem::Problem;
using problem::SetKind;
using problem::Solution;
using RowsOnBody = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// A contact or block that touches a body.
struct Touch {
  GlobalId id;
  Rank rank;
  RowsOnBody on;  // its part of D
};

class MatrixForm {
 public:
  MatrixForm(const comm::Comm& comm, const Problem& problem, const comm::Sharing& sharing, bool with_freedoms)
      : comm_(comm), p_(problem) {
    TALUS_REQUIRE(problem.large.empty(), "walls of finite mass in a problem of rows");
    for (const auto& c : p_.contacts) blocks_.push_back(problem::block_of(p_, c));
    blocks_.insert(blocks_.end(), p_.blocks.begin(), p_.blocks.end());
    for (const Block& b : blocks_) m_.sets.push_back(b.set);
    m_.first = comm.sum_before(std::ssize(blocks_));
    m_.total = comm.sum(std::ssize(blocks_));
    list_touches(sharing);
    if (with_freedoms) number_freedoms(sharing);
    assemble(with_freedoms);
  }

  const problem::MatrixProblem& matrix() const { return m_; }

  std::vector<double> start() const { return rows_of(p_.start, p_.block_start); }
  std::vector<double> rows_of(const Array<problem::ContactImpulse>& impulses, const Array<Vec6>& block_impulses) const {
    std::vector<double> g;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const Vec6 all = b < p_.contacts.size() ? problem::to_rows(impulses[b], problem::frame_of(p_.contacts[b].normal))
                                              : block_impulses[b - p_.contacts.size()];
      g.insert(g.end(), all.data(), all.data() + blocks_[b].set.rows);
    }
    return g;
  }

  // *Collective among neighbours.* Impulses of all contacts and blocks; velocities v_free + M^-1 D g, equal bits on all
  // copies.
  void store(const std::vector<double>& g, const comm::Sharing& sharing, Solution& solution) const {
    std::vector<Vec6> all(blocks_.size(), Vec6::Zero());
    auto row = g.begin();
    for (std::size_t b = 0; b < blocks_.size(); row += blocks_[b++].set.rows)
      std::copy_n(row, blocks_[b].set.rows, all[b].data());
    solution.impulses.clear();
    for (std::size_t c = 0; c < p_.contacts.size(); ++c) {
      solution.impulses.push_back(problem::from_rows(all[c], problem::frame_of(p_.contacts[c].normal)));
    }
    solution.block_impulses.assign(all.begin() + std::ssize(p_.contacts), all.end());
    solution.large.clear();
    std::vector<Vec6> wrench(at(p_.num_local), Vec6::Zero());
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      for (const auto& [body, on] :
           {std::pair{blocks_[b].a, &blocks_[b].on_a}, std::pair{blocks_[b].b, &blocks_[b].on_b}}) {
        if (body < p_.num_local) wrench[at(body)] += on->transpose() * all[b];
      }
    }
    add_others(sharing, wrench);
    solution.local.resize(at(p_.num_local));
    for (std::size_t b = 0; b < wrench.size(); ++b) {
      const auto& body = p_.bodies[b];
      solution.local[b].v = body.free.v + body.inverse_mass * wrench[b].head<3>();
      solution.local[b].w = body.free.w + body.inverse_inertia * wrench[b].tail<3>();
    }
  }

 private:
  bool movable(LocalIndex b) const { return p_.bodies[at(b)].inverse_mass > 0; }

  // The blocks on each body, those of other ranks too.
  void list_touches(const comm::Sharing& sharing) {
    touches_.resize(p_.bodies.size());
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const Block& b = blocks_[k];
      for (const auto& [body, on] : {std::pair{b.a, &b.on_a}, std::pair{b.b, &b.on_b}}) {
        if (movable(body))
          touches_[at(body)].push_back({m_.first + static_cast<GlobalId>(k), comm_.rank(), on->topRows(b.set.rows)});
      }
    }
    std::vector<comm::Bytes> out(sharing.neighbours.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (const LocalIndex body : sharing.shared[k]) {
        comm::append(out[k], std::ssize(touches_[at(body)]));
        for (const Touch& t : touches_[at(body)]) {
          comm::append(out[k], t.id);
          comm::append(out[k], static_cast<std::int64_t>(t.on.rows()));
          for (Eigen::Index i = 0; i < t.on.size(); ++i) comm::append(out[k], t.on.data()[i]);
        }
      }
    }
    const auto in = comm::neighbour_exchange(comm_, sharing.neighbours, out);
    std::map<GlobalId, Rank> elsewhere;
    for (std::size_t k = 0; k < in.size(); ++k) {
      comm::Reader reader(in[k]);
      for (const LocalIndex body : sharing.shared[k]) {
        for (auto count = reader.next<std::int64_t>(); count > 0; --count) {
          Touch t{reader.next<GlobalId>(), sharing.neighbours[k], {}};
          t.on.resize(static_cast<Eigen::Index>(reader.next<std::int64_t>()), 6);
          for (Eigen::Index i = 0; i < t.on.size(); ++i) t.on.data()[i] = reader.next<double>();
          elsewhere[t.id] = t.rank;
          touches_[at(body)].push_back(std::move(t));
        }
      }
    }
    m_.elsewhere.assign(elsewhere.begin(), elsewhere.end());
  }

  // Freedoms are M^1/2 v, so their M is 1. Owners number the bodies that rows touch, and tell who else has these.
  void number_freedoms(const comm::Sharing& sharing) {
    number_.assign(p_.bodies.size(), -1);
    std::int64_t count = 0;
    for (LocalIndex b = 0; b < p_.num_owned; ++b) count += !touches_[at(b)].empty();
    GlobalId next = comm_.sum_before(count);
    auto& f = m_.freedoms;
    f.total = 6 * comm_.sum(count);
    f.start = {0};
    for (LocalIndex b = 0; b < p_.num_owned; ++b) {
      if (touches_[at(b)].empty()) continue;
      number_[at(b)] = next++;
      for (int k = 0; k < 6; ++k) f.mass_row.push_back(6 * number_[at(b)] + k);
    }
    f.mass_column = f.mass_row;
    f.mass.assign(f.mass_row.size(), 1.0);
    std::vector<comm::Bytes> out(sharing.neighbours.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (const LocalIndex b : sharing.shared[k]) comm::append(out[k], number_[at(b)]);
    }
    const auto in = comm::neighbour_exchange(comm_, sharing.neighbours, out);
    for (std::size_t k = 0; k < in.size(); ++k) {
      comm::Reader reader(in[k]);
      for (const LocalIndex b : sharing.shared[k]) {
        const auto told = reader.next<GlobalId>();
        if (b >= p_.num_owned && told >= 0) number_[at(b)] = told;
      }
    }
  }

  // H of a block, by rows.
  void add_freedoms(const Block& b) {
    auto& f = m_.freedoms;
    for (int i = 0; i < b.set.rows; ++i) {
      for (const auto& [body, on] : {std::pair{b.a, &b.on_a}, std::pair{b.b, &b.on_b}}) {
        const auto& moves = p_.bodies[at(body)];
        for (int k = 0; movable(body) && k < 6; ++k) {
          f.freedom.push_back(6 * number_[at(body)] + k);
          f.value.push_back((*on)(i, k) * std::sqrt(k < 3 ? moves.inverse_mass : moves.inverse_inertia));
        }
      }
      f.start.push_back(std::ssize(f.freedom));
      f.compliance.push_back(b.compliance[i]);
    }
  }

  // N = D' M^-1 D + C, r = D' v_free + b.
  void assemble(bool with_freedoms) {
    m_.row_start = {0};
    m_.entry_start = {0};
    m_.value_start = {0};
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const Block& b = blocks_[k];
      const int rows = b.set.rows;
      std::map<GlobalId, Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>> entries;
      auto& own = entries[m_.first + static_cast<GlobalId>(k)];
      own = b.compliance.head(rows).asDiagonal();
      Vec6 r = b.bias;
      for (const auto& [body, on] : {std::pair{b.a, &b.on_a}, std::pair{b.b, &b.on_b}}) {
        const auto& moves = p_.bodies[at(body)];
        Vec6 inverse;
        inverse << Vec3::Constant(moves.inverse_mass), Vec3::Constant(moves.inverse_inertia);
        r += *on * moves.free.stacked();
        const RowsOnBody here = on->topRows(rows) * inverse.asDiagonal();
        for (const Touch& t : touches_[at(body)]) {
          auto& entry = entries[t.id];
          if (entry.size() == 0) entry.setZero(rows, t.on.rows());
          entry += here * t.on.transpose();
        }
      }
      m_.offset.insert(m_.offset.end(), r.data(), r.data() + rows);
      if (with_freedoms) add_freedoms(b);
      m_.row_start.push_back(m_.row_start.back() + rows);
      for (const auto& [column, values] : entries) {
        m_.column.push_back(column);
        m_.column_rows.push_back(static_cast<std::int8_t>(values.cols()));
        for (Eigen::Index i = 0; i < values.rows(); ++i) {
          for (Eigen::Index j = 0; j < values.cols(); ++j) m_.value.push_back(values(i, j));
        }
        m_.value_start.push_back(std::ssize(m_.value));
      }
      m_.entry_start.push_back(std::ssize(m_.column));
    }
  }

  // Sums over the ranks that share a body, in their order.
  void add_others(const comm::Sharing& sharing, std::vector<Vec6>& wrench) const {
    std::vector<comm::Bytes> out(sharing.neighbours.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (const LocalIndex b : sharing.shared[k])
        comm::append(out[k], std::to_array({wrench[at(b)][0], wrench[at(b)][1], wrench[at(b)][2], wrench[at(b)][3],
                                            wrench[at(b)][4], wrench[at(b)][5]}));
    }
    const auto in = comm::neighbour_exchange(comm_, sharing.neighbours, out);
    std::map<LocalIndex, Vec6> sums;
    for (const LocalIndex b : sharing.items) sums[b] = Vec6::Zero();
    const auto add_own = [&] {
      for (auto& [b, sum] : sums) sum += wrench[at(b)];
    };
    bool added = false;
    for (std::size_t k = 0; k < in.size(); ++k) {
      if (!added && sharing.neighbours[k] > comm_.rank()) add_own(), added = true;
      comm::Reader reader(in[k]);
      for (const LocalIndex b : sharing.shared[k]) {
        const auto part = reader.next<std::array<double, 6>>();
        sums[b] += Eigen::Map<const Vec6>(part.data());
      }
    }
    if (!added) add_own();
    for (const auto& [b, sum] : sums) wrench[at(b)] = sum;
  }

  comm::Comm comm_;
  const Problem& p_;
  std::vector<Block> blocks_;                // contacts, then blocks
  std::vector<std::vector<Touch>> touches_;  // by body
  std::vector<GlobalId> number_;             // of each body among those with freedoms; < 0: none
  problem::MatrixProblem m_;
};

class BodiesAsRows : public Solver {
 public:
  BodiesAsRows(RowSolver solver, const comm::Comm& comm, Law law) : solver_(solver), comm_(comm), law_(law) {}

  SolveReport solve(const Problem& problem, const comm::Sharing& sharing, const SolverOptions& options,
                    Solution& solution) override {
    TALUS_REQUIRE(options.schedule == ScheduleKind::blocks, "classes of cubes for a solver of rows");
    TALUS_REQUIRE(
        solver_ != solve_ipm || std::ranges::none_of(problem.blocks, [](const Block& b) { return b.set.corners > 0; }),
        "a polygon for the solver ipm");
    const MatrixForm form(comm_, problem, sharing, solver_ == solve_ipm);
    Operator op(comm_, form.matrix());
    Vector x = op.scaled(form.start()), u;
    op.project(x);
    op.gradient(x, u);
    const RowOptions row_options{.tolerance = options.tolerance,
                                 .norm = options.norm,
                                 .max_sweeps = options.max_sweeps,
                                 .unknowns_per_rank = options.unknowns_per_rank};
    RowReport report;
    if (law_ == Law::coulomb) {
      report = solve_coulomb(op, solver_, row_options, x).last;
    } else {
      report.residual = op.residual(x, u);
      report.status = value_of(report.residual, options.norm) <= options.tolerance ? Status::converged : Status::missed;
      if (report.status == Status::missed && options.max_sweeps > 0) report = solver_(op, row_options, x);
      confirm(op, row_options, x, report);
    }
    report.contacts = comm_.sum(problem.num_rows());
    form.store(op.impulses(x), sharing, solution);
    measure_openings(problem, solution, report.residual);
    return report;
  }

 private:
  // *Collective.* By how much contacts that press open, as the residual's relaxation: by the relaxation gap in the
  // convex problem; under Coulomb's law by what is left of it, Phi + h v_n.
  void measure_openings(const Problem& problem, const Solution& solution, Residual& residual) const {
    comm::ExactSum sum;
    double most = 0;
    std::int64_t pressing = 0;
    const auto add = [&](const Block& b, double normal) {
      if (!b.set.is_cone() || !(normal > 0)) return;
      const Vec6 velocity =
          b.on_a * twist_of(problem, solution, b.a).stacked() + b.on_b * twist_of(problem, solution, b.b).stacked();
      const double opening =
          law_ == Law::coulomb ? std::max(0.0, b.bias[0] + velocity[0]) : relaxation_gap(b.set, velocity.data());
      sum.add(opening);
      most = std::max(most, opening);
      ++pressing;
    };
    for (std::size_t c = 0; c < problem.contacts.size(); ++c)
      add(problem::block_of(problem, problem.contacts[c]), solution.impulses[c].force.dot(problem.contacts[c].normal));
    for (std::size_t k = 0; k < problem.blocks.size(); ++k) add(problem.blocks[k], solution.block_impulses[k][0]);
    comm::exact_sum(comm_, std::span(&sum, 1));
    pressing = comm_.sum(pressing);
    residual.relaxation = problem.step * comm_.max(most);
    residual.relaxation_mean = pressing > 0 ? problem.step * sum.value() / static_cast<double>(pressing) : 0;
  }

  RowSolver solver_;
  comm::Comm comm_;
  Law law_;
};

// *Collective.*
bool impulses_grow(const comm::Comm& comm, const Problem& p, const Solution& solution) {
  std::array<comm::ExactSum, 2> sums;  // u.x, x'N x
  const auto add = [&](const Block& b, const Vec6& x) {
    const Vec6 at_rest = b.on_a * p.bodies[b.a].free.stacked() + b.on_b * p.bodies[b.b].free.stacked();
    const Vec6 moving = b.on_a * twist_of(p, solution, b.a).stacked() + b.on_b * twist_of(p, solution, b.b).stacked() +
                        b.compliance.cwiseProduct(x);
    sums[0].add(x.dot(moving + b.bias));
    sums[1].add(x.dot(moving - at_rest));
  };
  for (std::size_t c = 0; c < p.contacts.size(); ++c) {
    const auto frame = problem::frame_of(p.contacts[c].normal);
    add(problem::block_of(p, p.contacts[c]), problem::to_rows(solution.impulses[c], frame));
  }
  for (std::size_t k = 0; k < p.blocks.size(); ++k) add(p.blocks[k], solution.block_impulses[k]);
  comm::exact_sum(comm, sums);
  return power_grows(sums[0].value(), sums[1].value());
}

}  // namespace

bool rows_find_certificate(const comm::Comm& comm, const Problem& problem, const comm::Sharing& sharing, Law law,
                           const Solution& solution, std::vector<LocalIndex>& carriers) {
  if (!problem.large.empty() || !impulses_grow(comm, problem, solution)) return false;
  const MatrixForm form(comm, problem, sharing, true);
  Operator op(comm, form.matrix());
  RowReport report;
  const bool found =
      find_certificate(op, op.scaled(form.rows_of(solution.impulses, solution.block_impulses)), law, report);
  carriers = report.certificate;
  return found;
}

std::unique_ptr<Solver> make_bodies_as_rows(const std::string& name, const comm::Comm& comm, Law law) {
  return std::make_unique<BodiesAsRows>(row_solver(name), comm, law);
}

}  // namespace talus::solver
