#pragma once
// Warnings about a start that runs, but perhaps not as meant: meshes that were repaired; bodies that stand in
// each other, which one step pushes apart at overlap / h, and that speed stays.

#include <string>

#include "bodies/world.hpp"
#include "observe/overlap.hpp"
#include "problem/build.hpp"

namespace talus::sim {

// Warnings about overlaps: a line each, empty where they do no harm or the options take care of them.
std::string warning_of(const observe::OverlapsOfStart& overlaps, const problem::BuildOptions& build);

// What was done to meshes of the deck: a line each.
std::string repairs_of(const bodies::World& world);

}  // namespace talus::sim
