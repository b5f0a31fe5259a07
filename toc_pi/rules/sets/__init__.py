"""The seven rule sets as data."""
