"""What the empty board, its camps and each pawn look like, learnt at the pixels where they are read later."""
