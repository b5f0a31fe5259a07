"""A family's own pack: its file, and the scan by which the camera learns it card by card."""
