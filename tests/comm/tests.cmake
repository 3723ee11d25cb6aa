talus_test(NAME comm/exact_sum RANKS 1 2 3 4 7)
talus_test(NAME comm/comm RANKS 1 2 3 4 7)
