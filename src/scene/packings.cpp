#include "scene/packings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/key.hpp"
#include "io/body_rows.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "scene/dense_packing.hpp"
#include "scene/names.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::World;

constexpr std::pair<double, double> kNoRadii{std::numeric_limits<double>::infinity(), 0};

std::pair<double, double> joined(const std::pair<double, double>& range, double radius) {
  return {std::min(range.first, radius), std::max(range.second, radius)};
}

// The inputs of packings.
struct Source {
  const Setup& setup;
  const World& world;
  const std::vector<NamedShape>& shapes;
  const PackingEntry& given;

  Body body(GlobalId id, const std::string& shape, double radius, double mass, const std::string& material) const {
    return shape.empty() ? make_sphere(world, setup, id, {radius, mass, 0, material})
                         : make_shaped(world, setup, shapes, id, {shape, mass, material});
  }
};

// Places of a lattice that lie within a region, numbered as those of the lattice.
class Places {
 public:
  Places() = default;
  Places(const Region& region, const Lattice& lattice) : lattice_(lattice), count_(lattice.count()) {
    if (region.is_box()) return;
    const auto along_x = static_cast<GlobalId>(lattice.places[0]), rows = count_ / along_x;
    const auto lies_within = [&](GlobalId place) {
      const Vec3 middle = lattice.middle(place), half = 0.5 * lattice.edges;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 side(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        if (!region.holds(middle + side.cwiseProduct(half))) return false;
      }
      return true;
    };
    count_ = 0;
    for (GlobalId row = 0; row < rows; ++row) {  // regions are convex: the places of a row are next to each other
      GlobalId first = row * along_x, end = first + along_x;
      while (first < end && !lies_within(first)) ++first;
      while (end > first && !lies_within(end - 1)) --end;
      if (first == end) continue;
      rows_.push_back({count_, first});
      count_ += end - first;
    }
  }
  GlobalId count() const { return count_; }
  Vec3 middle(GlobalId n) const {
    if (rows_.empty()) return lattice_.middle(n);
    const Row& row = *(std::ranges::upper_bound(rows_, n, {}, &Row::before) - 1);
    return lattice_.middle(row.first + n - row.before);
  }
  const Vec3& edges() const { return lattice_.edges; }

 private:
  struct Row {
    GlobalId before, first;  // places of the region before the row, its first place on the lattice
  };
  Lattice lattice_;
  GlobalId count_ = 0;
  std::vector<Row> rows_;  // of regions that are not boxes
};

// Bodies one a place: a place is a brick of space that holds the ball about any body. No two of them can overlap.
class Placed : public Packing {
 public:
  Placed(const io::Deck& deck, const Source& source)
      : given_(source.given), region_(deck, given_.entry, given_),
        population_(deck, source.setup, source.world, source.shapes, given_, {given_.mix.begin(), given_.mix.end()}),
        radii_(population_.radii()), count_(given_.count) {
    if (given_.fraction > 0) {
      count_to_fraction(deck);
    } else {
      given_.kind == "lattice" ? make_lattice(deck) : make_random(deck);
    }
  }

