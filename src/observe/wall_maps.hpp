#pragma once
// Maps of walls: what contacts do on each cell of a wall's surface, in the mean over an interval. A contact counts for
// the cell that is nearest to its point.

#include <span>
#include <vector>

#include "bodies/mesh.hpp"
#include "comm/exact_sum.hpp"
#include "observe/frames.hpp"
#include "observe/view.hpp"

namespace talus::observe {

struct MappedWall {
  GlobalId wall = 0;
  double cell = 0;  // longest edge, m; 0: the triangles of the wall's surface
  double wear = 0;  // depth per pressure and sliding distance (Archard), 1/Pa
};

// Sums over contacts since the last frame, on the wall; the last one since time 0.
enum class MapQuantity : std::int32_t {
  force_x,  // N s
  force_y,
  force_z,
  normal,    // N s
  friction,  // N s, of the magnitudes
  contacts,
  sliding,   // J
  distance,  // normal force times sliding distance, N m
  count
};
inline constexpr std::size_t kMapQuantities = static_cast<std::size_t>(MapQuantity::count);

// A part of the sum of a cell. The sum of all parts, over all ranks, is exact.
struct MapTerm {
  std::int64_t cell = 0;
  std::int32_t quantity = 0, reserved = 0;
  double value = 0;
};

// The state of maps between two frames.
struct MapState {
  std::int64_t steps = 0, cells = 0;
  std::vector<MapTerm> terms;  // this rank's
};

class WallMaps {
 public:
  WallMaps() = default;
  WallMaps(const bodies::World& world, std::span<const MappedWall> walls);

  std::int64_t num_cells() const { return walls_.empty() ? 0 : walls_.back().end(); }
  // *Not collective.* This rank's contacts of the step, before walls move.
  void add_step(const View& view);
  // *Collective.* The means since the last frame; each rank has a run of cells. The next interval begins.
  std::vector<MapFrame> take(const View& view);

  MapState state() const;  // *Not collective.*
  // *Not collective.* InputError if the state is of other cells.
  void restore(const MapState& state);

 private:
  using Sums = std::array<comm::ExactSum, kMapQuantities>;
  struct Wall {
    MappedWall given;
    bodies::MeshSurface surface;
    std::int64_t first = 0;  // cell
    std::int64_t end() const { return first + std::ssize(surface.triangles); }
  };
  struct Cell {
    std::int64_t cell;
    Sums sums;
  };
  Sums& sums_of(std::int64_t cell);
  void forget_touched();
  static std::int32_t nearest_cell(const Wall& wall, const Vec3& point, double reach);
  MapFrame frame_of(const View& view, std::int64_t cell, std::span<const double> sums) const;

  std::vector<Wall> walls_;
  std::vector<std::int32_t> place_;  // by cell, in touched_; -1: nothing yet
  std::vector<Cell> touched_;        // since the last frame
  std::vector<MapTerm> distances_;   // of the frames before: those of this rank's run of cells, or from a checkpoint
  std::int64_t steps_ = 0;
};

}  // namespace talus::observe
