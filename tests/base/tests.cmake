talus_test(NAME base/architecture RANKS 1)
