"""A game of the journal as a page, or as text."""
