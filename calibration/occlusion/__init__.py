"""Detects occlusion of the board in a set-up picture at the board's edge."""
