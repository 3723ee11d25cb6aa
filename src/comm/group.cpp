#include "comm/group.hpp"

#include <mpi.h>

namespace talus::comm {
namespace {

// A record of so many bytes, as MPI's type.
class RecordType {
 public:
  explicit RecordType(std::size_t bytes) {
    MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type_);
    MPI_Type_commit(&type_);
  }
  ~RecordType() { MPI_Type_free(&type_); }
  RecordType(const RecordType&) = delete;
  RecordType& operator=(const RecordType&) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

std::vector<int> starts_of(std::span<const int> counts) {
  std::vector<int> starts(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
  return starts;
}

}  // namespace

struct Group::Handles {
  MPI_Comm members = MPI_COMM_NULL, firsts = MPI_COMM_NULL;
};

Group::Group(const Comm& comm, int number) : handles_(std::make_unique<Handles>()) {
  const MPI_Comm all = *static_cast<MPI_Comm*>(comm.native());
  auto& [members, firsts] = *handles_;
  MPI_Comm_split(all, number >= 0 ? number : MPI_UNDEFINED, 0, &members);
  int rank = -1;
  if (members != MPI_COMM_NULL) {
    MPI_Comm_rank(members, &rank);
    MPI_Comm_size(members, &size_);
  }
  MPI_Comm_split(all, rank == 0 ? 0 : MPI_UNDEFINED, 0, &firsts);
  if (firsts != MPI_COMM_NULL) MPI_Comm_size(firsts, &num_groups_);
}

Group::~Group() {
  for (MPI_Comm* comm : {&handles_->members, &handles_->firsts}) {
    if (*comm != MPI_COMM_NULL) MPI_Comm_free(comm);
  }
}

const void* Group::firsts() const { return &handles_->firsts; }

std::vector<int> Group::counts_of(std::size_t mine) const {
  const int count = static_cast<int>(mine);
  std::vector<int> counts(is_first() ? static_cast<std::size_t>(size_) : 0);
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, handles_->members);
  return counts;
}

void Group::gather(const void* mine, std::size_t count, void* all, std::span<const int> counts,
                   std::size_t bytes) const {
  const RecordType record(bytes);
  MPI_Gatherv(mine, static_cast<int>(count), record, all, counts.data(), starts_of(counts).data(), record, 0,
              handles_->members);
}

void Group::scatter(const void* all, void* mine, std::size_t count, std::span<const int> counts,
                    std::size_t bytes) const {
  const RecordType record(bytes);
  MPI_Scatterv(all, counts.data(), starts_of(counts).data(), record, mine, static_cast<int>(count), record, 0,
               handles_->members);
}

// MPI deletes the attributes of MPI_COMM_SELF before it ends.
void call_at_end(int (*function)()) {
  int key = 0;
  MPI_Comm_create_keyval(
      MPI_COMM_NULL_COPY_FN, [](MPI_Comm, int, void* value, void*) { return reinterpret_cast<int (*)()>(value)(); },
      &key, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, reinterpret_cast<void*>(function));
}

}  // namespace talus::comm
