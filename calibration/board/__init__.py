"""What a board is: outline, holes and heights, and the file that says so."""
