"""What goes on at the table, pure: one event in, effects out."""
