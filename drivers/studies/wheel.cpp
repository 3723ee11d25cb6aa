// A wheel that slides, turns and rolls, on one contact (REG, Table 1): every contact model in the paper's scheme, in
// one of the exponential map, and in that of a run.
//
//   talus run input/wheel.yaml && postproc/wheel.py out/wheel
//   talus run input/wheel.yaml --set time.step=5e-4 --set output.folder=out/wheel-half

#include "drivers/studies/wheel.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/key.hpp"
#include "base/timer.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/json.hpp"
#include "problem/laws.hpp"
#include "scene/setup.hpp"
#include "sim/run_options.hpp"
#include "solver/set.hpp"

namespace talus::drivers {
namespace {

namespace fs = std::filesystem;

WheelSpec spec_of(const io::Deck& deck) {
  const scene::Setup setup(deck);
  const auto wheel = read<WheelOptions>(deck);
  const Vec3 gravity = setup.space.gravity;
  if (gravity.head<2>().norm() > 0 || gravity.z() >= 0)
    deck.reject("gravity", "expected a vector downwards, [0, 0, -g]");
  if (setup.bodies.mass == 0) deck.reject("bodies.mass", "expected the wheel's mass, > 0 kg");
  return {setup.bodies.radius, setup.bodies.mass,
          wheel.axial_inertia, wheel.transversal_inertia,
          setup.materials.mu,  -gravity.z(),
          wheel.tilt,          wheel.speed,
          wheel.turning,       0};
}

class Wheel : public scene::Scenario {
 public:
  explicit Wheel(const io::Deck& deck) : spec_(spec_of(deck)) {}
  bodies::World world() const override { return wheel_world(spec_); }
  std::pair<double, double> radii() const override { return {spec_.radius, spec_.radius}; }
  std::int64_t num_bodies(double) const override { return 1; }
  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    if (comm.is_root()) bodies.add(wheel_body(spec_));
  }

 private:
  WheelSpec spec_;
};

std::vector<WheelModel> models_of(const io::Deck& deck) {
  using Law = WheelModel::Law;
  auto law = read<problem::LawOptions>(deck);
  law.law = problem::LawOptions::Law::regularised;
  const auto bristles = std::get<problem::RegularisedLaw>(law.friction_law());
  const int iterations = read<WheelOptions>(deck).bound_iterations;
  return {{"regularised", Law::regularised, 0, 0, bristles},
          {"regularised-n", Law::regularised, 0, iterations, bristles},
          {"pyramid-4", Law::pyramid, 4, 0, {}},
          {"pyramid-8", Law::pyramid, 8, 0, {}},
          {"box", Law::box, 0, 0, {}},
          {"ccp", Law::ccp, 0, 0, {}},
          {"coulomb", Law::coulomb, 0, 0, {}}};
}

struct Scheme {
  std::string name;
  std::unique_ptr<WheelMotion> (*make)(const WheelSpec&);
};
const Scheme kSchemes[] = {
    {"paper", paper_wheel}, {"exponential", exponential_wheel}, {"production", production_wheel}};

std::unique_ptr<WheelMotion> wheel_in(const Scheme& scheme, WheelSpec spec, const WheelModel& model, double step) {
  if (model.law ==
      WheelModel::Law::ccp) {  // the convex law rides h mu |v_T| above the floor, and hops if it does not start there
    const Vec3 v = scheme.make(spec)->contact(step).velocity;
    const Vec3 u(0, v.x(), v.y());
    spec.gap = step * solver::relaxation_gap(problem::AdmissibleSet::cone(3, spec.mu), u.data());
  }
  return scheme.make(spec);
}

void write_table(const fs::path& file, const WheelRun& run, double every) {
  io::write_whole(file, [&](std::ostream& out) {
    out << "time [s],x [m],y [m],z [m],theta [rad],energy [J],gap [m],normal_force [N],friction_x [N],friction_y "
           "[N],sliding_x [m/s],sliding_y [m/s]\n";
    double next = every;
    for (const auto& s : run.samples) {
      if (s.time < next * (1 - 1e-9)) continue;
      next += every;
      const Vec3& x = s.state.position;
      out << fmt::format(
          "{:.9g},{:.12g},{:.12g},{:.12g},{:.12g},{:.12g},{:.9g},{:.12g},{:.12g},{:.12g},{:.12g},{:.12g}\n", s.time,
          x.x(), x.y(), x.z(), s.state.tilt, s.state.energy, s.state.gap, s.normal, s.friction.x(), s.friction.y(),
          s.sliding.x(), s.sliding.y());
    }
  });
}

void open_folder(const fs::path& folder) {
  std::error_code failure;
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw InputError(folder.string() + ": is a file, expected a folder for the output");
  if (fs::exists(folder) && !fs::is_empty(folder)) {
    throw InputError(folder.string() +
                     ": holds files already; a wheel has no checkpoints to go on from, name another output.folder");
  }
  fs::create_directories(folder, failure);
  if (failure) throw IoError(fmt::format("{}: cannot be created: {}", folder.string(), failure.message()));
}

std::string warning_of(const std::string& name, const Chatter& chatter, std::size_t steps, double threshold) {
  return fmt::format(
      "{}: sticking and sliding to and fro alternate in {} of {} steps, at up to {:g} m/s; contact.sliding_threshold = "
      "{:g} m/s lies below what the step leaves at a rolling contact",
      name, chatter.steps, steps, chatter.speed, threshold);
}

void run_all(const io::Deck& deck, const sim::RunOptions& options) {
  const auto time = read<scene::TimeOptions>(deck);
  const auto wheel = read<WheelOptions>(deck);
  const double start = wall_seconds(), step = time.step, end = time.end, reference_step = wheel.reference_step;
  const double threshold = read<problem::LawOptions>(deck).sliding_threshold;
  if (std::abs(step / reference_step - std::round(step / reference_step)) > 1e-6) {
    deck.reject("wheel.reference_step", "expected a whole part of time.step");
  }
  const WheelSpec spec = spec_of(deck);
  const auto models = models_of(deck);
  const fs::path folder = read<sim::OutputOptions>(deck).folder;
  open_folder(folder);
  const bool prints = !options.quiet && !options.json;
  io::Json chatter;
  for (const Scheme& scheme : kSchemes) {
    for (const auto& model : models) {
      const std::string name = scheme.name + "-" + model.name;
      const auto run = simulate_wheel(*wheel_in(scheme, spec, model, step), spec, model, step, end);
      write_table(folder / (name + ".csv"), run, step);
      chatter.add(name, run.chatter.steps);
      if (run.chatter.steps > 0 && !options.json)
        fmt::print(stderr, "talus: warning: {}\n", warning_of(name, run.chatter, run.samples.size(), threshold));
      if (prints) fmt::print("{}\n", (folder / (name + ".csv")).string());
    }
    write_table(folder / (scheme.name + "-reference.csv"),
                simulate_wheel(*scheme.make(spec), spec, models.back(), reference_step, end), step);
  }
  io::Json summary;
  summary.add("status", "done")
      .add("scenario", "wheel")
      .add("time", end)
      .add("step", step)
      .add("steps", static_cast<std::int64_t>(std::llround(end / step)))
      .add("reference_step", reference_step)
      .add("mu", spec.mu)
      .add("speed", spec.speed)
      .add("threshold", threshold)
      .add("bound_iterations", wheel.bound_iterations)
      .add("chatter_steps", chatter)
      .add("seconds", wall_seconds() - start);
  io::write_whole(folder / "summary.json", [&](std::ostream& out) { out << summary.text() << '\n'; });
  if (options.json) fmt::print("{}\n", summary.text());
}

}  // namespace

