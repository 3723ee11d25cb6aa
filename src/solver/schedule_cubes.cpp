#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "solver/schedule_parts.hpp"

namespace talus::solver {
namespace {

// Classes of cubes run one after the other; cubes of a class share no body, so a body has at most one writer a class,
// and the sweep is the same sequential Gauss-Seidel on any number of ranks. A body's velocity is a token that goes from
// writer to writer. The last writer of a sweep is the body's home: it extrapolates, counts, and sends on to the first.
//
// A token may leave at any stage (the moment before class s is stage s) between its writer's class and its reader's, so
// tokens between two ranks are gathered in as few messages as possible: stabbing of intervals, greedy by their ends.
class Cubes : public Schedule {
 public:
  explicit Cubes(const comm::Comm& comm) : comm_(comm) {}

  void begin(const problem::Problem& problem, const comm::Sharing& sharing) override {
    sharing_ = &sharing;
    const std::size_t num_classes = problem.class_end.size();
    TALUS_REQUIRE(num_classes <= ClassSet::kMostClasses, "more than eight levels of cubes in use");
    home_.clear();
    for (std::size_t s = 0; s < sharing.items.size(); ++s) home_.push_back(home_of(s));
    item_of_.assign(static_cast<std::size_t>(problem.num_local), -1);
    for (std::size_t s = 0; s < sharing.items.size(); ++s) {
      item_of_[static_cast<std::size_t>(sharing.items[s])] = static_cast<LocalIndex>(s);
    }
    plan_stages(num_classes);
    plan_refresh();
  }

  double parts(std::size_t) const override { return 1; }
  bool counts(std::size_t item) const override { return home_[item] == comm_.rank(); }

  void before_sweep(AlignedDoubles&) override {}
  void before_class(std::size_t c, AlignedDoubles& bodies) override {
    if (!stages_.empty()) move_tokens(stages_[c], bodies);
  }
  void after_sweep(AlignedDoubles&) override {}
  void refresh(AlignedDoubles& bodies) override { move_tokens(refresh_, bodies); }

 private:
  using Items = std::vector<std::vector<LocalIndex>>;  // local bodies of each message
  struct Stage {
    Items to, from;
    comm::Exchange exchange;
  };
  struct Token {
    std::size_t first_stage, last_stage;
    LocalIndex body;
  };

  // Writers of an item in the order of classes: (class, rank).
  std::vector<std::pair<int, Rank>> writers_of(std::size_t item) const {
    std::vector<std::pair<int, Rank>> writers;
    for (const auto& h : sharing_->sharers[static_cast<LocalIndex>(item)]) {
      h.rows.classes.each([&](int c) { writers.emplace_back(c, h.rank); });
    }
    std::sort(writers.begin(), writers.end());
    for (std::size_t w = 1; w < writers.size(); ++w) {
      TALUS_REQUIRE(writers[w].first != writers[w - 1].first, "a body with two writers in one class of cubes");
    }
    return writers;
  }
  Rank home_of(std::size_t item) const { return writers_of(item).back().second; }

  void plan_stages(std::size_t num_classes) {
    const Rank self = comm_.rank();
    stages_.clear();
    if (sharing_->neighbours.empty()) return;
    stages_.resize(num_classes);
    std::vector<comm::Partners> to(num_classes), from(num_classes);
    for (std::size_t k = 0; k < sharing_->neighbours.size(); ++k) {
      const Rank other = sharing_->neighbours[k];
      for (const bool sending : {true, false}) {
        std::vector<Token> tokens;
        for (LocalIndex b : sharing_->shared[k]) {
          add_tokens(b, sending ? self : other, sending ? other : self, tokens);
        }
        gather(std::move(tokens), other, sending ? to : from, sending);
      }
    }
    for (std::size_t s = 0; s < num_classes; ++s) {
      stages_[s].exchange = comm::Exchange(comm_, std::move(to[s]), std::move(from[s]), kVelocityDoubles);
    }
  }

