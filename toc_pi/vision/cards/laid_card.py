"""Finds a newly laid card in a picture, and reads it.

Cards lie flat at a known height, so two small networks (research/train_cards.py) get rectified top views: one
gets the surroundings of a change, before and after, and locates the new card; the other gets the card alone
and predicts its rank. Both were trained on synthetic packs.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Literal

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Singles
from calibration.camera import Pose, project
from toc_pi.events import RANKS

PATCH = 192
"""Side of the surroundings, px, at 1 px/mm."""
CROP = (96, 132)
"""Width and height of a card, px, at 1.5 px/mm."""
GRID = 24
"""Side of the first network's output, cells."""
SURE = 0.98
"""Least probability of a certain rank: of 1,344 cards of 24 synthetic packs outside the training set, one was
certain and wrong, and 10 % uncertain (research/measure.py pack)."""

SQUARE = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
MOST = 5  # most cards found at once
PEAK, PEAK_OF_HANDS = 0.4, 0.2
"""Least probability of a further card, relative to the likeliest one. Of 487 cards in 150 synthetic hands 354
are found at 0.2 and 312 at 0.4, with 33 and 13 false positives: on a pile those would be invented cards.
"""
APART_MM = 9.0  # least distance of two cards' middles
RIM_PX = 9  # of a card's crop: 6 mm, in which its edges are looked for
STEP_PX, STEP = 4, 4  # pixels across an edge, and its least step, grey levels
EDGE = 0.45
"""Least share of each side along which a straight edge is seen. In films with arms at rest all four sides of
the 14 cards on the bare table have 1.0, and of 75 % of 312 cards, nearly all on piles, white on white, 0.45
or more; of 72 detections on arms, shadows and pawns one has.
"""
TWIN_MM = 45.0
"""Least distance of the middles of two cards of one rank in a hand. All 5 wrong cards in 100 synthetic hands
had been found twice. A duplicate closer than this isn't reported.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane parallel to the board, as seen by a camera.

    Attributes:
        pose: of the camera over the board.
        z: of the plane in the board's frame, mm: 0 on the board, more on the table below it.
    """

    pose: Pose
    z: float

    def take(self, image: Image, corners: Floats, size: tuple[int, int]) -> Image:
        """Rectify a quadrilateral of the plane.

        Args:
            image: (h, w) or (h, w, 3).
            corners: (4, 2) mm: what becomes upper left, upper right, lower right, lower left.
            size: width and height of the result, px.

        Raises:
            CannotSee: it lies behind the camera.
        """
        seen = project(np.column_stack([corners, np.full(4, self.z)]), self.pose).astype(np.float32)
        width, height = size
        target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        move = cv2.getPerspectiveTransform(seen, target)
        return np.asarray(cv2.warpPerspective(image, move, size, flags=cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class CardDetection:
    """A detected card.

    Attributes:
        corners: (4, 2) mm on its plane, in either orientation.
        chance: probability that there is a card.
    """

    corners: Floats
    chance: float


@dataclass(frozen=True, slots=True, eq=False)
class CardFace:
    """The reading of a card's face.

    Attributes:
        shares: (len(RANKS) + 1) probabilities of the ranks, and of no card's face.
        look: (n,) embedding that a pack's cards of one rank share (see `family_pack`).
    """

    shares: Floats
    look: Floats


def _content(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()


@cache
def reader_name() -> str:
    """The name of the reading network; its embeddings aren't comparable with others'."""
    return sha256(_content("read.onnx")).hexdigest()[:16]


class CardNetworks:
    """The two networks, loaded once.

    Args:
        trained_on: `hand_` for networks trained on open or held-up hands; else on piles.
    """

    def __init__(self, trained_on: Literal["", "hand_"] = "") -> None:
        self._peak = PEAK_OF_HANDS if trained_on else PEAK
        self._place, self._read = (
            cv2.dnn.readNetFromONNX(np.frombuffer(_content(f"{trained_on}{name}.onnx"), np.uint8))
            for name in ("place", "read")
        )

    def of_hands(self) -> "CardNetworks":
        """The networks for hands.

        Of 386 cards in 120 synthetic hands they read 212 correctly and none wrongly; the pile's reader 194
        and one.
        """
        return CardNetworks("hand_")

    def find(self, before: Image, after: Image, plane: Plane, middle: Floats) -> tuple[CardDetection, ...]:
        """Detect cards near a point, likeliest first; never empty.

        Args:
            before, after: (h, w, 3) pictures of the camera.
            middle: (2,) mm, of what has changed.
        """
        square = middle + SQUARE * PATCH / 2
        patches = (plane.take(each, square, (PATCH, PATCH)) for each in (after, before))
        greys = [cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in patches]
        places = self.place(np.asarray(np.stack(greys), np.uint8))
        return tuple(CardDetection(place.corners + square[0], place.chance) for place in places)

    def place(self, patches: Image) -> tuple[CardDetection, ...]:
        """Detect cards, in px of (2, PATCH, PATCH) grey surroundings, after and before."""
        self._place.setInput(patches[None].astype(np.float32) / 127.5 - 1)
        return placed(np.asarray(self._place.forward(), np.float32)[0], self._peak)

    def read(self, image: Image, plane: Plane, corners: Floats) -> CardFace:
        """Read a card's face."""
        return self.face(plane.take(image, corners, CROP))

    def face(self, crop: Image) -> CardFace:
        """Read a rectified card, (h, w, 3) of CROP, in both orientations."""
        both = np.stack([crop, crop[::-1, ::-1]]).transpose(0, 3, 1, 2)
        self._read.setInput(both.astype(np.float32) / 127.5 - 1)
        told = np.asarray(self._read.forward(), np.float64).mean(axis=0)
        logits, look = np.split(told, [len(RANKS) + 1])
        shares = np.exp(logits - logits.max())
        return CardFace(np.asarray(shares / shares.sum()), look)


def has_edges(image: Image, plane: Plane, corners: Floats) -> bool:
    """Whether all four edges of a card are seen, in any colour, and its corners are in the picture."""
    seen = project(np.column_stack([corners, np.full(4, plane.z)]), plane.pose)
    height, width = image.shape[:2]
    if (seen < 0).any() or (seen > (width - 1, height - 1)).any():
        return False
    size = np.array(CROP) + 2 * RIM_PX
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    around = corners.mean(axis=0) + SQUARE * (size / CROP / 2) @ np.stack([across, down])
    crop = plane.take(image, around, (int(size[0]), int(size[1])))
    smooth = cv2.GaussianBlur(crop, (0, 0), 0.8).astype(np.float32)
    return all(_has_edge(turned) for turned in (smooth, smooth[::-1], *_sides(smooth)))


def _sides(crop: Singles) -> tuple[Singles, Singles]:
    turned = crop.swapaxes(0, 1)
    return turned, turned[::-1]


def _has_edge(crop: Singles) -> bool:
    """Whether the upper edge of a card is seen in a crop with a rim, (h, w, 3)."""
    part = crop[: 2 * RIM_PX + STEP_PX, 2 * RIM_PX : -2 * RIM_PX]
    steps = part[STEP_PX:] - part[:-STEP_PX]
    for far in (steps.max(axis=2), -steps.min(axis=2)):
        hits = cv2.dilate((far > STEP).astype(np.uint8), np.ones((3, 1), np.uint8))
        if float(hits.mean(axis=1).max()) >= EDGE:
            return True
    return False


def likeness(one: Image, other: Image) -> float:
    """The correlation, -1 to 1, of two pictures of one size; nearly independent of light and focus."""
    first, second = (
        cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), (0, 0), 1.0) for each in (one, other)
    )
    return float(cv2.matchTemplate(first, second, cv2.TM_CCOEFF_NORMED)[0, 0])


def placed(answer: Singles, peak: float = PEAK) -> tuple[CardDetection, ...]:
    """Detections in the patch, px, from the first network's output, (7, GRID, GRID).

    Its channels are the log odds of a card's middle in each cell against no card, the position in the cell,
    the cosine and sine of twice the card's angle, its width and its height / 100. Several cards share the
    probability.
    """
    heat = answer[0].astype(np.float64)
    odds = np.exp(heat)
    total = float(odds.sum())
    cells = odds / total
    peaks = cells >= np.asarray(cv2.dilate(cells, np.ones((3, 3), np.uint8)))
    masses = np.where(peaks, cv2.blur(cells, (3, 3), borderType=cv2.BORDER_CONSTANT) * 9, 0.0)
    # np.argsort is stable, so equal peaks keep their order.
    order = np.argsort(-masses, axis=None, kind="stable")
    likely = [int(each) for each in order[:MOST] if masses.flat[each] >= peak * masses.max()]
    chance = total / (1 + total)
    found = list[CardDetection]()
    for row, column in (divmod(each, GRID) for each in likely):
        corners = _corners(row, column, answer[1:, row, column])
        if all(_apart(corners, other.corners) for other in found):
            found.append(CardDetection(corners, chance))
    return tuple(found)


def _corners(row: int, column: int, told: Singles) -> Floats:
    """(4, 2) px of the patch: the corners of a card with its middle in a cell."""
    dx, dy, cos, sin, width, height = (float(value) for value in told)
    middle = np.array([column + 0.5 + dx, row + 0.5 + dy]) * PATCH / GRID
    turn = np.arctan2(sin, cos) / 2
    down = np.array([np.cos(turn), np.sin(turn)]) * height * 50
    across = np.array([np.sin(turn), -np.cos(turn)]) * width * 50
    return np.stack(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    )


def _apart(one: Floats, other: Floats) -> bool:
    """Whether two detections are two cards, not duplicates."""
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) >= APART_MM
