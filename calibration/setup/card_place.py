"""The best place for a pile of cards before a camera, and whether a card there could be read.

In the middle of the board, if it has no hole there, or on the table beside it. A card must be entirely in the
picture in any orientation, large and steep enough, and free of a lamp's reflection.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Mask
from calibration.board.board import Board
from calibration.camera import Pose, circle, flat, project, to_board
from calibration.setup.camera_place import MARGIN, middle_mm
from calibration.setup.correction import Correction
from calibration.setup.place_advice import correction_of, upright_axes
from toc_pi.messages import said

CARD_MM = 63.0, 88.0
"""Width and height of a card."""

TABLE_MM = 15.0
"""Approximate depth of the table below the board's top face."""

LEAST_PX_MM = 0.9
"""Least resolution at which a card can be read, pixels per millimetre, geometric mean of both directions:
preliminary, to be measured on drawn packs.
"""

ENOUGH_PX_MM = 1.5
"""Resolution above which reading doesn't improve."""

LEAST_DEG = 33.0
"""Least elevation of the camera, seen from a card, at which it can be read."""

MOST_GLARE = 0.3
"""Share of a card's area that a reflection may hide: above this both indices may be under it."""

NEARLY_WHITE = 245
"""Grey level of the darkest channel above which a pixel shows nothing of the print."""

BRIGHT, FLAT = 225, 3
"""Below `NEARLY_WHITE`, pixels above this grey level have also lost their contrast if the levels around them
differ by less than this: there a camera's tone curve is flat.
"""

AROUND_MM = 20.0
"""Least distance of a card from the board: a pile isn't neat, and a strip behind the board is hidden."""

STAND_MM = 100.0
"""Least distance of a card's middle from the point below the lens, where a stand may be."""

FARTHEST_MM = 150.0  # from the board's edge: farther away a pile is out of reach
_ROUND_MM = math.hypot(*CARD_MM) / 2  # radius of the circle that contains a card in any orientation
_SPARE = 1.06  # a correction aims at cards this much larger than needed
_RING = 16  # points on that circle
_STEPS = 32, 24  # grid of places that are tried, across and down the picture
_AROUND_PX = np.ones((5, 5), np.uint8)  # neighbourhood in which contrast is measured

CardPlaceFault = Literal["", "glare", "small", "flat"]
_FAULTS: tuple[CardPlaceFault, ...] = ("", "glare", "small", "flat")
_SENTENCES = {
    "": "lay the cards {where}, face up, or where you like within the picture",
    "glare": "a lamp is reflected {where}, where the cards would lie: turn it away, or draw the curtains",
    "small": "a card {where} would be too small to read: {change}",
    "flat": "a card {where} would be seen too much from the side: {change}",
}
_NOWHERE = "there is no room for the cards in the picture: {change}"
_OTHER_CAMERA = "only another camera helps"


@dataclass(frozen=True, slots=True)
class CardPlace:
    """What a camera sees of a card at a place.

    Attributes:
        x, y, z: the card's middle in the board's frame, mm.
        px_mm: pixels a millimetre, the geometric mean of both directions.
        elevation_deg: elevation of the camera, seen from there.
        glare: share of its area hidden by a reflection.
    """

    x: float
    y: float
    z: float
    px_mm: float
    elevation_deg: float
    glare: float = 0.0

    @property
    def fault(self) -> CardPlaceFault:
        """Why a card there can't be read; "" if it can."""
        if self.px_mm < LEAST_PX_MM:
            return "small"
        if self.elevation_deg < LEAST_DEG:
            return "flat"
        return "glare" if self.glare > MOST_GLARE else ""

    @property
    def corners(self) -> Floats:
        """(4, 3) mm: an upright card's, in the board's frame."""
        return np.array([self.x, self.y, self.z]) + _CORNERS


_CORNERS = flat(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))) * [*CARD_MM, 0.0]


