// Ends a process at once, with one line, on a processor that lacks instructions which the compiler was allowed to use
// (TALUS_ARCH): the first of them would end it by a signal. Runs before the constructors of all C++ sources, and is
// itself compiled for any x86-64.

#ifdef __x86_64__
#include <stdio.h>
#include <unistd.h>

#define NEED(feature) \
  if (!__builtin_cpu_supports(feature)) missing = feature

__attribute__((constructor(101), target("arch=x86-64"))) static void require_instructions(void) {
  const char* missing = 0;
  __builtin_cpu_init();
#ifdef __AVX512VL__
  NEED("avx512vl");
#endif
#ifdef __AVX512BW__
  NEED("avx512bw");
#endif
#ifdef __AVX512F__
  NEED("avx512f");
#endif
#ifdef __BMI2__
  NEED("bmi2");
#endif
#ifdef __FMA__
  NEED("fma");
#endif
#ifdef __AVX2__
  NEED("avx2");
#endif
  if (!missing) return;
  dprintf(
      STDERR_FILENO,
      "talus: this processor has no %s, which the executable was built for (%s); use another machine, or build with "
      "-DTALUS_ARCH=x86-64\n",
      missing, TALUS_ARCH);
  _exit(2);
}
#endif
