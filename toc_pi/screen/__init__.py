"""The window beside the board: all of pygame."""
