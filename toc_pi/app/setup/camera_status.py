"""What the camera sees of a table that is being set up: values alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from calibration.appearance.pawn_set import PawnSet
from calibration.holes import Seat
from hardware.camera import Frame
from toc_pi.app.camera.camera_events import CameraFault

if TYPE_CHECKING:  # not needed for the first page; the second one loads OpenCV
    from calibration.setup.card_place import PileAdvice
    from calibration.setup.correction import Correction
    from toc_pi.app.setup.live_view import FoundBoard


@dataclass(frozen=True, slots=True)
class SeenPawns:
    """What a picture shows of the pawns in their camps.

    Attributes:
        colours: the word for the colour of each seat's pawns; empty where they aren't in their camps.
        empty: seats that have no pawns.
        alike: pairs of seats whose pawns can't be told apart.
        unsure: seats whose pawns may well be called by another colour.
        advice: what a person can do if they can't be judged; "" if they can.
    """

    colours: Mapping[Seat, str]
    kind: PawnSet
    empty: frozenset[Seat] = frozenset()
    alike: tuple[tuple[Seat, Seat], ...] = ()
    unsure: frozenset[Seat] = frozenset()
    kind_sure: bool = True
    advice: str = ""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The camera's current view of the table.

    Attributes:
        fault: the camera's fault, a key of the window's texts; "" for none.
        advice: what a person can do about the picture; "" once the board is found.
        board: the name of the found board; "" for none.
        correction: of the camera's place; None if it stands well.
        pile: where to lay the cards, if the camera is to read them; None if it doesn't stand well.
        cards: whether cards lie beside the board that the camera could read.
        pictures: whether any picture has arrived.
        seats: where each seat is in the picture, px; empty while the board isn't found.
    """

    fault: str = ""
    advice: str = ""
    board: str = ""
    correction: "Correction | None" = None
    pile: "PileAdvice | None" = None
    cards: bool = False
    pictures: bool = False
    seats: Mapping[Seat, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What to show now.

    Attributes:
        frame: the newest picture; None before the first, or while none arrives.
        advice: what a person can do if it isn't found; "" before the first search.
    """

    frame: Frame | None = None
    fault: CameraFault | None = None
    found: "FoundBoard | None" = None
    advice: str = ""
