"""Teaching: lessons, hints, and evaluation of positions; depends on the rules only."""
