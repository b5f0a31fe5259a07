"""What covers the board in a set-up picture, known by the board's edge."""
