"""Occlusion of the board in a set-up picture, detected at the board's edge."""
