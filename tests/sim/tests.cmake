talus_test(NAME sim/contacts_vs_brute_force RANKS 1 2 3 4 7)
talus_test(NAME sim/same_bits RANKS 1 2 3 4 7)
talus_script_test(NAME sim/cli GROUPS Help BadUsage BadDecks Folders Restarts Signals Kills Damage Inputs)
talus_test(NAME sim/large_body_closed_form RANKS 1 2 3 4 7)
