talus_test(NAME io/deck RANKS 1)
talus_test(NAME io/beds RANKS 1 4)
talus_test(NAME io/fclib RANKS 1 TIMEOUT 240)
talus_script_test(NAME io/trajectory GROUPS Content AnyRanks Resumed Killed Converted)
