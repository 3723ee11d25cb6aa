talus_test(NAME balance/hilbert RANKS 1)
talus_test(NAME balance/curve RANKS 1 2 3 4 7)
talus_test(NAME balance/methods RANKS 1 2 3 4 7)
talus_test(NAME balance/rent_or_buy RANKS 1)
