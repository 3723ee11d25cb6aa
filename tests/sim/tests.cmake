talus_test(NAME sim/contacts_vs_brute_force RANKS 1 2 3 4 7)
