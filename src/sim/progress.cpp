#include "sim/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sstream>

#include "base/timer.hpp"

namespace talus::sim {
namespace {

// A text that cannot be written must not end a run; the end of the process reports it.
template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values) {
  std::fputs(fmt::format(text, std::forward<Values>(values)...).c_str(), stdout);
}

// mpirun gives ranks a terminal even if it writes to a file itself: then its own output tells, where it can be seen.
bool on_terminal() {
  if (!isatty(STDOUT_FILENO)) return false;
  if (!std::getenv("OMPI_COMM_WORLD_SIZE") && !std::getenv("PMI_SIZE")) return true;
  std::error_code unseen;
  const auto output = std::filesystem::read_symlink(fmt::format("/proc/{}/fd/1", getppid()), unseen).string();
  return output.starts_with("/dev/pts/") || output.starts_with("/dev/tty");
}

std::string clock_in(double seconds) {
  const std::time_t then = std::time(nullptr) + std::llround(std::min(seconds, 1e9));
  std::array<char, 32> text{};
  std::tm parts{};
  std::strftime(text.data(), text.size(), seconds < 86400 ? "%H:%M:%S" : "%Y-%m-%d %H:%M", localtime_r(&then, &parts));
  return text.data();
}

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  return seconds < 7200 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79u;
}

void StepList::add(std::int64_t step) {
  if (!ranges_.empty() && ranges_.back().second + 1 == step) {
    ranges_.back().second = step;
  } else {
    ranges_.emplace_back(step, step);
  }
}

std::string StepList::text(std::size_t most_ranges) const {
  std::string text;
  for (std::size_t r = 0; r < std::min(most_ranges, ranges_.size()); ++r) {
    const auto [first, last] = ranges_[r];
    text += fmt::format("{}{}", r > 0 ? ", " : "",
                        first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last));
  }
  std::int64_t rest = 0;
  for (std::size_t r = most_ranges; r < ranges_.size(); ++r) rest += ranges_[r].second - ranges_[r].first + 1;
  return rest > 0 ? text + fmt::format(" and {} more", rest) : text;
}

// FNV-1a.
std::string deck_digest(const std::string& resolved) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : resolved) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash);
}

Progress::Progress(const comm::Comm& comm, const RunPlan& plan, const RunOptions& options)
    : comm_(comm), plan_(plan), options_(options), prints_(comm.is_root() && !options.quiet && !options.json),
      terminal_(on_terminal()), colours_(terminal_ && !std::getenv("NO_COLOR")), started_(wall_seconds()) {}

void Progress::start(const Simulation& simulation) {
  started_ = wall_seconds();
  first_step_ = simulation.steps_done();
  shown_ = logged_ = {started_, first_step_, simulation.times()};
  if (!comm_.is_root()) return;
  io::Json entry;
  entry.add("version", options_.program).add("scenario", plan_.scenario).add("deck_digest", deck_digest(plan_.deck));
  entry.add("ranks", comm_.size()).add("step", first_step_).add("time", simulation.time());
  log_.add("start", entry.add("end_step", plan_.end_step).add("end", plan_.end));
  if (!prints_) return;
  print("{}\n{}: deck {}, {} rank{}, solver {} ({}), tolerance {:g} m/s ({}), output in {}\n", options_.program,
        plan_.scenario, deck_digest(plan_.deck), comm_.size(), comm_.size() > 1 ? "s" : "", plan_.solve.solver,
        plan_.solve.schedule, plan_.solve.tolerance, plan_.solve.norm, plan_.output.folder);
  if (first_step_ > 0) print("going on from t = {:g} s, step {}\n", simulation.time(), first_step_);
  std::fflush(stdout);
}

void Progress::warn(const Simulation& simulation, const std::string& lines) {
  static constexpr std::string_view kHead = "talus: warning: ";
  if (lines.empty() || !comm_.is_root()) return;
  fmt::print(stderr, "{}", lines);
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kHead)) line.erase(0, kHead.size());
    log_.add("warning", io::Json().add("step", simulation.steps_done()).add("text", line));
  }
}

