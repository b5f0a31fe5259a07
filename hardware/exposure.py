"""When a camera that is held still has to be set anew: the room is far darker or brighter, and stays so."""

from dataclasses import dataclass

import numpy as np

from hardware.camera import Picture

DARKER, BRIGHTER = 0.5, 1.7  # of the grey level at which the camera was held: so far the eye does well
BLOWN, BLOWN_SHARE = 250, 0.2  # grey level, and share of the picture, at which too much of it is white
LASTS_S = 2.0  # a sleeve or a tray comes and goes in less
STEP_PX = 16
_GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the middle of a picture is.

    Attributes:
        grey: its median, grey levels of the brightest channel.
        blown: share of it that is white.
    """

    grey: float
    blown: float


def measure(image: Picture) -> Brightness:
    """Look at some pixels of a picture's middle half, where the board lies."""
    height, width = image.shape[:2]
    middle = image[height // 4 : -height // 4 : STEP_PX, width // 4 : -width // 4 : STEP_PX].max(axis=2)
    return Brightness(float(np.median(middle)), float((middle >= BLOWN).mean()))


class RoomBrightness:
    """Remembers how bright the room was when the camera was held, and tells when that is over."""

    def __init__(self) -> None:
        self._at: Brightness | None = None
        self._since: float | None = None

    def hold(self) -> None:
        """The camera was just set: the next picture is what it should be like."""
        self._at = self._since = None

    def ask(self, t: float, image: Picture) -> float | None:
        """By how much light should be gathered anew: None while all is well, else a factor.

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
        # Where the picture is white it is brighter than it can say.
        return float((1.0 / share) ** _GAMMA) if not blown else min(0.5, float((1.0 / share) ** _GAMMA))
