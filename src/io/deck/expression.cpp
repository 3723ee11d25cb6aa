#include "io/deck/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

#include "io/deck/tree.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

constexpr int kMaxDepth = 64;

using Function1 = double (*)(double);
using Function2 = double (*)(double, double);
constexpr std::array<std::pair<std::string_view, Function1>, 13> kFunctions1{{
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"abs", [](double x) { return std::abs(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"round", [](double x) { return std::round(x); }},
}};
constexpr std::array<std::pair<std::string_view, Function2>, 2> kFunctions2{{
    {"min", [](double x, double y) { return std::min(x, y); }},
    {"max", [](double x, double y) { return std::max(x, y); }},
}};

template <class Table>
auto function_named(const Table& table, std::string_view name) {
  const auto at = std::ranges::find(table, name, &Table::value_type::first);
  return at == table.end() ? nullptr : at->second;
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// sum = product {(+|-) product}; product = factor {(*|/) factor}; factor = - factor | base [^ factor];
// base = number | name | function ( sum [, sum] ) | ( sum ).
class Parser {
 public:
  Parser(std::string_view text, const VariableValue& variable) : rest_(text), variable_(variable) {}

  double whole() {
    const double value = sum();
    if (skip_spaces(); !rest_.empty()) fail();
    return value;
  }

 private:
  [[noreturn]] void fail() const {
    throw ExpressionError(
        rest_.empty() ? std::string("the expression is not finished; within [] or {} one with a comma stands in quotes")
                      : fmt::format("unexpected '{}' in an expression", printable(rest_, 20)));
  }
  void skip_spaces() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }
  bool take(char c) {
    if (skip_spaces(); rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void require(char c) {
    if (!take(c)) fail();
  }
  std::string_view take_while(const auto& wanted) {
    const auto end = std::ranges::find_if_not(rest_, wanted);
    const auto taken = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  double sum() {
    double value = product();
    while (true) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  double product() {
    double value = factor();
    while (true) {
      if (take('*')) {
        value *= factor();
      } else if (take('/')) {
        value /= factor();
      } else {
        return value;
      }
    }
  }

  double factor() {
    if (++depth_ > kMaxDepth) throw ExpressionError(fmt::format("an expression deeper than {} levels", kMaxDepth));
    const double value = take('-') ? -factor() : power();
    --depth_;
    return value;
  }

  double power() {
    const double base = this->base();
    return take('^') ? std::pow(base, factor()) : base;
  }

  double base() {
    if (take('(')) {
      const double value = sum();
      require(')');
      return value;
    }
    if (skip_spaces(); rest_.empty()) fail();
    const auto first = static_cast<unsigned char>(rest_[0]);
    return std::isdigit(first) || first == '.' ? number() : named();
  }

  double number() {
    const auto before = rest_;
    take_while([](char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.'; });
    if (!rest_.empty() && (rest_[0] == 'e' || rest_[0] == 'E')) {
      rest_.remove_prefix(1);
      if (!rest_.empty() && (rest_[0] == '+' || rest_[0] == '-')) rest_.remove_prefix(1);
      take_while([](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
    }
    const auto value = to_number(before.substr(0, before.size() - rest_.size()));
    if (!value) rest_ = before, fail();
    return *value;
  }

  double named() {
    const auto name = take_while(is_name_character);
    if (name.empty()) fail();
    if (name == "pi") return std::numbers::pi;
    if (const auto function = function_named(kFunctions1, name)) {
      require('(');
      const double x = sum();
      require(')');
      return function(x);
    }
    if (const auto function = function_named(kFunctions2, name)) {
      require('(');
      const double x = sum();
      require(',');
      const double y = sum();
      require(')');
      return function(x, y);
    }
    return variable_(name);
  }

  std::string_view rest_;
  const VariableValue& variable_;
  int depth_ = 0;
};

}  // namespace

bool is_expression(std::string_view text) { return text.starts_with('='); }

double value_of_expression(std::string_view text, const VariableValue& variable) {
  if (is_expression(text)) text.remove_prefix(1);
  const double value = Parser(text, variable).whole();
  if (!std::isfinite(value)) throw ExpressionError("the expression's value is not finite");
  return value;
}

bool is_variable_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, is_name_character) && name[0] != '.' &&
         !std::isdigit(static_cast<unsigned char>(name[0])) && name != "pi" && !function_named(kFunctions1, name) &&
         !function_named(kFunctions2, name);
}

}  // namespace talus::io
