"""The motion gate: registers each picture to the first, compares it with the last, and measures the noise."""

import cv2
import numpy as np
from numpy.typing import NDArray

from toc_pi.vision.noise import SPREAD_PX, Noise, measure
from toc_pi.vision.steady import Anchor, Shift
from toc_pi.vision.view import WIDTH, Change, Field, Glance, compare, glance

Image = NDArray[np.uint8]

_EVERY = (slice(None, None, 2),) * 2  # the noise is measured on a subsample of the picture


class Gate:
    """Processes every picture in order."""

    def __init__(self, field: Field, noise: Noise | None = None) -> None:
        self._field = field
        self.noise = noise
        self._anchor: Anchor | None = None
        self._before: Glance | None = None
        self._shift: Shift | None = None

    def look(self, image: Image) -> tuple[Glance, Change | None]:
        """This picture registered to the first one, and what has changed since the last one.

        Args:
            image: (h, w, 3) BGR.

        Returns:
            The change is None for the first picture.
        """
        now = glance(image)
        if self._anchor is None:
            self._anchor = Anchor(now, self._field)
        self._shift = self._anchor.find(now)
        if self._shift is not None:
            now = self._anchor.lay(now, self._shift)
        before, self._before = self._before, now
        if before is None:
            return now, None
        part = self._field.part
        change = now.logs[part] - before.logs[part]
        apart = np.asarray(cv2.blur(change, (SPREAD_PX, SPREAD_PX)), np.float32)
        mask = self._field.mask[part]
        self.noise = measure(apart[_EVERY], before.logs[part][_EVERY], mask[_EVERY], self.noise)
        return now, self.compare(now, before)

    def forget(self) -> None:
        """Don't compare the next picture with the last one."""
        self._before = None

    def compare(self, now: Glance, then: Glance) -> Change:
        """What has changed since an earlier picture."""
        if self.noise is None:
            return Change(0.0, 0.0, False)
        return compare(now, then, self._field, self.noise)

    def settled(self, image: Image) -> Image:
        """The last picture, shifted by whole pixels onto the first one."""
        shift = self._shift
        if shift is None:
            return image
        height, width = image.shape[:2]
        x, y = (round(value * width / WIDTH) for value in (shift.x, shift.y))
        if x == 0 and y == 0:
            return image
        inside = image[max(0, y) : height + min(0, y), max(0, x) : width + min(0, x)]
        rims = (max(0, -y), max(0, y), max(0, -x), max(0, x))
        return np.asarray(cv2.copyMakeBorder(inside, *rims, cv2.BORDER_REPLICATE), np.uint8)
