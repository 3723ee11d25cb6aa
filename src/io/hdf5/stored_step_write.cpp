// A step's problem to a file, in parallel: rows and bodies rank after rank, each rank its own.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/stored_step.hpp"
#include "problem/rows.hpp"

namespace talus::io {
namespace {

using problem::AdmissibleSet;
using problem::Block;
using problem::Problem;
using problem::SetKind;
using Integers = std::vector<std::int32_t>;
using Numbers = std::vector<double>;

struct Triplets {
  Integers row, column;
  Numbers value;
  void add(std::int64_t r, std::int64_t c, double v) {
    if (v == 0) return;
    row.push_back(static_cast<std::int32_t>(r));
    column.push_back(static_cast<std::int32_t>(c));
    value.push_back(v);
  }
};

class StepWriter {
 public:
  StepWriter(const comm::Comm& comm, const Problem& problem, const comm::Sharing& sharing,
             const problem::Solution& solution)
      : comm_(comm), p_(problem), solution_(solution) {
    number_bodies(sharing);
    std::int64_t rolls = 0, cones = std::ssize(p_.contacts);
    for (const auto& c : p_.contacts) rolls |= c.rolls();
    for (const auto& b : p_.blocks) {
      rolls |= b.set.is_cone() && b.set.rows > 3;
      (b.set.is_cone() ? cones : equalities_) += b.set.is_cone() ? 1 : b.set.rows;
    }
    dimension_ = comm.any(rolls != 0) ? 6 : 3;
    first_contact_ = comm.sum_before(cones);
    first_equality_ = comm.sum_before(equalities_);
    num_contacts_ = comm.sum(cones);
    num_equalities_ = comm.sum(equalities_);
    if (std::max(6 * num_movable_, dimension_ * num_contacts_) > std::numeric_limits<std::int32_t>::max()) {
      throw comm::AgreedError(Exit::io, "a problem of so many rows has no place in FCLib's 32-bit indices");
    }
    for (std::size_t c = 0; c < p_.contacts.size(); ++c) {
      const Mat3 frame = problem::frame_of(p_.contacts[c].normal);
      add(problem::block_of(p_, p_.contacts[c]), problem::to_rows(p_.start[c], frame),
          problem::to_rows(solution.impulses[c], frame));
    }
    for (std::size_t k = 0; k < p_.blocks.size(); ++k) add(p_.blocks[k], p_.block_start[k], solution.block_impulses[k]);
  }

  void write(const std::filesystem::path& path, std::span<const bodies::Body> local,
             std::span<const bodies::Body> walls, const StepSettings& settings) {
    Hdf5File file = Hdf5File::create(path, comm_);
    write_fclib(file);
    write_bodies(file, local, walls);
    write_replay(file, settings);
    file.set_run(settings.run);
    file.close();
  }

 private:
  // Bodies of all ranks but copies, rank after rank (`known`); the movable among them (`freedom`), large ones behind.
  void number_bodies(const comm::Sharing& sharing) {
    const auto n = p_.bodies.size();
    const auto owned = static_cast<std::size_t>(p_.num_owned), local = static_cast<std::size_t>(p_.num_local);
    first_known_ = comm_.sum_before(static_cast<std::int64_t>(n - local + owned));
    num_known_ = comm_.sum(static_cast<std::int64_t>(n - local + owned));
    std::int64_t movable = 0;
    for (std::size_t b = 0; b < owned; ++b) movable += p_.bodies[b].inverse_mass > 0;
    const auto first = comm_.sum_before(movable), ordinary = comm_.sum(movable);
    num_movable_ = ordinary + std::ssize(p_.large);
    known_.assign(n, -1);
    freedom_.assign(n, -1);
    std::int64_t next_known = first_known_, next = first;
    for (std::size_t b = 0; b < n; ++b) {
      if (b >= owned && b < local) continue;
      known_[b] = next_known++;
      if (b < owned && p_.bodies[b].inverse_mass > 0) freedom_[b] = next++;
    }
    for (std::size_t l = 0; l < p_.large.size(); ++l) {
      for (const LocalIndex share : p_.large[l].shares) freedom_[at(share)] = ordinary + static_cast<std::int64_t>(l);
    }
    std::vector<comm::Bytes> out(sharing.neighbours.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (const LocalIndex b : sharing.shared[k]) {
        comm::append(out[k], at(b) < owned ? known_[at(b)] : -1);
        comm::append(out[k], at(b) < owned ? freedom_[at(b)] : -1);
      }
    }
    const auto in = comm::neighbour_exchange(comm_, sharing.neighbours, out);
    for (std::size_t k = 0; k < in.size(); ++k) {
      comm::Reader reader(in[k]);
      for (const LocalIndex b : sharing.shared[k]) {
        const auto known = reader.next<std::int64_t>(), freedom = reader.next<std::int64_t>();
        if (known >= 0) known_[at(b)] = known, freedom_[at(b)] = freedom;
      }
    }
  }

