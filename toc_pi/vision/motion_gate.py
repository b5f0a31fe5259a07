"""The motion gate: registers each picture to the first, compares it with the last, and measures the noise."""

import cv2
import numpy as np

from calibration.arrays import Image
from toc_pi.vision.change_detection import WIDTH, Change, Field, GreyPicture, detect_change, to_grey_picture
from toc_pi.vision.noise import SPREAD_PX, Noise, noise_in_greys, update_noise
from toc_pi.vision.registration import Registration, Shift

_EVERY = (slice(None, None, 2),) * 2  # the noise is measured on a subsample of the picture
_GRAINY = 0.5  # grey levels, see `noise_in_greys`: clean film has 0.2 to 0.4, a room under a ceiling lamp 0.7
_AVERAGED = 4  # pictures: their mean has half the noise


class MotionGate:
    """Processes every picture in order."""

    def __init__(self, field: Field, noise: Noise | None = None) -> None:
        self._field = field
        self.noise = noise
        self._registration: Registration | None = None
        self._previous: GreyPicture | None = None
        self._shift: Shift | None = None
        self._mean: Image | None = None
        self._pictures = 0
        self._is_still = False

    def process(self, image: Image) -> tuple[GreyPicture, Change | None]:
        """This picture registered to the first one, and what has changed since the last one.

        Args:
            image: (h, w, 3) BGR.

        Returns:
            The change is None for the first picture.
        """
        now = to_grey_picture(image)
        if self._registration is None:
            self._registration = Registration(now, self._field)
        self._shift = self._registration.estimate_shift(now)
        if self._shift is not None:
            now = self._registration.warp(now, self._shift)
        previous, self._previous = self._previous, now
        if previous is None:
            return now, None
        crop = self._field.crop
        difference = now.logs[crop] - previous.logs[crop]
        difference = np.asarray(cv2.blur(difference, (SPREAD_PX, SPREAD_PX)), np.float32)
        mask = self._field.mask[crop]
        self.noise = update_noise(difference[_EVERY], previous.logs[crop][_EVERY], mask[_EVERY], self.noise)
        change = self.compare(now, previous)
        self._is_still = change.still and not change.lit
        return now, change

    def forget(self) -> None:
        """Don't compare the next picture with the last one."""
        self._previous = None
        self._is_still = False

    @property
    def averaging(self) -> bool:
        """Whether the mean of the pictures is still getting better."""
        return 0 < self._pictures < _AVERAGED

    def compare(self, now: GreyPicture, then: GreyPicture) -> Change:
        """What has changed since an earlier picture."""
        if self.noise is None:
            return Change(0.0, 0.0, False)
        return detect_change(now, then, self._field, self.noise)

    def denoised(self, image: Image) -> Image:
        """The last picture, shifted by whole pixels onto the first one, with less noise.

        From a grainy camera it is the mean of the last pictures since anything moved. To be called once for
        each picture.
        """
        now = self._shifted(image)
        if self.noise is None or noise_in_greys(self.noise) < _GRAINY:
            self._mean, self._pictures = None, 0
            return now
        if self._mean is None or not self._is_still:
            self._mean, self._pictures = now, 1
        else:
            self._pictures = min(self._pictures + 1, _AVERAGED)
            share = 1 / self._pictures
            self._mean = np.asarray(cv2.addWeighted(self._mean, 1 - share, now, share, 0), np.uint8)
        return self._mean

    def _shifted(self, image: Image) -> Image:
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
