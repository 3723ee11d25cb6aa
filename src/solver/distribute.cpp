#include "solver/distribute.hpp"

#include <algorithm>

namespace talus::solver {

namespace {

std::size_t from(std::int64_t i) { return static_cast<std::size_t>(i); }

// The blocks [begin, end) of a problem held whole, and the `part`th of `parts` equal parts of M's entries.
comm::Bytes packed(const problem::MatrixProblem& whole, std::size_t begin, std::size_t end, Rank part, int parts) {
  comm::Bytes bytes;
  const auto put = [&bytes](const auto& values, std::size_t first, std::size_t last) {
    comm::append(bytes, static_cast<std::int64_t>(last - first));
    for (std::size_t i = first; i < last; ++i) comm::append(bytes, values[i]);
  };
  const auto rows = from(whole.row_start[begin]), rows_end = from(whole.row_start[end]);
  const auto entries = from(whole.entry_start[begin]), entries_end = from(whole.entry_start[end]);
  comm::append(bytes, static_cast<GlobalId>(begin));
  comm::append(bytes, whole.total);
  put(whole.sets, begin, end);
  put(whole.row_start, begin, end + 1);
  put(whole.offset, rows, rows_end);
  put(whole.entry_start, begin, end + 1);
  put(whole.column, entries, entries_end);
  put(whole.column_rows, entries, entries_end);
  put(whole.value_start, entries, entries_end + 1);
  put(whole.value, from(whole.value_start[entries]), from(whole.value_start[entries_end]));
  const auto& f = whole.freedoms;
  comm::append(bytes, f.total);
  if (f.total == 0) return bytes;
  const auto mass = from(block_begin(std::ssize(f.mass), part, parts)),
             mass_end = from(block_begin(std::ssize(f.mass), part + 1, parts));
  put(f.mass_row, mass, mass_end);
  put(f.mass_column, mass, mass_end);
  put(f.mass, mass, mass_end);
  put(f.start, rows, rows_end + 1);
  put(f.freedom, from(f.start[rows]), from(f.start[rows_end]));
  put(f.value, from(f.start[rows]), from(f.start[rows_end]));
  put(f.compliance, rows, rows_end);
  return bytes;
}

void unpack(const comm::Bytes& bytes, problem::MatrixProblem& part) {
  comm::Reader reader(bytes);
  const auto take = [&reader]<class T>(std::vector<T>& values) {
    values.resize(from(reader.next<std::int64_t>()));
    for (T& value : values) value = reader.next<T>();
  };
  const auto take_starts = [&take](auto& starts) {  // places count from the first one here
    take(starts);
    const auto first = starts[0];
    for (auto& start : starts) start -= first;
  };
  part.first = reader.next<GlobalId>();
  part.total = reader.next<GlobalId>();
  take(part.sets);
  take_starts(part.row_start);
  take(part.offset);
  take_starts(part.entry_start);
  take(part.column);
  take(part.column_rows);
  take_starts(part.value_start);
  take(part.value);
  auto& f = part.freedoms;
  f.total = reader.next<std::int64_t>();
  if (f.total == 0) return;
  take(f.mass_row);
  take(f.mass_column);
  take(f.mass);
  take_starts(f.start);
  take(f.freedom);
  take(f.value);
  take(f.compliance);
}

}  // namespace

problem::MatrixProblem distribute(const comm::Comm& comm, const problem::MatrixProblem& whole, GlobalId least) {
  const auto owners =
      static_cast<int>(std::clamp<GlobalId>(comm.max(whole.total) / std::max<GlobalId>(least, 1), 1, comm.size()));
  std::vector<comm::Message> outgoing;
  for (Rank rank = 0; comm.is_root() && rank < comm.size(); ++rank) {
    const auto begin = from(block_begin(whole.total, rank, owners)),
               end = from(block_begin(whole.total, rank + 1, owners));
    outgoing.push_back({rank, packed(whole, begin, end, rank, owners)});
  }
  problem::MatrixProblem part;
  part.owners = owners;
  for (const auto& m : comm::sparse_exchange(comm, std::move(outgoing))) unpack(m.bytes, part);
  return part;
}

}  // namespace talus::solver
