"""The description of a board: its outline, holes and heights; and the board file."""
