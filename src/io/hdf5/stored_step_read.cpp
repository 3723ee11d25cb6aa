// A stored step read again, and what each rank holds of it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "base/error.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/probe.hpp"
#include "io/hdf5/stored_step.hpp"
#include "problem/rows.hpp"

namespace talus::io {
namespace {

using problem::AdmissibleSet;
using problem::SetKind;

constexpr const char* kRoot = "/talus/replay";

class StepReader {
 public:
  explicit StepReader(const std::filesystem::path& path) : file_(Hdf5File::open_alone(path)) {
    step_.source = path.string();
  }

  StoredStep read() {
    version_ = version();
    auto& s = step_.settings;
    for (const auto& [name, text] :
         {std::pair{"solver", &s.solver}, {"law", &s.law}, {"schedule", &s.schedule}, {"norm", &s.norm}}) {
      *text = file_.text_attribute(in_root(name));
    }
    const auto counts = integers("counts", 1);
    const auto tolerance = numbers(in_root("tolerance"), 1), step = numbers("/talus/step", 1);
    if (counts.size() != 4 || tolerance.size() != 1 || step.size() != 1 || !(step[0] > 0))
      refuse("counts, tolerance or step");
    s.max_sweeps = counts[0], s.sweeps = counts[1], step_.ranks = counts[2], step_.classes = counts[3];
    s.tolerance = tolerance[0];
    step_.step = step[0];
    step_.large = numbers(in_root("large"), StoredStep::kBodyColumns);
    step_.bodies = numbers(in_root("bodies"), StoredStep::kBodyColumns);
    step_.body_ends = integers("body_ends", 2);
    step_.contacts = numbers(in_root("contacts"), StoredStep::kContactColumns);
    step_.contact_ends = integers("contact_ends", StoredStep::kContactEnds);
    read_blocks();
    step_.velocity = numbers("/solution/v", 1);
    check();
    return std::move(step_);
  }

 private:
  std::string in_root(const std::string& name) const { return std::string(kRoot) + "/" + name; }
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("{}: {} of the stored step do not fit together", step_.source, what));
  }
  std::vector<double> numbers(const std::string& name, int columns) const {
    std::vector<double> values(file_.rows(name) * columns);
    file_.read(name, H5T_NATIVE_DOUBLE, columns, 0, values.size() / columns, values.data());
    if (!std::ranges::all_of(values, [](double x) { return std::isfinite(x); })) refuse("numbers of " + name);
    return values;
  }
  std::vector<std::int32_t> integers(const std::string& name, int columns) const {
    std::vector<std::int32_t> values(file_.rows(in_root(name)) * columns);
    file_.read(in_root(name), H5T_NATIVE_INT32, columns, 0, values.size() / columns, values.data());
    return values;
  }

  std::int32_t version() const {
    if (!file_.has(in_root("version"))) return 1;
    const auto stored = integers("version", 1);
    if (stored.size() != 1 || stored[0] < 1) refuse("versions");
    if (stored[0] > replay::kVersion) throw InputError(step_.source + ": was stored by a later version of Talus");
    return stored[0];
  }
  // A table of the file's version as one of today's.
  template <class T>
  std::vector<T> in_columns_of_today(std::vector<T> stored, std::span<const replay::Column> columns) const {
    const int width = replay::width_of(columns), old = replay::width_of(columns, version_);
    if (old == width) return stored;
    std::vector<T> all(stored.size() / old * width);
    for (std::size_t row = 0; row < stored.size() / old; ++row)
      std::copy_n(stored.begin() + row * old, old, all.begin() + row * width);
    return all;
  }
  void read_blocks() {
    const auto width = [this](const auto& columns) { return replay::width_of(columns, version_); };
    step_.blocks = in_columns_of_today(numbers(in_root("blocks"), width(replay::kBlocks)), replay::kBlocks);
    step_.block_ends = in_columns_of_today(integers("block_ends", width(replay::kBlockEnds)), replay::kBlockEnds);
    constexpr int kAngular = StoredStep::kBlockEnds - 2, kCorners = StoredStep::kBlockEnds - 1;
    if (version_ > 1) return;
    for (auto row = step_.block_ends.begin(); row != step_.block_ends.end(); row += StoredStep::kBlockEnds)
      row[kCorners] = row[kAngular] / 256, row[kAngular] %= 256;
  }

