"""One picture, halved again and again: hands and things are looked for in small pictures, halved once."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """A picture and what was made of it so far.

    Attributes:
        whole: (h, w, 3).
    """

    whole: Image
    _smaller: list[Image] = field(default_factory=list)

    def take(self, times: int) -> Image:
        """The picture halved so many times, either way; each time is far cheaper than one step of its own."""
        while len(self._smaller) < times:
            last = self._smaller[-1] if self._smaller else self.whole
            height, width = last.shape[:2]
            size = (max(1, width // 2), max(1, height // 2))
            self._smaller.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._smaller[times - 1] if times else self.whole


def halve(picture: Image | Halves) -> Halves:
    """As it is, if it was begun before."""
    return picture if isinstance(picture, Halves) else Halves(picture)
