"""When a fixed exposure must be set again: the room has become far darker or brighter, and stays so."""

from dataclasses import dataclass

import numpy as np

from hardware.camera import Picture

DARKER, BRIGHTER = 0.5, 1.7  # of the grey level when exposure was fixed: within these, boards are read well
BLOWN, BLOWN_SHARE = 250, 0.2  # a picture is overexposed if this share of it is at or above this grey level
LASTS_S = 2.0  # a sleeve or a tray before the lens is gone sooner
STEP_PX = 16  # every 16th pixel of each row and column is looked at
_GAMMA = 2.2  # of a usual camera: grey levels are light to the power of 1 / 2.2


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the middle of a picture is.

    Attributes:
        grey: its median, grey levels of the brightest channel.
        blown: share of it that is overexposed.
    """

    grey: float
    blown: float


def measure(image: Picture) -> Brightness:
    """Measure the brightness of a picture's middle half, where the board lies, on some of its pixels."""
    height, width = image.shape[:2]
    middle = image[height // 4 : -height // 4 : STEP_PX, width // 4 : -width // 4 : STEP_PX].max(axis=2)
    return Brightness(float(np.median(middle)), float((middle >= BLOWN).mean()))


class RoomBrightness:
    """Detects when the room's brightness has changed for good since exposure was fixed."""

    def __init__(self) -> None:
        self._at: Brightness | None = None
        self._since: float | None = None

    def reset_reference(self) -> None:
        """Exposure was just fixed: the next picture is the reference."""
        self._at = self._since = None

    def exposure_factor(self, t: float, image: Picture) -> float | None:
        """The factor by which exposure should change; None while it is right.

        Args:
            t: the picture's time, seconds.
            image: (h, w, 3).
        """
        now = measure(image)
        if self._at is None:
            self._at = now
            return None
        share = max(now.grey, 1.0) / max(self._at.grey, 1.0)
        blown = now.blown > max(BLOWN_SHARE, 2 * self._at.blown)
        if DARKER <= share <= BRIGHTER and not blown:
            self._since = None
            return None
        if self._since is None:
            self._since = t
        if t - self._since < LASTS_S:
            return None
        # An overexposed picture is brighter than its grey levels show.
        return float((1.0 / share) ** _GAMMA) if not blown else min(0.5, float((1.0 / share) ** _GAMMA))
