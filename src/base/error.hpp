#pragma once
// Four kinds of failure: types first; TALUS_ASSERT (debug, hot); TALUS_REQUIRE (always on, our own bug); and errors
// from the outside world, thrown while reading input or files. An error carries the exit code that the command ends
// with.

#include <stdexcept>
#include <string>

namespace talus {

enum class Exit : int { done = 0, usage = 2, stopped = 3, physics = 4, io = 5 };

class Error : public std::runtime_error {
 public:
  Error(Exit code, const std::string& what) : std::runtime_error(what), code_(code) {}
  Exit code() const { return code_; }

 private:
  Exit code_;
};

// Bad usage, deck or problem file: exit 2.
struct InputError : Error {
  explicit InputError(const std::string& what) : Error(Exit::usage, what) {}
};

// The solver or the physics failed: exit 4.
struct PhysicsError : Error {
  explicit PhysicsError(const std::string& what) : Error(Exit::physics, what) {}
};

// A file could not be read or written, or is damaged: exit 5.
struct IoError : Error {
  explicit IoError(const std::string& what) : Error(Exit::io, what) {}
};

[[noreturn]] void fail_requirement(const char* expression, const char* file, int line, const std::string& message);

}  // namespace talus

#define TALUS_REQUIRE(expression, message) \
  ((expression) ? void(0) : ::talus::fail_requirement(#expression, __FILE__, __LINE__, message))

#ifdef NDEBUG
#define TALUS_ASSERT(expression) void(0)
#else
#define TALUS_ASSERT(expression) TALUS_REQUIRE(expression, "")
#endif
