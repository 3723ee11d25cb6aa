#include "io/csv_rows.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/error.hpp"
#include "io/durable.hpp"

namespace talus::io {

std::uintmax_t kept_rows(const std::filesystem::path& file, const std::string& header, std::int64_t last_step,
                         const std::function<bool(const std::string&)>& take) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return 0;
  if (line + "\n" != header) {
    throw IoError(file.string() + ": holds other columns than this run writes; move it away to go on without its rows");
  }
  std::uintmax_t bytes = header.size();
  const auto commas = std::ranges::count(header, ',');
  for (std::int64_t last = 0; std::getline(in, line) && !in.eof(); bytes += line.size() + 1) {
    const std::int64_t step = std::strtoll(line.c_str(), nullptr, 10);
    if (std::ranges::count(line, ',') != commas || step <= last || step > last_step || !take(line)) break;
    last = step;
  }
  return bytes;
}

std::ofstream open_rows(const std::filesystem::path& file, const std::string& header, std::int64_t last_step) {
  const auto kept = last_step > 0 && std::filesystem::exists(file) ? kept_rows(file, header, last_step) : 0;
  if (kept > 0) std::filesystem::resize_file(file, kept);
  std::ofstream out(file, kept > 0 ? std::ios::app : std::ios::trunc);
  if (kept == 0) out << header << std::flush;
  check_written(out, file);
  return out;
}

}  // namespace talus::io
