#include "io/run_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>

#include "base/error.hpp"
#include "io/durable.hpp"

namespace talus::io {

RunLog::~RunLog() {
  if (file_ >= 0) ::close(file_);
}

void RunLog::open(const std::filesystem::path& file) {
  require_no_link(file);
  file_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) throw IoError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
  char last = '\n';
  const auto size = ::lseek(file_, 0, SEEK_END);
  const bool cut_short = size > 0 && ::pread(file_, &last, 1, size - 1) == 1 && last != '\n';
  if (cut_short && ::write(file_, "\n", 1) != 1) return;
}

void RunLog::add(const std::string& event, Json entries) {
  if (file_ < 0) return;
  Json line;
  line.add("event", event).add("clock", static_cast<std::int64_t>(std::time(nullptr))).append(entries);
  const std::string text = line.line() + '\n';
  if (::write(file_, text.data(), text.size()) < 0) return;
}

std::vector<LogLine> read_log(const std::filesystem::path& file) {
  std::vector<LogLine> lines;
  std::ifstream in(file);
  for (std::string text; std::getline(in, text) && !in.eof();) {
    try {
      LogLine line;
      for (const auto& member : YAML::Load(text))  // JSON on one line is YAML
        if (member.second.IsScalar()) line[member.first.Scalar()] = member.second.Scalar();
      lines.push_back(std::move(line));
    } catch (const YAML::Exception&) {
      continue;
    }
  }
  return lines;
}

}  // namespace talus::io
