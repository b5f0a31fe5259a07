"""Everything that touches a device; independent of the game and of boards."""
