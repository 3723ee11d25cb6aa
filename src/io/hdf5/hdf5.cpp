#include "io/hdf5/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "io/durable.hpp"

namespace talus::io {
namespace {

constexpr std::size_t kMaxText = std::size_t{1} << 24;
constexpr std::size_t kMaxRun = 64;
constexpr const char* kRun = "run";
constexpr hsize_t kChunkRows = 32768;
constexpr hsize_t kMostCompression = 1100;  // of deflate

// A file that a failed write leaves open must not be closed at the end of the process: that would wait for other ranks,
// after MPI has ended. HDF5 wants to know before its first use.
[[maybe_unused]] const herr_t kLeftOpen = H5dont_atexit();

enum class Use { create, create_sealed, read, change };

Handle open_file(const std::filesystem::path& path, const comm::Comm* comm, Use use) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (comm) {
    comm::Environment::name_file(path.string());
    H5Pset_fapl_mpio(access, *static_cast<MPI_Comm*>(comm->native()), MPI_INFO_NULL);
  }
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);  // all its metadata carry checksums
  Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  if (use == Use::create_sealed) H5Pset_userblock(creation, kSealBytes);
  const bool fresh = use == Use::create || use == Use::create_sealed;
  return open_hdf5(path, fresh ? H5F_ACC_TRUNC : use == Use::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR, creation, access);
}

// Each part of the name is a link that stays in the file.
bool stays_inside(hid_t file, const std::string& name) {
  for (std::size_t end = name.find('/', 1);; end = name.find('/', end + 1)) {
    H5L_info_t link{};
    if (H5Lget_info(file, name.substr(0, end).c_str(), &link, H5P_DEFAULT) < 0) return true;  // there is none
    if (link.type != H5L_TYPE_HARD) return false;
    if (end == std::string::npos) return true;
  }
}

[[noreturn]] void refuse_outside(const std::filesystem::path& path, const std::string& name) {
  throw IoError(fmt::format("{}: {} lies outside of the file (a link, external storage or a virtual dataset)",
                            path.string(), name));
}

// Reason of a failed write: that of the system, if no call came between, else the first that HDF5 noted, from MPI.
std::string innermost_reason() {
  std::string reason;
  if (const int e = errno; e == ENOSPC || e == EDQUOT || e == EIO) return std::strerror(e);
  const auto take = [](unsigned number, const H5E_error2_t* entry, void* to) -> herr_t {
    if (number == 0 && entry->desc) *static_cast<std::string*>(to) = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &reason);
  return reason;
}

}  // namespace

Handle open_hdf5(const std::filesystem::path& path, unsigned flags, hid_t creation, hid_t access) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // our messages, not HDF5's stack
  const bool fresh = flags == H5F_ACC_TRUNC;
  fresh ? require_no_link(path) : require_regular(path);
  const hid_t id = fresh ? H5Fcreate(path.c_str(), flags, creation, access) : H5Fopen(path.c_str(), flags, access);
  if (id < 0) {
    throw IoError(fmt::format("{}: {}", path.string(),
                              fresh ? "cannot be created" : "cannot be opened as an HDF5 file (missing or damaged)"));
  }
  return {id, H5Fclose};
}

bool has_link(hid_t file, const std::filesystem::path& path, const std::string& name) {
  if (!stays_inside(file, name)) refuse_outside(path, name);
  return H5Lexists(file, name.c_str(), H5P_DEFAULT) > 0;
}

Handle open_dataset(hid_t file, const std::filesystem::path& path, const std::string& name) {
  if (!stays_inside(file, name)) refuse_outside(path, name);
  Handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (dataset < 0) return dataset;
  const Handle plist(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Pget_external_count(plist) > 0 || H5Pget_layout(plist) == H5D_VIRTUAL) refuse_outside(path, name);
  return dataset;
}

Handle open_group(hid_t file, const std::filesystem::path& path, const std::string& name) {
  if (!stays_inside(file, name)) refuse_outside(path, name);
  return {H5Gopen2(file, name.c_str(), H5P_DEFAULT), H5Gclose};
}

std::string run_of(const std::filesystem::path& path) {
  try {
    return Hdf5File::open_alone(path).run();
  } catch (const IoError&) {
    return {};
  }
}

