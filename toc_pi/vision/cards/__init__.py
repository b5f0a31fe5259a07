"""Cards that are laid before the camera: found, read, and counted."""
