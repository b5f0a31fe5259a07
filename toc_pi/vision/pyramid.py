"""A picture pyramid, built on demand and shared by the searches for hands and for things."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.arrays import Image


@dataclass(frozen=True, slots=True, eq=False)
class Pyramid:
    """A picture and the levels of its pyramid computed so far.

    Attributes:
        whole: (h, w, 3).
    """

    whole: Image
    _smaller: list[Image] = field(default_factory=list)

    def take(self, times: int) -> Image:
        """The picture halved `times` times; repeated halving is far cheaper than one step."""
        while len(self._smaller) < times:
            last = self._smaller[-1] if self._smaller else self.whole
            height, width = last.shape[:2]
            size = (max(1, width // 2), max(1, height // 2))
            self._smaller.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._smaller[times - 1] if times else self.whole


def build_pyramid(picture: Image | Pyramid) -> Pyramid:
    """The pyramid of a picture; itself if it is one already."""
    return picture if isinstance(picture, Pyramid) else Pyramid(picture)
