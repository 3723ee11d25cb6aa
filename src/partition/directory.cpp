#include "partition/directory.hpp"

#include <algorithm>
#include <map>

namespace talus::partition {

Rank Directory::page_of(CubeKey key) const {
  return static_cast<Rank>(mix_bits(key >> 9) % static_cast<std::uint64_t>(comm_.size()));
}

void Directory::resolve(std::vector<CubeKey> unknown) {
  if (comm_.size() == 1) return;
  std::sort(unknown.begin(), unknown.end());
  unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
  std::map<Rank, comm::Bytes> questions;
  for (CubeKey key : unknown) comm::append(questions[page_of(key)], key);
  std::vector<comm::Message> out;
  for (auto& [rank, bytes] : questions) out.push_back({rank, std::move(bytes)});

  const auto asked = comm::sparse_exchange(comm_, std::move(out));  // ordered by rank: the lowest asker gets a new cube
  std::vector<comm::Message> answers;
  for (const auto& question : asked) {
    comm::Message answer{question.rank, {}};
    for (comm::Reader in(question.bytes); !in.done();) {
      const auto key = in.next<CubeKey>();
      const Rank holder = pages_.try_emplace(key, question.rank).first->second;
      comm::append(answer.bytes, key);
      comm::append(answer.bytes, holder);
    }
    answers.push_back(std::move(answer));
  }
  for (const auto& answer : comm::sparse_exchange(comm_, std::move(answers))) {
    for (comm::Reader in(answer.bytes); !in.done();) {
      const auto key = in.next<CubeKey>();
      known_[key] = in.next<Rank>();
    }
  }
}

void Directory::assign(const std::vector<std::pair<CubeKey, Rank>>& holders) {
  if (comm_.size() == 1) return;
  known_.clear();
  pages_.clear();
  std::map<Rank, comm::Bytes> entries;
  for (const auto& [key, rank] : holders) {
    known_[key] = rank;
    auto& page = entries[page_of(key)];
    comm::append(page, key);
    comm::append(page, rank);
  }
  std::vector<comm::Message> out;
  for (auto& [rank, bytes] : entries) out.push_back({rank, std::move(bytes)});
  for (const auto& message : comm::sparse_exchange(comm_, std::move(out))) {
    for (comm::Reader in(message.bytes); !in.done();) {
      const auto key = in.next<CubeKey>();
      pages_[key] = in.next<Rank>();
    }
  }
}

}  // namespace talus::partition