Hdf5File Hdf5File::create(const std::filesystem::path& path, const comm::Comm& comm) {
  return {path, open_file(path, &comm, Use::create), comm.is_root()};
}
Hdf5File Hdf5File::create_sealed(const std::filesystem::path& path, const comm::Comm& comm) {
  return {path, open_file(path, &comm, Use::create_sealed), comm.is_root(), true};
}
Hdf5File Hdf5File::open(const std::filesystem::path& path, const comm::Comm& comm) {
  return {path, open_file(path, comm.size() > 1 ? &comm : nullptr, Use::read),
          comm.is_root()};  // alone without MPI, which may not be there
}
Hdf5File Hdf5File::open_alone(const std::filesystem::path& path) {
  return {path, open_file(path, nullptr, Use::read), true};
}
Hdf5File Hdf5File::change(const std::filesystem::path& path, const comm::Comm& comm) {
  return {path, open_file(path, &comm, Use::change), comm.is_root()};
}
Hdf5File Hdf5File::change_alone(const std::filesystem::path& path) {
  return {path, open_file(path, nullptr, Use::change), true};
}

void Hdf5File::fail(const std::string& what) const { throw IoError(fmt::format("{}: {}", path_.string(), what)); }

Handle Hdf5File::check(hid_t id, Handle::Close closer, const std::string& what) const {
  if (id < 0) fail(what);
  return {id, closer};
}

// Closing would wait for ranks that are elsewhere: the file stays open until the process ends.
void Hdf5File::fail_writing(const std::string& what) {
  const std::string why = innermost_reason();
  file_.leak();
  fail(why.empty() ? what : what + ": " + why);
}

Handle Hdf5File::check_writing(hid_t id, Handle::Close closer, const std::string& what) {
  if (id < 0) fail_writing(what);
  return {id, closer};
}

