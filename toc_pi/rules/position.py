"""Position: the pawns on the board, as a hashable value that can be written and read (RULES 1, M15)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, start_hole
from toc_pi.errors import BadInput
from toc_pi.events import RANKS as RANKS
from toc_pi.events import Card as Card

_PAWN = re.compile(r"(\w+):([a-h])(\*?)")


Pawns = frozenset[tuple[Hole, Seat]]


class PositionReader(Protocol):
    """Decodes positions from numbers (see `masks`)."""

    def read(self, number: int) -> tuple[Pawns, frozenset[Hole]]:
        """The pawns, and the holes of the fresh ones."""
        ...

    def is_home(self, number: int, seat: Seat) -> bool:
        """Whether all pawns of a seat are home."""
        ...


class _Unread:
    """A position that is decoded from its number on first access.

    A card can have thousands of results, of which one is played, and the rules use its number again.
    """

    __slots__ = ("_number", "_reader")
    _number: int
    _reader: PositionReader

    if not TYPE_CHECKING:  # called only for unset slots; a misspelt name is still an error

        def __getattr__(self, name: str) -> Any:
            if name not in ("pawns", "fresh"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            pawns, fresh = self._reader.read(self._number)
            object.__setattr__(self, "pawns", pawns)
            object.__setattr__(self, "fresh", fresh)
            return pawns if name == "pawns" else fresh


@dataclass(frozen=True, slots=True)
class Position(_Unread):
    """Where the pawns out of their camps stand: one result of a play (RULES 1, M15).

    Hashable, so equal results of different plays are one entry in a set. Pawns in camps aren't listed: each
    seat has four, and those not listed are in camps.

    Attributes:
        pawns: each occupied hole with the seat that its pawn belongs to.
        fresh: the holes whose pawn was brought out and hasn't moved since.

    Raises:
        BadInput: two pawns in one hole, a fifth pawn, or a fresh pawn off its own start hole.
    """

    pawns: Pawns
    fresh: frozenset[Hole] = frozenset()

    def __post_init__(self) -> None:
        _set_reader(self, None)
        at = dict(self.pawns)
        if len(at) < len(self.pawns):
            hole, _ = Counter(hole for hole, _ in self.pawns).most_common(1)[0]
            raise BadInput(f"two pawns stand in {hole}; a hole has room for one")
        for seat, count in sorted(Counter(at.values()).items()):
            if count > PAWNS_A_SEAT:
                raise BadInput(f"seat {seat} has {count} pawns; {PAWNS_A_SEAT} are allowed")
        for hole in sorted(self.fresh):
            if hole not in at:
                raise BadInput(f"fresh pawn at {hole}: no pawn stands there")
            if hole != start_hole(at[hole]):
                raise BadInput(f"fresh pawn at {hole}: a fresh pawn stands on its own start hole")

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.pawns, self.fresh)

    def __str__(self) -> str:
        """Write it as tests and logs do, a star for a fresh pawn: `a0:a* b12:c`."""
        return " ".join(f"{hole}:{seat}{'*' * (hole in self.fresh)}" for hole, seat in sorted(self.pawns))

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read what `str` writes: pawns as `hole:seat`, a star behind a fresh one, in any order.

        >>> str(Position.parse("b12:c a0:a*"))
        'a0:a* b12:c'

        Raises:
            BadInput: a word that isn't a pawn, or an impossible position.
        """
        found = []
        for word in text.split():
            pawn = _PAWN.fullmatch(word)
            if pawn is None:
                raise BadInput(f"{word!r} is no pawn; written as hole:seat, like b12:c or a0:a*")
            found.append((Hole(pawn[1]), Seat(pawn[2]), bool(pawn[3])))
        if len({hole for hole, _, _ in found}) < len(found):
            hole, _ = Counter(hole for hole, _, _ in found).most_common(1)[0]
            raise BadInput(f"two pawns stand in {hole}; a hole has room for one")
        return cls(
            frozenset((hole, seat) for hole, seat, _ in found),
            frozenset(hole for hole, _, fresh in found if fresh),
        )


def unread(numbers: Iterable[int], reader: PositionReader) -> tuple[Position, ...]:
    """Numbers as positions; they are valid by construction, so the checks of `Position` are skipped."""
    found = []
    new, set_number, set_reader = object.__new__, _set_number, _set_reader
    for number in numbers:
        made = new(Position)
        set_number(made, number)
        set_reader(made, reader)
        found.append(made)
    return tuple(found)


_set_number = _Unread.__dict__["_number"].__set__
_set_reader = _Unread.__dict__["_reader"].__set__


def standing(
    position: Position, seats: Sequence[Seat], seen: Mapping[Hole, Seat] | None = None
) -> Mapping[Hole, Seat]:
    """The holes of all pawns: those in camps are where they were last seen, or in order."""
    out, known = dict(position.pawns), seen or {}
    for seat in seats:
        waiting = PAWNS_A_SEAT - sum(owner == seat for owner in out.values())
        camp = sorted(camp_holes(seat), key=lambda hole: known.get(hole) != seat)
        out |= dict.fromkeys(camp[:waiting], seat)
    return out
