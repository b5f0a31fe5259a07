"""The appearance of the empty board, its camps and each pawn, learnt at the pixels that are read later."""
