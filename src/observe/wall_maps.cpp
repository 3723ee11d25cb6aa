#include "observe/wall_maps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "bodies/cells.hpp"
#include "collide/distance.hpp"
#include "comm/outbox.hpp"
#include "observe/contact_seen.hpp"

namespace talus::observe {
namespace {

constexpr auto kDistance = static_cast<std::int32_t>(MapQuantity::distance);

bodies::MeshSurface surface_of(const std::vector<Vec3>& corners) {
  std::vector<bodies::Triangle> triangles(corners.size() / 3);
  std::int32_t corner = 0;
  for (auto& triangle : triangles)
    for (auto& c : triangle) c = corner++;
  return {corners, std::move(triangles), false};
}

}  // namespace

WallMaps::WallMaps(const bodies::World& world, std::span<const MappedWall> walls) {
  std::int64_t cells = 0;
  for (const MappedWall& given : walls) {
    const auto& wall = world.walls[static_cast<std::size_t>(given.wall)];
    const auto corners = bodies::cells_of(world.shapes[wall.shape], given.cell);
    walls_.push_back({given, surface_of(corners), cells});
    cells = walls_.back().end();
  }
  place_.assign(static_cast<std::size_t>(cells), -1);
}

WallMaps::Sums& WallMaps::sums_of(std::int64_t cell) {
  auto& place = place_[static_cast<std::size_t>(cell)];
  if (place < 0) {
    place = static_cast<std::int32_t>(touched_.size());
    touched_.push_back({cell, {}});
  }
  return touched_[static_cast<std::size_t>(place)].sums;
}

// The first one of cells at the same distance. `reach` is about the distance; it grows until a cell is found.
std::int32_t WallMaps::nearest_cell(const Wall& wall, const Vec3& point, double reach) {
  for (;; reach *= 2) {
    std::int32_t best = -1;
    double least = reach;
    wall.surface.each_in(point - Vec3::Constant(reach), point + Vec3::Constant(reach), [&](std::int32_t cell) {
      const Vec3 nearest = collide::nearest_on_triangle(point, wall.surface.corner(cell, 0),
                                                        wall.surface.corner(cell, 1), wall.surface.corner(cell, 2));
      const double distance = (nearest - point).norm();
      if (distance < least || (distance == least && (best < 0 || cell < best))) best = cell, least = distance;
    });
    if (best >= 0) return best;
  }
}

void WallMaps::add_step(const View& view) {
  if (walls_.empty()) return;
  ++steps_;
  each_contact(view, [&](const ContactSeen& seen) {
    const auto& contact = seen.contact;
    if (!seen.at_wall()) return;
    const auto wall = std::ranges::find(walls_, contact.id_a, [](const Wall& w) { return w.given.wall; });
    const Vec3 impulse = seen.impulse().force;
    const double normal = impulse.dot(contact.normal);
    if (wall == walls_.end() || !(normal > 0)) return;
    const auto& body = view.world.walls[static_cast<std::size_t>(contact.a.index)];
    const Vec3 local = body.orientation.conjugate() * view.world.periods.shortest(contact.point - body.position);
    const double reach = std::abs(contact.gap) + 1e-3 * view.bodies.local[contact.b.index].radius;
    Sums& sums = sums_of(wall->first + nearest_cell(*wall, local, reach));
    const auto add = [&](MapQuantity quantity, double term) { sums[static_cast<std::size_t>(quantity)].add(term); };
    for (int axis = 0; axis < 3; ++axis) sums[static_cast<std::size_t>(axis)].add(-impulse[axis]);
    add(MapQuantity::normal, normal);
    add(MapQuantity::friction, (impulse - normal * contact.normal).norm());
    add(MapQuantity::contacts, 1);
    add(MapQuantity::sliding, seen.loss().sliding);
    add(MapQuantity::distance, normal * seen.loss().slip_speed);
  });
}

void WallMaps::forget_touched() {
  for (const Cell& touched : touched_) place_[static_cast<std::size_t>(touched.cell)] = -1;
  touched_.clear();
}

MapState WallMaps::state() const {
  MapState state{steps_, num_cells(), distances_};
  for (const Cell& touched : touched_) {
    for (std::size_t q = 0; q < kMapQuantities; ++q) {
      touched.sums[q].each_term([&](double term) {
        state.terms.push_back({touched.cell, static_cast<std::int32_t>(q), 0, term});
      });
    }
  }
  return state;
}

void WallMaps::restore(const MapState& state) {
  if (state.cells > 0 && state.cells != num_cells())
    throw InputError(
        fmt::format("the checkpoint has maps of {} cells, the walls of the deck have {}", state.cells, num_cells()));
  forget_touched();
  distances_.clear();
  steps_ = state.steps;
  for (const MapTerm& term : state.terms) {
    if (term.quantity == kDistance)
      distances_.push_back(term);
    else
      sums_of(term.cell)[static_cast<std::size_t>(term.quantity)].add(term.value);
  }
}

MapFrame WallMaps::frame_of(const View& view, std::int64_t cell, std::span<const double> sums) const {
  const auto after = std::ranges::upper_bound(walls_, cell, {}, &Wall::first);
  const Wall& wall = *(after - 1);
  const auto& body = view.world.walls[static_cast<std::size_t>(wall.given.wall)];
  MapFrame frame;
  frame.cell = cell;
  frame.wall = wall.given.wall;
  std::array<Vec3, 3> corners;
  for (int c = 0; c < 3; ++c) {
    const Vec3 local = wall.surface.corner(static_cast<std::int32_t>(cell - wall.first), c);
    corners[static_cast<std::size_t>(c)] = body.position + body.orientation * local;
    Vec3::Map(frame.corners.data() + 3 * c) = corners[static_cast<std::size_t>(c)];
  }
  frame.centre = (corners[0] + corners[1] + corners[2]) / 3;
  frame.area = 0.5 * (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm();
  const auto sum = [&](MapQuantity quantity) { return sums[static_cast<std::size_t>(quantity)]; };
  const double steps = static_cast<double>(std::max<std::int64_t>(steps_, 1)), time = steps * view.problem.step;
  frame.force = Vec3(sums[0], sums[1], sums[2]) / time;
  frame.pressure = sum(MapQuantity::normal) / (time * frame.area);
  frame.shear = sum(MapQuantity::friction) / (time * frame.area);
  frame.contacts = sum(MapQuantity::contacts) / steps;
  frame.sliding_work = sum(MapQuantity::sliding);
  frame.wear = wall.given.wear * sum(MapQuantity::distance) / frame.area;
  return frame;
}

std::vector<MapFrame> WallMaps::take(const View& view) {
  const std::int64_t length = num_cells() / view.comm.size() + 1;  // of a rank's run of cells
  comm::Outbox out;
  for (const MapTerm& term : state().terms) comm::append(out.to(static_cast<Rank>(term.cell / length)), term);
  const std::int64_t first = std::min(length * view.comm.rank(), num_cells()),
                     last = std::min(first + length, num_cells());
  std::vector<MapTerm> terms;
  for (const auto& message : comm::sparse_exchange(view.comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) terms.push_back(in.next<MapTerm>());
  }
  std::ranges::sort(terms, {}, [](const MapTerm& t) { return std::pair(t.cell, t.quantity); });
  forget_touched();
  distances_.clear();
  std::vector<MapFrame> frames;
  auto term = terms.begin();
  for (std::int64_t cell = first; cell < last; ++cell) {
    Sums sums{};
    for (; term != terms.end() && term->cell == cell; ++term)
      sums[static_cast<std::size_t>(term->quantity)].add(term->value);
    std::array<double, kMapQuantities> values;
    std::ranges::transform(sums, values.begin(), [](const comm::ExactSum& sum) { return sum.value(); });
    frames.push_back(frame_of(view, cell, values));
    sums[kDistance].each_term([&](double part) { distances_.push_back({cell, kDistance, 0, part}); });
  }
  steps_ = 0;
  return frames;
}

}  // namespace talus::observe