  // Velocity of a body: what the step found, or what it is driven by.
  Vec6 velocity_of(LocalIndex b) const { return twist_of(p_, solution_, b).stacked(); }

  void add(const Block& rows, const Vec6& start, const Vec6& impulse) {
    const bool cone = rows.set.is_cone();
    const int count = cone ? dimension_ : rows.set.rows;
    const auto width = static_cast<std::int64_t>(dimension_);
    Vec6 w = rows.bias, u = rows.bias + rows.compliance.cwiseProduct(impulse);
    for (const auto& [body, on] : {std::pair{rows.a, &rows.on_a}, std::pair{rows.b, &rows.on_b}}) {
      const Vec6 v = *on * velocity_of(body);
      u += v;
      if (freedom_[at(body)] < 0) {
        w += v;
        continue;
      }
      for (int i = 0; i < count; ++i) {
        for (int j = 0; j < 6; ++j) {
          const auto row = 6 * freedom_[at(body)] + j;
          if (cone) {
            h_.add(row, width * (first_contact_ + std::ssize(mu_)) + i, (*on)(i, j));
          } else {
            g_.add(row, first_equality_ + std::ssize(b_) + i, (*on)(i, j));
          }
        }
      }
    }
    const auto put = [count](Numbers& to, const auto& from) { to.insert(to.end(), from.data(), from.data() + count); };
    put(cone ? w_ : b_, w);
    put(cone ? compliance_ : equality_compliance_, rows.compliance);
    put(cone ? impulse_ : equality_impulse_, impulse);
    put(cone ? start_ : equality_start_, start);
    if (cone) {
      put(velocity_, u);
      mu_.push_back(rows.set.mu);
      rho_.push_back(rows.set.rho);
      sigma_.push_back(rows.set.sigma);
      ends_a_.push_back(static_cast<std::int32_t>(freedom_[at(rows.a)] < 0 ? num_movable_ : freedom_[at(rows.a)]));
      ends_b_.push_back(static_cast<std::int32_t>(freedom_[at(rows.b)] < 0 ? num_movable_ : freedom_[at(rows.b)]));
    } else {
      const bool box = rows.set.kind == SetKind::box;
      AdmissibleSet bounds = rows.set;
      if (!box) bounds.lower.fill(-AdmissibleSet::kUnbounded), bounds.upper.fill(AdmissibleSet::kUnbounded);
      put(lower_, bounds.lower);
      put(upper_, bounds.upper);
      boxes_ |= box;
    }
  }

