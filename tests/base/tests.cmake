talus_test(NAME base/architecture RANKS 1)
talus_test(NAME base/cube_table RANKS 1)
