#include "drivers/commands/watch.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <thread>

#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/lock.hpp"
#include "io/run_log.hpp"
#include "sim/output_folder.hpp"
#include "sim/progress.hpp"

namespace talus::drivers {
namespace {

namespace fs = std::filesystem;

enum class State { absent, queued, starting, running, done, stopped, failed, killed };

// The state of a run at one moment, as its files tell it.
struct Picture {
  State state = State::absent;
  std::string job;                    // of Slurm, that holds the folder; empty: none
  io::LogLine start, progress, end;   // the last of each in the last session
  std::vector<io::LogLine> warnings;  // of all sessions

  bool has_ended() const { return state >= State::done && job.empty(); }
};

std::string member(const io::LogLine& line, const std::string& name) {
  const auto found = line.find(name);
  return found == line.end() ? "" : found->second;
}
double number(const io::LogLine& line, const std::string& name) {
  return std::strtod(member(line, name).c_str(), nullptr);
}

// The end of the chain of links that jobscripts/slurm.sh keeps next to the output folder; a job that is complete holds
// nothing.
std::string job_of(const fs::path& folder) {
  const fs::path job = folder.string() + ".job";
  std::error_code missing;
  if (fs::exists(job / "summary.txt", missing)) return "";
  std::string holder = "first";
  for (int jobs = 0; jobs < 100000; ++jobs) {
    const auto next = fs::read_symlink(job / ("lock." + holder), missing);
    if (missing) break;
    holder = next.string();
  }
  return holder == "first" ? "" : holder;
}

// A folder whose file system has no locks tells by the age of its log whether a run writes there.
bool is_alive(const sim::OutputFolder& folder, const Picture& picture) {
  constexpr double kSilence = 180;  // s; the log has a line each minute
  if (const auto taken = io::Lock::is_taken(folder.lock())) return *taken;
  const auto& newest = picture.progress.empty() ? picture.start : picture.progress;
  return !newest.empty() && static_cast<double>(std::time(nullptr)) - number(newest, "clock") < kSilence;
}

State state_of(const sim::OutputFolder& folder, const Picture& picture) {
  if (is_alive(folder, picture)) return picture.start.empty() ? State::starting : State::running;
  const auto status = member(picture.end, "status");
  if (status == "failed") return State::failed;
  if (status == "stopped") return State::stopped;
  return status == "done" && fs::exists(folder.summary()) ? State::done : State::killed;
}

Picture look(const sim::OutputFolder& folder) {
  Picture picture;
  picture.job = job_of(folder.root);
  if (!fs::exists(folder.root) || fs::is_empty(folder.root)) {
    picture.state = picture.job.empty() ? State::absent : State::queued;
    return picture;
  }
  for (auto& line : io::read_log(folder.log())) {
    const auto event = member(line, "event");
    if (event == "start") picture.start = line, picture.progress.clear(), picture.end.clear();
    if (event == "progress") picture.progress = line;
    if (event == "end") picture.end = line;
    if (event == "warning") picture.warnings.push_back(std::move(line));
  }
  picture.state = state_of(folder, picture);
  return picture;
}

void require_run(const sim::OutputFolder& folder) {
  if (!fs::exists(folder.root)) return;
  if (!fs::is_directory(folder.root))
    throw InputError(folder.root.string() + ": is a file, expected the output folder of a run");
  if (fs::is_empty(folder.root) || fs::exists(folder.lock()) || fs::exists(folder.log())) return;
  throw InputError(folder.root.string() + ": is not the output folder of a run: it holds neither log.jsonl nor .lock");
}

std::string clock_of(const io::LogLine& line) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(static_cast<std::time_t>(number(line, "clock"))));
}

std::string headline(const sim::OutputFolder& folder, const Picture& picture) {
  const auto name = folder.root.string(), reached = member(picture.progress, "time");
  const auto at = reached.empty() ? "" : fmt::format(" at t = {:.6g} s", number(picture.progress, "time"));
  const auto job = picture.job.empty() ? "" : fmt::format("; job {} of Slurm goes on with it", picture.job);
  switch (picture.state) {
    case State::absent: return name + ": no run has started here yet; waiting for one";
    case State::queued: return fmt::format("{}: job {} of Slurm waits to start", name, picture.job);
    case State::starting: return name + ": a run is starting";
    case State::running:
      return fmt::format("{}: running since {} on {} rank{}", name, clock_of(picture.start),
                         member(picture.start, "ranks"), member(picture.start, "ranks") == "1" ? "" : "s");
    case State::done: return fmt::format("{}: complete since {}", name, clock_of(picture.end));
    case State::stopped:
      return fmt::format("{}: stopped on request{}, at {}; talus run --resume goes on{}", name, at,
                         clock_of(picture.end), job);
    case State::failed: return fmt::format("{}: failed at {}{}", name, clock_of(picture.end), job);
    case State::killed:
      return fmt::format("{}: ended without a word{}: killed, or a file failed; talus run --resume goes on{}", name, at,
                         job);
  }
  return name;
}