// How a dataset lies in the file: in one piece under a seal, else in chunks with checksums.
Handle Hdf5File::storage(hsize_t total, int components) const {
  Handle plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  if (sealed_) {
    H5Pset_alloc_time(plist, H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(plist, H5D_FILL_TIME_NEVER);
    return plist;
  }
  const hsize_t chunk[2] = {std::min(total, kChunkRows), static_cast<hsize_t>(components)};
  if (total > 0 && (H5Pset_chunk(plist, components > 1 ? 2 : 1, chunk) < 0 || H5Pset_fletcher32(plist) < 0)) {
    fail("cannot be given checksums");
  }
  return plist;
}

void Hdf5File::make_group(const std::string& name) {
  check_writing(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                "cannot create " + name);
}

void Hdf5File::set_scalar(const std::string& name, hid_t type, const void* value) {
  Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  Handle attribute = check_writing(H5Acreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                                   "cannot create attribute " + name);
  if (H5Awrite(attribute, type, value) < 0) fail_writing("cannot write attribute " + name);
}

void Hdf5File::set_attribute(const std::string& name, double value) { set_scalar(name, H5T_NATIVE_DOUBLE, &value); }
void Hdf5File::set_attribute(const std::string& name, std::int64_t value) {
  set_scalar(name, H5T_NATIVE_INT64, &value);
}

// Texts are datasets of bytes: attributes end at 64 KiB, decks may not.
void Hdf5File::set_attribute(const std::string& name, const std::string& text) {
  write(name, H5T_NATIVE_CHAR, text.size(), 1, 0, root_ ? text.size() : 0, text.data(), "1", "text, UTF-8");
}

void Hdf5File::get_scalar(const std::string& name, hid_t type, void* value) const {
  Handle attribute = check(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose, "has no attribute " + name);
  Handle space = check(H5Aget_space(attribute), H5Sclose, "damaged attribute " + name);
  Handle stored = check(H5Aget_type(attribute), H5Tclose, "damaged attribute " + name);
  if (H5Sget_simple_extent_npoints(space) != 1 || H5Tget_class(stored) != H5Tget_class(type)) {
    fail("attribute " + name + " is not a number of the expected type");
  }
  if (H5Aread(attribute, type, value) < 0) fail("cannot read attribute " + name);
}
double Hdf5File::number_attribute(const std::string& name) const {
  double value = 0;
  get_scalar(name, H5T_NATIVE_DOUBLE, &value);
  return value;
}
std::int64_t Hdf5File::integer_attribute(const std::string& name) const {
  std::int64_t value = 0;
  get_scalar(name, H5T_NATIVE_INT64, &value);
  return value;
}
std::string Hdf5File::text_attribute(const std::string& name) const {
  const hsize_t size = rows(name);
  if (size > kMaxText) fail(name + " is too long");
  std::string text(size, '\0');
  read(name, H5T_NATIVE_CHAR, 1, 0, size, text.data());
  return text;
}

// All ranks write their rows of a dataset at once.
void Hdf5File::put_rows(hid_t dataset, const std::string& name, hid_t type, int components, hsize_t first, hsize_t rows,
                        const void* from) {
  const hsize_t start[2] = {first, 0}, count[2] = {rows, static_cast<hsize_t>(components)};
  const char nothing = 0;  // HDF5 takes no null pointer, even for no rows
  Handle space = check_writing(H5Dget_space(dataset), H5Sclose, "cannot write " + name);
  Handle memory =
      check_writing(H5Screate_simple(components > 1 ? 2 : 1, count, nullptr), H5Sclose, "cannot write " + name);
  if (rows == 0) {
    H5Sselect_none(space);
    H5Sselect_none(memory);
  } else {
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr);
  }
  Handle together(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
  H5Pset_dxpl_mpio(together, H5FD_MPIO_COLLECTIVE);
  if (H5Dwrite(dataset, type, memory, space, together, rows > 0 ? from : &nothing) < 0)
    fail_writing("cannot write " + name);
}

void Hdf5File::describe(hid_t object, const std::string& name, const std::string& key, const std::string& value) {
  if (value.empty()) return;
  Handle text(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(text, value.size());
  H5Tset_strpad(text, H5T_STR_NULLPAD);
  Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
  Handle attribute = check_writing(H5Acreate2(object, key.c_str(), text, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                                   "cannot describe " + name);
  if (H5Awrite(attribute, text, value.data()) < 0) fail_writing("cannot describe " + name);
}

void Hdf5File::write(const std::string& name, hid_t type, hsize_t total, int components, hsize_t first, hsize_t rows,
                     const void* from, const std::string& unit, const std::string& help) {
  comm::Environment::name_file(path_.string());
  const hsize_t extent[2] = {total, static_cast<hsize_t>(components)};
  Handle space = check(H5Screate_simple(components > 1 ? 2 : 1, extent, nullptr), H5Sclose, "cannot describe " + name);
  Handle dataset =
      check_writing(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, storage(total, components), H5P_DEFAULT),
                    H5Dclose, "cannot create " + name);
  if (total > 0) put_rows(dataset, name, type, components, first, rows, from);
  if (sealed_ && total > 0) {
    parts_.push_back({name, static_cast<std::int64_t>(H5Dget_offset(dataset)),
                      static_cast<std::int64_t>(H5Dget_storage_size(dataset)), 0});
  }
  describe(dataset, name, "unit", unit);
  describe(dataset, name, "help", help);
  if (dataset.close() < 0) fail_writing("cannot write " + name);
}

void Hdf5File::make_growing(const std::string& name, hid_t type, int components, Growth growth, const std::string& unit,
                            const std::string& help) {
  const int rank = components > 1 ? 2 : 1;
  const hsize_t none[2] = {0, static_cast<hsize_t>(components)}, most[2] = {H5S_UNLIMITED, none[1]};
  const hsize_t chunk[2] = {growth.chunk_rows, none[1]};
  Handle space = check(H5Screate_simple(rank, none, most), H5Sclose, "cannot describe " + name);
  Handle plist(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(plist, rank, chunk);
  H5Pset_fill_time(plist, H5D_FILL_TIME_NEVER);
  if (growth.compress && (H5Pset_shuffle(plist) < 0 || H5Pset_deflate(plist, 4) < 0 || H5Pset_fletcher32(plist) < 0)) {
    fail("cannot be compressed");
  }
  Handle dataset = check_writing(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, plist, H5P_DEFAULT),
                                 H5Dclose, "cannot create " + name);
  describe(dataset, name, "unit", unit);
  describe(dataset, name, "help", help);
}

void Hdf5File::append(const std::string& name, hid_t type, int components, hsize_t added, hsize_t first, hsize_t rows,
                      const void* from) {
  comm::Environment::name_file(path_.string());
  Handle dataset = dataset_of(name);
  hsize_t extent[2] = {0, 1};
  Handle space = check_writing(H5Dget_space(dataset), H5Sclose, "damaged dataset " + name);
  H5Sget_simple_extent_dims(space, extent, nullptr);
  const hsize_t end = extent[0];
  extent[0] += added;
  if (added == 0) return;
  if (H5Dset_extent(dataset, extent) < 0) fail_writing("cannot extend " + name);
  put_rows(dataset, name, type, components, end + first, rows, from);
  if (dataset.close() < 0) fail_writing("cannot write " + name);
}

void Hdf5File::shorten(const std::string& name, hsize_t rows) {
  Handle dataset = dataset_of(name);
  hsize_t extent[2] = {0, 1};
  Handle space = check_writing(H5Dget_space(dataset), H5Sclose, "damaged dataset " + name);
  if (H5Sget_simple_extent_dims(space, extent, nullptr) < 0 || rows > extent[0]) fail_writing("cannot shorten " + name);
  extent[0] = rows;
  if (H5Dset_extent(dataset, extent) < 0) fail_writing("cannot shorten " + name);
}

void Hdf5File::set_group_attribute(const std::string& group, const std::string& name,
                                   std::span<const std::int64_t> values) {
  const Handle object = open_group(file_, path_, group);
  if (object < 0) fail_writing("has no group " + group);
  const hsize_t count = values.size();
  Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
  Handle attribute =
      H5Aexists(object, name.c_str()) > 0
          ? check_writing(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "cannot describe " + group)
          : check_writing(H5Acreate2(object, name.c_str(), H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                          "cannot describe " + group);
  if (H5Awrite(attribute, H5T_NATIVE_INT64, values.data()) < 0) fail_writing("cannot describe " + group);
}

void Hdf5File::set_group_attribute(const std::string& group, const std::string& name, const std::string& text) {
  const Handle object = open_group(file_, path_, group);
  if (object < 0) fail_writing("has no group " + group);
  describe(object, group, name, text);
}

void Hdf5File::set_run(const std::string& run) {
  if (H5Aexists(file_, kRun) <= 0) describe(file_, "the file", kRun, run);
}

std::string Hdf5File::run() const {
  if (H5Aexists(file_, kRun) <= 0) return {};
  const Handle attribute = check(H5Aopen(file_, kRun, H5P_DEFAULT), H5Aclose, "has a damaged attribute run");
  const Handle type = check(H5Aget_type(attribute), H5Tclose, "has a damaged attribute run");
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || H5Tget_size(type) > kMaxRun)
    fail("has a damaged attribute run");
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) fail("has a damaged attribute run");
  return text;
}

void Hdf5File::close() {
  comm::Environment::name_file(path_.string());
  if (H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0 || file_.close() < 0) fail_writing("cannot be written out");
}

void Hdf5File::close_and_seal(const comm::Comm& comm) {
  close();
  seal_file(path_, comm, std::move(parts_));
}

Handle Hdf5File::dataset_of(const std::string& name) const {
  Handle dataset = open_dataset(file_, path_, name);
  if (dataset < 0) fail("has no dataset " + name);
  return dataset;
}

hsize_t Hdf5File::rows(const std::string& name) const {
  const Handle dataset = dataset_of(name);
  Handle space = check(H5Dget_space(dataset), H5Sclose, "damaged dataset " + name);
  hsize_t extent[2] = {0, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > 2 || H5Sget_simple_extent_dims(space, extent, nullptr) < 0) fail(name + " has a wrong shape");
  // A file may claim more than it has: a dataset cannot be larger than its storage.
  Handle type = check(H5Dget_type(dataset), H5Tclose, "damaged dataset " + name);
  Handle plist = check(H5Dget_create_plist(dataset), H5Pclose, "damaged dataset " + name);
  hsize_t stored = H5Dget_storage_size(dataset) / H5Tget_size(type);
  for (int f = 0, n = H5Pget_nfilters(plist); f < n; ++f) {
    unsigned flags = 0;
    std::size_t none = 0;
    if (H5Pget_filter2(plist, static_cast<unsigned>(f), &flags, &none, nullptr, 0, nullptr, nullptr) ==
        H5Z_FILTER_DEFLATE) {
      stored = (stored + 1) * kMostCompression;
    }
  }
  if (extent[1] == 0 || stored / extent[1] < extent[0]) fail(name + " is shorter than it says");
  return extent[0];
}

bool Hdf5File::has(const std::string& name) const { return has_link(file_, path_, name); }

void Hdf5File::read(const std::string& name, hid_t type, int components, hsize_t first, hsize_t count_rows,
                    void* to) const {
  const Handle dataset = dataset_of(name);
  Handle space = check(H5Dget_space(dataset), H5Sclose, "damaged dataset " + name);
  Handle stored = check(H5Dget_type(dataset), H5Tclose, "damaged dataset " + name);
  const int rank = components > 1 ? 2 : 1;
  hsize_t extent[2] = {0, 1};
  if (H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, extent, nullptr) < 0 ||
      extent[1] != static_cast<hsize_t>(components) || first > extent[0] || count_rows > extent[0] - first ||
      H5Tget_class(stored) != H5Tget_class(type)) {
    fail("dataset " + name + " has a wrong shape or type");
  }
  const hsize_t start[2] = {first, 0}, count[2] = {count_rows, extent[1]};
  Handle memory = check(H5Screate_simple(rank, count, nullptr), H5Sclose, "cannot describe " + name);
  if (count_rows == 0) return;
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr);
  if (H5Dread(dataset, type, memory, space, H5P_DEFAULT, to) < 0) fail("cannot read " + name + " (damaged?)");
}

}  // namespace talus::io
