"""A verified pose, and the thresholds of the verification."""

from dataclasses import dataclass

from calibration.camera.lens import Pose

DARK, BRIGHT, RING = "dark", "bright", "ring"
"""Kinds of holes: drilled ones, bright discs, printed circles."""

PRINTED = 0.6
"""Circles wider than this share of their distance are printed ones, not holes."""

# A pose is verified if all three are reached; see `verification.Verification`.
SHARE_NEEDED = 0.6  # share of its holes that look like their median hole
DEPTH_NEEDED = 0.04  # contrast of the median hole, the standard deviation of the logarithm of brightness
ROUND_NEEDED = 0.3  # roundness of the median hole, 0 to 1

RING_SHARE_NEEDED = 0.4
"""Printed circles are drawn and filled in many ways, so a smaller share need look alike."""

HOLE_LEAN = 0.1
"""How far toward the camera a hole's dark part lies when seen from 45 degrees, in diameters."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundPose:
    """A verified pose.

    Attributes:
        pose: where the camera stands.
        error_px: how far holes are seen from where the pose expects them, root mean square.
        share: of the holes that look like holes under it, 0 to 1.
    """

    pose: Pose
    error_px: float
    share: float
