talus_test(NAME balance/hilbert RANKS 1)
talus_test(NAME balance/parmetis RANKS 1 2 3 4 7)
target_link_libraries(balance_parmetis PRIVATE ${CMAKE_DL_LIBS})
