talus_test(NAME bodies/fields RANKS 1)
