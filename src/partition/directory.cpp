#include "partition/directory.hpp"

#include <algorithm>

#include "comm/outbox.hpp"

namespace talus::partition {

namespace {

// How many bodies would have a new cube go to this rank.
struct Vote {
  CubeOwner wish;
  std::int64_t bodies;
};

// Adds up votes for the same rank.
void count(std::vector<Vote>& votes) {
  std::sort(votes.begin(), votes.end(), [](const Vote& x, const Vote& y) { return x.wish < y.wish; });
  std::size_t kept = 0;
  for (const Vote& v : votes) {
    if (kept > 0 && !(votes[kept - 1].wish < v.wish)) {
      votes[kept - 1].bodies += v.bodies;
    } else {
      votes[kept++] = v;
    }
  }
  votes.resize(kept);
}

// Among equal votes no rank wins more often than another.
bool wins(const Vote& x, const Vote& y) {
  const auto lot = [](const Vote& v) { return mix_bits(v.wish.key + static_cast<CubeKey>(v.wish.owner)); };
  return x.bodies != y.bodies ? x.bodies > y.bodies : lot(x) > lot(y);
}

}  // namespace

void Directory::resolve(const std::vector<CubeOwner>& unknown) {
  if (comm_.size() == 1) return;
  std::vector<Vote> votes;
  for (const CubeOwner& h : unknown) votes.push_back({h, 1});
  count(votes);
  comm::Outbox questions;
  for (const Vote& v : votes) comm::append(questions.to(keeper_of(v.wish.key)), v);

  const auto asked = comm::sparse_exchange(comm_, questions.take());
  std::vector<Vote> fresh;
  for (const auto& question : asked) {
    for (comm::Reader in(question.bytes); !in.done();) {
      const auto v = in.next<Vote>();
      if (entries_.find(v.wish.key) < 0) fresh.push_back(v);
    }
  }
  count(fresh);
  for (std::size_t first = 0; first < fresh.size();) {
    std::size_t best = first, end = first + 1;
    for (; end < fresh.size() && fresh[end].wish.key == fresh[first].wish.key; ++end)
      best = wins(fresh[end], fresh[best]) ? end : best;
    entries_.set(fresh[best].wish.key, fresh[best].wish.owner);
    first = end;
  }
  comm::Outbox answers;
  for (const auto& question : asked) {
    for (comm::Reader in(question.bytes); !in.done();) {
      const auto key = in.next<Vote>().wish.key;
      comm::append(answers.to(question.rank), CubeOwner{key, entries_.find(key)});
    }
  }
  for (const auto& answer : comm::sparse_exchange(comm_, answers.take())) {
    for (comm::Reader in(answer.bytes); !in.done();) {
      const auto h = in.next<CubeOwner>();
      answers_.set(h.key, h.owner);
    }
  }
}

void Directory::assign(std::span<const CubeOwner> entries) {
  answers_.clear();
  entries_.clear();
  partitioned_ = true;
  for (const CubeOwner& h : entries) entries_.set(h.key, h.owner);
}

void Directory::restore(std::span<const CubeOwner> entries, std::span<const CubeOwner> answers) {
  assign(entries);
  for (const CubeOwner& h : answers) answers_.set(h.key, h.owner);
}

}  // namespace talus::partition
