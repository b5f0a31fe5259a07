"""The places of the small picture: which are still, and which differ from the reference, each on its own.

Arms stay beside a board for a whole evening, so that there is hardly ever a picture in which nothing moves.
The reference is put together from places while they were still.
"""

import cv2
import numpy as np

from calibration.arrays import Image, Mask, Singles, median
from toc_pi.vision.motion_gate import SPREAD_PX, GreyPicture, Noise, change_limits

STILL_S = 0.3  # so long a place may not change before it is looked at
SETTLED_S = 2.0  # what is no card for so long belongs to the table
MOVED = 0.08  # change of log brightness that counts without noise


class StillPlaces:
    """What is known of each place after the last picture.

    Attributes:
        reference: (h, WIDTH) logarithms.
        image: (h, w, 3), the reference in the picture's size.
        last: (h, WIDTH) logarithms of the last picture.
        seen: (h, WIDTH) bool, the places of the last change that was no card.
    """

    def __init__(self, t: float, image: Image, now: GreyPicture) -> None:
        shape = now.logs.shape
        self.image, self.last = image.copy(), now.logs
        self.seen = np.zeros(shape, bool)
        self.reference = self._bare = now.logs
        self._moved_t = np.full(shape, t, np.float32)
        self._odd_t = np.full(shape, np.inf, np.float32)
        self._limit = self._moved_t
        self._t = t

    def update(self, t: float, now: GreyPicture, noise: Noise) -> bool:
        """Compare the next picture; True if any place differs, or did so in the picture before."""
        self._t = t
        self._limit = np.maximum(np.float32(MOVED), change_limits(noise, now.logs))
        odd = self._changed(now.logs, self.reference)
        last, self.last = self.last, now.logs
        if not odd.any() and not self.odd.any():  # as nearly always
            return False
        moved = self._changed(now.logs, last)
        self._moved_t[moved] = t
        self.seen &= ~moved
        self._odd_t[~odd] = np.inf
        np.minimum(self._odd_t, np.float32(t), out=self._odd_t, where=odd)
        return True

    @property
    def still(self) -> Mask:
        """The places that haven't changed for STILL_S."""
        return np.asarray(self._t - self._moved_t >= STILL_S)

    @property
    def odd(self) -> Mask:
        """The places that differ from the reference."""
        return np.isfinite(self._odd_t)

    @property
    def bare(self) -> Mask:
        """The places that look as in the first picture: whatever settled over them is gone."""
        return self.look_as(self._bare)

    def look_as(self, logs: Singles) -> Mask:
        """The places that look as in another picture, (h, WIDTH) logarithms."""
        return ~self._changed(self.last, logs)

    def keep(self, image: Image, where: Mask) -> None:
        """Take places of the last picture into the reference; `image` is that picture in its own size."""
        self.reference = np.where(where, self.last, self.reference)
        self._odd_t[where] = np.inf
        height, width = image.shape[:2]
        whole = cv2.resize(where.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(image, whole, self.image)

    def settle(self, image: Image) -> None:
        """Take into the reference what has been still for long and is no card."""
        old = self.odd & (self._t - np.maximum(self._odd_t, self._moved_t) >= SETTLED_S)
        if old.any():
            self.keep(image, old)

    def _changed(self, now: Singles, then: Singles) -> Mask:
        """The places that differ by more than noise and a change of light."""
        change = np.asarray(cv2.blur(now - then, (SPREAD_PX, SPREAD_PX)), np.float32)
        usual = np.float32(median(change[::4, ::4].ravel()))
        return np.asarray(np.abs(change - usual) > self._limit)


def grown(where: Mask, px: int) -> Mask:
    """Places, and those up to so many px around them."""
    return np.asarray(cv2.dilate(where.astype(np.uint8), np.ones((2 * px + 1, 2 * px + 1), np.uint8)) > 0)