// The state in lines; the first is the headline.
std::vector<std::string> lines_of(const sim::OutputFolder& folder, const Picture& picture) {
  std::vector<std::string> lines{headline(folder, picture)};
  if (!picture.progress.empty()) lines.push_back("  " + member(picture.progress, "text"));
  if (picture.state == State::failed) lines.push_back("  " + member(picture.end, "text"));
  for (const auto& warning : picture.warnings)
    lines.push_back(fmt::format("  warning at step {}: {}", member(warning, "step"), member(warning, "text")));
  return lines;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&' || c == '"') {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// A page that a browser loads again by itself until the run has ended.
std::string page_of(const sim::OutputFolder& folder, const Picture& picture, double every) {
  const double end = number(picture.start, "end"), time = number(picture.progress, "time");
  const double percent = picture.state == State::done ? 100 : end > 0 ? std::clamp(100 * time / end, 0.0, 100.0) : 0;
  std::string items;
  const auto lines = lines_of(folder, picture);
  for (std::size_t n = 1; n < lines.size(); ++n) items += fmt::format("<li>{}</li>\n", escaped(lines[n]));
  const auto refresh = picture.has_ended()
                           ? ""
                           : fmt::format("<meta http-equiv=\"refresh\" content=\"{:.0f}\">\n", std::max(every, 1.0));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n{}<title>{:.0f} % {}</title>\n<style>\n"
      ":root {{ color-scheme: light dark; }}\nbody {{ font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: "
      "2em "
      "auto; padding: 0 1em; }}\nprogress {{ width: 100%; accent-color: #b23a10; }}\nli {{ overflow-wrap: anywhere; "
      "}}\n"
      "</style></head>\n<body><h1>{}</h1>\n<progress max=\"100\" value=\"{:.2f}\">{:.0f} %</progress>\n<ul>\n{}</ul>\n"
      "<p>As of {:%Y-%m-%d %H:%M:%S}.</p></body></html>\n",
      refresh, percent, escaped(folder.root.filename().string()), escaped(lines.front()), percent, percent, items,
      fmt::localtime(std::time(nullptr)));
}

// On a terminal in place of what was shown before, else behind it where anything has changed.
class Screen {
 public:
  void show(const std::vector<std::string>& lines) {
    if (lines == shown_) return;
    std::string text = terminal_ && !shown_.empty() ? fmt::format("\033[{}F\033[J", shown_.size()) : "";
    for (const auto& line : lines) text += cut(line) + '\n';
    fmt::print("{}", text);
    std::fflush(stdout);
    shown_ = lines;
  }

 private:
  std::string cut(const std::string& line) const { return terminal_ ? line.substr(0, sim::terminal_width()) : line; }

  bool terminal_ = isatty(STDOUT_FILENO);
  std::vector<std::string> shown_;
};

Exit follow(const WatchOptions& options) {
  const sim::OutputFolder folder{options.folder};
  Screen screen;
  while (true) {
    require_run(folder);
    const auto picture = look(folder);
    if (!options.html.empty())
      io::write_whole(options.html, [&](std::ostream& out) { out << page_of(folder, picture, options.every); });
    screen.show(lines_of(folder, picture));
    if (picture.state == State::done) return Exit::done;
    if (picture.has_ended()) return picture.state == State::stopped ? Exit::stopped : Exit::physics;
    if (options.once) return Exit::done;
    std::this_thread::sleep_for(std::chrono::duration<double>(options.every));
  }
}

}  // namespace

Exit watch(const comm::Comm& comm, const WatchOptions& options) {
  Exit exit = Exit::done;
  comm::agree(comm, [&] {
    if (comm.is_root()) exit = follow(options);
  });
  return static_cast<Exit>(comm.max(static_cast<std::int64_t>(exit)));
}

}  // namespace talus::drivers
