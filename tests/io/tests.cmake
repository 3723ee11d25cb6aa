talus_test(NAME io/deck RANKS 1)
talus_test(NAME io/beds RANKS 1 4)
