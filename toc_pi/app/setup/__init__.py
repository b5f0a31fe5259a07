"""A table is set up: the camera proposes, people correct."""