void Progress::fail(const std::string& message) {
  if (comm_.is_root()) log_.add("end", io::Json().add("status", "failed").add("text", message));
}

void Progress::step(const Simulation& simulation, const StepReport& report, std::int64_t memory) {
  const auto& solve = report.solve;
  if (solve.status == solver::Status::missed) missed_.add(simulation.steps_done()), ++num_missed_;
  num_capped_ += solve.sweeps >= simulation.options().solver.max_sweeps;
  updates_ += static_cast<double>(solve.contacts) * solve.sweeps;
  updates_here_ += static_cast<double>(simulation.contacts().size()) * solve.sweeps;
  memory_ = memory;
  if (!comm_.is_root()) return;
  const double now = wall_seconds(), seldom = std::clamp(0.5 * (now - started_), 1.0, 60.0);
  const auto step = simulation.steps_done();
  const bool last = step == plan_.end_step;
  const auto is_due = [&](const Mark& mark, double pause) { return last || now - mark.clock >= pause; };
  if (is_due(logged_, seldom)) {
    io::Json entry;
    entry.add("step", step).add("time", simulation.time());
    log_.add("progress", entry.add("text", line(simulation, report, logged_, now)));
    logged_ = {now, step, simulation.times()};
  }
  if (prints_ && is_due(shown_, terminal_ ? 0.5 : seldom)) {
    show(line(simulation, report, shown_, now));
    shown_ = {now, step, simulation.times()};
  }
}

void Progress::show(std::string text) {
  if (terminal_) {
    text.resize(std::min(text.size(), terminal_width()));
    print("\r{}\033[K", text);
    open_line_ = true;
  } else {
    print("{}\n", text);
  }
  std::fflush(stdout);
}

// The troubles that a reader should know before the run ends; empty if there are none.
std::string Progress::troubles(const StepReport& report) const {
  constexpr double kDeep = 0.01;  // of the smaller body's radius, as in the warning at the end
  std::string text;
  if (num_missed_ > 0) text = fmt::format("{} steps missed the tolerance", num_missed_);
  if (report.overlap > kDeep) text += fmt::format("{}overlap {:.2g} %", text.empty() ? "" : ", ", 100 * report.overlap);
  return text;
}

// The most important part comes first: terminals cut the end off. The rate is that since the last line, as runs that
// are being fed grow slower; so is the phase that took longest.
std::string Progress::line(const Simulation& simulation, const StepReport& report, const Mark& since,
                           double now) const {
  const auto step = simulation.steps_done();
  const double seconds = std::max(now - since.clock, 1e-9);
  const double rate = static_cast<double>(step - since.step) / seconds;
  const double left = static_cast<double>(plan_.end_step - step) / std::max(rate, 1e-9);
  auto phases = simulation.times().seconds;
  for (std::size_t p = 0; p < phases.size(); ++p) phases[p] -= since.times.seconds[p];
  const auto longest = static_cast<std::size_t>(std::ranges::max_element(phases) - phases.begin());
  std::string text = fmt::format("t = {:.4g} of {:g} s", simulation.time(), plan_.end);
  if (const auto trouble = troubles(report); !trouble.empty()) text += " | " + trouble;
  if (step != plan_.end_step) {
    text += fmt::format(" | {} left, done at {}", duration(left), clock_in(left));
    if (options_.max_hours > 0) {
      const double allowed = started_ + 3600 * options_.max_hours - now;
      text += fmt::format(", {} {}", left > allowed ? "stops before at" : "limit", clock_in(std::max(allowed, 0.0)));
    }
  }
  return text +
         fmt::format(
             " | {:.3g} steps/s, {:.0f} % {} | {} bodies, {} contacts | {} sweeps, residual {:.1e} m/s | memory {} MiB",
             rate, 100 * phases[longest] / seconds, kPhaseNames[longest], report.bodies, report.solve.contacts,
             report.solve.sweeps, report.solve.residual.rms, memory_ >> 20);
}

Progress::Spread Progress::spread(double value) const {
  return {comm_.min(value), comm_.sum(value) / comm_.size(), comm_.max(value)};
}

