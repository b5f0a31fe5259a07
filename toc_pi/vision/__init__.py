"""Turns pictures into observations, without knowledge of the rules."""
