"""A family's own pack: its file, and laying it down card by card for the camera to learn."""
