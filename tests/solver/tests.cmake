talus_test(NAME solver/cone RANKS 1)
talus_test(NAME solver/blocks RANKS 1)
talus_test(NAME solver/family RANKS 1 2 4)
talus_test(NAME solver/pivoting RANKS 1)
