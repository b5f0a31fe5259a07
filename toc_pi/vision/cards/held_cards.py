"""Reads cards that a hand holds up to the camera, one or a fan, while a page asks for them.

They face the camera roughly, at an unknown distance: each picture is searched at another scale until a card
is read, then the cards are tracked. A rank counts once two readings in a row are certain.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.camera import Pose, project, to_board
from calibration.setup.card_place import CARD_MM
from toc_pi.events import RANKS, Card, CardsHeld
from toc_pi.vision.cards.laid_card import PATCH, SURE, TWIN_MM, CardDetection, CardNetworks, Plane
from toc_pi.vision.cards.still_places import StillPlaces
from toc_pi.vision.motion_gate import WIDTH

SCALES = tuple(1.3 * 1.15**step for step in range(8))
"""Pixels per millimetre: 1.3 to 3.5, at which a card is 80 to 220 px wide."""
FOUND = 0.5  # least probability of a card for reading it
STEP_MM = PATCH / 2  # spacing of the search grid
ZOOM = 1.3  # largest correction of the scale per step


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """Cards found in a plane facing the camera, its scale, px/mm, and the certain ranks."""

    scale: float
    plane: Plane
    places: tuple[CardDetection, ...]
    cards: Counter[Card]


class HeldCards:
    """Processes pictures while cards are asked for."""

    def __init__(self, networks: CardNetworks) -> None:
        self._networks = networks
        self._tries = 0
        self._held: _Held | None = None
        self._seen = Counter[Card]()
        self._told = Counter[Card]()

    def look(self, t: float, image: Image, table: StillPlaces, lens: Pose) -> tuple[CardsHeld, ...]:
        """The held-up cards so far, if there are more than before.

        Args:
            t: seconds of film.
            image: (h, w, 3), registered.
            table: the scene without the hand.
            lens: the camera's pose; only its lens is used.
        """
        self._held = self._follow(image, table, lens) or self._search(image, table, lens)
        last, self._seen = self._seen, Counter() if self._held is None else self._held.cards
        both = self._seen & last
        if both <= self._told:
            return ()
        self._told |= both
        return (CardsHeld(t, tuple(self._told.elements())),)

    def _follow(self, image: Image, table: StillPlaces, lens: Pose) -> _Held | None:
        """Track the cards at their last position and scale."""
        held = self._held
        if held is None:
            return None
        corners = np.array([place.corners for place in held.places])
        sides = np.linalg.norm(corners - np.roll(corners, 1, 1), axis=2)
        larger = float(np.clip(np.median(sides) / np.mean(CARD_MM), 1 / ZOOM, ZOOM))
        (middle,) = project(np.array([[*corners.mean((0, 1)), 0.0]]), held.plane.pose)
        return self._find(image, table, lens, held.scale * larger, middle)

    def _search(self, image: Image, table: StillPlaces, lens: Pose) -> _Held | None:
        """Search all moving regions at one scale."""
        scale = SCALES[self._tries % len(SCALES)]
        self._tries += 1
        found = (self._find(image, table, lens, scale, middle) for middle in _moving(table, scale))
        return max(
            (each for each in found if each is not None),
            key=lambda held: held.cards.total(),
            default=None,
        )

    def _find(
        self, image: Image, table: StillPlaces, lens: Pose, scale: float, middle: Floats
    ) -> _Held | None:
        """Read cards around a point of the picture, px; None if none is certain."""
        plane = facing(lens, scale)
        (at,) = to_board(middle[None], plane.pose)
        places = self._networks.find(table.image, image, plane, at)
        if places[0].chance < FOUND:
            return None
        read = list[tuple[int, Floats]]()
        for place in places:
            shares = self._networks.read(image, plane, place.corners).shares
            rank, middle = int(shares.argmax()), place.corners.mean(axis=0)
            if shares[rank] >= SURE and rank < len(RANKS):
                twins = (np.linalg.norm(middle - other) for same, other in read if same == rank)
                if min(twins, default=np.inf) >= TWIN_MM:
                    read.append((rank, middle))
        return _Held(scale, plane, places, Counter(RANKS[rank] for rank, _ in read)) if read else None


def facing(lens: Pose, scale: float) -> Plane:
    """The plane facing a camera at `scale` px/mm, around the middle of its picture."""
    away = np.array([0.0, 0.0, lens.focal / scale])
    return Plane(Pose(np.eye(3), away, lens.focal, lens.centre, lens.k1), 0.0)


def _moving(table: StillPlaces, scale: float) -> Iterator[Floats]:
    """Points of the picture, px, that cover all large moving regions at a scale."""
    odd = cv2.morphologyEx(table.covered.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    count, labels = cv2.connectedComponents(odd)
    zoom = table.image.shape[1] / WIDTH
    step = STEP_MM * scale / zoom
    sizes, moves = (np.bincount(each, minlength=count) for each in (labels.ravel(), labels[~table.still]))
    least = CARD_MM[0] * CARD_MM[1] * (scale / zoom) ** 2
    for label in range(1, count):
        if moves[label] and sizes[label] >= least:
            rows, columns = np.nonzero(labels == label)
            cells = np.unique(np.column_stack([columns, rows]) // step, axis=0)
            yield from ((cells + 0.5) * step + 0.5) * zoom - 0.5
