"""Finds, reads and counts the cards in front of the camera."""
