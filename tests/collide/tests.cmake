talus_test(NAME collide/pairs_vs_brute_force RANKS 1)
talus_test(NAME collide/internal_edges_closed_form RANKS 1)
talus_test(NAME collide/sheets_vs_brute_force RANKS 1)
talus_test(NAME collide/orifices_closed_form RANKS 1)

# The same with 10^5 poses a pair, in parts.
get_test_property(collide.pairs_vs_brute_force.np1 ENVIRONMENT environment)
foreach(what pairs sheets)
  foreach(part RANGE 11)
    add_test(NAME collide.${what}_vs_brute_force.many${part}.np1
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 1 $<TARGET_FILE:collide_${what}_vs_brute_force> --gtest_filter=*VsBruteForce*)
    set_tests_properties(collide.${what}_vs_brute_force.many${part}.np1 PROPERTIES LABELS full TIMEOUT 3600
      ENVIRONMENT "${environment};TALUS_POSES=100000;GTEST_TOTAL_SHARDS=12;GTEST_SHARD_INDEX=${part}")
  endforeach()
endforeach()
