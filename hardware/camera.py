"""The one shape that every camera has: a real one, a webcam, a film."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Noise:
    """What a sensor's noise should be like at the gain that was chosen, before anybody has measured it.

    Attributes:
        constant, slope: its standard deviation is `constant + slope * sqrt(level)`, for linear levels of 16
            bits, before any denoising.
    """

    constant: float
    slope: float

    def at(self, grey: float) -> float:
        """Its standard deviation in grey levels, at a grey level of a picture (0 to 255)."""
        share = max(grey, 1.0) / 255.0
        level = _WHITE * share**_GAMMA
        return float(255.0 * (self.constant + self.slope * level**0.5) * share / (_GAMMA * level))


_WHITE, _GAMMA = 65535.0, 2.2


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and when it was taken.

    Attributes:
        t: seconds, of film or since the camera was opened; never the wall clock.
        image: (h, w, 3) uint8, BGR; never written to.
        settings: another number once the camera was set otherwise on purpose: then the whole picture changes,
            and nothing has moved.
        noise: what the camera knows of its own noise; None where it knows nothing.
    """

    t: float
    image: Picture
    settings: int = 0
    noise: Noise | None = None


class Camera(Protocol):
    """A source of pictures in the order of their time."""

    def read(self) -> Frame | None:
        """The next picture, or None at the end of a film.

        Raises:
            DeviceFailed: the camera is gone or gives no picture.
        """
        ...

    def close(self) -> None:
        """Let the device go; may be called twice."""
        ...
