"""Features found in a picture before the board's pose is known: dark discs, rings, printed markers."""