  template <class T>
  void put(Hdf5File& file, const std::string& name, hid_t type, int components, const std::vector<T>& values,
           const char* unit = "", const char* help = "") {
    const auto rows = std::ssize(values) / components;
    const auto first = comm_.sum_before(rows), total = comm_.sum(rows);
    file.write(name, type, static_cast<hsize_t>(total), components, static_cast<hsize_t>(first),
               static_cast<hsize_t>(rows), values.data(), unit, help);
  }
  void numbers(Hdf5File& file, const std::string& name, const Numbers& values, int components = 1,
               const char* unit = "", const char* help = "") {
    put(file, name, H5T_NATIVE_DOUBLE, components, values, unit, help);
  }
  void integers(Hdf5File& file, const std::string& name, const Integers& values, int components = 1,
                const char* help = "") {
    put(file, name, H5T_NATIVE_INT32, components, values, "", help);
  }
  template <class T>
  void table(Hdf5File& file, const std::string& name, const std::vector<T>& values,
             std::span<const replay::Column> columns) {
    std::string help;
    for (const auto& c : columns) help += fmt::format("{}{} ({})", help.empty() ? "" : ", ", c.name, c.width);
    const hid_t type = std::is_same_v<T, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT32;
    put(file, name, type, replay::width_of(columns), values, "", help.c_str());
  }
  void integer(Hdf5File& file, const std::string& name, std::int64_t value) {
    integers(file, name, comm_.is_root() ? Integers{static_cast<std::int32_t>(value)} : Integers{});
  }
  void matrix(Hdf5File& file, const std::string& name, const Triplets& a, std::int64_t rows, std::int64_t columns) {
    file.make_group(name);
    const auto count = comm_.sum(std::ssize(a.value));
    for (const auto& [key, value] : {std::pair{"nzmax", count}, {"m", rows}, {"n", columns}, {"nz", count}})
      integer(file, name + "/" + key, value);
    integers(file, name + "/p", a.column);
    integers(file, name + "/i", a.row);
    numbers(file, name + "/x", a.value);
  }

  void write_fclib(Hdf5File& file) {
    const std::string root = dimension_ == 3 ? "/fclib_global" : "/fclib_global_rolling";
    file.make_group(root);
    integer(file, root + "/spacedim", dimension_);
    Triplets mass;
    Numbers force, v;
    const auto body = [&](std::int64_t freedom, const problem::ProblemBody& free, double inverse_mass,
                          double inverse_inertia, const Vec6& found) {
      for (int i = 0; i < 6; ++i) {
        const double m = 1 / (i < 3 ? inverse_mass : inverse_inertia);
        mass.add(6 * freedom + i, 6 * freedom + i, m);
        force.push_back(m * (i < 3 ? free.free.v[i] : free.free.w[i - 3]));
        v.push_back(found[i]);
      }
    };
    for (LocalIndex b = 0; b < p_.num_owned; ++b) {
      const auto& free = p_.bodies[at(b)];
      if (freedom_[at(b)] >= 0) body(freedom_[at(b)], free, free.inverse_mass, free.inverse_inertia, velocity_of(b));
    }
    const auto of_large = [&] {
      for (std::size_t l = 0; l < p_.large.size(); ++l) {
        body(num_movable_ - std::ssize(p_.large) + static_cast<std::int64_t>(l), p_.bodies[at(p_.large[l].body)],
             p_.large[l].inverse_mass, p_.large[l].inverse_inertia, solution_.large[l].stacked());
      }
    };
    if (comm_.rank() == comm_.size() - 1) of_large();  // behind all others
    const auto freedoms = 6 * num_movable_, rows = dimension_ * num_contacts_;
    matrix(file, root + "/M", mass, freedoms, freedoms);
    matrix(file, root + "/H", h_, freedoms, rows);
    if (num_equalities_ > 0) matrix(file, root + "/G", g_, freedoms, num_equalities_);
    file.make_group(root + "/vectors");
    numbers(file, root + "/vectors/f", force);
    numbers(file, root + "/vectors/w", w_);
    if (num_equalities_ > 0) numbers(file, root + "/vectors/b", b_);
    numbers(file, root + "/vectors/mu", mu_);
    if (dimension_ == 6) numbers(file, root + "/vectors/mu_r", rho_), numbers(file, root + "/vectors/mu_s", sigma_);
    for (const bool found : {true, false}) {
      const std::string group = found ? "/solution" : "/guesses/1";
      if (!found) {
        file.make_group("/guesses");
        integer(file, "/guesses/number_of_guesses", 1);
      }
      file.make_group(group);
      numbers(file, group + "/u", found ? velocity_ : Numbers(velocity_.size(), 0.0));
      numbers(file, group + "/r", found ? impulse_ : start_);
      numbers(file, group + "/v", found ? v : Numbers(v.size(), 0.0));
      if (num_equalities_ > 0) numbers(file, group + "/l", found ? equality_impulse_ : equality_start_);
    }
  }

