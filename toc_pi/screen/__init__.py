"""The window beside the board; all use of pygame."""
