"""Teaching: lessons, hints, and evaluation of positions; depends only on the rules."""
