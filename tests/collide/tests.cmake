talus_test(NAME collide/pairs_vs_brute_force RANKS 1)
talus_test(NAME collide/seams_closed_form RANKS 1)

# The same with 10^5 poses a pair.
get_test_property(collide.pairs_vs_brute_force.np1 ENVIRONMENT environment)
add_test(NAME collide.pairs_vs_brute_force.many.np1
  COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 1 $<TARGET_FILE:collide_pairs_vs_brute_force>)
set_tests_properties(collide.pairs_vs_brute_force.many.np1 PROPERTIES LABELS full TIMEOUT 3600
  ENVIRONMENT "${environment};TALUS_POSES=100000")
