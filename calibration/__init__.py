"""Finding and describing a board; knows nothing of the game or of devices."""
