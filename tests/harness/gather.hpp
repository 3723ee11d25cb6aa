#pragma once
// Gathers what all ranks hold on every rank, for tests that look at the whole.

#include <span>
#include <vector>

#include "comm/comm.hpp"

namespace talus::test {

// *Collective.*
template <class T>
std::vector<T> gather_all(const comm::Comm& comm, std::span<const T> mine) {
  std::vector<comm::Message> out;
  for (Rank r = 0; r < comm.size(); ++r) {
    out.push_back({r, {}});
    for (const auto& x : mine) comm::append(out.back().bytes, x);
  }
  std::vector<T> all;
  for (const auto& m : comm::sparse_exchange(comm, std::move(out))) {
    for (comm::Reader in(m.bytes); !in.done();) all.push_back(in.next<T>());
  }
  return all;
}

}  // namespace talus::test
