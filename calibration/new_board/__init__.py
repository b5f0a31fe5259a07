"""A new board file from a picture of the empty board and a few taps."""
