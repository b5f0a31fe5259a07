"""Per-pixel stillness: which pixels of the small picture are still, and which differ from the reference.

Arms stay beside a board for a whole session, so there is hardly ever a picture without movement. The
reference is assembled from pixels while they were still. A thing that came to rest, perhaps an arm, isn't
part of it but remembered apart: neither the thing nor the table below it, once it is gone, is a change.
"""

import cv2
import numpy as np

from calibration.arrays import Image, Mask, Singles, median
from toc_pi.vision.motion_gate import SPREAD_PX, GreyPicture, Noise, change_limits

STILL_S = 0.3  # a pixel must be unchanged this long before it is checked
SETTLED_S = 2.0  # anything but a card that is still this long rests there
RESTED_S = 25.0  # what has rested this long isn't an arm, and becomes part of the table
MOVED = 0.08  # change of log brightness that counts even without noise


class StillPlaces:
    """The state of every pixel after the last picture.

    Attributes:
        reference: (h, WIDTH) log brightness of the table, with its cards.
        image: (h, w, 3), the reference in the picture's size.
        last: (h, WIDTH) log brightness of the last picture.
        covered: (h, WIDTH) bool, where it differs from the reference.
        seen: (h, WIDTH) bool, the last change that wasn't a card.
    """

    def __init__(self, t: float, image: Image, now: GreyPicture) -> None:
        shape = now.logs.shape
        self.image, self.last = image.copy(), now.logs
        self.seen = np.zeros(shape, bool)
        self.covered = self.seen
        self.reference = self._resting = now.logs  # the latter with what rests on the table
        self._moved_t = np.full(shape, t, np.float32)
        self._rested_t = self._moved_t.copy()
        self._odd_t = np.full(shape, np.inf, np.float32)
        self._limit = self._moved_t
        self._t = t

    def update(self, t: float, now: GreyPicture, noise: Noise) -> bool:
        """Process the next picture; True if any pixel differs, or did in the previous picture."""
        self._t = t
        self._limit = np.maximum(np.float32(MOVED), change_limits(noise, now.logs))
        self.covered = covered = self._changed(now.logs, self.reference)
        last, self.last = self.last, now.logs
        if not covered.any() and not self.odd.any():  # nearly always
            return False
        moved = self._changed(now.logs, last)
        self._moved_t[moved] = t
        self._resting = np.where(covered | ~self.still, self._resting, self.reference)
        odd = covered & self._changed(now.logs, self._resting)
        self.seen &= ~moved
        if (self.odd & ~odd).any():  # something has gone: what it touched is looked at again
            self.seen[:] = False
        self._odd_t[~odd] = np.inf
        np.minimum(self._odd_t, np.float32(t), out=self._odd_t, where=odd)
        return True

    @property
    def still(self) -> Mask:
        """Pixels unchanged for STILL_S."""
        return np.asarray(self._t - self._moved_t >= STILL_S)

    @property
    def odd(self) -> Mask:
        """Pixels that differ from the reference, and from what rests there."""
        return np.isfinite(self._odd_t)

    def look_as(self, logs: Singles) -> Mask:
        """Pixels equal to another picture, (h, WIDTH) log brightness."""
        return ~self._changed(self.last, logs)

    def keep(self, image: Image, where: Mask) -> None:
        """Copy pixels of the last picture into the reference; `image` is that picture at full size."""
        self.reference = np.where(where, self.last, self.reference)
        self._resting = np.where(where, self.last, self._resting)
        self._odd_t[where] = np.inf
        height, width = image.shape[:2]
        whole = cv2.resize(where.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(image, whole, self.image)

    def settle(self, image: Image) -> None:
        """Remember what has come to rest, and absorb what rests for long into the reference."""
        old = self.odd & (self._t - np.maximum(self._odd_t, self._moved_t) >= SETTLED_S)
        if old.any():
            self._resting = np.where(old, self.last, self._resting)
            self._odd_t[old], self._rested_t[old] = np.inf, self._t
        long = (self._resting != self.reference) & self.still & (self._t - self._rested_t >= RESTED_S)
        if long.any():
            self.keep(image, long & ~self.odd)

    def _changed(self, now: Singles, then: Singles) -> Mask:
        """Pixels that differ by more than noise and a change of light."""
        change = np.asarray(cv2.blur(now - then, (SPREAD_PX, SPREAD_PX)), np.float32)
        usual = np.float32(median(change[::4, ::4].ravel()))
        return np.asarray(np.abs(change - usual) > self._limit)


def grown(where: Mask, px: int) -> Mask:
    """A mask dilated by `px` pixels."""
    return np.asarray(cv2.dilate(where.astype(np.uint8), np.ones((2 * px + 1, 2 * px + 1), np.uint8)) > 0)
