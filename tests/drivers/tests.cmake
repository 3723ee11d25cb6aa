talus_test(NAME drivers/bench RANKS 1 4)

talus_test(NAME drivers/scales RANKS 2 4 8 27 TIMEOUT 300 ARGS --gtest_filter=Small/*)
talus_test(NAME drivers/scales VARIANT large RANKS 2 4 8 27 LABELS full TIMEOUT 1800 ARGS --gtest_filter=Large/*)
foreach(size scales scales.large)  # more ranks are held to what two have left
  set_tests_properties(drivers.${size}.np2 PROPERTIES FIXTURES_SETUP ${size})
  set_tests_properties(drivers.${size}.np8 drivers.${size}.np27 PROPERTIES FIXTURES_REQUIRED ${size})
endforeach()

talus_script_test(NAME drivers/solve GROUPS CommandLine Input Unbounded Replay Damage)
talus_script_test(NAME drivers/ends GROUPS Output Requests OpenFiles Launcher)
talus_test(NAME drivers/keys_vs_results RANKS 1)
talus_script_test(NAME drivers/watch GROUPS Log Watch)
talus_script_test(NAME drivers/processor GROUPS Baseline)
