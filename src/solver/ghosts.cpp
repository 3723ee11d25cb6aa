#include "solver/ghosts.hpp"

#include <algorithm>
#include <map>

#include "base/cube.hpp"
#include "solver/distribute.hpp"

namespace talus::solver {

void Operator::fetch_ghosts(const Vector& x) { ghosts_->fetch(ghosts_->all, blocks_, x); }

// Each rank asks the owners of the blocks that its rows are coupled to.
void Operator::find_ghosts() {
  const auto& p = problem_;
  Ghosts& g = *ghosts_;
  for (std::size_t c = 0; c < p.num_blocks(); ++c) {
    blocks_.push_back({from(p.row_start[c]), p.sets[c]});
  }
  const auto end = p.first + static_cast<GlobalId>(p.num_blocks());
  std::map<GlobalId, std::size_t> rows;
  for (std::size_t k = 0; k < p.column.size(); ++k) {
    if (p.column[k] < p.first || p.column[k] >= end) rows[p.column[k]] = from(p.column_rows[k]);
  }
  g.row = {0};
  std::map<Rank, std::vector<std::int32_t>> from_rank;
  Rank owner = 0;
  for (const auto& [id, count] : rows) {
    if (const auto at = std::lower_bound(p.elsewhere.begin(), p.elsewhere.end(), std::pair{id, Rank{0}});
        at != p.elsewhere.end()) {
      owner = at->second;
    } else {
      while (block_begin(p.total, owner + 1, num_owners()) <= id) ++owner;
    }
    from_rank[owner].push_back(static_cast<std::int32_t>(g.id.size()));
    g.id.push_back(id);
    g.row.push_back(g.row.back() + count);
  }
  g.value = Vector::Zero(at(g.row.back()));
  entry_block_.reserve(p.column.size());
  for (const GlobalId b : p.column) {
    const auto ghost = std::lower_bound(g.id.begin(), g.id.end(), b) - g.id.begin();
    const bool here = b >= p.first && b < end;
    entry_block_.push_back(
        static_cast<std::int32_t>(here ? b - p.first : static_cast<GlobalId>(p.num_blocks()) + ghost));
  }
  std::vector<comm::Message> questions;
  for (const auto& [rank, list] : from_rank) {
    comm::Message m{rank, {}};
    for (const auto i : list) comm::append(m.bytes, g.id[static_cast<std::size_t>(i)]);
    questions.push_back(std::move(m));
  }
  std::map<Rank, std::vector<std::int32_t>> to_rank;
  for (const auto& m : comm::sparse_exchange(comm_, std::move(questions))) {
    comm::Reader reader(m.bytes);
    while (!reader.done()) to_rank[m.rank].push_back(static_cast<std::int32_t>(reader.next<GlobalId>() - p.first));
  }
  // N is symmetric, so who asks is asked.
  for (const auto& [rank, list] : to_rank) {
    g.neighbours.push_back(rank);
    g.to.push_back(list);
    g.from.push_back(from_rank[rank]);
  }
  g.all = g.make_transfer(comm_, g.to, g.from);
  Vector starts(at(p.num_rows()));
  for (const auto& block : blocks_)
    starts[at(block.row)] = static_cast<double>(first_row_ + static_cast<std::int64_t>(block.row));
  fetch_ghosts(starts);
  for (const auto b : entry_block_) column_row_.push_back(static_cast<std::int64_t>(block_of(starts, b)[0]));
}

// Jones and Plassmann's colouring: a block takes the least colour that none of its neighbours with a higher hashed id
// has.
void Operator::color_blocks() {
  const auto& p = problem_;
  Ghosts& g = *ghosts_;
  const std::size_t n = blocks_.size();
  const auto id_of = [&](std::size_t b) { return b < n ? p.first + static_cast<GlobalId>(b) : g.id[b - n]; };
  const auto before = [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return std::pair(mix_bits(static_cast<std::uint64_t>(id_of(i)) + 1), id_of(i));
    };
    return key(a) > key(b);
  };
  std::vector<std::int32_t> color(n + g.id.size(), -1);
  std::vector<std::size_t> waiting(n);
  for (std::size_t b = 0; b < n; ++b) waiting[b] = b;
  std::sort(waiting.begin(), waiting.end(), before);
  const auto try_color = [&](std::size_t b) {
    std::vector<bool> taken;
    for (auto k = from(p.entry_start[b]); k < from(p.entry_start[b + 1]); ++k) {
      const auto other = static_cast<std::size_t>(entry_block_[k]);
      if (other == b || !before(other, b)) continue;
      if (color[other] < 0) return false;
      const auto c = static_cast<std::size_t>(color[other]);
      if (taken.size() <= c) taken.resize(c + 1);
      taken[c] = true;
    }
    color[b] = static_cast<std::int32_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    return true;
  };
  Vector colors(at(p.num_rows()));
  while (comm_.any(!waiting.empty())) {
    std::erase_if(waiting, try_color);
    for (std::size_t b = 0; b < n; ++b) colors[at(blocks_[b].row)] = color[b];
    fetch_ghosts(colors);
    for (std::size_t i = 0; i < g.id.size(); ++i) color[n + i] = static_cast<std::int32_t>(g.value[at(g.row[i])]);
  }
  const std::int64_t most = color.empty() ? -1 : *std::max_element(color.begin(), color.end());
  g.classes.resize(from(comm_.max(most) + 1));
  for (std::size_t b = 0; b < n; ++b) g.classes[from(color[b])].own.push_back(static_cast<std::int32_t>(b));
  for (std::size_t b = 0; b < color.size(); ++b)
    g.classes[from(color[b])].members.push_back(static_cast<std::int32_t>(b));
  for (std::size_t c = 0; c < g.classes.size(); ++c) {
    auto& members = g.classes[c].members;
    std::sort(members.begin(), members.end(), [&](auto a, auto b) { return id_of(from(a)) < id_of(from(b)); });
    const auto of_class = [&](const std::vector<std::vector<std::int32_t>>& lists, std::size_t first) {
      auto chosen = lists;
      for (auto& list : chosen)
        std::erase_if(list, [&](auto b) { return color[first + from(b)] != static_cast<std::int32_t>(c); });
      return chosen;
    };
    g.classes[c].transfer = g.make_transfer(comm_, of_class(g.to, 0), of_class(g.from, n));
  }
}

void Operator::list_columns() {
  Ghosts& g = *ghosts_;
  const auto& p = problem_;
  g.column_start.assign(g.id.size() + 1, 0);
  const auto each_ghost = [&](auto&& act) {
    for (std::size_t c = 0; c < p.num_blocks(); ++c) {
      for (auto k = from(p.entry_start[c]); k < from(p.entry_start[c + 1]); ++k) {
        if (from(entry_block_[k]) >= blocks_.size()) act(c, k, from(entry_block_[k]) - blocks_.size());
      }
    }
  };
  each_ghost([&g](std::size_t, std::size_t, std::size_t ghost) { ++g.column_start[ghost + 1]; });
  for (std::size_t b = 0; b + 1 < g.column_start.size(); ++b) g.column_start[b + 1] += g.column_start[b];
  g.columns.resize(g.column_start.back());
  auto next = g.column_start;
  each_ghost([&](std::size_t c, std::size_t k, std::size_t ghost) {
    g.columns[next[ghost]++] = {static_cast<std::int32_t>(c), k};
  });
}

}  // namespace talus::solver