  // The tokens of one body that go from rank p to rank q in a sweep.
  void add_tokens(LocalIndex body, Rank p, Rank q, std::vector<Token>& tokens) const {
    const auto writers = writers_of(static_cast<std::size_t>(item_of_[static_cast<std::size_t>(body)]));
    for (std::size_t w = 0; w < writers.size(); ++w) {
      const auto& [previous_class, previous] = writers[w == 0 ? writers.size() - 1 : w - 1];
      if (previous != p || writers[w].second != q) continue;
      const auto need = static_cast<std::size_t>(writers[w].first);
      tokens.push_back({w == 0 ? 0 : static_cast<std::size_t>(previous_class) + 1, need, body});
    }
  }

  // Fewest stages that stab all intervals; both sides compute the same, from the same list.
  void gather(std::vector<Token> tokens, Rank other, std::vector<comm::Partners>& partners, bool sending) {
    std::stable_sort(tokens.begin(), tokens.end(),
                     [](const Token& a, const Token& b) { return a.last_stage < b.last_stage; });
    std::vector<char> placed(tokens.size(), 0);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      if (placed[t]) continue;
      const std::size_t stage = tokens[t].last_stage;
      auto& messages = sending ? stages_[stage].to : stages_[stage].from;
      messages.emplace_back();
      for (std::size_t u = t; u < tokens.size(); ++u) {
        if (placed[u] || tokens[u].first_stage > stage) continue;
        placed[u] = 1;
        messages.back().push_back(tokens[u].body);
      }
      partners[stage].ranks.push_back(other);
      partners[stage].counts.push_back(static_cast<int>(messages.back().size()));
    }
  }

  // From every body's home to all who hold it.
  void plan_refresh() {
    refresh_ = Stage{};
    comm::Partners to, from;
    for (std::size_t k = 0; k < sharing_->neighbours.size(); ++k) {
      const Rank other = sharing_->neighbours[k];
      std::vector<LocalIndex> out, in;
      for (LocalIndex b : sharing_->shared[k]) {
        const Rank home = home_[static_cast<std::size_t>(item_of_[static_cast<std::size_t>(b)])];
        if (home == comm_.rank()) out.push_back(b);
        if (home == other) in.push_back(b);
      }
      auto add = [other](std::vector<LocalIndex>& items, Items& messages, comm::Partners& partners) {
        if (items.empty()) return;
        partners.ranks.push_back(other);
        partners.counts.push_back(static_cast<int>(items.size()));
        messages.push_back(std::move(items));
      };
      add(out, refresh_.to, to);
      add(in, refresh_.from, from);
    }
    refresh_.exchange = comm::Exchange(comm_, std::move(to), std::move(from), kVelocityDoubles);
  }

  static void move_tokens(Stage& stage, AlignedDoubles& bodies) {
    for (std::size_t m = 0; m < stage.to.size(); ++m) {
      double* out = stage.exchange.outgoing(m).data();
      for (LocalIndex b : stage.to[m]) out = pack_velocity(record_of(bodies, b), out);
    }
    stage.exchange.start();
    stage.exchange.finish();
    for (std::size_t m = 0; m < stage.from.size(); ++m) {
      const double* in = stage.exchange.incoming(m).data();
      for (LocalIndex b : stage.from[m]) in = unpack_velocity(in, record_of(bodies, b));
    }
  }

  comm::Comm comm_;
  const comm::Sharing* sharing_ = nullptr;
  std::vector<Rank> home_;           // by item
  std::vector<LocalIndex> item_of_;  // place of a local body among the items, or -1
  std::vector<Stage> stages_;        // by class; none on a rank without neighbours
  Stage refresh_;
};

}  // namespace

std::unique_ptr<Schedule> make_cubes(const comm::Comm& comm) { return std::make_unique<Cubes>(comm); }

std::unique_ptr<Schedule> make_schedule(ScheduleKind kind, const comm::Comm& comm) {
  return kind == ScheduleKind::cubes ? make_cubes(comm) : make_blocks(comm);
}

}  // namespace talus::solver
