talus_test(NAME partition/cube_table RANKS 1)
talus_test(NAME partition/hilbert RANKS 1)
talus_test(NAME partition/distribute_vs_brute_force RANKS 1 2 3 4 7)
talus_test(NAME partition/share_vs_brute_force RANKS 1 2 3 4 7)
