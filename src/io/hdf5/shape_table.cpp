#include "io/hdf5/shape_table.hpp"

#include <algorithm>

#include "io/hdf5/hdf5.hpp"

namespace talus::io {
namespace {

using bodies::Triangle;

// The data of a shape: numbers, and points (x, y, z and a radius: balls of a clump, vertices have none) with
// triangles.
struct Table {
  std::vector<std::int32_t> kinds;
  std::vector<double> half_sizes;  // three a shape
  std::vector<double> points;      // four a point
  std::vector<std::int32_t> triangles;
  std::vector<std::int64_t> points_start, triangles_start;  // where those of each shape begin

  void add(const bodies::Shape& shape) {
    kinds.push_back(static_cast<std::int32_t>(shape.index()));
    points_start.push_back(std::ssize(points) / 4);
    triangles_start.push_back(std::ssize(triangles) / 3);
    const Vec3 size = std::visit([this](const auto& s) { return put(s); }, shape);
    half_sizes.insert(half_sizes.end(), size.data(), size.data() + 3);
  }

 private:
  // The half size of a shape; its points and triangles go to the lists.
  template <class S>
  requires requires(const S& s) { s.half_extent(); }
  Vec3 put(const S& s) { return s.half_extent(); }
  Vec3 put(const bodies::Polyhedron& s) {
    for (const Vec3& vertex : s.vertices) put_point(vertex, 0);
    for (const auto& face : s.faces) {
      for (std::size_t v = 2; v < face.loop.size(); ++v) put_triangle({face.loop[0], face.loop[v - 1], face.loop[v]});
    }
    return Vec3::Zero();
  }
  Vec3 put(const bodies::Clump& s) {
    for (const auto& ball : s.balls) put_point(ball.centre, ball.radius);
    return Vec3::Zero();
  }
  Vec3 put(const bodies::Mesh& s) {
    for (const Vec3& vertex : s.surface->vertices) put_point(vertex, 0);
    for (const Triangle& triangle : s.surface->triangles) put_triangle(triangle);
    return Vec3::Zero();
  }
  Vec3 put(const bodies::Raceway& s) {
    constexpr std::int32_t kAlong = 16, kAcross = 12;  // facets of a piece
    for (std::int32_t n = 0; n < std::ssize(s.pieces); ++n) {
      const std::int32_t first = n * (kAlong + 1) * (kAcross + 1);
      for (std::int32_t k = 0; k < (kAlong + 1) * (kAcross + 1); ++k) {
        const std::int32_t along = k / (kAcross + 1), across = k % (kAcross + 1), here = first + k,
                           ahead = here + kAcross + 1;
        put_point(bodies::point_on(s.pieces[n], 2.0 * along / kAlong - 1, 2.0 * across / kAcross - 1), 0);
        if (along == kAlong || across == kAcross) continue;
        put_triangle({here, ahead, ahead + 1});
        put_triangle({here, ahead + 1, here + 1});
      }
    }
    return Vec3::Zero();
  }
  void put_point(const Vec3& place, double radius) {
    points.insert(points.end(), {place.x(), place.y(), place.z(), radius});
  }
  void put_triangle(const Triangle& t) { triangles.insert(triangles.end(), t.begin(), t.end()); }
};

}  // namespace

void write_shapes(Hdf5File& file, std::span<const bodies::Shape> shapes, bool root) {
  Table table;
  for (const auto& shape : shapes) table.add(shape);
  const auto write = [&](const std::string& name, hid_t type, int components, const auto& values, const char* unit,
                         const char* help) {
    const hsize_t all = values.size() / static_cast<std::size_t>(components);
    file.write("talus/shapes/" + name, type, all, components, root ? 0 : all, root ? all : 0, values.data(), unit,
               help);
  };
  file.make_group("talus/shapes");
  write("kind", H5T_NATIVE_INT32, 1, table.kinds, "1",
        (bodies::numbered_kinds() + "; of a plane z <= 0 is solid").c_str());
  write("half_size", H5T_NATIVE_DOUBLE, 3, table.half_sizes, "m",
        "of a box; of a capsule, cylinder, disk: radius, radius, half the length of the axis z (without a capsule's "
        "caps)");
  write("points_start", H5T_NATIVE_INT64, 1, table.points_start, "1",
        "first row in points of what belongs to this shape");
  write("triangles_start", H5T_NATIVE_INT64, 1, table.triangles_start, "1",
        "first row in triangles of what belongs to this shape");
  write("points", H5T_NATIVE_DOUBLE, 4, table.points, "m",
        "vertices x, y, z, 0 of a polyhedron, mesh or raceway; balls x, y, z, radius of a clump");
  write("triangles", H5T_NATIVE_INT32, 3, table.triangles, "1",
        "vertices of the triangles, counted from the shape's first, counter-clockwise from outside");
}

std::vector<ShapeSize> read_shape_sizes(const Hdf5File& file) {
  if (!file.has("talus/shapes")) return {};
  const auto rows = std::min(file.rows("talus/shapes/kind"), file.rows("talus/shapes/half_size"));
  std::vector<std::int32_t> kinds(rows);
  std::vector<double> sizes(3 * rows);
  file.read("talus/shapes/kind", H5T_NATIVE_INT32, 1, 0, rows, kinds.data());
  file.read("talus/shapes/half_size", H5T_NATIVE_DOUBLE, 3, 0, rows, sizes.data());
  std::vector<ShapeSize> shapes(rows);
  for (std::size_t s = 0; s < rows; ++s) shapes[s] = {kinds[s], Vec3(sizes[3 * s], sizes[3 * s + 1], sizes[3 * s + 2])};
  return shapes;
}

}  // namespace talus::io
