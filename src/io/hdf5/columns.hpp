#pragma once
// Records in memory and their fields in a file. For sources of this room only.

#include <hdf5.h>

#include <cstring>
#include <span>
#include <vector>

#include "bodies/fields.hpp"

namespace talus::io {

inline hid_t type_of(const bodies::Field& field) {
  switch (field.type) {
    case bodies::FieldType::float64: return H5T_NATIVE_DOUBLE;
    case bodies::FieldType::int64: return H5T_NATIVE_INT64;
    case bodies::FieldType::int32: return H5T_NATIVE_INT32;
  }
  return H5T_NATIVE_DOUBLE;
}

inline std::int64_t bytes_of(std::span<const bodies::Field> fields) {  // of a record
  std::size_t bytes = 0;
  for (const auto& field : fields) bytes += bodies::field_bytes(field);
  return static_cast<std::int64_t>(bytes);
}

// One field of records that lie `stride` bytes apart, values after values; and back.
inline void fill_column(std::vector<std::byte>& column, const bodies::Field& field, const std::byte* records,
                        std::size_t count, std::size_t stride) {
  const std::size_t width = bodies::field_bytes(field);
  column.resize(width * count);
  for (std::size_t r = 0; r < count; ++r)
    std::memcpy(column.data() + r * width, records + r * stride + field.offset, width);
}
inline void take_column(const std::vector<std::byte>& column, const bodies::Field& field, std::byte* records,
                        std::size_t count, std::size_t stride) {
  const std::size_t width = bodies::field_bytes(field);
  for (std::size_t r = 0; r < count; ++r)
    std::memcpy(records + r * stride + field.offset, column.data() + r * width, width);
}

}  // namespace talus::io
