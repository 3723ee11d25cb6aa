#include "io/xdmf.hpp"

#include <fmt/format.h>

#include <fstream>

#include "io/durable.hpp"

namespace talus::io {
namespace {

using bodies::Field;
using bodies::FieldType;

// XDMF knows vectors by their three components only.
const char* attribute_type(const Field& field) {
  if (field.components == 1) return "Scalar";
  return field.components == 3 ? "Vector" : "Matrix";
}

// The rows of one frame of one dataset.
std::string data_item(const Segment& segment, const Frame& frame, const Field& field, const std::string& place) {
  const bool vector = field.components > 1;
  const std::string width = vector ? fmt::format(" {}", field.components) : "";
  return fmt::format(
      "<DataItem ItemType=\"HyperSlab\" Type=\"HyperSlab\" Dimensions=\"{0}{1}\">"
      "<DataItem Format=\"XML\" NumberType=\"Int\" Precision=\"8\" Dimensions=\"3 {2}\">{3}{4} {5}{6} {0}{1}</DataItem>"
      "<DataItem Format=\"HDF\" NumberType=\"{7}\" Precision=\"{8}\" "
      "Dimensions=\"{9}{1}\">{10}:/VTKHDF/{11}</DataItem></DataItem>\n",
      frame.count, width, vector ? 2 : 1, frame.first, vector ? " 0" : "", 1, vector ? " 1" : "",
      field.type == FieldType::float64 ? "Float" : "Int", field.type == FieldType::int32 ? 4 : 8, segment.points(),
      segment.path().filename().string(), place);
}

std::string place_of(const Field& field) { return fmt::format("PointData/{}", field.name); }

void write_grid(std::ostream& out, const Segment& segment, const Frame& frame, const observe::FrameTable& table) {
  out << fmt::format("<Grid Name=\"{}\" GridType=\"Uniform\"><Time Value=\"{:.17g}\"/>\n", frame.step, frame.time)
      << (table.corners ? fmt::format("<Topology TopologyType=\"Triangle\" NumberOfElements=\"{}\"/>\n", frame.count)
                        : fmt::format("<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\" "
                                      "NodesPerElement=\"1\"/>\n",
                                      frame.count))
      << "<Geometry GeometryType=\"XYZ\">"
      << (table.corners ? data_item(segment, frame, *table.corners, place_of(*table.corners))
                        : data_item(segment, frame, table.fields.front(), "Points"))
      << "</Geometry>\n";
  for (const Field& field : table.fields.subspan(1)) {
    if (!segment.holds(field) || &field == table.corners) continue;
    out << fmt::format("<Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"{}\">", field.name, attribute_type(field),
                       table.corners ? "Cell" : "Node")
        << data_item(segment, frame, field, place_of(field)) << "</Attribute>\n";
  }
  out << "</Grid>\n";
}

void write_index(std::ostream& out, const std::vector<std::filesystem::path>& segments,
                 const observe::FrameTable& table) {
  out << "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\"><Domain>\n"
      << fmt::format("<Grid Name=\"{}\" GridType=\"Collection\" CollectionType=\"Temporal\">\n", table.stream);
  for (const auto& path : segments) {
    const Segment segment(path, table);
    for (const Frame& frame : segment.frames()) {
      if (frame.count > 0) write_grid(out, segment, frame, table);
    }
  }
  out << "</Grid>\n</Domain></Xdmf>\n";
}

}  // namespace

void write_xdmf(const std::filesystem::path& index, const std::vector<std::filesystem::path>& segments,
                const observe::FrameTable& table) {
  write_whole(index, [&](std::ostream& out) { write_index(out, segments, table); });
}

}  // namespace talus::io
