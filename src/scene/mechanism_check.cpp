#include "scene/mechanism_check.hpp"

#include <fmt/format.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "problem/coordinates.hpp"
#include "problem/joint_rows.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::Joint;
using Sparse = Eigen::SparseMatrix<double>;

// One mechanism: its joints with rigid rows, and copies of its bodies, that may be moved.
class Whole {
 public:
  Whole(const bodies::World& world, double step) : world_(world), step_(step) {}

  void add(const Joint& joint, const Body& a, const Body& b) {
    joints_.push_back(joint);
    for (const Body* body : {&a, &b}) {
      if (!bodies_.emplace(body->id, *body).second || body->state != bodies::State::dynamic) continue;
      columns_.emplace(body->id, 6 * std::ssize(columns_));
    }
  }
  const std::vector<Joint>& joints() const { return joints_; }

  struct Found {
    std::vector<GlobalId> not_unique;  // joints
    GlobalId contradicts = -1;         // one of those that ask for what others do not let it
    bool looked = true;
  };
  // Rows that depend on each other, y'J = 0, J v = c: their impulses are not unique, and y'c = 0 must hold. R of J' P =
  // Q R tells which.
  Found dependent_rows() const {
    constexpr std::size_t kMostRows = 6000;
    constexpr double kDependent = 1e-6;  // of a row's length
    const Rows rows = asked();
    if (rows.joint.empty() || columns_.empty()) return {};
    if (rows.joint.size() > kMostRows) return {{}, -1, false};
    Sparse transposed = rows.jacobian.transpose();
    Eigen::VectorXd c = rows.value;
    for (Eigen::Index i = 0; i < transposed.cols(); ++i) {
      const double length = transposed.col(i).norm();
      if (length > 0) transposed.col(i) /= length, c[i] /= length;
    }
    transposed.makeCompressed();
    Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<int>> qr;
    qr.setPivotThreshold(kDependent);
    qr.compute(transposed);
    const Eigen::Index rank = qr.rank();
    const Sparse r = qr.matrixR();
    const Sparse square = r.topLeftCorner(rank, rank);
    const double most = c.cwiseAbs().maxCoeff();
    Found found;
    for (Eigen::Index k = rank; k < c.size(); ++k) {
      Eigen::VectorXd y = Eigen::VectorXd::Zero(c.size());
      if (rank > 0)
        y.head(rank) =
            square.triangularView<Eigen::Upper>().solve(Eigen::VectorXd(Eigen::VectorXd(r.col(k)).head(rank)));
      y[k] = -1;
      y = (qr.colsPermutation() * y).normalized();
      for (Eigen::Index i = 0; i < y.size(); ++i) {
        if (std::abs(y[i]) > kDependent) found.not_unique.push_back(rows.joint[i]);
      }
      Eigen::Index largest = 0;
      y.cwiseAbs().maxCoeff(&largest);
      if (most > 1e-9 && std::abs(y.dot(c)) > 1e-6 * most) found.contradicts = rows.joint[largest];
    }
    return found;
  }

  // The joint that is furthest from where it should be in the nearest pose that can be found, by Levenberg and
  // Marquardt's steps on all Psi = 0; -1 if all can hold.
  GlobalId cannot_hold() {
    constexpr int kMostSteps = 200;
    constexpr double kHolds = 1e-9, kOff = 1e-6, kLeastDamping = 1e-12, kMostDamping = 1e6;  // m or rad; 1
    double damping = 1e-3;
    Rows rows = deviations();
    for (int n = 0; n < kMostSteps && damping < kMostDamping && rows.largest() > kHolds; ++n) {
      Sparse normal = Sparse(rows.jacobian.transpose()) * rows.jacobian;
      Sparse identity(normal.rows(), normal.cols());
      identity.setIdentity();
      normal += damping * identity;
      const Eigen::SimplicialLDLT<Sparse> factors(normal);
      const Eigen::VectorXd move = factors.solve(Eigen::VectorXd(rows.jacobian.transpose() * -rows.value));
      const auto before = bodies_;
      shift(move);
      Rows next = deviations();
      if (next.value.squaredNorm() < rows.value.squaredNorm()) {
        rows = std::move(next);
        damping = std::max(kLeastDamping, 0.1 * damping);
      } else {
        bodies_ = before;
        damping *= 10;
      }
    }
    if (rows.largest() <= kOff) return -1;
    Eigen::Index worst = 0;
    rows.value.cwiseAbs().maxCoeff(&worst);
    return rows.joint[worst];
  }

