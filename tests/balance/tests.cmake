talus_test(NAME balance/hilbert ROOM balance RANKS 1)
talus_test(NAME balance/curve ROOM balance RANKS 1 2 3 4 7)
talus_test(NAME balance/methods ROOM balance RANKS 1 2 3 4 7)
talus_test(NAME balance/rent_or_buy ROOM balance RANKS 1)
