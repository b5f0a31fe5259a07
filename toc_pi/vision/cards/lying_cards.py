"""Detects cards beside the board before a game, in single pictures, by size and border.

A pack lies there face down, which no network reads: a printed field of the right size, point-symmetric,
within a light border. A face-up card is read like one on the pile.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera import Pose, to_board
from calibration.setup.card_place import TABLE_MM
from toc_pi.events import RANKS
from toc_pi.vision.cards.laid_card import CROP, SURE, CardNetworks, Plane

TOPS_MM = TABLE_MM, 0.0
"""Depth of a card's, or a whole pack's, upper side below the board's."""
PRINTED_MM = (52.0, 64.5), (75.0, 89.5)
"""Widths and heights of a back's print, and of a card: borders are up to 5 mm wide."""
RATIO = 0.655, 0.745  # of width and height
SKEW_MM = 5.0  # largest difference of opposite sides, and of the diagonals
APART_MM = 28.0  # least distance of a card's middle from the board
BORDER_MM = 1.3
"""Distance inside and outside a print's edge at which print and border are sampled."""
LIGHTER = 25.0  # least difference in grey levels between a border and the print, on each side
ALIKE = 50.0  # largest difference in grey levels between a border's sides: one may face a lamp
SAME = 15.0  # largest difference in grey levels between symmetric parts of a back
PARTS = 3, 4  # parts of a back, across and down
NEAR_MM = 15.0  # largest distance of a card's middles in two pictures, at either height
BLOCK_PX = 101  # neighbourhood for the adaptive threshold
STEP = 6
LEAST_PX = 20.0  # least width of a card in the picture


class LyingCards:
    """Detector for cards beside a board.

    Args:
        networks: for reading cards; loaded when first needed.
    """

    def __init__(self, networks: CardNetworks | None = None) -> None:
        self._networks = networks

    def lie_in(self, pictures: Sequence[Image], board: Board, pose: Pose) -> bool:
        """Whether some pictures, (h, w, 3), of a still camera all show a card at the same place."""
        agreed: list[Floats] | None = None
        for picture in pictures:
            found = list(self.find(picture, board, pose))
            if agreed is not None:
                found = [one for one in found if any(_is_near(one, other) for other in agreed)]
            if not found:
                return False
            agreed = found
        return bool(agreed)

    def find(self, picture: Image, board: Board, pose: Pose) -> Iterator[Floats]:
        """The middles, mm, of cards beside the board; a card may be listed more than once."""
        outline = np.asarray(board.outline, np.float32)
        for seen in _quadrilaterals(picture):
            for z in TOPS_MM:
                corners = _as_card(to_board(seen, pose, z))
                if corners is None:
                    continue
                middle = corners.mean(axis=0)
                x, y = float(middle[0]), float(middle[1])
                if cv2.pointPolygonTest(outline, (x, y), True) > -APART_MM:
                    continue
                plane = Plane(pose, z)
                if _is_back(picture, plane, corners) or self._is_face(picture, plane, corners):
                    yield middle
                    break

    def _is_face(self, picture: Image, plane: Plane, corners: Floats) -> bool:
        self._networks = self._networks or CardNetworks()
        return bool(self._networks.read(picture, plane, corners).shares[: len(RANKS)].max() >= SURE)


def _is_near(one: Floats, other: Floats) -> bool:
    return float(np.linalg.norm(one - other)) <= NEAR_MM


def _quadrilaterals(picture: Image) -> Iterator[Floats]:
    """(4, 2) px: convex outlines with four corners."""
    smooth = cv2.GaussianBlur(picture, (3, 3), 0)
    grey, (_, green, blue) = (
        cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY),
        cv2.split(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)),
    )
    for layer in (grey, green, blue):
        for mask in _masks(np.asarray(layer, np.uint8)):
            outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for outline in outlines:
                area = cv2.contourArea(outline)
                if area < LEAST_PX**2:
                    continue
                hull = cv2.convexHull(outline)
                corners = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
                if len(corners) == 4 and area > 0.85 * cv2.contourArea(hull):
                    yield corners[:, 0].astype(np.float64)


def _masks(layer: Image) -> Iterator[Image]:
    """Masks of a layer, (h, w): edges and their complement; lighter and darker than the surroundings."""
    edges = cv2.dilate(cv2.Canny(layer, 20, 60), np.ones((3, 3), np.uint8))
    yield np.asarray(edges, np.uint8)
    yield np.asarray(cv2.bitwise_not(edges), np.uint8)
    for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        way = STEP if kind == cv2.THRESH_BINARY_INV else -STEP
        light = cv2.adaptiveThreshold(layer, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, BLOCK_PX, way)
        yield np.asarray(light, np.uint8)


def _as_card(seen: Floats) -> Floats | None:
    """A quadrilateral's corners, mm, ordered as those of an upright card; None if it hasn't a card's
    shape.
    """
    if not np.isfinite(seen).all():
        return None
    sides = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    diagonals = np.linalg.norm(seen[:2] - seen[2:], axis=1)
    differ = (sides[0] - sides[2], sides[1] - sides[3], diagonals[0] - diagonals[1])
    if np.abs(differ).max() > SKEW_MM:
        return None
    one, other = float(sides[::2].mean()), float(sides[1::2].mean())
    if one > other:
        seen, one, other = np.roll(seen, -1, axis=0), other, one
    widths, heights = PRINTED_MM
    fits = widths[0] <= one <= widths[1] and heights[0] <= other <= heights[1]
    return seen if fits and RATIO[0] <= one / other <= RATIO[1] else None


def _is_back(picture: Image, plane: Plane, corners: Floats) -> bool:
    """Whether a light border surrounds a point-symmetric print."""
    middle = corners.mean(axis=0)
    width = float(np.linalg.norm(corners[1] - corners[0]))
    whole = middle + (corners - middle) * (1 + 2 * BORDER_MM / width)
    crop = plane.take(picture, whole, CROP).astype(np.float64)
    band = round(BORDER_MM * CROP[0] / (width + 2 * BORDER_MM))
    border, rim = _bands(crop, 0, band), _bands(crop, band, 3 * band)
    printed = crop[2 * band : -2 * band, 2 * band : -2 * band]
    parts = cv2.resize(printed, PARTS, interpolation=cv2.INTER_AREA)
    return bool(
        min(float(one.mean() - other.mean()) for one, other in zip(border, rim, strict=True)) >= LIGHTER
        and np.ptp(border, axis=0).max() <= ALIKE
        and np.abs(parts - parts[::-1, ::-1]).max() <= SAME
    )


def _bands(crop: Floats, begin: int, end: int) -> list[Floats]:
    """The mean colours of four bands along a rectangle's sides, without its corners."""
    sides = (crop, crop[::-1], crop.transpose(1, 0, 2), crop.transpose(1, 0, 2)[::-1])
    return [np.asarray(one[begin:end, 3 * end : -3 * end].reshape(-1, 3).mean(axis=0)) for one in sides]
