"""The interface of all cameras: camera module, webcam, film."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken.

    Attributes:
        t: seconds, of film or since the camera was opened; never the wall clock.
        image: (h, w, 3) uint8, BGR; never written to.
        settings: a number that changes whenever exposure or white balance is set deliberately: then the whole
            picture changes although nothing has moved.
    """

    t: float
    image: Picture
    settings: int = 0


class Camera(Protocol):
    """A source of pictures in the order of their time."""

    def read(self) -> Frame | None:
        """The next picture, or None at the end of a film.

        Raises:
            DeviceFailed: the camera is gone or gives no picture.
        """

    def close(self) -> None:
        """Release the device; may be called twice."""