  GlobalId num_ids() const override { return count_; }
  GlobalId num_bodies() const override { return count_; }
  std::pair<double, double> radii() const override { return radii_; }
  void add(bodies::Bodies& bodies, const comm::Comm& comm, GlobalId first_id) const override {
    const auto centres = given_.fraction > 0 ? dense_centres() : std::vector<Vec3>{};
    const auto ids = ids_of_rank(comm, 0, count_);
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride) {
      Body body = population_.body(n, first_id + n);
      body.position = centres.empty() ? place(n, body.radius) : centres[static_cast<std::size_t>(n)];
      body.velocity = given_.velocity;
      body.state = given_.state;
      bodies.add(body);
    }
  }

 private:
  static constexpr double kMostPlaces = 1e15, kMostInRound = 1e8;
  static constexpr GlobalId kMostDense = 1000000;  // every rank computes their places

  Vec3 size() const { return region_.bounds().second - region_.bounds().first; }
  [[noreturn]] void reject_room(const io::Deck& deck) const {
    deck.reject(given_, region_.is_box() ? "high" : "region_radius",
                fmt::format("no room for {} bodies within balls of {} m", count_, radii_.second));
  }
  // As many places of this edge as fit; with `fill` they are as large as they can be.
  void set_places(const io::Deck& deck, double edge, bool fill) {
    const Vec3 places = Lattice::fitting(size(), edge);
    if (places.minCoeff() < 1 || places.prod() > (region_.is_box() ? kMostPlaces : kMostInRound)) reject_room(deck);
    lattice_ = {region_.bounds().first, fill ? Vec3(size().cwiseQuotient(places)) : Vec3(Vec3::Constant(edge)), places};
    places_ = Places(region_, lattice_);
  }

  void make_lattice(const io::Deck& deck) {
    const double edge = given_.spacing > 0 ? given_.spacing : 2.1 * radii_.second;
    if (edge < 2 * radii_.second)
      deck.reject(given_, "spacing",
                  fmt::format("expected at least {} m, what the largest body takes", 2 * radii_.second));
    set_places(deck, edge, false);
    if (count_ == 0) count_ = places_.count();
    if (count_ > places_.count() || count_ == 0) reject_room(deck);
    places_taken_ = count_;
  }

  // The largest places of which there are enough; they fill the box.
  void make_random(const io::Deck& deck) {
    if (count_ == 0) deck.reject(given_, "count", "expected at least 1 body at random places");
    double edge = std::min(std::cbrt(size().prod() / static_cast<double>(count_)), size().minCoeff());
    for (set_places(deck, edge, true); places_.count() < count_; set_places(deck, edge, true)) {
      edge = (size().array() / (lattice_.places.array() + 1)).maxCoeff();
      if (edge < 2 * radii_.second) reject_room(deck);
    }
    if (edge < 2 * radii_.second) reject_room(deck);
    places_taken_ = places_.count();
    shakes_ = true;
  }

  // Place n; where there are more places than bodies those left out are spread over all.
  Vec3 place(GlobalId n, double radius) const {
    __extension__ typedef __int128 Wide;
    const auto at = static_cast<GlobalId>(static_cast<Wide>(n) * places_taken_ / count_);
    Vec3 position = places_.middle(at);
    for (int axis = 0; shakes_ && axis < 3; ++axis) {
      position[axis] += (0.5 * places_.edges()[axis] - radius) *
                        (2 * population_.random(n, 2 + static_cast<std::uint64_t>(axis)) - 1);
    }
    return position;
  }

  double volume_of(GlobalId n) const {
    const double radius = population_.body(n, 0).radius;
    return 4.0 / 3 * std::numbers::pi * radius * radius * radius;
  }
  // The number of spheres whose volume is nearest to the fraction.
  void count_to_fraction(const io::Deck& deck) {
    if (given_.count > 0) deck.reject(given_, "fraction", "expected either this or count");
    const bool spheres =
        given_.shape.empty() && std::ranges::all_of(given_.mix, [](const auto& mix) { return mix.shape.empty(); });
    if (!spheres) deck.reject(given_, "fraction", "goes with spheres, found another shape");
    const double wanted = given_.fraction * region_.volume();
    for (double left = wanted;; ++count_) {
      const double next = volume_of(count_);
      if (left < 0.5 * next) break;
      left -= next;
      if (count_ >= kMostDense) deck.reject(given_, "fraction", fmt::format("more than {} spheres", kMostDense));
    }
    if (count_ == 0 || 2 * radii_.second > size().minCoeff()) reject_room(deck);
  }
  std::vector<Vec3> dense_centres() const {
    std::vector<double> radii;
    std::vector<Vec3> centres;
    for (GlobalId n = 0; n < count_; ++n) {
      radii.push_back(population_.body(n, 0).radius);
      centres.push_back(
          region_.place(radii.back(), {population_.random(n, 2), population_.random(n, 3), population_.random(n, 4)}));
    }
    auto packing = pack_densely(region_, radii, std::move(centres), given_.overlap);
    if (packing.overlap > given_.overlap) {
      throw InputError(fmt::format("{}: no packing of the fraction {} was found: spheres overlap by up to {:.3g} radii",
                                   given_.entry, given_.fraction, packing.overlap));
    }
    return std::move(packing.centres);
  }

  const PackingEntry& given_;
  Region region_;
  Population population_;
  std::pair<double, double> radii_;
  GlobalId count_ = 0, places_taken_ = 0;
  Lattice lattice_;
  Places places_;
  bool shakes_ = false;
};

