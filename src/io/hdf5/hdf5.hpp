#pragma once
// HDF5 with owners for its handles and IoError for its errors. For sources of this room only.

#include <hdf5.h>

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/comm.hpp"
#include "io/hdf5/seal.hpp"

namespace talus::io {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  Handle(Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  herr_t close() { return close_(std::exchange(id_, -1)); }
  void leak() { id_ = -1; }

 private:
  hid_t id_;
  Close close_;
};

// The one way to open HDF5 files. *Collective* if `access` is, and throws IoError. What is read or changed is a regular
// file; what is made is no link.
Handle open_hdf5(const std::filesystem::path& path, unsigned flags, hid_t creation = H5P_DEFAULT,
                 hid_t access = H5P_DEFAULT);
// A dataset or group of an open file, less than 0 if it has none of this name. Throws IoError if what the name stands
// for lies outside of the file: behind a link, in external storage, or in a virtual dataset.
Handle open_dataset(hid_t file, const std::filesystem::path& path, const std::string& name);
bool has_link(hid_t file, const std::filesystem::path& path, const std::string& name);
Handle open_group(hid_t file, const std::filesystem::path& path, const std::string& name);

// *Not collective.* The identity of the run that wrote a file; "" if it has none or cannot be opened.
std::string run_of(const std::filesystem::path& path);

// One open file; every failure names it. In reading no rank waits for another. In writing they do, within HDF5: if a
// write fails on some ranks only, those must end the others (Environment::abort), and the file is left as it is. A file
// bears a seal (seal.hpp) and its datasets lie in one piece each; or else each chunk of a dataset carries a checksum
// (Fletcher 32), and all metadata those of HDF5, which reading checks.
class Hdf5File {
 public:
  static Hdf5File create(const std::filesystem::path& path, const comm::Comm& comm);  // *Collective.*
  static Hdf5File create_sealed(const std::filesystem::path& path,
                                const comm::Comm& comm);  // *Collective.* Ends by close_and_seal
  static Hdf5File open(const std::filesystem::path& path, const comm::Comm& comm);  // *Collective.* Read-only.
  static Hdf5File open_alone(const std::filesystem::path& path);                    // *Not collective.*
  static Hdf5File change(const std::filesystem::path& path,
                         const comm::Comm& comm);                   // *Collective.* For growing datasets.
  static Hdf5File change_alone(const std::filesystem::path& path);  // *Not collective.*

  // *Collective.*
  void make_group(const std::string& name);
  void set_attribute(const std::string& name, const std::string& text);
  void set_attribute(const std::string& name, double value);
  void set_attribute(const std::string& name, std::int64_t value);
  // *Collective.* Rows [first, first + rows) of a dataset of `total` rows by `components`, from memory.
  void write(const std::string& name, hid_t type, hsize_t total, int components, hsize_t first, hsize_t rows,
             const void* from, const std::string& unit, const std::string& help);
  // *Collective.* Datasets that grow: made without rows, in chunks without checksums, or compressed with them; then
  // `added` rows are appended by all ranks together, of which [first, first + rows) come from this one; or all but the
  // first go.
  struct Growth {
    hsize_t chunk_rows = 1;
    bool compress = false;
  };
  void make_growing(const std::string& name, hid_t type, int components, Growth growth, const std::string& unit,
                    const std::string& help);
  void append(const std::string& name, hid_t type, int components, hsize_t added, hsize_t first, hsize_t rows,
              const void* from);
  void shorten(const std::string& name, hsize_t rows);
  // *Collective.* Attributes of a group; numbers that are there are written anew.
  void set_group_attribute(const std::string& group, const std::string& name, std::span<const std::int64_t> values);
  void set_group_attribute(const std::string& group, const std::string& name, const std::string& text);
  // *Collective.* The identity of the run that writes the file, unless it has one.
  void set_run(const std::string& run);
  void close();  // before it, nothing is sure to be in the file
  void close_and_seal(const comm::Comm& comm);
  void leave() { file_.leak(); }  // *Not collective.* Leaves it open to the end of the process

  // *Not collective.*
  std::string run() const;  // the identity of the run that wrote the file; "": it has none
  std::string text_attribute(const std::string& name) const;
  double number_attribute(const std::string& name) const;
  std::int64_t integer_attribute(const std::string& name) const;
  void read(const std::string& name, hid_t type, int components, hsize_t first, hsize_t rows, void* to) const;
  hsize_t rows(const std::string& name) const;
  [[noreturn]] void fail(const std::string& what) const;  // IoError with the file's name
  bool has(const std::string& name) const;

 private:
  Hdf5File(std::filesystem::path path, Handle file, bool root, bool sealed = false)
      : path_(std::move(path)), file_(std::move(file)), root_(root), sealed_(sealed) {}
  [[noreturn]] void fail_writing(const std::string& what);
  Handle check(hid_t id, Handle::Close closer, const std::string& what) const;
  Handle check_writing(hid_t id, Handle::Close closer, const std::string& what);
  Handle dataset_of(const std::string& name) const;
  void set_scalar(const std::string& name, hid_t type, const void* value);
  void get_scalar(const std::string& name, hid_t type, void* value) const;
  Handle storage(hsize_t total, int components) const;
  void put_rows(hid_t dataset, const std::string& name, hid_t type, int components, hsize_t first, hsize_t rows,
                const void* from);
  void describe(hid_t object, const std::string& name, const std::string& key, const std::string& value);

  std::filesystem::path path_;
  Handle file_;
  bool root_;  // writes the texts
  bool sealed_;
  std::vector<Part> parts_;  // where datasets lie, for the seal
};

}  // namespace talus::io