@dataclass(frozen=True, slots=True)
class PileAdvice:
    """Where to lay the cards.

    Attributes:
        message: where, or why they can't be read there and what to do.
        corners: of a card there, px; empty if none is in the picture.
        correction: of the camera's place, if that helps.
        readable: whether a card there can be read.
    """

    message: str
    corners: tuple[tuple[float, float], ...] = ()
    correction: Correction | None = None
    readable: bool = False


def advise_pile(board: Board, pose: Pose, size: tuple[int, int], picture: Image | None = None) -> PileAdvice:
    """Where to lay the cards, for a camera that sees the board well.

    Args:
        size: (width, height) of its pictures, px.
        picture: (h, w, 3), to search for reflections.
    """
    place = find_place(board, pose, size, None if picture is None else lost_pixels(picture))
    correction: Correction | None = None
    if place is None or place.fault not in ("", "glare"):

        def suits(other: Pose) -> bool:
            there = find_place(board, other, size)
            return there is not None and not there.fault and there.px_mm >= _SPARE * LEAST_PX_MM

        correction = correction_of(board, pose, size, suits)
    change = said(_OTHER_CAMERA) if correction is None else correction.message
    if place is None:
        return PileAdvice(said(_NOWHERE, change=change), (), correction)
    corners = tuple((float(x), float(y)) for x, y in project(place.corners, pose))
    message = said(_SENTENCES[place.fault], where=_where(board, pose, place), change=change)
    return PileAdvice(message, corners, correction, readable=not place.fault)


def find_place(board: Board, pose: Pose, size: tuple[int, int], lost: Mask | None = None) -> CardPlace | None:
    """The best place for a card, in the middle of the board or beside it; None if none is in the picture."""
    return _best(board, [place_in_middle(board, pose, size, lost), place_beside(board, pose, size, lost)])


def _best(board: Board, places: Iterable[CardPlace | None]) -> CardPlace | None:
    """The place with the least fault and the largest view of a card; if several are large enough, the
    nearest.

    Sizes and distances are rounded, so that rounding errors don't decide between equal ones.
    """
    middle = middle_mm(board)

    def price(place: CardPlace) -> tuple[int, float, int]:
        away_mm = math.dist((place.x, place.y), middle)
        return _FAULTS.index(place.fault), -round(min(place.px_mm, ENOUGH_PX_MM), 2), round(away_mm)

    return min((place for place in places if place is not None), key=price, default=None)


def place_in_middle(
    board: Board, pose: Pose, size: tuple[int, int], lost: Mask | None = None
) -> CardPlace | None:
    """A card in the middle of the board; None if it would cover a hole."""
    middle = middle_mm(board)
    nearest = np.linalg.norm(np.array(tuple(board.holes.values())) - middle, axis=1).min()
    if nearest < _ROUND_MM + board.hole_diameter / 2:
        return None
    return next(iter(see_cards(middle[None], 0.0, pose, size, lost)), None)


def place_beside(
    board: Board, pose: Pose, size: tuple[int, int], lost: Mask | None = None
) -> CardPlace | None:
    """The best place on the table around the board; None if none is in the picture."""
    width, height = size
    across, down = ((np.arange(steps) + 0.5) / steps for steps in _STEPS)
    tried = np.stack(np.meshgrid(across * width, down * height), axis=-1).reshape(-1, 2)
    places = to_board(tried, pose, TABLE_MM)
    beyond = _beyond_mm(board, places)  # nan above the horizon
    apart = np.linalg.norm(places - pose.camera[:2], axis=1) >= STAND_MM
    places = places[(beyond >= _ROUND_MM + AROUND_MM) & (beyond <= FARTHEST_MM) & apart]
    return _best(board, see_cards(places, TABLE_MM, pose, size, lost))


