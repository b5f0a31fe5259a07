"""Positions, plays, games and boards as text (docs/notation.md)."""
