#pragma once
// Bodies that stand in each other: one step pushes them apart at overlap / h, and that speed stays.

#include "observe/view.hpp"

namespace talus::observe {

struct Overlap {
  double depth = 0;         // m
  double part = 0;          // of the radius of the smaller body
  GlobalId a = -1, b = -1;  // -1: there is none
};

struct OverlapsOfStart {
  Overlap of_contacts;  // will part
  Overlap of_driven;    // of a driven and a fixed body: no contact keeps them apart
};

// *Collective.* The deepest for its bodies' size among contacts without springs, which are meant to be pressed; the
// same on all ranks.
Overlap deepest_overlap(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world,
                        std::span<const collide::Contact> contacts);

}  // namespace talus::observe
