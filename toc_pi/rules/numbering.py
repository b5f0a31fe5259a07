"""Positions as numbers (see `masks`) and back, at one table."""

from collections.abc import Iterable
from dataclasses import dataclass

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.masks import Masks
from toc_pi.rules.position import Pawns, Position, unread
from toc_pi.rules.table import Table


class Numbering:
    """What the holes, pawns and positions of a table are as numbers.

    Args:
        table: who plays on what board.
        masks: of the same size of board.
    """

    def __init__(self, table: Table, masks: Masks) -> None:
        m = self._masks = masks
        self._table = table
        self._bit = {
            (m.names[hole], seat): m.put[SEATS.index(seat)][hole]
            for seat in table.played
            for hole in range(m.holes)
            if hole != m.centre or table.centre
        }
        self._fresh_bit = {m.names[hole]: m.fresh[hole] for hole in m.start}
        self.pawn_at = [(hole, seat) for seat in SEATS[: m.seats] for hole in m.names]
        self._near: _Near | None = None
        self._last_encoded: tuple[Position | None, int] = (None, 0)

    def encode(self, position: Position) -> int:
        """As `Engine.encode`."""
        known, number = self._last_encoded
        if known is position:  # the next card of the same hand
            return number
        reader = getattr(position, "_reader", None)
        if isinstance(reader, _Near) and reader.numbering is self:
            number = position._number
        else:
            try:
                number = sum(map(self._bit.__getitem__, position.pawns))
                number += sum(map(self._fresh_bit.__getitem__, position.fresh))
            except KeyError:
                self._table.check(position)
                raise
        self._last_encoded = (position, number)
        return number

    def pawns(self, pawns: Pawns) -> int:
        """Some pawns as a number.

        Raises:
            BadInput: a pawn that can't stand on this table.
        """
        try:
            return sum(map(self._bit.__getitem__, pawns))
        except KeyError:
            self._table.check(Position(pawns))
            raise

    def decode(self, numbers: Iterable[int], near: Position, near_number: int) -> tuple[Position, ...]:
        """As `Engine.decode_all`."""
        reader = self._near
        if reader is None or reader.number != near_number:
            reader = self._near = _Near(self, near_number, near.pawns, near.fresh)
        return unread(numbers, reader)

    def hole_of(self, place: int) -> Hole:
        """The hole of a bit, whatever its plane."""
        return self._masks.names[place % self._masks.holes]


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """Reads positions by what differs from one whose pawns are known."""

    numbering: Numbering
    number: int
    pawns: Pawns
    fresh: frozenset[Hole]

    def read(self, number: int) -> tuple[Pawns, frozenset[Hole]]:
        """The pawns, and the holes of the fresh ones."""
        pawn_at = self.numbering.pawn_at
        differing = number ^ self.number
        pawns: list[tuple[Hole, Seat]] = []
        fresh: list[Hole] = []
        while differing:
            place = differing.bit_length() - 1
            differing ^= 1 << place
            if place < len(pawn_at):
                pawns.append(pawn_at[place])
            else:
                fresh.append(self.numbering.hole_of(place))
        return (
            self.pawns.symmetric_difference(pawns),
            self.fresh.symmetric_difference(fresh) if fresh else self.fresh,
        )
