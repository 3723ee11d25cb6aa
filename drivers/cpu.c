// Ends a process at once, with one line, on a processor that lacks instructions which the compiler was allowed to use
// (TALUS_ARCH): the first of them would end it by a signal. Runs before the initialisers of shared libraries, which
// call our operator new, and is itself compiled for any x86-64.

#ifdef __x86_64__
#include <string.h>
#include <unistd.h>

#define NEED(feature)                                                                                   \
  if (!__builtin_cpu_supports(feature))                                                                 \
  missing = "talus: this processor has no " feature ", which the executable was built for (" TALUS_ARCH \
            "); use another machine, or build with -DTALUS_ARCH=x86-64\n"

__attribute__((target("arch=x86-64"))) static void require_instructions(void) {
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
  if (write(STDERR_FILENO, missing, strlen(missing)) < 0) _exit(5);
  _exit(2);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = require_instructions;
#endif
