"""Positions as numbers (see `masks`) and back, at one table."""

from collections.abc import Iterable

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.masks import Masks
from toc_pi.rules.position import Pawns, Position, unread
from toc_pi.rules.table import Table


class Numbering:
    """Encodes and decodes the pawns and positions of a table.

    Args:
        table: the board and its players.
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
        self._full = dict(zip(SEATS, m.full, strict=False))
        self._last_read: tuple[int, Pawns, frozenset[Hole]] = (0, frozenset(), frozenset())
        self._last_encoded: tuple[Position | None, int] = (None, 0)

    def encode(self, position: Position) -> int:
        """As `Engine.encode`."""
        known, number = self._last_encoded
        if known is position:  # the next card of the same hand
            return number
        reader = getattr(position, "_reader", None)
        if reader is self:
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
            BadInput: a pawn that is impossible on this table.
        """
        try:
            return sum(map(self._bit.__getitem__, pawns))
        except KeyError:
            self._table.check(Position(pawns))
            raise

    def decode(self, numbers: Iterable[int]) -> tuple[Position, ...]:
        """As `Engine.decode_all`."""
        return unread(numbers, self)

    def read(self, number: int) -> tuple[Pawns, frozenset[Hole]]:
        """The pawns and the holes of fresh ones, decoded as changes from the number read last."""
        known, pawns, fresh = self._last_read
        differing = number ^ known
        moved: list[tuple[Hole, Seat]] = []
        freshened: list[Hole] = []
        while differing:
            place = differing.bit_length() - 1
            differing ^= 1 << place
            if place < len(self.pawn_at):
                moved.append(self.pawn_at[place])
            else:
                freshened.append(self.hole_of(place))
        pawns = pawns.symmetric_difference(moved)
        fresh = fresh.symmetric_difference(freshened) if freshened else fresh
        self._last_read = (number, pawns, fresh)
        return pawns, fresh

    def is_home(self, number: int, seat: Seat) -> bool:
        """Whether all pawns of a seat are home."""
        full = self._full.get(seat)
        return full is not None and number & full == full

    def hole_of(self, place: int) -> Hole:
        """The hole of a bit, whatever its plane."""
        return self._masks.names[place % self._masks.holes]
