#pragma once
// Arithmetic in decks: a number may be written as an expression behind "=", as in `width: = 2 * box.radius`.

#include <functional>
#include <stdexcept>
#include <string_view>

namespace talus::io {

// A text that is no expression, or has no finite value; without its place.
struct ExpressionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The value of a variable or key.
using VariableValue = std::function<double(std::string_view name)>;

// Whether a scalar is an expression: it begins with "=".
bool is_expression(std::string_view text);

// The value of an expression, with or without its "=". Numbers, names of variables, pi, + - * / ^, brackets and the
// functions sqrt, abs, exp, log, sin, cos, tan, asin, acos, atan, floor, ceil, round, min(a, b), max(a, b).
double value_of_expression(std::string_view text, const VariableValue& variable);

// Whether a text can be the name of a variable: letters, digits, _ and dots, not a digit or dot at its front, and not
// pi or a function.
bool is_variable_name(std::string_view name);

}  // namespace talus::io
