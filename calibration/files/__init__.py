"""Bounded reading of files as bytes, text, TOML, JSON and pictures; independent of boards."""