  void write_bodies(Hdf5File& file, std::span<const bodies::Body> local, std::span<const bodies::Body> walls) {
    Numbers position, radius;
    const auto body = [&](const bodies::Body& b) {
      position.insert(position.end(), b.position.data(), b.position.data() + 3);
      radius.push_back(b.radius > 0 ? b.radius : 1);
    };
    for (LocalIndex b = 0; b < p_.num_owned; ++b) {
      if (freedom_[at(b)] >= 0) body(local[at(b)]);
    }
    for (const auto& large : p_.large) {
      if (comm_.rank() == comm_.size() - 1) body(walls[at(large.body) - at(p_.num_local)]);
    }
    file.make_group("/talus");
    integers(file, "/talus/body_a", ends_a_, 1, "of each contact; as many as there are bodies: what does not move");
    integers(file, "/talus/body_b", ends_b_);
    numbers(file, "/talus/position", position, 3, "m");
    numbers(file, "/talus/radius", radius, 1, "m", "of the sphere about a body; 1 where none is known");
    numbers(file, "/talus/step", comm_.is_root() ? Numbers{p_.step} : Numbers{}, 1, "s");
    if (comm_.any(boxes_)) {
      numbers(file, "/talus/lower", lower_, 1, "", "least multiplier of each equality row");
      numbers(file, "/talus/upper", upper_, 1, "", "largest multiplier of each equality row");
    }
    const auto any = [](const Numbers& values) { return std::ranges::any_of(values, [](double x) { return x != 0; }); };
    if (!comm_.any(any(compliance_) || any(equality_compliance_))) return;
    numbers(file, "/talus/compliance", compliance_, 1, "", "C of the contacts' rows");
    numbers(file, "/talus/equality_compliance", equality_compliance_, 1, "", "C of the equality rows");
  }

  void write_replay(Hdf5File& file, const StepSettings& settings) {
    const std::string root = "/talus/replay";
    file.make_group(root);
    for (const auto& [name, text] : {std::pair{"solver", &settings.solver},
                                     {"law", &settings.law},
                                     {"schedule", &settings.schedule},
                                     {"norm", &settings.norm}}) {
      file.set_attribute(root + "/" + name, *text);
    }
    const auto on_root = [this](auto values) { return comm_.is_root() ? values : decltype(values){}; };
    numbers(file, root + "/tolerance", on_root(Numbers{settings.tolerance}));
    integers(
        file, root + "/counts",
        on_root(Integers{static_cast<std::int32_t>(settings.max_sweeps), static_cast<std::int32_t>(settings.sweeps),
                         comm_.size(), static_cast<std::int32_t>(p_.class_end.size())}),
        1, "most sweeps, sweeps it took, ranks, classes of rows");
    Numbers large;
    for (const auto& l : p_.large) {
      put_twist(large, p_.bodies[at(l.body)].free);
      large.insert(large.end(), {l.inverse_mass, l.inverse_inertia});
    }
    table(file, root + "/large", on_root(large), replay::kBodies);
    write_tables(file, root);
  }

  static void put_twist(Numbers& to, const Twist& twist) {
    for (const Vec3& x : {twist.v, twist.w}) to.insert(to.end(), x.data(), x.data() + 3);
  }

