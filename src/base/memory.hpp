#pragma once
// Memory of this process: bytes allocated by operator new (the project's heap, counted by a hook) and resident.

#include <cstdint>

namespace talus {

std::int64_t heap_bytes();       // allocated now through operator new; 0 in sanitizer builds, which keep their own hook
std::int64_t heap_peak_bytes();  // the most at any time since reset_heap_peak()
void reset_heap_peak();
std::int64_t
own_bytes();  // resident now without pages of files and programs, which the system drops and reads as it likes
std::int64_t memory_limit();         // of this process: the memory of the machine, or less by ulimit -v
std::int64_t resident_peak_bytes();  // largest resident set of the process so far

}  // namespace talus
