#include "comm/comm.hpp"

#include <mpi.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <thread>

#include "base/error.hpp"
#include "comm/busy.hpp"

namespace talus::comm {
namespace {

// A duplicate of the world, so that tags here cannot meet those of other libraries. It lives as long as MPI does: PETSc
// uses it until MPI ends.
MPI_Comm own_world = MPI_COMM_NULL;

MPI_Comm native(const Comm& comm) { return *static_cast<MPI_Comm*>(comm.native()); }

Traffic sent;

void count(std::size_t bytes) {
  ++sent.messages;
  sent.bytes += static_cast<std::int64_t>(bytes);
}

int length_of(std::size_t items) {
  TALUS_REQUIRE(items < (std::size_t{1} << 31), "2^31 items or more in one MPI call");
  return static_cast<int>(items);
}

// Doubles as integers of the same order, NaN above infinity. MPI's own extrema lose a NaN, or the values next to it,
// depending on its rank.
std::int64_t ordered(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  if (std::isnan(value)) return std::numeric_limits<std::int64_t>::max();
  return bits >= 0 ? bits : bits ^ std::numeric_limits<std::int64_t>::max();
}
double from_ordered(std::int64_t key) {
  return std::bit_cast<double>(key >= 0 ? key : key ^ std::numeric_limits<std::int64_t>::max());
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// CPU time inside calls of this room: each such function opens one, and none calls another.
double seconds_inside = 0;
class Inside {
 public:
  Inside() : since_(cpu_seconds()) {}
  ~Inside() { seconds_inside += cpu_seconds() - since_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  double since_;
};

// A process that is alone needs no MPI: `talus check` runs without it.
template <class T>
T reduce_one(const Comm& comm, T value, MPI_Datatype type, MPI_Op op) {
  if (comm.size() == 1) return value;
  const Inside inside;
  T result{};
  MPI_Allreduce(&value, &result, 1, type, op, native(comm));
  return result;
}

// Two tags in turn: a rank that is one exchange ahead cannot be mistaken for the present one. All communicators of
// several ranks are the world, so all ranks count the same exchanges.
int sparse_tag() {
  static int turn = 0;
  turn ^= 1;
  return 100 + turn;
}
constexpr int kNeighbourTag = 110;
constexpr int kExchangeTag = 120;

// A read or write that fails on one of several ranks ends all ranks at once: HDF5 would go on, and wait for ranks that
// wait for this one elsewhere. A rank that is alone, and ranks that all cannot open a file, get the error from the
// function that they called.
std::string file_in_use;
void fail_for_all(MPI_File* file, int* code, ...) {
  const int of_system = errno;
  int size = 1, rank = 0, length = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (size == 1 || *file == MPI_FILE_NULL) return;
  char of_mpi[MPI_MAX_ERROR_STRING + 1] = "";
  MPI_Error_string(*code, of_mpi, &length);
  std::this_thread::sleep_for(std::chrono::milliseconds(300) * std::min(rank, 10));  // the first rank ends them all
  std::fprintf(stderr, "talus: rank %d: %s: cannot be read or written: %s\n", rank, file_in_use.c_str(),
               of_system != 0 ? std::strerror(of_system) : of_mpi);
  Environment::abort(static_cast<int>(Exit::io));
}

}  // namespace

// Files by ROMIO, if nothing else is set. Open MPI's own part for files (ompio) takes short writes for whole ones, and
// can wait indefinitely after a write that failed. It guards shared file pointers, which nothing here uses, by a
// semaphore of the whole node that is named after the file alone: a rank killed while it opens a checkpoint leaves it
// taken, and every later run on that node would wait indefinitely.
Environment::Environment(int& argc, char**& argv) {
  setenv("OMPI_MCA_io", "^ompio", 0);
  setenv("OMPI_MCA_sharedfp", "^sm", 0);
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &own_world);
  MPI_Errhandler handler;
  MPI_File_create_errhandler(fail_for_all, &handler);
  MPI_File_set_errhandler(MPI_FILE_NULL, handler);  // of all files that are opened from now on
  MPI_Errhandler_free(&handler);
}
void Environment::name_file(const std::string& path) { file_in_use = path; }
Environment::~Environment() { MPI_Finalize(); }
void Environment::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

Comm Comm::world() {
  Comm comm;
  comm.handle_ = std::make_shared<MPI_Comm>(own_world);
  MPI_Comm_rank(own_world, &comm.rank_);
  MPI_Comm_size(own_world, &comm.size_);
  return comm;
}

Comm Comm::self() {
  Comm comm;
  comm.handle_ = std::make_shared<MPI_Comm>(MPI_COMM_SELF);
  return comm;
}

void Comm::sum(std::span<double> v) const {
  if (size_ == 1) return;
  const Inside inside;
  MPI_Allreduce(MPI_IN_PLACE, v.data(), length_of(v.size()), MPI_DOUBLE, MPI_SUM, comm::native(*this));
}
void Comm::sum(std::span<std::int64_t> v) const {
  if (size_ == 1) return;
  const Inside inside;
  MPI_Allreduce(MPI_IN_PLACE, v.data(), length_of(v.size()), MPI_INT64_T, MPI_SUM, comm::native(*this));
}
void Comm::max(std::span<double> v) const {
  if (size_ == 1) return;
  const Inside inside;
  for (double& x : v) x = std::bit_cast<double>(ordered(x));
  MPI_Allreduce(MPI_IN_PLACE, v.data(), length_of(v.size()), MPI_INT64_T, MPI_MAX, comm::native(*this));
  for (double& x : v) x = from_ordered(std::bit_cast<std::int64_t>(x));
}
double Comm::sum(double value) const { return reduce_one(*this, value, MPI_DOUBLE, MPI_SUM); }
double Comm::max(double value) const { return from_ordered(max(ordered(value))); }
double Comm::min(double value) const { return -max(-value); }
std::int64_t Comm::sum(std::int64_t value) const { return reduce_one(*this, value, MPI_INT64_T, MPI_SUM); }
std::int64_t Comm::max(std::int64_t value) const { return reduce_one(*this, value, MPI_INT64_T, MPI_MAX); }
std::uint64_t Comm::bit_or(std::uint64_t value) const { return reduce_one(*this, value, MPI_UINT64_T, MPI_BOR); }

std::int64_t Comm::sum_before(std::int64_t value) const {
  if (size_ == 1) return 0;
  const Inside inside;
  std::int64_t result = 0;
  MPI_Exscan(&value, &result, 1, MPI_INT64_T, MPI_SUM, comm::native(*this));
  return rank_ == 0 ? 0 : result;
}

void Comm::barrier() const {
  if (size_ == 1) return;
  const Inside inside;
  MPI_Barrier(comm::native(*this));
}

void Comm::broadcast(std::string& text, Rank root) const {
  if (size_ == 1) return;
  const Inside inside;
  std::int64_t size = static_cast<std::int64_t>(text.size());
  MPI_Bcast(&size, 1, MPI_INT64_T, root, comm::native(*this));
  text.resize(size);
  MPI_Bcast(text.data(), length_of(text.size()), MPI_CHAR, root, comm::native(*this));
}

std::vector<double> Comm::gather_to_root(std::span<const double> v) const {
  if (size_ == 1) return {v.begin(), v.end()};
  const Inside inside;
  std::vector<double> all(is_root() ? v.size() * size_ : 0);
  const int n = length_of(v.size());
  MPI_Gather(v.data(), n, MPI_DOUBLE, all.data(), n, MPI_DOUBLE, 0, comm::native(*this));
  return all;
}

std::pair<double, Rank> Comm::max_with_rank(double value) const {
  if (size_ == 1) return {value, 0};
  const Inside inside;
  struct {
    long value;
    int rank;
  } mine{ordered(value), rank_}, best{};
  MPI_Allreduce(&mine, &best, 1, MPI_LONG_INT, MPI_MAXLOC, comm::native(*this));
  return {from_ordered(best.value), best.rank};
}

Traffic traffic() { return sent; }

double busy_seconds() { return cpu_seconds() - seconds_inside; }

std::vector<Message> sparse_exchange(const Comm& comm, std::vector<Message> outgoing) {
  const Inside inside;
  // Synchronous sends end only when received; when all of mine have ended I join a barrier that does not block; when
  // that ends everybody's messages have arrived (Hoefler, Siebert, Lumsdaine 2010).
  const MPI_Comm world = native(comm);
  const int tag = comm.size() > 1 ? sparse_tag() : 0;  // without partners no turn is taken
  std::vector<Message> incoming;
  std::vector<MPI_Request> sends;
  for (auto& m : outgoing) {
    if (m.rank == comm.rank()) {
      incoming.push_back(std::move(m));
      continue;
    }
    sends.emplace_back();
    MPI_Issend(m.bytes.data(), length_of(m.bytes.size()), MPI_BYTE, m.rank, tag, world, &sends.back());
    count(m.bytes.size());
  }
  if (comm.size() > 1) {
    MPI_Request barrier = MPI_REQUEST_NULL;
    bool in_barrier = false;
    for (int finished = 0; !finished;) {
      int arrived = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, tag, world, &arrived, &status);
      if (arrived) {
        int size = 0;
        MPI_Get_count(&status, MPI_BYTE, &size);
        Message m{status.MPI_SOURCE, Bytes(static_cast<std::size_t>(size))};
        MPI_Recv(m.bytes.data(), size, MPI_BYTE, m.rank, tag, world, MPI_STATUS_IGNORE);
        incoming.push_back(std::move(m));
        continue;
      }
      if (in_barrier) {
        MPI_Test(&barrier, &finished, MPI_STATUS_IGNORE);
      } else {
        int all_sent = 0;
        MPI_Testall(static_cast<int>(sends.size()), sends.data(), &all_sent, MPI_STATUSES_IGNORE);
        if (all_sent) {
          MPI_Ibarrier(world, &barrier);
          in_barrier = true;
        }
      }
    }
  }
  std::ranges::stable_sort(incoming, {}, &Message::rank);
  return incoming;
}

std::vector<Bytes> neighbour_exchange(const Comm& comm, std::span<const Rank> neighbours,
                                      const std::vector<Bytes>& to) {
  if (neighbours.empty()) return {};
  const Inside inside;
  const MPI_Comm world = native(comm);
  std::vector<MPI_Request> sends(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    MPI_Isend(to[k].data(), length_of(to[k].size()), MPI_BYTE, neighbours[k], kNeighbourTag, world, &sends[k]);
    count(to[k].size());
  }
  std::vector<Bytes> from(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    MPI_Status status;
    int size = 0;
    MPI_Probe(neighbours[k], kNeighbourTag, world, &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    from[k].resize(size);
    MPI_Recv(from[k].data(), size, MPI_BYTE, neighbours[k], kNeighbourTag, world, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
  return from;
}

struct Exchange::Requests {
  std::vector<MPI_Request> all;  // receives, then sends
  ~Requests() {
    for (auto& r : all) MPI_Request_free(&r);
  }
};

namespace {

std::vector<std::size_t> offsets_of(const std::vector<int>& counts, int doubles_per_record) {
  std::vector<std::size_t> offsets{0};
  for (int n : counts) offsets.push_back(offsets.back() + static_cast<std::size_t>(n) * doubles_per_record);
  return offsets;
}

}  // namespace

Exchange::Exchange(const Comm& comm, Partners to, Partners from, int doubles_per_record)
    : to_(std::move(to.ranks)), from_(std::move(from.ranks)), to_offsets_(offsets_of(to.counts, doubles_per_record)),
      from_offsets_(offsets_of(from.counts, doubles_per_record)), send_(to_offsets_.back()),
      receive_(from_offsets_.back()), requests_(std::make_unique<Requests>()) {
  auto& all = requests_->all;
  for (std::size_t k = 0; k < from_.size(); ++k) {
    all.emplace_back();
    MPI_Recv_init(receive_.data() + from_offsets_[k], static_cast<int>(from_offsets_[k + 1] - from_offsets_[k]),
                  MPI_DOUBLE, from_[k], kExchangeTag, native(comm), &all.back());
  }
  for (std::size_t k = 0; k < to_.size(); ++k) {
    all.emplace_back();
    MPI_Send_init(send_.data() + to_offsets_[k], static_cast<int>(to_offsets_[k + 1] - to_offsets_[k]), MPI_DOUBLE,
                  to_[k], kExchangeTag, native(comm), &all.back());
  }
}

Exchange::Exchange() = default;
Exchange::Exchange(Exchange&&) noexcept = default;
Exchange& Exchange::operator=(Exchange&&) noexcept = default;
Exchange::~Exchange() = default;

std::span<double> Exchange::outgoing(std::size_t k) {
  return {send_.data() + to_offsets_[k], to_offsets_[k + 1] - to_offsets_[k]};
}
std::span<const double> Exchange::incoming(std::size_t k) const {
  return {receive_.data() + from_offsets_[k], from_offsets_[k + 1] - from_offsets_[k]};
}

void Exchange::start() {
  if (!requests_ || requests_->all.empty()) return;
  const Inside inside;
  MPI_Startall(static_cast<int>(requests_->all.size()), requests_->all.data());
  for (std::size_t k = 0; k < to_.size(); ++k) count((to_offsets_[k + 1] - to_offsets_[k]) * sizeof(double));
}

void Exchange::finish() {
  if (!requests_ || requests_->all.empty()) return;
  const Inside inside;
  MPI_Waitall(static_cast<int>(requests_->all.size()), requests_->all.data(), MPI_STATUSES_IGNORE);
}

void Reader::copy(void* to, std::size_t size) {
  TALUS_REQUIRE(size <= bytes_.size() - at_, "a message ended early");
  std::memcpy(to, bytes_.data() + at_, size);
  at_ += size;
}

}  // namespace talus::comm
