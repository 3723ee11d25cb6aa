talus_test(NAME problem/hertz_vs_quadrature RANKS 1)
