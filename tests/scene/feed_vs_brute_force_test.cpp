// Fed grains against all bodies, tried one by one.

#include <gtest/gtest.h>

#include <set>

#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "io/deck/deck.hpp"
#include "scene/setup.hpp"

namespace talus {
namespace {

// Bodies clutter the feeder's places before each step and stay where they are: more than once every place is taken.
TEST(FeedVsBruteForce, NoGrainAppearsInAnother) {
  const auto comm = comm::Comm::world();
  const auto deck = io::Deck::parse(drivers::key_table(),
                                    "scenario: pile\ntime: {step: 0.005, end: 1}\noutput: {folder: none}\n"
                                    "bodies: {count: 300, radius: 0.0225, spread: 0.3}\npile: {rate: 800}\n",
                                    "feed", {});
  const auto pile = scene::make_scenario(deck);
  const GlobalId walls = pile->world().first_body_id();
  std::vector<bodies::Body> all;  // on every rank
  for (int step = 0; step < 75; ++step) {
    bodies::Bodies mine;
    for (const auto& body : all) {
      if (body.id % comm.size() == (comm.rank() + 1) % comm.size()) mine.add(body);
    }
    const auto before = mine.local.size();
    pile->feed(mine, comm, 0.005 * step, 0.005);
    std::vector<comm::Message> out;
    for (Rank r = 0; r < comm.size(); ++r) {
      out.push_back({r, {}});
      for (std::size_t b = before; b < mine.local.size(); ++b) comm::append(out.back().bytes, mine.local[b]);
    }
    for (const auto& message : comm::sparse_exchange(comm, std::move(out))) {
      for (comm::Reader in(message.bytes); !in.done();) all.push_back(in.next<bodies::Body>());
    }
  }
  ASSERT_EQ(all.size(), 300u);
  std::set<GlobalId> ids;
  double highest = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ids.insert(all[i].id);
    highest = std::max(highest, all[i].position.z());
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_GT((all[i].position - all[j].position).norm(), all[i].radius + all[j].radius)
          << all[i].id << " in " << all[j].id;
    }
  }
  EXPECT_EQ(*ids.begin(), walls);
  EXPECT_EQ(*ids.rbegin(), walls + 299);
  EXPECT_EQ(ids.size(), 300u);
  EXPECT_LT(highest, 1 + 19 * 2 * 0.0225 * 1.3 * 1.01);  // 16 places, 19 grains in each: no more height than it takes
}

}  // namespace
}  // namespace talus
