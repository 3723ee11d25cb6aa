#include "base/memory.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>

namespace talus {
namespace {
std::atomic<std::int64_t> current{0};
std::atomic<std::int64_t> peak{0};

#ifndef __SANITIZE_ADDRESS__
void* count_in(void* block) {
  if (!block) throw std::bad_alloc();
  const auto now = current.fetch_add(static_cast<std::int64_t>(malloc_usable_size(block)), std::memory_order_relaxed) +
                   static_cast<std::int64_t>(malloc_usable_size(block));
  if (now > peak.load(std::memory_order_relaxed)) peak.store(now, std::memory_order_relaxed);
  return block;
}

void count_out(void* block) {
  if (block) current.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(block)), std::memory_order_relaxed);
  std::free(block);
}
#endif
}  // namespace

std::int64_t heap_bytes() { return current.load(std::memory_order_relaxed); }
std::int64_t heap_peak_bytes() { return peak.load(std::memory_order_relaxed); }
void reset_heap_peak() { peak.store(current.load()); }

std::int64_t own_bytes() {
  std::int64_t all = 0, resident = 0, of_files = 0;  // pages
  std::ifstream("/proc/self/statm") >> all >> resident >> of_files;
  return (resident - of_files) * sysconf(_SC_PAGESIZE);
}

std::int64_t memory_limit() {
  rlimit space{};
  const std::int64_t machine = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  const bool limited = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
  return limited ? std::min(machine, static_cast<std::int64_t>(space.rlim_cur)) : machine;
}

std::int64_t resident_peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace talus

#ifndef __SANITIZE_ADDRESS__
void* operator new(std::size_t size) { return talus::count_in(std::malloc(size ? size : 1)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto a = static_cast<std::size_t>(alignment);
  return talus::count_in(std::aligned_alloc(a, (size + a - 1) / a * a));
}
void operator delete(void* block) noexcept { talus::count_out(block); }
void operator delete(void* block, std::size_t) noexcept { talus::count_out(block); }
void operator delete(void* block, std::align_val_t) noexcept { talus::count_out(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { talus::count_out(block); }
#endif
