// Every verb of comm against values that each rank works out alone: what any rank sends in any round is a function of
// names.

#include "comm/comm.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "comm/agree.hpp"
#include "comm/group.hpp"

namespace talus {
namespace {

using comm::Bytes;
using comm::Comm;
using comm::Exchange;
using comm::Message;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::uint64_t number_of(int round, Rank from, Rank to, int which = 0) {
  return random_bits(static_cast<std::uint64_t>(round), static_cast<std::uint64_t>(1000 * from + to),
                     static_cast<std::uint64_t>(which));
}

// The message that `from` sends `to` in this round.
Bytes content(int round, Rank from, Rank to, std::size_t size) {
  Bytes bytes(size);
  auto state = number_of(round, from, to);
  for (auto& b : bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    b = static_cast<std::byte>(state >> 56);
  }
  return bytes;
}

// Now and then a rank is late, so that others run ahead of it.
void dawdle(int round, Rank rank) {
  if (number_of(round, rank, rank, 99) % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
}

std::vector<Rank> all_ranks(const Comm& comm) {
  std::vector<Rank> ranks(static_cast<std::size_t>(comm.size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

// --- sparse_exchange

// One round in which `size(from, to)` is the length of the message, or negative for none.
template <class Size>
void expect_sparse_round(const Comm& comm, int round, Size size) {
  std::vector<Message> outgoing;
  for (Rank to : all_ranks(comm)) {
    const int n = size(comm.rank(), to);
    if (n >= 0) outgoing.push_back({to, content(round, comm.rank(), to, static_cast<std::size_t>(n))});
  }
  std::rotate(outgoing.begin(), outgoing.begin() + static_cast<std::ptrdiff_t>(outgoing.size() / 2), outgoing.end());
  std::vector<Message> expected;
  for (Rank from : all_ranks(comm)) {
    const int n = size(from, comm.rank());
    if (n >= 0) expected.push_back({from, content(round, from, comm.rank(), static_cast<std::size_t>(n))});
  }
  const auto incoming = sparse_exchange(comm, std::move(outgoing));
  EXPECT_TRUE(std::ranges::equal(
      incoming, expected, [](const Message& a, const Message& b) { return a.rank == b.rank && a.bytes == b.bytes; }))
      << "round " << round << ": " << incoming.size() << " messages, expected " << expected.size();
}

TEST(SparseExchange, BringsWhatWasSentInManyRoundsBackToBack) {
  const auto world = Comm::world();
  for (int round = 0; round < 200; ++round) {
    dawdle(round, world.rank());
    expect_sparse_round(world, round, [round](Rank from, Rank to) {
      const auto chance = static_cast<std::uint64_t>(round % 5) * 25;  // none, few, half, most, all
      if (number_of(round, from, to, 1) % 100 >= chance) return -1;
      return static_cast<int>(number_of(round, from, to, 2) % (round % 2 ? 8 : 3000));  // empty ones too
    });
  }
}

TEST(SparseExchange, BringsLargeMessages) {
  const auto world = Comm::world();
  for (int round = 0; round < 3; ++round) {
    expect_sparse_round(world, round, [&](Rank from, Rank to) {
      const int ahead = (to - from + world.size()) % world.size();
      return ahead <= 1 ? 600'000 + 1000 * from + round : -1;
    });
  }
}

TEST(SparseExchange, MayBeEmptyEverywhere) {
  for (int round = 0; round < 50; ++round) EXPECT_TRUE(sparse_exchange(Comm::world(), {}).empty());
}

TEST(SparseExchange, WithoutPartnersLeavesTheWorldAlone) {
  const auto world = Comm::world(), self = Comm::self();
  for (int round = 0; round < 20; ++round) {
    if (round % world.size() == world.rank()) {
      const auto incoming = sparse_exchange(self, {{0, content(round, 0, 0, 10)}});
      ASSERT_EQ(incoming.size(), 1u);
      EXPECT_EQ(incoming[0].bytes, content(round, 0, 0, 10));
    }
    expect_sparse_round(world, round, [](Rank from, Rank to) { return from + to; });
  }
}

// --- Partners that know of each other: pairs chosen by chance, a rank may be its own.

bool are_neighbours(int round, Rank a, Rank b) { return number_of(round, std::min(a, b), std::max(a, b), 3) % 3 < 2; }

std::vector<Rank> neighbours_of(int round, const Comm& comm) {
  std::vector<Rank> found;
  for (Rank other : all_ranks(comm)) {
    if (are_neighbours(round, comm.rank(), other)) found.push_back(other);
  }
  std::ranges::sort(found, {}, [&](Rank other) { return number_of(round, comm.rank(), other, 4); });  // in any order
  return found;
}

TEST(NeighbourExchange, BringsWhatWasSentInManyRoundsBackToBack) {
  const auto world = Comm::world();
  for (int round = 0; round < 200; ++round) {
    dawdle(round, world.rank());
    auto size = [round](Rank from, Rank to) {
      const auto n = number_of(round, from, to, 5);
      return static_cast<std::size_t>(n % (round % 50 == 7 ? 400'000 : round % 2 ? 3 : 2000));
    };
    const auto neighbours = neighbours_of(round, world);
    std::vector<Bytes> to;
    for (Rank other : neighbours) to.push_back(content(round, world.rank(), other, size(world.rank(), other)));
    const auto from = neighbour_exchange(world, neighbours, to);
    ASSERT_EQ(from.size(), neighbours.size());
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      EXPECT_TRUE(from[k] == content(round, neighbours[k], world.rank(), size(neighbours[k], world.rank())))
          << "round " << round << " from " << neighbours[k];
    }
  }
}

// --- Exchange

constexpr int kDoubles = 6;

double entry(int graph, int round, Rank from, Rank to, std::size_t n) {
  return static_cast<double>(number_of(graph * 1000 + round, from, to, static_cast<int>(n)) >> 11);
}

// An exchange over the pairs of one graph, with counts that differ by direction, some of them zero.
class Pairs {
 public:
  Pairs(int graph, const Comm& comm) : graph_(graph), rank_(comm.rank()) {
    comm::Partners to{neighbours_of(graph, comm), {}}, from = to;
    std::ranges::reverse(from.ranks);
    for (Rank other : to.ranks) to.counts.push_back(count(rank_, other));
    for (Rank other : from.ranks) from.counts.push_back(count(other, rank_));
    exchange = Exchange(comm, std::move(to), std::move(from), kDoubles);
  }

  void fill(int round) {
    for (std::size_t k = 0; k < exchange.to().size(); ++k) {
      const auto out = exchange.outgoing(k);
      for (std::size_t n = 0; n < out.size(); ++n) out[n] = entry(graph_, round, rank_, exchange.to()[k], n);
    }
  }
  void expect_arrived(int round) const {
    for (std::size_t k = 0; k < exchange.from().size(); ++k) {
      const auto in = exchange.incoming(k);
      const Rank other = exchange.from()[k];
      ASSERT_EQ(in.size(), static_cast<std::size_t>(kDoubles * count(other, rank_)));
      int wrong = 0;
      for (std::size_t n = 0; n < in.size(); ++n) wrong += in[n] != entry(graph_, round, other, rank_, n);
      EXPECT_EQ(wrong, 0) << "graph " << graph_ << " round " << round << " from " << other;
    }
  }

  Exchange exchange;

 private:
  int count(Rank from, Rank to) const {
    const auto n = number_of(graph_, from, to, 6);
    return static_cast<int>(n % 4 == 0 ? 0 : n % 7 == 0 ? 3000 : n % 30);
  }
  int graph_;
  Rank rank_;
};

TEST(Exchange, BringsEveryRoundsRecords) {
  const auto world = Comm::world();
  for (int graph = 0; graph < 5; ++graph) {
    Pairs pairs(graph, world);
    for (int round = 0; round < 40; ++round) {
      dawdle(round, world.rank());
      pairs.fill(round);
      pairs.exchange.start();
      pairs.exchange.finish();
      pairs.expect_arrived(round);
    }
  }
}

TEST(Exchange, SeveralMayBeUnderWayAndMoved) {
  const auto world = Comm::world();
  Pairs first(10, world), second(11, world);
  for (int round = 0; round < 40; ++round) {
    dawdle(round, world.rank());
    first.fill(round);
    second.fill(round);
    first.exchange.start();
    second.exchange.start();
    second.exchange.finish();
    first.exchange.finish();
    first.expect_arrived(round);
    second.expect_arrived(round);
    if (round % 10 == 3) {
      Pairs moved(std::move(first));
      first = Pairs(12, world);  // others on the way, then back
      first = std::move(moved);
    }
  }
}

TEST(Exchange, WithoutPartnersDoesNothing) {
  Exchange none, empty(Comm::world(), std::vector<Rank>{}, std::vector<int>{}, kDoubles);
  for (auto* exchange : {&none, &empty}) {
    exchange->start();
    exchange->finish();
    EXPECT_TRUE(exchange->to().empty() && exchange->from().empty());
  }
}

// --- Collectives. The value of a rank is a function of its name; sums are of integers, so they are exact in doubles
// too.

std::int64_t value_of(int round, Rank rank) {
  return static_cast<std::int64_t>(number_of(round, rank, 0, 7) >> 24) - (std::int64_t{1} << 39);
}

TEST(Collectives, SumsExtremaAndPrefixSums) {
  const auto world = Comm::world();
  for (int round = 0; round < 50; ++round) {
    std::vector<std::int64_t> values;
    for (Rank rank : all_ranks(world)) values.push_back(value_of(round, rank));
    const std::int64_t mine = values[static_cast<std::size_t>(world.rank())];
    const auto x = static_cast<double>(mine);
    const auto sum = std::accumulate(values.begin(), values.end(), std::int64_t{0});
    const auto [least, most] = std::ranges::minmax(values);
    std::uint64_t bits = 0;
    for (auto v : values) bits |= static_cast<std::uint64_t>(v);

    EXPECT_EQ(world.sum(mine), sum);
    EXPECT_EQ(world.sum(x), static_cast<double>(sum));
    EXPECT_EQ(world.max(mine), most);
    EXPECT_EQ(world.max(x), static_cast<double>(most));
    EXPECT_EQ(world.min(x), static_cast<double>(least));
    EXPECT_EQ(world.bit_or(static_cast<std::uint64_t>(mine)), bits);
    EXPECT_EQ(world.sum_before(mine), std::accumulate(values.begin(), values.begin() + world.rank(), std::int64_t{0}));
    EXPECT_EQ(world.any(round % (world.size() + 1) == world.rank()), round % (world.size() + 1) < world.size());
    world.barrier();
  }
}

TEST(Collectives, SumsAndExtremaOfSpans) {
  const auto world = Comm::world();
  constexpr int kValues = 2000;
  std::vector<double> sums, most;
  std::vector<std::int64_t> integers;
  for (int n = 0; n < kValues; ++n) {
    integers.push_back(value_of(n, world.rank()));
    sums.push_back(static_cast<double>(integers.back()));
    most.push_back(std::ldexp(sums.back(), -30));
  }
  world.sum(integers);
  world.sum(sums);
  world.max(most);
  int wrong = 0;
  for (int n = 0; n < kValues; ++n) {
    std::int64_t sum = 0, greatest = value_of(n, 0);
    for (Rank rank : all_ranks(world)) sum += value_of(n, rank), greatest = std::max(greatest, value_of(n, rank));
    const auto k = static_cast<std::size_t>(n);
    wrong += integers[k] != sum || sums[k] != static_cast<double>(sum);
    wrong += most[k] != std::ldexp(static_cast<double>(greatest), -30);
  }
  EXPECT_EQ(wrong, 0);
  world.sum(std::span<double>());
  world.sum(std::span<std::int64_t>());
  world.max(std::span<double>());
}

TEST(Collectives, MaxWithRankTakesTheLowestOfEqualRanks) {
  const auto world = Comm::world();
  for (int round = 0; round < 100; ++round) {
    auto at = [round](Rank rank) { return static_cast<double>(number_of(round, rank, 0, 8) % 4) - 3; };  // -3 to 0
    Rank best = 0;
    for (Rank rank : all_ranks(world)) {
      if (at(rank) > at(best)) best = rank;
    }
    const auto [value, rank] = world.max_with_rank(at(world.rank()));
    EXPECT_EQ(value, at(best));
    EXPECT_EQ(rank, best);
  }
}

// A residual that is not a number on any one rank must not be lost.
TEST(Collectives, ExtremaReportInfinitiesAndNotANumber) {
  const auto world = Comm::world();
  for (Rank odd : all_ranks(world)) {
    auto with = [&](double special) { return world.rank() == odd ? special : 1.0 + world.rank(); };
    EXPECT_EQ(world.max(with(kInfinity)), kInfinity);
    EXPECT_EQ(world.min(with(-kInfinity)), -kInfinity);
    EXPECT_EQ(world.max(world.rank() == odd ? -1e300 : -kInfinity), -1e300);
    EXPECT_EQ(world.max_with_rank(with(kInfinity)), std::pair(kInfinity, odd));
    for (double nan : {kNaN, -kNaN}) {
      EXPECT_TRUE(std::isnan(world.max(with(nan))));
      EXPECT_TRUE(std::isnan(world.min(with(nan))));
      EXPECT_TRUE(std::isnan(world.sum(with(nan))));
      std::vector<double> values{with(nan), with(7)};
      world.max(values);
      EXPECT_TRUE(std::isnan(values[0]));
      EXPECT_EQ(values[1], std::max(7.0, world.size() - (odd == world.size() - 1 ? 1.0 : 0.0)));
      const auto [value, rank] = world.max_with_rank(with(nan));
      EXPECT_TRUE(std::isnan(value));
      EXPECT_EQ(rank, odd);
    }
    EXPECT_EQ(std::signbit(world.max(world.rank() == odd ? 0.0 : -0.0)), false);
  }
}

TEST(Collectives, BroadcastFromAnyRootAndGatherToTheFirst) {
  const auto world = Comm::world();
  for (Rank root : all_ranks(world)) {
    for (std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{300'000}}) {
      const std::string expected(size, static_cast<char>('a' + root));
      std::string text = world.rank() == root ? expected : "something else";
      world.broadcast(text, root);
      EXPECT_TRUE(text == expected) << root << " " << size;
    }
  }
  const std::vector<double> mine{1.0 * world.rank(), 0.5, -2.0 * world.rank()};
  const auto all = world.gather_to_root(mine);
  ASSERT_EQ(all.size(), world.is_root() ? 3 * static_cast<std::size_t>(world.size()) : 0);
  for (std::size_t k = 0; k < all.size(); k += 3) {
    const auto rank = static_cast<double>(k / 3);
    EXPECT_TRUE(all[k] == rank && all[k + 1] == 0.5 && all[k + 2] == -2 * rank);
  }
  EXPECT_TRUE(world.gather_to_root({}).empty());
}

TEST(Collectives, OfOneRankAreItsOwn) {
  const auto self = Comm::self();
  const double x = 1.5 + Comm::world().rank();
  EXPECT_EQ(self.size(), 1);
  EXPECT_EQ(self.rank(), 0);
  EXPECT_EQ(self.sum(x), x);
  EXPECT_EQ(self.sum_before(7), 0);
  EXPECT_EQ(self.max_with_rank(-x), std::pair(-x, 0));
  EXPECT_EQ(self.gather_to_root(std::vector{x}), std::vector{x});
}

// All throw what the lowest of the failing ranks says, with its exit code, whichever these are.
TEST(Agree, ThrowsTheLowestFailingRanksErrorEverywhere) {
  const auto& world = Comm::world();
  for (Rank lowest = 0; lowest <= world.size(); ++lowest) {
    std::string said = "nothing";
    try {
      comm::agree(world, [&] {
        if (world.rank() < lowest) return;
        const std::string what = "rank " + std::to_string(world.rank());
        if (world.rank() % 2 == 0) throw IoError(what);
        throw std::system_error(std::make_error_code(std::errc::no_space_on_device), what);
      });
    } catch (const comm::AgreedError& fault) {
      said = fault.what();
      EXPECT_EQ(fault.code(), Exit::io);
    }
    EXPECT_EQ(said.starts_with(lowest < world.size() ? "rank " + std::to_string(lowest) : "nothing"), true) << said;
  }
  EXPECT_THROW(comm::agree(world, [&] { throw PhysicsError("all"); }), comm::AgreedError);
}

TEST(Traffic, CountsMessagesAndBytesToOthers) {
  const auto world = Comm::world();
  const Rank next = (world.rank() + 1) % world.size(), previous = (world.rank() + world.size() - 1) % world.size();
  const auto before = comm::traffic();
  sparse_exchange(world, {{next, Bytes(100)}});  // to oneself: not counted
  auto after = comm::traffic();
  EXPECT_EQ(after.messages - before.messages, world.size() > 1 ? 1 : 0);
  EXPECT_EQ(after.bytes - before.bytes, world.size() > 1 ? 100 : 0);
  if (world.size() < 3) return;
  neighbour_exchange(world, std::vector<Rank>{previous, next}, {Bytes(3), Bytes(4)});
  Exchange ring(world, comm::Partners{{next}, {2}}, comm::Partners{{previous}, {2}}, 3);
  ring.start();
  ring.finish();
  EXPECT_EQ(comm::traffic().messages - after.messages, 3);
  EXPECT_EQ(comm::traffic().bytes - after.bytes, 3 + 4 + 2 * 3 * 8);
}

// --- another library in the same process

// Messages that others send on MPI_COMM_WORLD, under the numbers that tags have here, wait while ranks exchange: they
// reach those that ask for them, and nobody else.
TEST(OwnCommunicator, ForeignMessagesOnTheWorldAreLeftToTheirReceivers) {
  const auto world = Comm::world();
  const Rank next = (world.rank() + 1) % world.size(), previous = (world.rank() + world.size() - 1) % world.size();
  constexpr int kTags = 130;
  std::vector<int> foreign(kTags);
  std::vector<MPI_Request> sends(kTags);
  for (int tag = 0; tag < kTags; ++tag) {
    auto& value = foreign[static_cast<std::size_t>(tag)];
    value = 1000 * world.rank() + tag;
    MPI_Isend(&value, 1, MPI_INT, next, tag, MPI_COMM_WORLD, &sends[static_cast<std::size_t>(tag)]);
  }
  world.barrier();
  for (int round = 0; round < 4; ++round) {
    const auto arrived = comm::sparse_exchange(world, {{next, content(round, world.rank(), next, 24)}});
    ASSERT_EQ(arrived.size(), 1u);
    ASSERT_EQ(arrived[0].rank, previous);
    ASSERT_EQ(arrived[0].bytes, content(round, previous, world.rank(), 24));
  }
  if (world.size() == 2) {
    const auto from = neighbour_exchange(world, std::vector<Rank>{next}, {content(4, world.rank(), next, 24)});
    ASSERT_EQ(from[0], content(4, next, world.rank(), 24));
  }
  for (int tag = 0; tag < kTags; ++tag) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, previous, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(value, 1000 * previous + tag);
  }
  MPI_Waitall(kTags, sends.data(), MPI_STATUSES_IGNORE);
}

TEST(Reader, ReadsRecordsInOrderAndRefusesAMessageThatEndsEarly) {
  struct Record {
    double x;
    std::int32_t n;
  };
  Bytes bytes;
  comm::append(bytes, Record{2.5, 7});
  comm::append(bytes, std::int64_t{-3});
  comm::append(bytes, 'x');
  comm::Reader in(bytes);
  const auto record = in.next<Record>();
  EXPECT_TRUE(record.x == 2.5 && record.n == 7);
  EXPECT_EQ(in.next<std::int64_t>(), -3);
  EXPECT_FALSE(in.done());
  EXPECT_THROW(in.next<std::int64_t>(), std::logic_error);
  EXPECT_EQ(in.next<char>(), 'x');
  EXPECT_TRUE(in.done());
}

// Groups of three ranks, the first rank of all in none; a member has as many records as its rank.
TEST(Group, FirstRanksCollectAndGiveBack) {
  const Comm comm = Comm::world();
  const Rank rank = comm.rank();
  const comm::Group group(comm, rank == 0 ? -1 : (rank - 1) / 3);
  EXPECT_EQ(group.member(), rank > 0);
  EXPECT_EQ(group.is_first(), rank > 0 && (rank - 1) % 3 == 0);
  EXPECT_EQ(group.num_groups(), group.is_first() ? (comm.size() + 1) / 3 : 0);
  if (!group.member()) return;
  std::vector<double> expected, mine(static_cast<std::size_t>(rank), rank);
  for (Rank r = rank; group.is_first() && r < std::min(rank + 3, comm.size()); ++r) {
    expected.insert(expected.end(), static_cast<std::size_t>(r), r);
  }
  auto all = group.gather(mine);
  EXPECT_EQ(all, expected);
  for (double& value : all) value += 100;
  group.scatter(all, std::span(mine));
  EXPECT_EQ(mine, std::vector<double>(static_cast<std::size_t>(rank), rank + 100));
}

}  // namespace
}  // namespace talus