def _beyond_mm(board: Board, places: Floats) -> Floats:
    """(n): distance of places, (n, 2) mm, beyond the nearest edge of the board's hull (a lower bound)."""
    hull = cv2.convexHull(np.array(board.outline, np.float32))[:, 0].astype(np.float64)
    along = np.roll(hull, -1, axis=0) - hull
    normals = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    outward = np.sign(((hull - middle_mm(board)) * normals).sum(axis=1))[:, None] * normals
    return np.asarray((places @ outward.T - (hull * outward).sum(axis=1)).max(axis=1))


def see_cards(
    places: Floats, z: float, pose: Pose, size: tuple[int, int], lost: Mask | None = None
) -> Sequence[CardPlace]:
    """Views of cards on a plane that are entirely in the picture in any orientation.

    Args:
        places: (n, 2) mm, their middles.
        z: of the plane in the board's frame, mm.
        lost: (h, w), from `lost_pixels`.
    """
    spots = np.column_stack([places, np.full(len(places), z)])
    spots = spots[(spots @ pose.rotation.T + pose.translation)[:, 2] > 2 * _ROUND_MM]
    ring = circle((0.0, 0.0), _ROUND_MM, _RING)
    seen = project((spots[:, None] + ring).reshape(-1, 3), pose).reshape(len(spots), _RING, 2)
    edge, last = MARGIN * size[0], np.array(size) - 1
    whole = ((seen >= edge) & (seen <= last - edge)).all(axis=(1, 2))
    scale = np.sqrt(_areas(seen) / _areas(ring[None, :, :2]))
    away = pose.camera - spots
    elevation = np.degrees(np.arctan2(-away[:, 2], np.hypot(away[:, 0], away[:, 1])))
    glare = np.zeros(len(spots)) if lost is None else _shares(spots, pose, lost)
    return [
        CardPlace(*map(float, (*spots[at], scale[at], elevation[at], glare[at])))
        for at in np.flatnonzero(whole)
    ]


def _areas(rings: Floats) -> Floats:
    """(n): the areas of rings of points, (n, m, 2)."""
    after = np.roll(rings, -1, axis=1)
    twice = (rings[..., 0] * after[..., 1] - rings[..., 1] * after[..., 0]).sum(axis=1)
    return np.asarray(np.abs(twice) / 2)


def lost_pixels(picture: Image) -> Mask:
    """(h, w): where a picture, (h, w, 3), shows only a lamp: nearly white, or bright without contrast."""
    darkest = picture.min(axis=2)
    differ = cv2.dilate(darkest, _AROUND_PX) - cv2.erode(darkest, _AROUND_PX)
    return np.asarray((darkest >= NEARLY_WHITE) | ((darkest >= BRIGHT) & (differ < FLAT)))


def _shares(spots: Floats, pose: Pose, lost: Mask) -> Floats:
    """(n): the share of lost pixels of upright cards around some places, (n, 3) mm."""
    across, down = np.meshgrid(np.linspace(-0.45, 0.45, 7), np.linspace(-0.45, 0.45, 9))
    points = flat(np.column_stack([across.ravel(), down.ravel()])) * [*CARD_MM, 0.0]
    seen = project((spots[:, None] + points).reshape(-1, 3), pose).round().astype(np.intp)
    x, y = seen.clip(0, np.array(lost.shape[::-1]) - 1).T
    return np.asarray(lost[y, x].reshape(len(spots), -1).mean(axis=1))


def _where(board: Board, pose: Pose, place: CardPlace) -> str:
    """A place in words, as seen by a person behind the camera."""
    if place.z == 0.0:
        return said("in the middle of the board")
    way = np.array([place.x, place.y]) - middle_mm(board)
    right, near = (
        float(way @ axis[:2]) / max(math.hypot(axis[0], axis[1]), 1e-9) for axis in upright_axes(pose)
    )
    if abs(right) > abs(near):
        return said("to the right of the board") if right > 0 else said("to the left of the board")
    return said("between board and camera") if near > 0 else said("behind the board")
