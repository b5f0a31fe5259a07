"""Finding the camera's pose: hypotheses, refinement, verification, orientation, tracking."""
