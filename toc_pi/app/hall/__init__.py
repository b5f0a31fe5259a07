"""A table in a hall of tables: its page in the menu, the call for the arbiter, and joining by touch."""
