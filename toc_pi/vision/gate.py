"""The motion gate: registers each picture to the first, compares it with the last, and measures the noise."""

import cv2
import numpy as np
from numpy.typing import NDArray

from toc_pi.vision.noise import SPREAD_PX, Noise, in_greys, measure
from toc_pi.vision.steady import Anchor, Shift
from toc_pi.vision.view import WIDTH, Change, Field, Glance, compare, glance

Image = NDArray[np.uint8]

_EVERY = (slice(None, None, 2),) * 2  # the noise is measured on a subsample of the picture
_GRAINY = 0.5  # grey levels, see `in_greys`: clean film has 0.2 to 0.4, a room under a ceiling lamp 0.7
_AVERAGED = 4  # pictures: the mean of so many has half their noise


class Gate:
    """Processes every picture in order."""

    def __init__(self, field: Field, noise: Noise | None = None) -> None:
        self._field = field
        self.noise = noise
        self._anchor: Anchor | None = None
        self._before: Glance | None = None
        self._shift: Shift | None = None
        self._mean: Image | None = None
        self._pictures = 0
        self._still = False

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
        apart = now.logs[part] - before.logs[part]
        apart = np.asarray(cv2.blur(apart, (SPREAD_PX, SPREAD_PX)), np.float32)
        mask = self._field.mask[part]
        self.noise = measure(apart[_EVERY], before.logs[part][_EVERY], mask[_EVERY], self.noise)
        change = self.compare(now, before)
        self._still = change.still and not change.lit
        return now, change

    def forget(self) -> None:
        """Don't compare the next picture with the last one."""
        self._before = None
        self._still = False

    @property
    def sharpening(self) -> bool:
        """Whether the mean of the pictures is still getting better."""
        return 0 < self._pictures < _AVERAGED

    def compare(self, now: Glance, then: Glance) -> Change:
        """What has changed since an earlier picture."""
        if self.noise is None:
            return Change(0.0, 0.0, False)
        return compare(now, then, self._field, self.noise)

    def settled(self, image: Image) -> Image:
        """The last picture, shifted by whole pixels onto the first one, with less noise.

        From a grainy camera it is the mean of the last pictures since anything moved. To be called once for
        each picture.
        """
        now = self._laid(image)
        if self.noise is None or in_greys(self.noise) < _GRAINY:
            self._mean, self._pictures = None, 0
            return now
        if self._mean is None or not self._still:
            self._mean, self._pictures = now, 1
        else:
            self._pictures = min(self._pictures + 1, _AVERAGED)
            share = 1 / self._pictures
            self._mean = np.asarray(cv2.addWeighted(self._mean, 1 - share, now, share, 0), np.uint8)
        return self._mean

    def _laid(self, image: Image) -> Image:
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
