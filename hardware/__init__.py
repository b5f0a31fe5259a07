"""Device access; independent of the game and of boards."""
