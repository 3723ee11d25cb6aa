talus_test(NAME io/deck RANKS 1)
