#include "bodies/mass.hpp"

#include <Eigen/Eigenvalues>

namespace talus::bodies {
namespace {

// int (|y|^2 1 - y y') dV from int y y' dV.
Mat3 inertia_of(const Mat3& second_moment) { return second_moment.trace() * Mat3::Identity() - second_moment; }

}  // namespace

PrincipalFrame principal_frame(const Mat3& inertia) {
  const Vec3 diagonal = inertia.diagonal();
  const double off = (inertia - Mat3(diagonal.asDiagonal())).cwiseAbs().maxCoeff();
  if (off <= 1e-12 * diagonal.cwiseAbs().maxCoeff()) return {diagonal, Quat::Identity()};
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  Mat3 axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  return {solver.eigenvalues(), Quat(axes).normalized()};
}

MassProperties mass_within(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  if (triangles.empty()) return {};
  // Tetrahedra from a point near the surface to each triangle, signed: for (0, a, b, c) with d = a . (b x c), s = a + b
  // + c, int dV = d/6, int x dV = d s/24, int x x' dV = d (a a' + b b' + c c' + s s')/120.
  const Vec3 origin = vertices[triangles.front()[0]];
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[t[0]] - origin, b = vertices[t[1]] - origin, c = vertices[t[2]] - origin;
    const double d = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    volume += d / 6;
    first += d / 24 * s;
    second += d / 120 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  if (volume == 0) return {0, origin, Mat3::Zero()};
  const Vec3 centre = first / volume;
  return {volume, origin + centre, inertia_of(second - volume * centre * centre.transpose())};
}

MassProperties sum(std::span<const MassProperties> parts) {
  MassProperties all;
  for (const auto& p : parts) {
    all.measure += p.measure;
    all.centre += p.measure * p.centre;
  }
  all.centre /= all.measure;
  for (const auto& p : parts) {
    const Vec3 y = p.centre - all.centre;
    all.inertia += p.inertia + p.measure * inertia_of(y * y.transpose());
  }
  return all;
}

}  // namespace talus::bodies
