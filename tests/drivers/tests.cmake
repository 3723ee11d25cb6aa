talus_test(NAME drivers/bench RANKS 1 4)
target_link_libraries(drivers_bench PRIVATE talus_drivers)
talus_test(NAME drivers/feed_vs_brute_force RANKS 1 3)
target_link_libraries(drivers_feed_vs_brute_force PRIVATE talus_drivers)

talus_test(NAME drivers/scales RANKS 2 4 8 27 TIMEOUT 300 ARGS --gtest_filter=Small/*)
talus_test(NAME drivers/scales VARIANT large RANKS 2 4 8 27 LABELS full TIMEOUT 1800 ARGS --gtest_filter=Large/*)
target_link_libraries(drivers_scales PRIVATE talus_drivers)
foreach(size scales scales.large)  # more ranks are held to what two have left
  set_tests_properties(drivers.${size}.np2 PROPERTIES FIXTURES_SETUP ${size})
  set_tests_properties(drivers.${size}.np8 drivers.${size}.np27 PROPERTIES FIXTURES_REQUIRED ${size})
endforeach()

talus_test(NAME drivers/scene RANKS 1 4)
talus_test(NAME drivers/scene RANKS 2 7 ARGS --gtest_filter=SceneOfAllSorts.*:PackingFrom*)
target_link_libraries(drivers_scene PRIVATE talus_drivers)
talus_script_test(NAME drivers/solve GROUPS CommandLine Replay Damage)

talus_test(NAME drivers/mechanisms_closed_form RANKS 1 ARGS --gtest_filter=-Long.*)
talus_test(NAME drivers/mechanisms_closed_form RANKS 4 ARGS --gtest_filter=TripleCrank.*:GearsRacksScrews.*:Motor*)
talus_test(NAME drivers/mechanisms_closed_form VARIANT large RANKS 1 LABELS full TIMEOUT 1800 ARGS --gtest_filter=Long.*)
target_link_libraries(drivers_mechanisms_closed_form PRIVATE talus_drivers)

talus_test(NAME drivers/guideway_statics RANKS 1 ARGS --gtest_filter=-Long.*)
talus_test(NAME drivers/guideway_statics RANKS 2 4 ARGS --gtest_filter=LoadOnBalls.*OffTheMiddle)
talus_test(NAME drivers/guideway_statics VARIANT large RANKS 1 LABELS full TIMEOUT 3600 ARGS --gtest_filter=Long.*)
target_link_libraries(drivers_guideway_statics PRIVATE talus_drivers)

talus_script_test(NAME drivers/drum GROUPS Drum)
talus_script_test(NAME drivers/drum GROUPS FullSoak LABELS full TIMEOUT 7200)

talus_test(NAME drivers/guideway_rounds RANKS 1 ARGS --gtest_filter=Recirculation.*)
talus_test(NAME drivers/guideway_rounds RANKS 2 4 ARGS --gtest_filter=Bank.*)
talus_test(NAME drivers/guideway_rounds VARIANT large RANKS 1 LABELS full TIMEOUT 3600 ARGS --gtest_filter=Long*)
talus_test(NAME drivers/guideway_rounds VARIANT large RANKS 2 4 LABELS full TIMEOUT 3600 ARGS --gtest_filter=LongBank.Same*)
target_link_libraries(drivers_guideway_rounds PRIVATE talus_drivers)
