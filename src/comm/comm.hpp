#pragma once
// All message passing of Talus. mpi.h is included by the sources of this room only; other rooms hold a Comm and call
// verbs. Every function says whether all ranks must call it: *Collective* or *Not collective*.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/types.hpp"

namespace talus::comm {

using Bytes = std::vector<std::byte>;

// A group of ranks; a value that may be copied freely (a handle).
class Comm {
 public:
  static Comm world();  // Not collective. After Environment has been made.
  static Comm self();   // Not collective. One rank, for work without partners.

  Rank rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }

  // *Collective.* Sums, extrema and prefix sums, spans in place. An extremum is NaN if any value is. Sums of doubles
  // depend on the number of ranks in their last bits (exact_sum.hpp: sums that do not).
  void sum(std::span<double> values) const;
  void sum(std::span<std::int64_t> values) const;
  void max(std::span<double> values) const;
  double sum(double value) const;
  double max(double value) const;
  double min(double value) const;
  std::int64_t sum(std::int64_t value) const;
  std::int64_t max(std::int64_t value) const;
  std::uint64_t bit_or(std::uint64_t value) const;
  std::int64_t sum_before(std::int64_t value) const;  // sum over the lower ranks; 0 on rank 0
  bool any(bool value) const { return max(std::int64_t{value}) != 0; }
  void barrier() const;
  void broadcast(std::string& text, Rank root = 0) const;
  std::vector<double> gather_to_root(std::span<const double> values) const;  // equal lengths; empty elsewhere
  std::pair<double, Rank> max_with_rank(double value) const;                 // the lowest of equal ranks; NaN first

  // The MPI communicator as bytes of a handle, for io (parallel HDF5) only.
  void* native() const { return handle_.get(); }

 private:
  Comm() = default;
  std::shared_ptr<void> handle_;
  Rank rank_ = 0;
  int size_ = 1;
};

// MPI's life: made first in main, ends it last. abort() ends all ranks after a failure of one.
class Environment {
 public:
  Environment(int& argc, char**& argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  [[noreturn]] static void abort(int code);
  static void name_file(const std::string& path);  // call before opening or writing: a failure within MPI names it
};

struct Message {
  Rank rank = 0;  // destination when sent, source when received
  Bytes bytes;
};

// *Collective.* Sends each message to its rank and returns what others sent here, ordered by source. Receivers are not
// known beforehand: the number of messages grows with the real partners only (non-blocking consensus). One message a
// partner; a message to oneself is allowed. May be empty on any rank.
std::vector<Message> sparse_exchange(const Comm& comm, std::vector<Message> outgoing);

// *Collective among neighbours.* Messages between partners that know of each other: to[k] goes to neighbours[k], and
// exactly one message comes from each (sizes are found out). Returns them in the order of neighbours.
std::vector<Bytes> neighbour_exchange(const Comm& comm, std::span<const Rank> neighbours, const std::vector<Bytes>& to);

// Counts of what this process has sent since the start, for reports.
struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};
Traffic traffic();

// Whom messages of an exchange go to (or come from) and how many records each holds.
struct Partners {
  std::vector<Rank> ranks;
  std::vector<int> counts;
};

// A repeated exchange of contiguous records of doubles: persistent requests, made once, started again and again.
class Exchange {
 public:
  Exchange();  // without partners
  // *Not collective*, but partners must make theirs with the same counts, and start theirs in the same order.
  Exchange(const Comm& comm, Partners to, Partners from, int doubles_per_record);
  // As many records go to a neighbour as come from it.
  Exchange(const Comm& comm, const std::vector<Rank>& neighbours, const std::vector<int>& counts,
           int doubles_per_record)
      : Exchange(comm, {neighbours, counts}, {neighbours, counts}, doubles_per_record) {}
  Exchange(Exchange&&) noexcept;
  Exchange& operator=(Exchange&&) noexcept;
  ~Exchange();

  const std::vector<Rank>& to() const { return to_; }
  const std::vector<Rank>& from() const { return from_; }
  std::span<double> outgoing(std::size_t k);              // to to()[k]
  std::span<const double> incoming(std::size_t k) const;  // from from()[k]
  void start();   // *Collective among partners.* outgoing() must be filled and stay untouched until finish()
  void finish();  // *Collective among partners.* incoming() is valid until the next start()

 private:
  struct Requests;
  std::vector<Rank> to_, from_;
  std::vector<std::size_t> to_offsets_, from_offsets_;  // in doubles, one more than partners
  std::vector<double> send_, receive_;
  std::unique_ptr<Requests> requests_;
};

// Records in a byte message, one after the other.
template <class T>
void append(Bytes& bytes, const T& record) {
  static_assert(std::is_standard_layout_v<T> && std::is_trivially_destructible_v<T>);
  const auto* begin = reinterpret_cast<const std::byte*>(&record);
  bytes.insert(bytes.end(), begin, begin + sizeof(T));
}

// Reads records back in order; a message that ends early is our own bug.
class Reader {
 public:
  explicit Reader(const Bytes& bytes) : bytes_(bytes) {}
  bool done() const { return at_ == bytes_.size(); }
  template <class T>
  T next() {
    static_assert(std::is_standard_layout_v<T> && std::is_trivially_destructible_v<T>);
    T record;
    copy(&record, sizeof(T));
    return record;
  }

 private:
  void copy(void* to, std::size_t size);
  const Bytes& bytes_;
  std::size_t at_ = 0;
};

}  // namespace talus::comm