// A name, or its place among the names.
std::string name_of(const std::string& given, const std::vector<std::string>& names, const char* what) {
  if (std::ranges::find(names, given) != names.end()) return given;
  const bool is_index = given.size() < 10 && given.find_first_not_of("0123456789") == std::string::npos;
  const auto index = is_index ? static_cast<std::size_t>(std::stoul(given)) : names.size();
  if (index >= names.size()) throw InputError(fmt::format("no {} '{}' in the deck", what, io::printable(given)));
  return names[index];
}

// Spheres and named shapes from a table. Every rank reads all of the file and keeps its own.
class FromTable : public Packing {
 public:
  FromTable(const io::Deck& deck, const Source& source) : source_(source), given_(source.given) {
    shape_names_.push_back(""), material_names_.push_back("");
    for (const auto& shape : source.shapes) shape_names_.push_back(shape.name);
    for (const auto& material : source.setup.materials.materials) material_names_.push_back(material.name);
    try {
      std::vector<GlobalId> ids;
      count_ = read([](GlobalId) { return true; },
                    [&](GlobalId n, const io::BodyRow& row) {
                      radii_ = joined(radii_, body(n, row).radius);
                      if (row.id >= 0) ids.push_back(row.id);
                    });
      take_ids(ids);
      if (given_.kind == "lammps" && io::is_dump(given_.file))
        require_period(io::dump_period(given_.file, given_.frame));
    } catch (const InputError& fault) {
      deck.reject(given_, "file", fault.what());
    }
    if (given_.kind == "lammps" && given_.frame >= 0 && !io::is_dump(given_.file))
      deck.reject_in_vain(given_.entry + ".frame", "has no effect: a data file of LAMMPS has no steps");
  }
  GlobalId num_ids() const override { return num_ids_; }
  GlobalId num_bodies() const override { return count_; }
  std::pair<double, double> radii() const override { return radii_; }
  void add(bodies::Bodies& bodies, const comm::Comm& comm, GlobalId first_id) const override {
    const auto mine = [&comm](GlobalId n) { return n % comm.size() == comm.rank(); };
    read(mine, [&](GlobalId n, const io::BodyRow& row) {
      if (mine(n)) bodies.add(body(first_id + (row.id < 0 ? n : row.id - lowest_), row));
    });
  }

 private:
  // Bodies that touch across the bounds of a space that repeats would miss each other, or overlap.
  void require_period(const Vec3& period) const {
    const Vec3& here = source_.setup.space.period;
    for (int axis = 0; axis < 3; ++axis) {
      if (period[axis] == 0 || std::abs(period[axis] - here[axis]) <= 1e-9 * period[axis]) continue;
      throw InputError(
          fmt::format("{}: space repeats after {} m along {} (pp): expected the same domain.period, found {}",
                      given_.file, period[axis], "xyz"[axis], here[axis]));
    }
  }
  GlobalId read(const std::function<bool(GlobalId)>& wanted, const io::TakeRow& take) const {
    if (given_.kind == "csv") return io::read_csv_rows(given_.file, given_.frame, take);
    return io::is_dump(given_.file) ? io::read_dump_rows(given_.file, given_.frame, take)
                                    : io::read_lammps_rows(given_.file, wanted, take);
  }
  // Bodies keep the distances of their ids in the file; without ids they are numbered in the file's order.
  void take_ids(std::vector<GlobalId>& ids) {
    num_ids_ = count_;
    if (ids.empty()) return;
    std::ranges::sort(ids);
    if (const auto twice = std::ranges::adjacent_find(ids); twice != ids.end())
      throw InputError(fmt::format("{}: body {} is there twice", given_.file, *twice));
    lowest_ = ids.front();
    num_ids_ = ids.back() - lowest_ + 1;
  }
  Body body(GlobalId id, const io::BodyRow& row) const {
    const auto shape = name_of(row.shape, shape_names_, "shape");
    const auto material = row.material.empty() ? given_.material : name_of(row.material, material_names_, "material");
    Body body = source_.body(id, shape, row.radius, row.mass, material);
    if (std::abs(body.radius - row.radius) > 1e-6 * body.radius) {
      throw InputError(fmt::format("{}: body {} has the radius {} m, its shape '{}' {} m", given_.file, id, row.radius,
                                   shape, body.radius));
    }
    if (row.density > 0) {
      const double factor =
          row.density * mass_properties(source_.world.shapes[body.shape], body.radius).measure / body.mass;
      body.mass *= factor, body.inertia *= factor;
    }
    body.position = row.position + given_.offset;
    body.orientation = row.orientation;
    body.state = row.state;
    if (body.state == bodies::State::fixed) return body;
    body.velocity = row.velocity;
    body.angular_velocity = row.angular_velocity;
    return body;
  }

