#pragma once
// The table of a body's fields: what files call them, their unit and type. Checkpoints are written and read from this
// table; a body travels between ranks as its whole record. A test fails if the table misses a byte of the record.

#include <cstddef>
#include <span>

#include "bodies/body.hpp"

namespace talus::bodies {

enum class FieldType { float64, int64, int32 };

struct Field {
  const char* name;
  const char* unit;
  FieldType type;
  int components;
  std::size_t offset;  // in the record
  const char* help;
  bool later = false;  // came after version 1 of the file: in a file without it every record has the default
};

std::span<const Field> body_fields();
std::span<const Field> remembered_fields();
std::span<const Field> joint_fields();
std::span<const Field> flow_fields();

std::size_t field_bytes(const Field& field);  // of all components

}  // namespace talus::bodies
