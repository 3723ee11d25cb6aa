talus_script_test(NAME docs/pages GROUPS Commands Decks Links Papers Walk)
