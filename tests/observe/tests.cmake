talus_test(NAME observe/sliding_ball_closed_form RANKS 1 2 3 4 7)
