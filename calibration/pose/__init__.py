"""Pose estimation: hypotheses, refinement, verification, orientation, tracking."""
