#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.hpp"
#include "io/hdf5/fclib.hpp"

namespace talus::io {
namespace {

constexpr double kRoundTolerance = 1e-12;

// The columns of H of one contact: [side: A, B][row of the contact][linear x y z, angular x y z].
using Block = std::array<std::array<std::array<double, 6>, 6>, 2>;

std::vector<Block> contact_blocks(const FclibProblem& p) {
  std::vector<Block> blocks(p.num_contacts(), Block{});
  const auto& h = p.jacobian;
  for (std::size_t k = 0; k < h.value.size(); ++k) {
    const auto contact = static_cast<std::size_t>(h.column[k] / p.dimension);
    const auto body = h.row[k] / 6;
    const bool of_a = body == p.body_a[contact];
    if (!of_a && body != p.body_b[contact]) {
      throw InputError(
          fmt::format("{}: contact {} acts on body {}, which is not one of its two", p.source, contact, body));
    }
    const auto row = static_cast<std::size_t>(h.column[k] % p.dimension), dof = static_cast<std::size_t>(h.row[k] % 6);
    blocks[contact][of_a ? 0 : 1][row][dof] += h.value[k];
  }
  return blocks;
}

Vec3 linear(const std::array<double, 6>& row) { return {row[0], row[1], row[2]}; }
Vec3 angular(const std::array<double, 6>& row) { return {row[3], row[4], row[5]}; }

// One contact, taken from its columns of H and compared with the round form, in which A's entries mirror B's:
// a force row e acts on B by e at the arm -arm_b n, so by -arm_b n x e; an angular row acts by e.
class RoundForm {
 public:
  RoundForm(const FclibProblem& p, const Block& block, std::size_t contact)
      : rows_(static_cast<std::size_t>(p.dimension)) {
    const auto fixed = static_cast<std::int32_t>(p.num_bodies());
    a_moves_ = p.body_a[contact] != fixed;
    b_moves_ = p.body_b[contact] != fixed;
    for (std::size_t row = 0; row < rows_; ++row) {
      const auto part = row < 3 ? linear : angular;
      direction_[row] = b_moves_ ? part(block[1][row]) : Vec3(-part(block[0][row]));
    }
    const Vec3 lever = direction_[0].cross(direction_[1]);
    if (a_moves_) arm_a_ = -lever.dot(angular(block[0][1]));
    if (b_moves_) arm_b_ = -lever.dot(angular(block[1][1]));
    holds_ = orthonormal(0, 1, 2) && (rows_ == 3 || (orthonormal(5, 3, 4) && near(direction_[5], direction_[0], 1)));
    for (std::size_t row = 0; row < rows_; ++row) {
      holds_ = holds_ && (!a_moves_ || matches(block[0][row], row, -1, arm_a_)) &&
               (!b_moves_ || matches(block[1][row], row, 1, arm_b_));
    }
  }

  bool holds() const { return holds_; }
  const Vec3& direction(std::size_t row) const { return direction_[row]; }
  double arm_a() const { return arm_a_; }
  double arm_b() const { return arm_b_; }

 private:
  static bool near(const Vec3& x, const Vec3& y, double scale) {
    return (x - y).cwiseAbs().maxCoeff() <= kRoundTolerance * scale;
  }
  bool orthonormal(std::size_t n, std::size_t t, std::size_t s) const {
    const Vec3 &x = direction_[n], &y = direction_[t], &z = direction_[s];
    return near({x.norm(), y.norm(), z.norm()}, Vec3::Ones(), 1) &&
           near({x.dot(y), y.dot(z), z.dot(x)}, Vec3::Zero(), 1);
  }
  bool matches(const std::array<double, 6>& entries, std::size_t row, double sign, double arm) const {
    const Vec3& e = direction_[row];
    if (row >= 3) return near(linear(entries), Vec3::Zero(), 1) && near(angular(entries), sign * e, 1);
    const Vec3 turn = row == 0 ? Vec3(Vec3::Zero()) : Vec3(-arm * direction_[0].cross(e));
    return near(linear(entries), sign * e, 1) && near(angular(entries), turn, std::abs(arm));
  }

