#include "bodies/load.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace talus::bodies {
namespace {

// Integral of the straight lines through a table; outside the table its first and last value hold.
double table_integral(const std::vector<std::pair<double, double>>& table, double from, double to) {
  const auto value = [&](std::size_t i, double t) {  // on the line from i to i + 1
    const auto [t0, f0] = table[i];
    const auto [t1, f1] = table[i + 1];
    return f0 + (f1 - f0) * (t - t0) / (t1 - t0);
  };
  double sum = table.front().second * std::max(0.0, std::min(to, table.front().first) - from) +
               table.back().second * std::max(0.0, to - std::max(from, table.back().first));
  const auto after = std::ranges::upper_bound(table, from, {}, &std::pair<double, double>::first);
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - table.begin() - 1)); i + 1 < table.size();
       ++i) {
    const double low = std::max(from, table[i].first), high = std::min(to, table[i + 1].first);
    if (low >= high) break;
    sum += 0.5 * (high - low) * (value(i, low) + value(i, high));
  }
  return sum;
}

double table_value(const std::vector<std::pair<double, double>>& table, double time) {
  const auto after = std::ranges::upper_bound(table, time, {}, &std::pair<double, double>::first);
  if (after == table.begin()) return table.front().second;
  if (after == table.end()) return table.back().second;
  const auto before = std::prev(after);
  return before->second + (after->second - before->second) * (time - before->first) / (after->first - before->first);
}

}  // namespace

double Course::largest() const {
  if (kind != Kind::table) return 1;
  double most = 0;
  for (const auto& [time, factor] : table) most = std::max(most, std::abs(factor));
  return most;
}

double Course::value(double time) const {
  if (kind == Kind::table) return table_value(table, time);
  if (kind == Kind::ramp) return std::clamp((time - start) / (end - start), 0.0, 1.0);
  if (time < start || time >= end) return 0;
  return kind == Kind::constant ? 1 : std::sin(2 * std::numbers::pi * frequency * (time - start) + phase);
}

double Course::integral(double from, double to) const {
  if (kind == Kind::table) return table_integral(table, from, to);
  if (kind == Kind::ramp) return table_integral({{start, 0}, {end, 1}}, from, to);
  const double low = std::max(from, start), high = std::min(to, end);
  if (low >= high) return 0;
  if (kind == Kind::constant) return high - low;
  // int sin = sin at the middle, times 2 / omega sin(omega (high - low) / 2): nothing cancels
  const double omega = 2 * std::numbers::pi * frequency, half = 0.5 * omega * (high - low);
  const double mean = std::abs(half) > 1e-4 ? std::sin(half) / half : 1 - half * half / 6;
  return (high - low) * mean * std::sin(omega * (0.5 * (low + high) - start) + phase);
}

}  // namespace talus::bodies