  void check() const {
    const auto bodies = static_cast<std::int32_t>(step_.num_bodies());
    const auto large = static_cast<std::int32_t>(step_.large.size() / StoredStep::kBodyColumns);
    const auto within = [](std::int32_t i, std::int32_t end) { return i >= 0 && i < end; };
    if (!within(step_.classes - 1, ClassSet::kMostClasses) || step_.ranks < 1 || step_.settings.max_sweeps < 0)
      refuse("counts");
    if (step_.bodies.size() != static_cast<std::size_t>(bodies) * StoredStep::kBodyColumns) refuse("tables of bodies");
    std::size_t movable = static_cast<std::size_t>(large);
    for (std::int32_t b = 0; b < bodies; ++b) {
      const auto i = static_cast<std::size_t>(b);
      const auto rank = step_.body_ends[2 * i], kind = step_.body_ends[2 * i + 1];
      if (!within(rank, step_.ranks) || kind < StoredStep::kNoShare || kind >= large) refuse("bodies and ranks");
      check_mass(step_.bodies.data() + i * StoredStep::kBodyColumns);
      movable += kind == StoredStep::kNoShare && step_.bodies[i * StoredStep::kBodyColumns + 6] > 0;
    }
    for (std::size_t l = 0; l < static_cast<std::size_t>(large); ++l)
      check_mass(step_.large.data() + l * StoredStep::kBodyColumns);
    if (step_.velocity.size() != 6 * movable) refuse("velocities and bodies");
    const auto check_rows = [&](const std::vector<std::int32_t>& ends, std::size_t columns, std::size_t numbers) {
      if (ends.size() / columns != numbers) refuse("tables of rows");
      for (std::size_t r = 0; r < ends.size(); r += columns) {
        if (!within(ends[r], bodies) || !within(ends[r + 1], bodies) || ends[r] == ends[r + 1] ||
            !within(ends[r + 2], step_.classes) || !within(ends[r + 3], step_.ranks)) {
          refuse("rows, bodies and ranks");
        }
      }
    };
    check_rows(step_.contact_ends, StoredStep::kContactEnds, step_.contacts.size() / StoredStep::kContactColumns);
    check_rows(step_.block_ends, StoredStep::kBlockEnds, step_.blocks.size() / StoredStep::kBlockColumns);
    for (std::size_t k = 0; k < step_.block_ends.size(); k += StoredStep::kBlockEnds) {
      if (!within(step_.block_ends[k + 4] - 1, 6) || !within(step_.block_ends[k + 5], 3) ||
          !within(step_.block_ends[k + 6], 256) || !within(step_.block_ends[k + 7], 128))
        refuse("sets of rows");
    }
  }
  void check_mass(const double* body) const {
    if (!(body[6] >= 0) || !(body[7] >= 0)) refuse("masses");
  }

  Hdf5File file_;
  std::int32_t version_ = replay::kVersion;
  StoredStep step_;
};

template <class T>
void pack(std::string& bytes, const std::vector<T>& values) {
  const std::uint64_t count = values.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof(count));
  bytes.append(reinterpret_cast<const char*>(values.data()), count * sizeof(T));
}
template <class T>
void unpack(const std::string& bytes, std::size_t& at, std::vector<T>& values) {
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + at, sizeof(count));
  at += sizeof(count);
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data() + at, count * sizeof(T));
  at += count * sizeof(T);
}

// One rank's part: its rows, the bodies that they touch, who shares them.
class PartMaker {
 public:
  PartMaker(const StoredStep& step, Rank self, int ranks) : s_(step), self_(self), ranks_(ranks) {}

