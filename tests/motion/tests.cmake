talus_test(NAME motion/free_rotation_closed_form RANKS 1)