  void write_tables(Hdf5File& file, const std::string& root) {
    Numbers bodies, contacts, blocks;
    Integers body_ends, contact_ends, block_ends;
    const auto put3 = [](Numbers& to, const auto& from) {
      to.insert(to.end(), from.data(), from.data() + from.size());
    };
    for (std::size_t b = 0; b < p_.bodies.size(); ++b) {
      if (b >= at(p_.num_owned) && b < at(p_.num_local)) continue;
      const auto& body = p_.bodies[b];
      put_twist(bodies, body.free);
      bodies.insert(bodies.end(), {body.inverse_mass, body.inverse_inertia});
      const auto is = p_.what(static_cast<LocalIndex>(b));
      const std::int32_t kind = is.kind == problem::RowBody::Kind::share ? is.index : StoredStep::kNoShare;
      body_ends.insert(body_ends.end(), {comm_.rank(), kind});
    }
    const auto ends = [this](Integers& to, LocalIndex a, LocalIndex b, const std::vector<LocalIndex>& class_end,
                             std::size_t row) {
      const auto in = std::ranges::upper_bound(class_end, static_cast<LocalIndex>(row)) - class_end.begin();
      to.insert(to.end(), {static_cast<std::int32_t>(known_[at(a)]), static_cast<std::int32_t>(known_[at(b)]),
                           static_cast<std::int32_t>(in), comm_.rank()});
    };
    for (std::size_t c = 0; c < p_.contacts.size(); ++c) {
      const auto& r = p_.contacts[c];
      ends(contact_ends, r.a, r.b, p_.class_end, c);
      put3(contacts, r.normal);
      contacts.insert(contacts.end(), {r.arm_a, r.arm_b, r.bias, r.mu, r.rho, r.sigma});
      put3(contacts, p_.start[c].force), put3(contacts, p_.start[c].torque);
    }
    for (std::size_t k = 0; k < p_.blocks.size(); ++k) {
      const Block& b = p_.blocks[k];
      ends(block_ends, b.a, b.b, p_.block_class_end, k);
      const std::int32_t kind = b.set.is_cone() ? 0 : b.set.kind == SetKind::free ? 1 : 2;
      block_ends.insert(block_ends.end(), {b.set.rows, kind, b.set.angular, b.set.corners});
      put3(blocks, b.on_a), put3(blocks, b.on_b), put3(blocks, b.bias), put3(blocks, b.compliance),
          put3(blocks, b.set.lower), put3(blocks, b.set.upper);
      blocks.insert(blocks.end(), {b.set.mu, b.set.rho, b.set.sigma});
      put3(blocks, p_.block_start[k]);
      blocks.push_back(b.set.shift);
    }
    integer(file, root + "/version", replay::kVersion);
    table(file, root + "/bodies", bodies, replay::kBodies);
    table(file, root + "/body_ends", body_ends, replay::kBodyEnds);
    table(file, root + "/contacts", contacts, replay::kContacts);
    table(file, root + "/contact_ends", contact_ends, replay::kContactEnds);
    table(file, root + "/blocks", blocks, replay::kBlocks);
    table(file, root + "/block_ends", block_ends, replay::kBlockEnds);
  }

  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  const comm::Comm& comm_;
  const Problem& p_;
  const problem::Solution& solution_;
  std::int64_t first_known_ = 0, num_known_ = 0, num_movable_ = 0;
  std::vector<std::int64_t> known_, freedom_;  // of each body of the problem
  int dimension_ = 3;
  std::int64_t first_contact_ = 0, num_contacts_ = 0, first_equality_ = 0, num_equalities_ = 0, equalities_ = 0;
  Triplets h_, g_;
  Numbers w_, b_, compliance_, equality_compliance_, impulse_, equality_impulse_, start_, equality_start_, velocity_,
      lower_, upper_;
  Numbers mu_, rho_, sigma_;
  Integers ends_a_, ends_b_;
  bool boxes_ = false;
};

}  // namespace

void write_step(const std::filesystem::path& path, const comm::Comm& comm, std::span<const bodies::Body> local,
                std::span<const bodies::Body> walls, const Problem& problem, const comm::Sharing& sharing,
                const problem::Solution& solution, const StepSettings& settings) {
  const std::filesystem::path unfinished = path.string() + ".unfinished";
  StepWriter(comm, problem, sharing, solution).write(unfinished, local, walls, settings);
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    require_no_link(path);
    if (std::filesystem::exists(path) && run_of(path) != settings.run) set_aside(path);
    std::filesystem::rename(unfinished, path);
  });
}

}  // namespace talus::io
