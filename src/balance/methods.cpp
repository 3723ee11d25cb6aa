#include "balance/methods.hpp"

#include <fmt/ranges.h>

#include <array>

#include "base/error.hpp"

namespace talus::balance {

Propose propose_by_curve;  // necklace.cpp
#ifdef TALUS_HAVE_PARMETIS
Propose propose_by_graph;  // parmetis.cpp
#else
constexpr Propose* propose_by_graph = nullptr;
#endif

namespace {

// Prices with 5,000 bodies per rank; twice that with 1,000.
constexpr std::array kMethods{
    Method{"hilbert", "", 30, propose_by_curve},
    Method{"parmetis", "ParMETIS", 70, propose_by_graph},
};

}  // namespace

void Proposal::consider(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::vector<Rank> candidates) {
  const auto theirs = imbalance_of(comm, cubes, candidates);
  if (std::ranges::max(theirs) >= worst()) return;
  owners = std::move(candidates);
  imbalance = theirs;
}

std::span<const Method> methods() { return kMethods; }

const Method& method_named(std::string_view name) {
  const auto method = std::ranges::find(kMethods, name, &Method::name);
  if (method == kMethods.end()) {
    std::vector<std::string_view> names;
    for (const Method& known : kMethods) names.push_back(known.name);
    throw InputError(fmt::format("partition.method: \"{}\" is unknown; it is {}", name, fmt::join(names, " or ")));
  }
  if (!method->available()) {
    throw InputError(fmt::format(
        "partition.method: {} is not in this build, because {} was not found when Talus was configured; take {}, or "
        "install {} and build again",
        name, method->needs, kMethods.front().name, method->needs));
  }
  return *method;
}

}  // namespace talus::balance
