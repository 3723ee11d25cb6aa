#include "problem/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/key.hpp"

namespace talus::problem {

Mat3 frame_along(const Vec3& normal, const Vec3& along) {
  const Vec3 across = along - normal.dot(along) * normal;
  const double length = across.norm();
  const Vec3 t = length > 1e-9 * along.norm() ? Vec3(across / length) : Vec3(normal.unitOrthogonal());
  Mat3 frame;
  frame << normal.transpose(), t.transpose(), normal.cross(t).transpose();
  return frame;
}

AdmissibleSet CircularLaw::set(int rows, const bodies::Friction& f) const {
  return AdmissibleSet::cone(rows, f.mu, f.rho, f.sigma);
}

namespace {

// Its bounds follow from the normal impulse of the last solve.
AdmissibleSet box_of(int rows, const bodies::Friction& f) {
  AdmissibleSet set = AdmissibleSet::cone(rows, f.mu, f.rho, f.sigma);
  set.kind = SetKind::box;
  return set;
}

}  // namespace

AdmissibleSet RegularisedLaw::set(int rows, const bodies::Friction& f) const { return box_of(rows, f); }

FrictionRows RegularisedLaw::rows(const ContactStart& c) const {
  FrictionRows rows;
  rows.speed = (c.v_t - c.normal.dot(c.v_t) * c.normal).norm();
  rows.slides = rows.speed > threshold;
  rows.frame = frame_along(c.normal, rows.slides ? c.v_t : c.last_friction);
  rows.compliance[0] = rows.compliance[1] = std::isinf(stiffness) ? 0 : 1 / (stiffness * c.step * c.step);
  rows.rest[0] = c.last_friction.dot(Vec3(rows.frame.row(1)));
  rows.set_bound(c.mu * c.last_normal);
  if (!rows.slides) Eigen::Map<Eigen::Vector2d>(rows.bias) = rows.frame.bottomRows<2>() * c.beside;
  const bool slid = c.last_mode & kSlid, turned = slid && rows.slides && c.v_t.dot(c.last_friction) > 0;
  const bool changed = c.last_normal > 0 && (slid != rows.slides || turned);
  rows.mode =
      (rows.slides ? kSlid : 0) | (changed ? kChanged : 0) | (changed && c.last_mode & kChanged ? kChatters : 0);
  return rows;
}

AdmissibleSet BoxLaw::set(int rows, const bodies::Friction& f) const { return box_of(rows, f); }

FrictionRows BoxLaw::rows(const ContactStart& c) const {
  FrictionRows rows;
  rows.frame = frame_along(c.normal, along);
  rows.bound = c.mu * c.last_normal;
  return rows;
}

AdmissibleSet PyramidLaw::set(int rows, const bodies::Friction& f) const {
  return AdmissibleSet::cone(rows, f.mu, f.rho, f.sigma, directions);
}

FrictionRows PyramidLaw::rows(const ContactStart& c) const {
  FrictionRows rows;
  rows.frame = frame_along(c.normal, along);
  return rows;
}

namespace {

using Law = LawOptions::Law;
const keys::Names<Law> kLaws = {{"ccp", Law::ccp},
                                {"coulomb", Law::coulomb},
                                {"regularised", Law::regularised},
                                {"pyramid", Law::pyramid},
                                {"box", Law::box}};

}  // namespace

void LawOptions::keys(Keys<LawOptions>& key) {
  using namespace keys;
  key("contact.law", &LawOptions::law, kLaws,
      "Friction law. ccp = convex cones, with a relaxation gap; coulomb = exact Coulomb friction; pyramid = polygonal "
      "cones; regularised = bristles, box = two separate directions, both with friction bounds from the step before.");
  key("contact.directions", &LawOptions::directions, within(3, 100), needs("contact.law", {"pyramid"}),
      "Number of corners of the friction polygon of law pyramid; the first corner lies along x.");
  const AnyOf bristles{needs("contact.law", {"regularised"}), needs("scenario", {"wheel"})};
  key("contact.bristle_stiffness", &LawOptions::bristle_stiffness, in("N/m"), at_least(0), bristles,
      "Stiffness k_T of the bristles through which contacts stick under law regularised; 0 = rigid.");
  key("contact.sliding_threshold", &LawOptions::sliding_threshold, in("m/s"), at_least(0), bristles,
      "Speed v_th below which contacts stick under law regularised.");
  key("contact.bound_iterations", &LawOptions::bound_iterations, within(0, 100),
      needs("contact.law", {"regularised", "box"}),
      "Extra solves per step under laws regularised and box. Each takes its friction bounds from the normal impulses "
      "of the solve before it; without any, bounds come from the step before.");
}

FrictionLaw LawOptions::friction_law() const {
  switch (law) {
    case Law::ccp:
    case Law::coulomb: return {};
    case Law::pyramid: return PyramidLaw{directions};
    case Law::box: return BoxLaw{};
    case Law::regularised: break;
  }
  return RegularisedLaw{bristle_stiffness > 0 ? bristle_stiffness : std::numeric_limits<double>::infinity(),
                        sliding_threshold};
}

LawOptions::Law law_named(std::string_view name) { return keys::value_of(kLaws, name, "contact law"); }
std::string_view name_of(Law law) { return keys::name_of(kLaws, law); }

bool has_relaxation(Law law) {
  switch (law) {
    case Law::ccp:
    case Law::regularised:
    case Law::box: return true;
    case Law::coulomb:
    case Law::pyramid: return false;
  }
  return true;
}

}  // namespace talus::problem
