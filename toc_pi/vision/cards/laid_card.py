"""Finds a card that was laid in a picture, and reads it.

Cards lie flat at a known height, so two small networks (research/train_cards.py) see them as if from
straight above: one gets the surroundings of a change, before and after, and says where the new card lies; the
other gets the card alone and says its rank. Both were trained on packs that a program has drawn.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Singles
from calibration.camera import Pose, project
from toc_pi.events import RANKS

PATCH = 192
"""Side of the surroundings, px: 1 a millimetre."""
CROP = (96, 132)
"""Width and height of a card, px: 1.5 a millimetre."""
GRID = 24
"""Side of the first network's answer, cells."""
SURE = 0.995
"""Least probability of a sure rank."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane parallel to the board, as a camera sees it.

    Attributes:
        pose: of the camera over the board.
        z: of the plane in the board's frame, mm: 0 on the board, more on the table below it.
    """

    pose: Pose
    z: float

    def take(self, image: Image, corners: Floats, size: tuple[int, int]) -> Image:
        """A quadrilateral of the plane as a rectangle.

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
class Place:
    """Where a new card lies.

    Attributes:
        corners: (4, 2) mm on its plane, one of the two ways up.
        chance: that a card was laid at all.
    """

    corners: Floats
    chance: float


@dataclass(frozen=True, slots=True, eq=False)
class CardFace:
    """What is read of a card.

    Attributes:
        shares: (len(RANKS) + 1) probabilities of the ranks, and of no card's face.
        look: (n,) how it looks: a direction that a pack's cards of one rank have in common (`family_pack`).
    """

    shares: Floats
    look: Floats


def _content(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()


@cache
def reader_name() -> str:
    """The name of the network that reads: looks of another one mean nothing to it."""
    return sha256(_content("read.onnx")).hexdigest()[:16]


class CardNetworks:
    """The two networks, loaded once."""

    def __init__(self) -> None:
        self._place, self._read = (
            cv2.dnn.readNetFromONNX(np.frombuffer(_content(name), np.uint8))
            for name in ("place.onnx", "read.onnx")
        )

    def find(self, before: Image, after: Image, plane: Plane, middle: Floats) -> Place:
        """Where a card was laid near a point.

        Args:
            before, after: (h, w, 3) pictures of the camera.
            middle: (2,) mm, of what has changed.
        """
        square = middle + np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * PATCH / 2
        patches = (plane.take(each, square, (PATCH, PATCH)) for each in (after, before))
        greys = [cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in patches]
        place = self.place(np.asarray(np.stack(greys), np.uint8))
        return Place(place.corners + square[0], place.chance)

    def place(self, patches: Image) -> Place:
        """Where a card was laid, in px of (2, PATCH, PATCH) grey surroundings, after and before."""
        self._place.setInput(patches[None].astype(np.float32) / 127.5 - 1)
        return placed(np.asarray(self._place.forward(), np.float32)[0])

    def read(self, image: Image, plane: Plane, corners: Floats) -> CardFace:
        """What a card's face shows."""
        return self.face(plane.take(image, corners, CROP))

    def rank(self, crop: Image) -> Floats:
        """The probabilities for a rectified card, (h, w, 3) of CROP."""
        return self.face(crop).shares

    def face(self, crop: Image) -> CardFace:
        """What a rectified card, (h, w, 3) of CROP, shows; both ways up count."""
        both = np.stack([crop, crop[::-1, ::-1]]).transpose(0, 3, 1, 2)
        self._read.setInput(both.astype(np.float32) / 127.5 - 1)
        told = np.asarray(self._read.forward(), np.float64).mean(axis=0)
        logits, look = np.split(told, [len(RANKS) + 1])
        shares = np.exp(logits - logits.max())
        return CardFace(np.asarray(shares / shares.sum()), look)


def placed(answer: Singles) -> Place:
    """The place in the patch, px, from the first network's answer, (7, GRID, GRID).

    Its channels are the log odds of the card's middle in each cell, where in the cell it is, the cosine and
    the sine of twice the card's turn, its width and its height / 100.
    """
    heat = answer[0].ravel()
    most = int(heat.argmax())
    row, column = divmod(most, GRID)
    dx, dy, cos, sin, width, height = (float(value) for value in answer[1:, row, column])
    middle = np.array([column + 0.5 + dx, row + 0.5 + dy]) * PATCH / GRID
    turn = np.arctan2(sin, cos) / 2
    down = np.array([np.cos(turn), np.sin(turn)]) * height * 50
    across = np.array([np.sin(turn), -np.cos(turn)]) * width * 50
    corners = np.stack(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    )
    odds = float(np.exp(np.logaddexp.reduce(heat.astype(np.float64))))
    return Place(corners, odds / (1 + odds))
