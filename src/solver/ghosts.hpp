#pragma once
// The blocks of other ranks that an Operator's rows are coupled to, their exchange, and the colours of all blocks.

#include <algorithm>
#include <vector>

#include "solver/operator.hpp"

namespace talus::solver {

inline Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
inline std::size_t from(std::int64_t i) { return static_cast<std::size_t>(i); }

// Blocks of other ranks that N couples to blocks of this one, ascending; behind the local blocks wherever both are
// counted.
struct Operator::Ghosts {
  std::vector<GlobalId> id;
  std::vector<std::size_t> row;  // of each, in `value`; one more
  Vector value;                  // x, or its change

  // Which blocks go to and come from a neighbour: all, or those of one class.
  struct Transfer {
    comm::Exchange exchange;
    std::vector<std::vector<std::int32_t>> to, from;  // local blocks; ghosts
  };
  Transfer all;
  std::vector<std::vector<std::int32_t>> to, from;  // by neighbour, ascending by id on both sides
  std::vector<Rank> neighbours;

  // Classes: blocks of one colour are not coupled. Of each the local ones, and all that this rank's rows feel, by id.
  struct Class {
    std::vector<std::int32_t> own, members;
    Transfer transfer;
  };
  std::vector<Class> classes;

  // Column of each ghost: entries of this rank's rows in it. (N is symmetric: columns of local blocks are their rows.)
  struct ColumnEntry {
    std::int32_t block;
    std::size_t entry;
  };
  std::vector<std::size_t> column_start;
  std::vector<ColumnEntry> columns;

  Transfer make_transfer(const comm::Comm& comm, const std::vector<std::vector<std::int32_t>>& to_blocks,
                         const std::vector<std::vector<std::int32_t>>& from_ghosts) const {
    Transfer t;
    comm::Partners to_ranks, from_ranks;
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      if (!to_blocks[k].empty()) {
        to_ranks.ranks.push_back(neighbours[k]);
        to_ranks.counts.push_back(static_cast<int>(to_blocks[k].size()));
        t.to.push_back(to_blocks[k]);
      }
      if (!from_ghosts[k].empty()) {
        from_ranks.ranks.push_back(neighbours[k]);
        from_ranks.counts.push_back(static_cast<int>(from_ghosts[k].size()));
        t.from.push_back(from_ghosts[k]);
      }
    }
    t.exchange = comm::Exchange(comm, to_ranks, from_ranks, static_cast<int>(kMostRows));
    return t;
  }

  // *Collective among neighbours.* The rows of x go to the ranks that hold ghosts of them.
  void fetch(Transfer& t, const std::vector<RowBlock>& blocks, const Vector& x) {
    for (std::size_t k = 0; k < t.to.size(); ++k) {
      double* out = t.exchange.outgoing(k).data();
      for (const auto b : t.to[k]) {
        const RowBlock& block = blocks[from_index(b)];
        std::copy_n(x.data() + block.row, block.rows(), out);
        out += kMostRows;
      }
    }
    t.exchange.start();
    t.exchange.finish();
    for (std::size_t k = 0; k < t.from.size(); ++k) {
      const double* in = t.exchange.incoming(k).data();
      for (const auto g : t.from[k]) {
        const std::size_t i = from_index(g);
        std::copy_n(in, row[i + 1] - row[i], value.data() + row[i]);
        in += kMostRows;
      }
    }
  }
  static std::size_t from_index(std::int32_t i) { return static_cast<std::size_t>(i); }
};

}  // namespace talus::solver
