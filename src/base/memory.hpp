#pragma once
// What this process holds: bytes allocated by operator new (the project's heap, counted by a hook) and resident memory.

#include <cstdint>

namespace talus {

std::int64_t heap_bytes();       // allocated now through operator new; 0 in sanitizer builds, which keep their own hook
std::int64_t heap_peak_bytes();  // the most at any time since reset_heap_peak()
void reset_heap_peak();
std::int64_t resident_bytes();       // resident set of the process now
std::int64_t resident_peak_bytes();  // the largest so far

}  // namespace talus
