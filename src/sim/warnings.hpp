#pragma once
// What a user is told of a start that runs, but perhaps not as meant: meshes that were repaired; bodies that stand in
// each other, which one step pushes apart at overlap / h, and that speed stays.

#include <span>
#include <string>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "comm/comm.hpp"
#include "io/deck/deck.hpp"

namespace talus::sim {

struct Overlap {
  double depth = 0;         // m
  double part = 0;          // of the radius of the smaller body
  GlobalId a = -1, b = -1;  // -1: there is none
};

// *Collective.* The deepest for its bodies' size among contacts without springs, which are meant to be pressed; the
// same on all ranks.
Overlap deepest_overlap(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world,
                        std::span<const collide::Contact> contacts);

// What to say of it: one line, empty if it does no harm or the deck takes care of it.
std::string warning_of(const Overlap& overlap, const io::Deck& deck);

// What was done to meshes of the deck: a line each.
std::string repairs_of(const bodies::World& world, const io::Deck& deck);

}  // namespace talus::sim