void Progress::summarise(const Simulation& simulation, io::Json& summary) {
  wall_ = comm_.max(wall_seconds() - started_);
  phases_.clear();
  for (const double seconds : simulation.times().seconds) phases_.push_back(spread(seconds));
  work_ = spread(updates_here_);
  io::Json mean;
  for (std::size_t p = 0; p < phases_.size(); ++p) mean.add(kPhaseNames[p], phases_[p].mean);
  const double solve = phases_[static_cast<std::size_t>(Phase::solve)].mean;
  summary.add("deck_digest", deck_digest(plan_.deck))
      .add("session_seconds", wall_)
      .add("session_seconds_by_phase_mean", mean)
      .add("contact_updates_per_second", solve > 0 ? updates_ / solve : 0.0)
      .add("imbalance", work_.mean > 0 ? work_.most / work_.mean - 1 : 0.0);
}

std::string Progress::table() const {
  std::string text =
      bold(fmt::format("{:<12}{:>12}{:>12}{:>12}{:>9}", "phase", "min [s]", "mean [s]", "max [s]", "share")) + "\n";
  const auto row = [&](const char* name, const Spread& s) {
    text += fmt::format("{:<12}{:>12.3f}{:>12.3f}{:>12.3f}{:>8.1f}%\n", name, s.least, s.mean, s.most,
                        100 * s.mean / std::max(wall_, 1e-9));
  };
  double mean = 0;
  for (std::size_t p = 0; p < phases_.size(); ++p) row(kPhaseNames[p], phases_[p]), mean += phases_[p].mean;
  return text + fmt::format("{:<12}{:>12}{:>12.3f}{:>12}{:>8.1f}% of {:.3f} s\n", "all", "", mean, "",
                            100 * mean / std::max(wall_, 1e-9), wall_);
}

// Names the phase that took most of the time, and what would have to change for the run to take less.
std::string Progress::verdict(const Simulation& simulation) const {
  const auto largest = std::ranges::max_element(phases_, {}, &Spread::mean) - phases_.begin();
  const double share = 100 * phases_[static_cast<std::size_t>(largest)].mean / std::max(wall_, 1e-9);
  std::string text =
      fmt::format("limited by {} ({:.0f} % of the time)", kPhaseNames[static_cast<std::size_t>(largest)], share);
  if (static_cast<Phase>(largest) != Phase::solve || updates_ == 0) return text;
  const auto& solve = phases_[static_cast<std::size_t>(Phase::solve)];
  const double steps = static_cast<double>(simulation.steps_done() - first_step_),
               imbalance = work_.most / work_.mean - 1;
  if (2 * static_cast<double>(num_capped_) > steps) {
    text += fmt::format(": {} of {:.0f} steps used all of solver.max_sweeps", num_capped_, steps);
  } else if (imbalance > 0.2) {
    text += fmt::format(": the largest rank has {:.0f} % more contacts than the mean", 100 * imbalance);
  }
  return text + fmt::format("; {:.3g} contact updates/s, {:.1f} ns each on a rank, imbalance {:.1f} %",
                            updates_ / solve.mean, 1e9 * solve.mean * comm_.size() / updates_, 100 * imbalance);
}

void Progress::end(const Simulation& simulation, const std::string& after, bool stopped) {
  if (comm_.is_root()) log_.add("end", io::Json().add("status", stopped ? "stopped" : "done"));
  if (!prints_) return;
  const auto steps = simulation.steps_done() - first_step_;
  print("{}{}{}\n", open_line_ ? "\n" : "", table(), verdict(simulation));
  const auto missed =
      fmt::format("{} of {} steps missed the tolerance of {:g} m/s ({}){}", num_missed_, steps, plan_.solve.tolerance,
                  plan_.solve.norm, num_missed_ > 0 ? ": " + missed_.text(8) : "");
  print("{}\n{}\n", num_missed_ > 0 ? bold(missed) : missed, after);
  std::fflush(stdout);
}

}  // namespace talus::sim
