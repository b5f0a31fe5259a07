"""A change of a camera's place in words: 20 cm higher, turn left.

Directions are those of a person behind the camera.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from toc_pi.messages import said

Direction = Literal["higher", "lower", "closer", "farther", "left", "right", "down", "up"]
"""A direction in which a camera is moved or turned."""
_Pairs = tuple[tuple[Direction, Direction, float], ...]

FEW_MM = 10.0  # smaller moves aren't reported
_ROUND_MM = 100.0  # above this, moves are rounded to 5 cm
_FEW_DEG, _MANY_DEG = 1.5, 8.0  # smaller turns aren't reported; larger ones aren't "a little"

_MOVES: Mapping[Direction, str] = {
    "higher": "{cm} cm higher",
    "lower": "{cm} cm lower",
    "closer": "{cm} cm closer to the board",
    "farther": "{cm} cm away from the board",
}
_TURNS: Mapping[Direction, str] = {
    "left": "turn left",
    "right": "turn right",
    "down": "tilt down",
    "up": "tilt up",
}
_SMALL_TURNS: Mapping[Direction, str] = {
    "left": "turn a little left",
    "right": "turn a little right",
    "down": "tilt a little down",
    "up": "tilt a little up",
}


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of a camera's place.

    Attributes:
        up_mm: higher; negative: lower.
        closer_mm: along the table, toward the board's middle; negative: away from it.
        left_deg: turn the lens left; negative: right.
        down_deg: tilt it down; negative: up.
    """

    up_mm: float = 0.0
    closer_mm: float = 0.0
    left_deg: float = 0.0
    down_deg: float = 0.0

    @property
    def changes(self) -> tuple[tuple[Direction, float], ...]:
        """The changes to report, moves first, in mm and degrees; never empty."""
        moves: _Pairs = (("higher", "lower", self.up_mm), ("closer", "farther", self.closer_mm))
        turns: _Pairs = (("left", "right", self.left_deg), ("down", "up", self.down_deg))
        told = [*_told(moves, FEW_MM), *_told(turns, _FEW_DEG)]
        return tuple(told or [*_told(turns, 0.0), *_told(moves, 0.0)][:1])

    @property
    def first(self) -> Direction:
        """What to do first."""
        return self.changes[0][0]

    @property
    def message(self) -> str:
        """The changes in words: 20 cm higher, turn left."""
        return _listed([_words(change, amount) for change, amount in self.changes])

    @property
    def steps(self) -> tuple[str, str]:
        """The first change, and the following one; "" for none."""
        first, *rest = [_words(change, amount) for change, amount in self.changes]
        return first, said("then {what}", what=_listed(rest)) if rest else ""


def _told(pairs: _Pairs, least: float) -> list[tuple[Direction, float]]:
    """Directions and amounts of changes that are large enough, largest first."""
    told = [
        (one if amount > 0 else other, abs(amount)) for one, other, amount in pairs if abs(amount) >= least
    ]
    return sorted(told, key=lambda each: -each[1])


def _listed(words: list[str]) -> str:
    """Words in one message, separated by commas."""
    first, *rest = words
    return said("{first}, {rest}", first=first, rest=_listed(rest)) if rest else first


def _words(change: Direction, amount: float) -> str:
    """A change in words."""
    if change in _MOVES:
        cm = 5 * round(amount / 50) if amount >= _ROUND_MM else round(amount / 10)
        return said(_MOVES[change], cm=cm)
    return (_TURNS if amount >= _MANY_DEG else _SMALL_TURNS)[change]
