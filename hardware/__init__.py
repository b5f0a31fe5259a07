"""Everything that touches a device; knows nothing of the game or of boards."""
