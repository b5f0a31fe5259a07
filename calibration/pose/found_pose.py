"""A pose with its proof, and what a proof needs."""

from dataclasses import dataclass

from calibration.camera.lens import Pose

DARK, BRIGHT, RING = "dark", "bright", "ring"
"""Kinds of holes: drilled ones, bright discs, printed circles."""

PRINTED = 0.6
"""Holes that are wider than this share of their distance are no holes, but printed circles."""

SHARE_NEEDED = 0.6
DEPTH_NEEDED = 0.04
ROUND_NEEDED = 0.3
"""A pose is proved when so many holes look like the middling one, and that one stands out and is round."""

RING_SHARE_NEEDED = 0.4
"""Printed circles are drawn and filled in many ways: fewer look alike."""

HOLE_LEAN = 0.1
"""How far toward the camera a hole's dark part lies at 45 degrees, in diameters."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundPose:
    """A pose with its proof.

    Attributes:
        pose: where the camera stands.
        error_px: how far holes are seen from where the pose expects them, root mean square.
        share: of the holes that are proved, 0 to 1.
    """

    pose: Pose
    error_px: float
    share: float
