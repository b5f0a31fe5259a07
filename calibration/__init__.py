"""Describes boards and finds them in pictures; independent of the game and of devices."""