  StepPart make() {
    note_rows();
    choose_bodies();
    take_contacts();
    take_blocks();
    share();
    part_.problem.step = s_.step;
    return std::move(part_);
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
  Rank rank_of(std::int32_t stored) const { return stored * ranks_ / s_.ranks; }
  const double* body(std::size_t b) const { return s_.bodies.data() + b * StoredStep::kBodyColumns; }
  bool is_movable(std::size_t b) const { return s_.body_ends[2 * b + 1] == StoredStep::kNoShare && body(b)[6] > 0; }
  Rank owner(std::size_t b) const { return rank_of(s_.body_ends[2 * b]); }

  // The rows of each rank on each movable body.
  void note_rows() {
    rows_on_.resize(s_.num_bodies());
    const auto note = [&](const std::vector<std::int32_t>& ends, std::size_t columns) {
      for (std::size_t r = 0; r < ends.size(); r += columns) {
        for (const auto b : {ends[r], ends[r + 1]}) {
          if (!is_movable(at(b))) continue;
          rows_on_[b][rank_of(ends[r + 3])].add(ends[r + 2]);
        }
      }
    };
    note(s_.contact_ends, StoredStep::kContactEnds);
    note(s_.block_ends, StoredStep::kBlockEnds);
    for (std::size_t b = 0; b < rows_on_.size(); ++b) {
      if (is_movable(b)) rows_on_[b].try_emplace(owner(b));
    }
  }

  // Owned bodies, copies, what does not move and shares, large bodies.
  void choose_bodies() {
    auto& p = part_.problem;
    std::set<std::int32_t> touched;
    const auto touch = [&](const std::vector<std::int32_t>& ends, std::size_t columns) {
      for (std::size_t r = 0; r < ends.size(); r += columns) {
        if (rank_of(ends[r + 3]) == self_) touched.insert({ends[r], ends[r + 1]});
      }
    };
    touch(s_.contact_ends, StoredStep::kContactEnds);
    touch(s_.block_ends, StoredStep::kBlockEnds);
    std::vector<std::size_t> owned, copies, rest;
    std::size_t velocity = 0;
    for (std::size_t b = 0; b < s_.num_bodies(); ++b) {
      if (is_movable(b)) {
        if (owner(b) == self_) {
          owned.push_back(b);
          part_.velocity_at.push_back(velocity);
        } else if (rows_on_[b].contains(self_)) {
          copies.push_back(b);
        }
        ++velocity;
      } else if (touched.contains(static_cast<std::int32_t>(b))) {
        rest.push_back(b);
      }
    }
    p.num_owned = static_cast<LocalIndex>(owned.size());
    p.num_local = static_cast<LocalIndex>(owned.size() + copies.size());
    for (std::size_t l = 0; l < s_.large.size() / StoredStep::kBodyColumns; ++l) p.large.emplace_back();
    for (const auto* list : {&owned, &copies}) {
      for (const std::size_t b : *list) {
        local_[static_cast<std::int32_t>(b)] = static_cast<LocalIndex>(p.bodies.size());
        p.bodies.push_back(body_of(body(b)));
      }
    }
    for (const std::size_t b : rest) {
      using enum problem::RowBody::Kind;
      const auto l = s_.body_ends[2 * b + 1];
      const bool is_share = l != StoredStep::kNoShare;
      const auto walls = static_cast<LocalIndex>(p.others.size());
      const LocalIndex added =
          p.add(is_share ? problem::RowBody{share, l} : problem::RowBody{wall, walls}, body_of(body(b)));
      if (is_share) p.large[at(l)].shares.push_back(added);
      local_[static_cast<std::int32_t>(b)] = added;
    }
    for (std::size_t l = 0; l < p.large.size(); ++l) {
      auto large = body_of(s_.large.data() + l * StoredStep::kBodyColumns);
      p.large[l].inverse_mass = std::exchange(large.inverse_mass, 0);
      p.large[l].inverse_inertia = std::exchange(large.inverse_inertia, 0);
      p.large[l].body = p.add({problem::RowBody::Kind::large, static_cast<LocalIndex>(l)}, large);
    }
  }
  static problem::ProblemBody body_of(const double* b) { return {{Vec3(b), Vec3(b + 3)}, b[6], b[7]}; }

  LocalIndex local(std::int32_t b) const { return local_.at(b); }
  // Rows of this rank by class, in their order.
  template <class Take>
  void each_row(const std::vector<std::int32_t>& ends, std::size_t columns, std::vector<LocalIndex>& class_end,
                Take take) {
    std::vector<std::vector<std::size_t>> rows(at(s_.classes));
    for (std::size_t r = 0; r < ends.size() / columns; ++r) {
      if (rank_of(ends[r * columns + 3]) == self_) rows[at(ends[r * columns + 2])].push_back(r);
    }
    LocalIndex count = 0;
    for (const auto& in_class : rows) {
      for (const auto r : in_class) take(r);
      class_end.push_back(count += static_cast<LocalIndex>(in_class.size()));
    }
  }
  // The numbers of a stored row, in the order of its table.
  struct Numbers {
    const double* next;
    double take() { return *next++; }
    template <class Matrix>
    Matrix take() {
      const Matrix taken = Eigen::Map<const Matrix>(next);
      next += Matrix::SizeAtCompileTime;
      return taken;
    }
  };
  void take_contacts() {
    auto& p = part_.problem;
    each_row(s_.contact_ends, StoredStep::kContactEnds, p.class_end, [&](std::size_t r) {
      const auto* ends = s_.contact_ends.data() + StoredStep::kContactEnds * r;
      Numbers in{s_.contacts.data() + StoredStep::kContactColumns * r};
      problem::RoundContact c{.a = local(ends[0]), .b = local(ends[1]), .normal = in.take<Vec3>()};
      for (double* x : {&c.arm_a, &c.arm_b, &c.bias, &c.mu, &c.rho, &c.sigma}) *x = in.take();
      p.contacts.push_back(c);
      p.start.push_back({.force = in.take<Vec3>(), .torque = in.take<Vec3>()});
    });
  }
  void take_blocks() {
    auto& p = part_.problem;
    each_row(s_.block_ends, StoredStep::kBlockEnds, p.block_class_end, [&](std::size_t r) {
      const auto* ends = s_.block_ends.data() + StoredStep::kBlockEnds * r;
      Numbers in{s_.blocks.data() + StoredStep::kBlockColumns * r};
      problem::Block b;
      b.a = local(ends[0]), b.b = local(ends[1]);
      for (Mat6* x : {&b.on_a, &b.on_b}) *x = in.take<Mat6>();
      for (Vec6* x : {&b.bias, &b.compliance}) *x = in.take<Vec6>();
      const Vec6 lower = in.take<Vec6>(), upper = in.take<Vec6>();
      const auto coefficients = in.take<Vec3>();
      b.set = AdmissibleSet::cone(ends[4], coefficients[0], coefficients[1], coefficients[2], ends[7]);
      if (ends[5] != 0) b.set.kind = ends[5] == 1 ? SetKind::free : SetKind::box;
      b.set.angular = static_cast<std::uint8_t>(ends[6]);
      b.set.length = problem::angular_length(p.bodies[at(b.a)], p.bodies[at(b.b)]);
      std::ranges::copy(lower, b.set.lower.begin()), std::ranges::copy(upper, b.set.upper.begin());
      p.block_start.push_back(in.take<Vec6>());
      b.set.shift = in.take();
      p.blocks.push_back(b);
    });
  }

  void share() {
    auto& sharing = part_.sharing;
    std::map<Rank, std::vector<std::pair<std::int32_t, LocalIndex>>> with;
    std::vector<std::pair<LocalIndex, std::int32_t>> items;
    for (const auto& [b, here] : local_) {
      if (is_movable(at(b)) && rows_on_[b].size() > 1) items.emplace_back(here, b);
    }
    std::ranges::sort(items);
    for (const auto& [here, b] : items) {
      sharing.items.push_back(here);
      for (const auto& [rank, rows] : rows_on_[b]) {
        sharing.sharers.add({rank, rows});
        if (rank != self_) with[rank].emplace_back(b, here);
      }
      sharing.sharers.end_row();
    }
    for (auto& [rank, list] : with) {
      std::ranges::sort(list);
      sharing.neighbours.push_back(rank);
      sharing.shared.emplace_back();
      for (const auto& [b, here] : list) sharing.shared.back().push_back(here);
    }
  }

  const StoredStep& s_;
  Rank self_;
  int ranks_;
  Array<std::map<Rank, comm::RowsOnItem>> rows_on_;  // by body
  std::map<std::int32_t, LocalIndex> local_;
  StepPart part_;
};

}  // namespace

