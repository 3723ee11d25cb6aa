talus_test(NAME solver/cone RANKS 1)
