"""The appearance of the empty board, its camps and each pawn, learned at the pixels that are read later."""
