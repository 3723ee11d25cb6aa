talus_test(NAME base/architecture RANKS 1)
talus_test(NAME base/cube_table RANKS 1)
add_test(NAME lint COMMAND ${CMAKE_SOURCE_DIR}/jobscripts/lint.sh)
set_tests_properties(lint PROPERTIES LABELS full TIMEOUT 7200 SKIP_RETURN_CODE 77)