WheelRun simulate_wheel(WheelMotion& wheel, const WheelSpec& spec, const WheelModel& model, double step, double end) {
  WheelRun run;
  ModelState state{spec.mass * spec.gravity * step, Vec3::Zero(), false};
  bool changed_before = false;
  for (std::int64_t k = 0, steps = std::llround(end / step); k < steps; ++k) {
    const OneContact contact = wheel.contact(step);
    const bool slid = state.slides;
    const Vec3 impulse = model.solve(contact, spec.mu, step, state);
    const Vec3 velocity = wheel.advance(impulse, step);
    const bool changed = k > 0 && (slid != state.slides || (state.slides && velocity.dot(contact.velocity) < 0));
    if (changed && changed_before) {
      ++run.chatter.steps;
      if (state.slides) run.chatter.speed = std::max(run.chatter.speed, contact.velocity.head<2>().norm());
    }
    changed_before = changed;
    run.samples.push_back({static_cast<double>(k + 1) * step, wheel.state(), state.normal / step, state.friction / step,
                           velocity - velocity.dot(contact.normal) * contact.normal});
  }
  return run;
}

void WheelOptions::keys(Keys<WheelOptions>& key) {
  using namespace keys;
  key.all(Restart::state, only_for({"wheel"}));
  key("wheel.axial_inertia", &WheelOptions::axial_inertia, in("kg m2"), above(0), "Moment of inertia about the axle.");
  key("wheel.transversal_inertia", &WheelOptions::transversal_inertia, in("kg m2"), above(0),
      "Moment of inertia about a diameter.");
  key("wheel.tilt", &WheelOptions::tilt, in("rad"), within(-1.5, 1.5), "Angle of the axle to the floor at the start.");
  key("wheel.speed", &WheelOptions::speed, in("m/s"), "Speed of the centre at the start, along x.");
  key("wheel.turning", &WheelOptions::turning, in("rad/s"), "Angular velocity about the vertical at the start.");
  key("wheel.reference_step", &WheelOptions::reference_step, in("s"), above(0),
      "Step of the reference solution (exact Coulomb friction), with which all laws are compared.");
  key("wheel.bound_iterations", &WheelOptions::bound_iterations, within(1, 100),
      "Bound iterations of the second of two regularised models that are compared; the first has none.");
}

std::unique_ptr<scene::Scenario> make_wheel(const io::Deck& deck) { return std::make_unique<Wheel>(deck); }

Exit run_wheel(const comm::Comm& comm, const io::Deck& deck, const sim::RunOptions& options) {
  comm::agree(comm, [&] {
    if (comm.is_root()) run_all(deck, options);
  });
  return Exit::done;
}

}  // namespace talus::drivers