  Source source_;
  const PackingEntry& given_;
  std::vector<std::string> shape_names_, material_names_;
  GlobalId count_ = 0, lowest_ = 0, num_ids_ = 0;
  std::pair<double, double> radii_ = kNoRadii;
};

// All bodies of a checkpoint, with their masses; their shapes and materials must have the same names here. Joints stay
// behind.
class FromCheckpoint : public Packing {
 public:
  FromCheckpoint(const io::Deck& deck, const Source& source) : source_(source), given_(source.given) {
    try {
      const auto state = io::read_checkpoint(given_.file, comm::Comm::self());
      const auto there = io::Deck::stored(deck.table(), state.header.deck, given_.file);
      shapes_ = numbers(read<ListOptions>(there).shapes, source.setup.lists.shapes);
      materials_ = numbers(read<MaterialOptions>(there).materials, source.setup.materials.materials);
      GlobalId low = std::numeric_limits<GlobalId>::max(), high = -1;
      for (const Body& b : state.bodies.local) {
        low = std::min(low, b.id), high = std::max(high, b.id);
        radii_ = joined(radii_, body(b).radius);
      }
      if (high < 0) throw InputError(given_.file + ": holds no bodies");
      first_ = low, count_ = high - low + 1, bodies_ = std::ssize(state.bodies.local);
    } catch (const Error& fault) {
      deck.reject(given_, "file", fault.what());
    }
  }
  GlobalId num_ids() const override { return count_; }
  GlobalId num_bodies() const override { return bodies_; }
  std::pair<double, double> radii() const override { return radii_; }
  void add(bodies::Bodies& bodies, const comm::Comm& comm, GlobalId first_id) const override {
    const auto state = io::read_checkpoint(given_.file, comm);
    for (const Body& b : state.bodies.local) {
      Body moved = body(b);
      moved.id += first_id - first_;
      bodies.add(moved);
    }
  }

 private:
  // By its number in the file's world, the number here: of what is unnamed, 0, the same, of the entries of a list by
  // name; -1: none.
  static std::vector<std::int32_t> numbers(const auto& there, const auto& here) {
    std::vector<std::int32_t> numbers{0};
    for (const auto& entry : there) {
      const auto same = std::ranges::find_if(here, [&](const auto& other) { return other.name == entry.name; });
      numbers.push_back(same == here.end() ? -1 : 1 + static_cast<std::int32_t>(same - here.begin()));
    }
    return numbers;
  }
  Body body(Body body) const {
    const auto number = [&](const std::vector<std::int32_t>& numbers, std::int32_t at, const char* what) {
      if (at < 0 || at >= std::ssize(numbers) || numbers[at] < 0) {
        throw InputError(fmt::format("{}: body {} has a {} that the deck does not name", given_.file, body.id, what));
      }
      return numbers[at];
    };
    body.shape = number(shapes_, body.shape, "shape");
    body.material = number(materials_, body.material, "material");
    if (body.shape > 0) {
      const double radius = bodies::bounding_radius(source_.world.shapes[body.shape]);
      if (std::abs(body.radius - radius) > 1e-9 * radius) {
        throw InputError(fmt::format("{}: body {} is of another size than the deck's shape", given_.file, body.id));
      }
    }
    body.position += given_.offset;
    return body;
  }

