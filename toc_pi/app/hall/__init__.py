"""A table in a hall: its menu page, the call for the arbiter, and joining by touch."""