 private:
  // Rigid rows, value by value: of which joint, J, what is asked of J v or how far off they are.
  struct Rows {
    Array<GlobalId> joint;
    Sparse jacobian;
    Eigen::VectorXd value;
    double largest() const { return value.size() > 0 ? value.cwiseAbs().maxCoeff() : 0; }
  };
  // The rows of the blocks that `make` returns for the joints; the bias holds their values.
  Rows rows_of(auto&& make) const {
    Rows rows;
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<double> values;
    for (const Joint& joint : joints_) {
      if (joint.limit > 0) continue;
      const problem::Block block = make(joint);
      for (int i = 0; i < block.set.rows; ++i) {
        const std::size_t turns = block.set.is_angular(i);
        if (joint.stiffness[turns] > 0 || joint.damping[turns] > 0) continue;
        for (const auto& [id, on] : {std::pair{joint.a, &block.on_a}, std::pair{joint.b, &block.on_b}}) {
          const auto column = columns_.find(id);
          if (column == columns_.end()) continue;
          for (int k = 0; k < 6; ++k)
            entries.emplace_back(static_cast<int>(values.size()), static_cast<int>(column->second) + k, (*on)(i, k));
        }
        rows.joint.push_back(joint.id);
        values.push_back(block.bias[i]);
      }
    }
    rows.jacobian.resize(std::ssize(values), 6 * std::ssize(columns_));
    rows.jacobian.setFromTriplets(entries.begin(), entries.end());
    rows.value = Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
    return rows;
  }
  // The value that the first step requires of J v, minus the contribution of bodies with a prescribed motion.
  Rows asked() const {
    return rows_of([&](const Joint& joint) {
      auto block = problem::joint_rows(joint, at(joint.a), at(joint.b), world_, {0, step_}, {}, false).block;
      block.bias = -block.bias;
      for (const auto& [id, on] : {std::pair{joint.a, &block.on_a}, std::pair{joint.b, &block.on_b}}) {
        if (columns_.contains(id)) continue;
        block.bias -= on->leftCols<3>() * at(id).velocity + on->rightCols<3>() * at(id).angular_velocity;
      }
      return block;
    });
  }
  Rows deviations() const {
    return rows_of([&](const Joint& joint) {
      auto block = problem::position_rows(joint, at(joint.a), at(joint.b), world_, 0, {});
      if (joint.rate == 0) block.set.rows = 0;
      return block;
    });
  }
  void shift(const Eigen::VectorXd& move) {
    for (const auto& [id, column] : columns_) {
      Body& body = bodies_.at(id);
      const Vec3 turn = problem::from_scaled(body) * move.segment<3>(column + 3);
      body.position += move.segment<3>(column);
      body.orientation =
          (Quat(Eigen::AngleAxisd(turn.norm(), turn.stableNormalized())) * body.orientation).normalized();
    }
  }
  const Body& at(GlobalId id) const { return bodies_.at(id); }

  const bodies::World& world_;
  double step_;
  std::vector<Joint> joints_;
  std::unordered_map<GlobalId, Body> bodies_;
  std::unordered_map<GlobalId, std::int64_t> columns_;  // of those that move freely
};

// Mechanisms hang together by bodies that move freely.
std::vector<Whole> mechanisms_of(const bodies::World& world, double step,
                                 const std::unordered_map<GlobalId, const Body*>& bodies,
                                 const std::vector<Joint>& joints) {
  std::unordered_map<GlobalId, GlobalId> parent;
  for (const auto& [id, body] : bodies) parent.emplace(id, id);
  const auto root = [&](GlobalId id) {
    while (parent.at(id) != id) id = parent.at(id) = parent.at(parent.at(id));
    return id;
  };
  const auto moves = [&](GlobalId id) { return bodies.at(id)->state == bodies::State::dynamic; };
  for (const Joint& j : joints) {
    if (moves(j.a) && moves(j.b)) parent[root(j.a)] = root(j.b);
  }
  std::map<GlobalId, Whole> wholes;
  for (const Joint& j : joints) {
    wholes.try_emplace(root(moves(j.b) ? j.b : j.a), world, step)
        .first->second.add(j, *bodies.at(j.a), *bodies.at(j.b));
  }
  std::vector<Whole> list;
  for (auto& [id, whole] : wholes) list.push_back(std::move(whole));
  return list;
}

}  // namespace

void check_mechanisms(const Values& deck, double step, const bodies::World& world, const NamedBodies& named,
                      Mechanism& mechanism) {
  std::unordered_map<GlobalId, const Body*> bodies;
  for (const auto& [name, body] : named) bodies.emplace(body->id, body);
  const auto probe_of = [&](GlobalId joint) -> observe::JointProbe& {
    return *(std::ranges::upper_bound(mechanism.probes, joint, {}, &observe::JointProbe::first) - 1);
  };
  const auto reject = [&](GlobalId joint, const char* key, const std::string& expected) {
    const auto& probe = probe_of(joint);
    const auto entry =
        probe.joint >= 0 ? fmt::format("joints[{}].{}", probe.joint, key) : fmt::format("drives[{}].kind", probe.drive);
    deck.reject(entry, "expected " + expected);
  };
  for (const Joint& j : mechanism.joints) {
    const auto moves = [&](GlobalId id) { return bodies.at(id)->state == bodies::State::dynamic; };
    if (!moves(j.a) && !moves(j.b)) reject(j.id, "b", "a body that forces move, or a is one");
  }
  for (Whole& whole : mechanisms_of(world, step, bodies, mechanism.joints)) {
    const auto found = whole.dependent_rows();
    for (const GlobalId joint : found.not_unique) probe_of(joint).unique = 0;
    for (const Joint& joint : whole.joints()) {
      if (!found.looked) probe_of(joint.id).unique = -1;
    }
    const GlobalId wrong = found.contradicts >= 0 ? found.contradicts : whole.cannot_hold();
    if (wrong >= 0)
      reject(wrong, "kind", "joints and motors that do not contradict each other: nothing can move as all of them ask");
  }
}

}  // namespace talus::scene