  Source source_;
  const PackingEntry& given_;
  std::vector<std::int32_t> shapes_, materials_;
  GlobalId first_ = 0, count_ = 0, bodies_ = 0;
  std::pair<double, double> radii_ = kNoRadii;
};

}  // namespace

void PackingMixEntry::keys(Keys<PackingMixEntry>& key) {
  key.all(keys::Restart::state, keys::only_for({"scene"}));
  add_mix_keys(key, "bodies.packings[].mix[]");
}

void PackingEntry::keys(Keys<PackingEntry>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"scene"}));
  const auto placed = where("kind", {"lattice", "random"}), from_file = where("kind", {"csv", "lammps", "checkpoint"});
  key("bodies.packings[].name", &PackingEntry::name,
      "Name by which loads and probes refer to its bodies; \"\" = none.");
  key("bodies.packings[].group", &PackingEntry::group, Restart::may_change, kGroupHelp);
  key("bodies.packings[].kind", &PackingEntry::kind, one_of({"lattice", "random", "csv", "lammps", "checkpoint"}),
      required,
      "lattice and random place bodies in a region; csv reads a table as talus convert writes it; lammps a dump or "
      "data file (style sphere, SI units); checkpoint the bodies of another run of Talus.");
  add_region_keys(key, "bodies.packings[]", {"box", "cylinder", "sphere"}, placed);
  key("bodies.packings[].count", &PackingEntry::count, within(0, kMaxCount), placed,
      "Number of bodies; 0 = as many as the lattice has places.");
  key("bodies.packings[].fraction", &PackingEntry::fraction, within(0, 0.74), where("kind", {"random"}),
      "Fraction of the volume of the region that spheres fill, instead of a count; 0 = the count decides.");
  key("bodies.packings[].overlap", &PackingEntry::overlap, above(0), where("kind", {"random"}),
      needs("bodies.packings[].fraction"),
      "Largest overlap that spheres may have after filling a fraction, relative to the smaller radius.");
  key("bodies.packings[].spacing", &PackingEntry::spacing, in("m"), at_least(0), where("kind", {"lattice"}),
      "Spacing of the lattice, filled from below; 0 = 1.05 diameters of the largest body.");
  add_population_keys(key, "bodies.packings[]", placed);
  key("bodies.packings[].mix", &PackingEntry::mix, placed,
      "Several shapes, of which each body gets one at random, instead of one shape.");
  key("bodies.packings[].state", &PackingEntry::state, body_states(), placed,
      "dynamic = forces move it, fixed = it does not move, driven = it moves at prescribed velocities whatever pushes "
      "it.");
  key("bodies.packings[].frame", &PackingEntry::frame, in("steps"), at_least(-1), where("kind", {"csv", "lammps"}),
      "Step of the frame that is read from a file of several frames; -1 = the last frame.");
  key("bodies.packings[].velocity", &PackingEntry::velocity, in("m/s"), placed,
      needs("bodies.packings[].state", {"dynamic", "driven"}), "Velocity of each body.");
  key("bodies.packings[].file", &PackingEntry::file, required, not_empty, names_file(), from_file,
      "File, relative to the deck (given by --set: relative to the working folder). A restart needs it again.");
  key("bodies.packings[].offset", &PackingEntry::offset, in("m"), from_file,
      "Vector that is added to all positions of the file.");
  key("bodies.packings[].material", &PackingEntry::material, as("bodies.material"),
      where("kind", {"lattice", "random", "csv"}),
      "Name of the material; with kind csv, of bodies whose row names none.");
}

std::vector<std::unique_ptr<Packing>> packings_of(const io::Deck& deck, const Setup& setup, const World& world,
                                                  const std::vector<NamedShape>& shapes) {
  std::vector<std::unique_ptr<Packing>> packings;
  for (const PackingEntry& given : setup.bodies.packings) {
    const Source source{setup, world, shapes, given};
    if (given.kind == "lattice" || given.kind == "random") {
      packings.push_back(std::make_unique<Placed>(deck, source));
    } else if (given.kind == "checkpoint") {
      packings.push_back(std::make_unique<FromCheckpoint>(deck, source));
    } else {
      packings.push_back(std::make_unique<FromTable>(deck, source));
    }
  }
  return packings;
}

}  // namespace talus::scene
