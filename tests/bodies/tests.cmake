talus_test(NAME bodies/fields ROOMS observe RANKS 1)
talus_test(NAME bodies/shape_mass_vs_monte_carlo RANKS 1)
talus_test(NAME bodies/polyhedron_vs_brute_force RANKS 1)
talus_test(NAME bodies/mesh_closed_form RANKS 1)
