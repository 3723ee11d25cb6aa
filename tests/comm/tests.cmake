talus_test(NAME comm/exact_sum RANKS 1 2 3 4 7)
talus_test(NAME comm/comm RANKS 1 2 3 4 7)
target_link_libraries(comm_comm PRIVATE MPI::MPI_CXX)
target_compile_definitions(comm_comm PRIVATE OMPI_SKIP_MPICXX)
