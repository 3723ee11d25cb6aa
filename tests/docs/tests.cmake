talus_script_test(NAME docs/pages GROUPS Commands Decks Keys Links Messages Papers Pictures Series Spelling Version Walk)
talus_script_test(NAME docs/tutorials GROUPS Pages Small Sweep)
talus_script_test(NAME docs/tutorials GROUPS Full LABELS full TIMEOUT 3600)
talus_script_test(NAME docs/manual GROUPS Html LABELS full)