bool holds_step(const std::filesystem::path& path) {
  bool holds = false;
  try {
    const auto look = [&path] {
      const auto file = Hdf5File::open_alone(path);
      return file.has("/talus") && file.has(kRoot);
    };
    probe(path, look);
    holds = look();
  } catch (const Error&) {  // who reads it says what is wrong
  }
  return holds;
}

StoredStep read_step(const std::filesystem::path& path) {
  probe(path, [&path] { StepReader(path).read(); });
  return StepReader(path).read();
}

void broadcast(const comm::Comm& comm, StoredStep& step) {
  auto& s = step.settings;
  for (auto* text : {&step.source, &s.solver, &s.law, &s.schedule, &s.norm}) comm.broadcast(*text);
  std::vector<double> values{s.tolerance, step.step};
  std::vector<std::int64_t> counts{s.max_sweeps, s.sweeps, step.ranks, step.classes};
  std::string bytes;
  const auto each = [&](auto&& act) {
    act(values), act(step.bodies), act(step.large), act(step.contacts), act(step.blocks), act(step.velocity);
    act(counts), act(step.body_ends), act(step.contact_ends), act(step.block_ends);
  };
  if (comm.is_root()) each([&](const auto& list) { pack(bytes, list); });
  comm.broadcast(bytes);
  if (comm.is_root()) return;
  std::size_t at = 0;
  each([&](auto& list) { unpack(bytes, at, list); });
  s.tolerance = values[0], step.step = values[1];
  s.max_sweeps = counts[0], s.sweeps = counts[1];
  step.ranks = static_cast<std::int32_t>(counts[2]), step.classes = static_cast<std::int32_t>(counts[3]);
}

StepPart part_of(const StoredStep& step, Rank rank, int ranks) { return PartMaker(step, rank, ranks).make(); }

}  // namespace talus::io
