talus_test(NAME drivers/bench RANKS 1 4)
target_link_libraries(drivers_bench PRIVATE talus_drivers)
