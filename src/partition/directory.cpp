#include "partition/directory.hpp"

#include <algorithm>

#include "partition/outbox.hpp"

namespace talus::partition {

void Directory::resolve(std::vector<Holding> unknown) {
  if (comm_.size() == 1) return;
  std::sort(unknown.begin(), unknown.end());
  const auto same = [](const Holding& x, const Holding& y) { return x.key == y.key; };
  unknown.erase(std::unique(unknown.begin(), unknown.end(), same), unknown.end());
  Outbox questions;
  for (const Holding& h : unknown) comm::append(questions.to(page_of(h.key)), h);

  const auto asked = comm::sparse_exchange(comm_, questions.take());
  std::vector<Holding> fresh;
  for (const auto& question : asked) {
    for (comm::Reader in(question.bytes); !in.done();) {
      const auto h = in.next<Holding>();
      if (pages_.find(h.key) < 0) fresh.push_back(h);
    }
  }
  std::sort(fresh.begin(), fresh.end());
  for (const Holding& h : fresh) {
    if (pages_.find(h.key) < 0) pages_.set(h.key, h.holder);  // the lowest proposed
  }
  Outbox answers;
  for (const auto& question : asked) {
    for (comm::Reader in(question.bytes); !in.done();) {
      const auto key = in.next<Holding>().key;
      comm::append(answers.to(question.rank), Holding{key, pages_.find(key)});
    }
  }
  for (const auto& answer : comm::sparse_exchange(comm_, answers.take())) {
    for (comm::Reader in(answer.bytes); !in.done();) {
      const auto h = in.next<Holding>();
      known_.set(h.key, h.holder);
    }
  }
}

void Directory::assign(std::span<const Holding> pages) {
  known_.clear();
  pages_.clear();
  for (const Holding& h : pages) pages_.set(h.key, h.holder);
}

void Directory::restore(std::span<const Holding> pages, std::span<const Holding> answers) {
  assign(pages);
  for (const Holding& h : answers) known_.set(h.key, h.holder);
}

}  // namespace talus::partition
