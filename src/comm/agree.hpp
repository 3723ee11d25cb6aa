#pragma once
// One failure for all: what fails on some ranks must end all of them, with one message.

#include <functional>

#include "base/error.hpp"
#include "comm/comm.hpp"

namespace talus::comm {

// Thrown on all ranks alike: the root may report it for all, and nobody is left waiting.
struct AgreedError : Error {
  using Error::Error;
};

// *Collective.* Calls `act` on every rank. If it throws an Error or a system's error on any of them, all throw the one
// of the lowest such rank. `act` must leave no other rank waiting when it throws.
void agree(const Comm& comm, const std::function<void()>& act);

}  // namespace talus::comm
