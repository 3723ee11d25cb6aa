#pragma once
// HDF5 with owners for its handles and IoError for its errors. For sources of this room only.

#include <hdf5.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "comm/comm.hpp"

namespace talus::io {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

// One open file; every failure names it.
class Hdf5File {
 public:
  static Hdf5File create(const std::filesystem::path& path, const comm::Comm& comm);  // *Collective.*
  static Hdf5File open(const std::filesystem::path& path, const comm::Comm& comm);    // *Collective.* Read-only.
  static Hdf5File open_alone(const std::filesystem::path& path);                      // *Not collective.*

  void make_group(const std::string& name);
  void set_attribute(const std::string& name, const std::string& text);
  void set_attribute(const std::string& name, double value);
  void set_attribute(const std::string& name, std::int64_t value);
  std::string text_attribute(const std::string& name) const;
  double number_attribute(const std::string& name) const;
  std::int64_t integer_attribute(const std::string& name) const;

  // *Collective.* Rows [first, first + rows) of a dataset of `total` rows by `components`, from or to memory.
  void write(const std::string& name, hid_t type, hsize_t total, int components, hsize_t first, hsize_t rows,
             const void* from, const std::string& unit, const std::string& help);
  void read(const std::string& name, hid_t type, int components, hsize_t first, hsize_t rows, void* to) const;
  hsize_t rows(const std::string& name) const;

  void flush();

 private:
  Hdf5File(std::filesystem::path path, Handle file, bool parallel)
      : path_(std::move(path)), file_(std::move(file)), parallel_(parallel) {}
  [[noreturn]] void fail(const std::string& what) const;
  Handle check(hid_t id, Handle::Close close, const std::string& what) const;
  void set_scalar(const std::string& name, hid_t type, const void* value);
  void get_scalar(const std::string& name, hid_t type, void* value) const;
  Handle transfer() const;

  std::filesystem::path path_;
  Handle file_;
  bool parallel_;
};

}  // namespace talus::io