  std::size_t rows_;
  bool a_moves_, b_moves_, holds_ = false;
  std::array<Vec3, 6> direction_;
  double arm_a_ = 0, arm_b_ = 0;
};

std::vector<double> diagonal(const FclibProblem& p) {
  const auto& m = p.mass;
  std::vector<double> entries(static_cast<std::size_t>(m.rows), 0.0);
  for (std::size_t k = 0; k < m.value.size(); ++k) {
    if (m.row[k] == m.column[k]) {
      entries[m.row[k]] += m.value[k];
    } else if (m.value[k] != 0) {
      throw InputError(p.source + ": M is not diagonal");
    }
  }
  return entries;
}

// v_free = M^-1 f.
problem::ProblemBody free_body(const FclibProblem& p, const std::vector<double>& masses, std::size_t body) {
  const double* m = masses.data() + 6 * body;
  const double* f = p.force.data() + 6 * body;
  for (int i = 0; i < 6; ++i) {
    const double of_axis_x = m[i / 3 * 3];
    if (!(m[i] > 0) || std::abs(m[i] - of_axis_x) > kRoundTolerance * of_axis_x) {
      throw InputError(fmt::format("{}: the masses of body {} are not those of a round body", p.source, body));
    }
  }
  return {
      {Vec3(f[0] / m[0], f[1] / m[1], f[2] / m[2]), Vec3(f[3] / m[3], f[4] / m[4], f[5] / m[5])}, 1 / m[0], 1 / m[3]};
}

RoundForm round_form(const FclibProblem& p, const Block& block, std::size_t contact) {
  RoundForm form(p, block, contact);
  if (!form.holds()) throw InputError(fmt::format("{}: contact {} is not one of round bodies", p.source, contact));
  return form;
}

}  // namespace

problem::Problem round_problem(const FclibProblem& p) {
  if (p.num_bodies() == 0) throw InputError(p.source + ": has no group /talus, which says what the bodies are");
  if ((p.dimension != 3 && p.dimension != 6) || p.offset.size() != p.num_contact_rows()) {
    throw InputError(p.source + ": has other rows than those of contacts of round bodies");
  }
  problem::Problem problem;
  problem.step = p.step;
  problem.num_owned = problem.num_local = static_cast<LocalIndex>(p.num_bodies());
  const auto masses = diagonal(p);
  for (std::size_t b = 0; b < p.num_bodies(); ++b) problem.bodies.push_back(free_body(p, masses, b));
  problem.add({problem::RowBody::Kind::wall, 0}, {});  // what does not move
  const auto blocks = contact_blocks(p);
  const auto rows = static_cast<std::size_t>(p.dimension);
  problem.contacts.reserve(p.num_contacts());
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    const RoundForm form = round_form(p, blocks[c], c);
    for (std::size_t row = 1; row < rows; ++row) {
      if (p.offset[rows * c + row] != 0) {
        throw InputError(fmt::format("{}: contact {} has an offset w across the normal", p.source, c));
      }
    }
    problem.contacts.push_back({p.body_a[c], p.body_b[c], form.direction(0), form.arm_a(), form.arm_b(),
                                p.offset[rows * c], p.mu[c], rows > 3 ? p.mu_r[c] : 0, rows > 3 ? p.mu_s[c] : 0});
  }
  problem.class_end = {static_cast<LocalIndex>(p.num_contacts())};
  problem.start.resize(problem.contacts.size());
  return problem;
}

std::vector<Vec3> row_directions(const FclibProblem& p) {
  std::vector<Vec3> directions;
  directions.reserve(p.offset.size());
  const auto blocks = contact_blocks(p);
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    const RoundForm form = round_form(p, blocks[c], c);
    for (std::size_t row = 0; row < static_cast<std::size_t>(p.dimension); ++row)
      directions.push_back(form.direction(row));
  }
  return directions;
}

}  // namespace talus::io
