"""Notices that a card was laid: where the picture is still again and has changed.

A picture is compared with the last still one at every STEP-th pixel only, so that pictures without a new card
cost next to nothing. What has changed over a card's area or part of it is looked at once it is still.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Image
from calibration.camera import to_board
from calibration.setup.calibration_file import Calibration
from toc_pi.events import CardLaid
from toc_pi.vision.cards.laid_card import RANKS, SHOWN, SURE, CardNetworks, Plane

STEP = 8
STILL_S = 0.3
"""So long nothing may move before a card is looked for."""
MOVED = 0.002
"""Share of the compared pixels that change while something moves."""
NOISE = 14
"""Difference of grey levels of a changed pixel."""
LEAST_CHANCE = 0.5
CARD_MM2 = 63.0 * 88.0
LEAST_SHARE = 0.1
"""Least share of a card's area that changes when one is laid, even on its like."""
TABLE_MM = 15.0
"""The table lies so far below the board's upper side, about."""


@dataclass(frozen=True, slots=True, eq=False)
class _Still:
    """A still picture, whole and thinned out."""

    image: Image
    small: NDArray[np.int16]


class CardWatch:
    """Gets every picture in order and reports the cards that are laid.

    Args:
        calibration: of the board in these pictures.
    """

    def __init__(self, calibration: Calibration, networks: CardNetworks | None = None) -> None:
        self._calibration = calibration
        self._networks = networks or CardNetworks()
        self._last: NDArray[np.int16] | None = None
        self._still: _Still | None = None
        self._moved_t = float("-inf")
        self.count = 0

    def look(self, t: float, image: Image) -> tuple[CardLaid, ...]:
        """The cards that were laid since the last picture; `t` in seconds of film."""
        small = image[STEP // 2 :: STEP, STEP // 2 :: STEP, 1].astype(np.int16)
        last, self._last = self._last, small
        if last is None or last.shape != small.shape:
            self._still, self._moved_t = None, t
            return ()
        if (np.abs(small - last) > NOISE).mean() > MOVED:
            self._moved_t = t
        if t - self._moved_t < STILL_S:
            return ()
        before, self._still = self._still, _Still(image, small)
        if before is None:
            return ()
        changed = (np.abs(small - before.small) > NOISE).astype(np.uint8)
        if changed.mean() < MOVED:
            return ()
        laid = [self._read(t, before.image, image, middle) for middle in self._places(changed)]
        return tuple(each for each in laid if each is not None)

    def _places(self, changed: NDArray[np.uint8]) -> list[Floats]:
        """The middles, px, of changes that may be a card, the largest first."""
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
        boxes = sorted((stats[i].tolist() for i in range(1, count)), key=lambda box: -box[4])
        found = []
        for left, top, width, height, size in boxes:
            middle = (np.array([left + width / 2, top + height / 2])) * STEP
            if size * STEP**2 >= LEAST_SHARE * CARD_MM2 * self._scale(middle) ** 2:
                found.append(middle)
        return found

    def _scale(self, middle: Floats) -> float:
        """Pixels a millimetre at a place of the picture."""
        here = to_board(np.array([middle, middle + (10.0, 0.0), middle + (0.0, 10.0)]), self._calibration.pose)
        area = abs(float(np.cross(here[1] - here[0], here[2] - here[0])))
        return 10.0 / max(area, 1e-6) ** 0.5

    def _plane(self, middle: Floats) -> tuple[Plane, Floats]:
        """The plane on which a card at a place of the picture lies, and that place on it, mm."""
        pose, board = self._calibration.pose, self._calibration.board
        (at,) = to_board(middle[None], pose)
        outline = np.asarray(board.outline, np.float32)
        if cv2.pointPolygonTest(outline, (float(at[0]), float(at[1])), False) >= 0:
            return Plane(pose, 0.0), at
        (at,) = to_board(middle[None], pose, TABLE_MM)
        return Plane(pose, TABLE_MM), at

    def _read(self, t: float, before: Image, after: Image, middle: Floats) -> CardLaid | None:
        plane, at = self._plane(middle)
        greys = [np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.uint8) for each in (before, after)]
        place = self._networks.find(greys[0], greys[1], plane, at)
        if place.chance < LEAST_CHANCE:
            return None
        shares = self._networks.read(after, plane, place.corners)
        if max(shares, key=lambda rank: shares[rank]) == "":
            return None
        self.count += 1
        ranks = {rank: round(shares[rank], 3) for rank in RANKS if shares[rank] >= SHOWN}
        best = max(ranks, key=lambda rank: ranks[rank])
        return CardLaid(t, self.count, ranks, best if shares[best] >= SURE else None)
