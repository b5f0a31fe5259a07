"""Bitboards: a position as one integer, and paths over a board as masks.

The rules are queried thousands of times a second. So each hole is a bit, a position is one integer (a plane
of holes for each seat, one for fresh pawns, one for pawns that a split has moved), and "is anything in the
way" is one `&`. Seats are numbers here, 0 for a. `Position` is the public form.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from calibration.holes import CENTRE, PAWNS_A_SEAT, SEATS, Hole, Seat, home_holes, track_hole
from toc_pi.rules.position import Pawns, Position, unread
from toc_pi.rules.table import Table

JUMP_HOLE = 7  # number of the track holes between which a pawn jumps under some rule sets
LONGEST = 18
"""The highest number that a card may have."""


class Onward(NamedTuple):
    """Moves of n holes clockwise from each hole of the track.

    Attributes:
        ways: for each hole the mask of holes strictly between, the mask of the last hole, its number, and the
            mask of a position without the first and the last hole.
        turning: for each seat the track holes from which the move ends in the seat's home.
        inside: for each seat the holes of its home from which the move ends inside it.
    """

    ways: tuple[tuple[int, int, int, int], ...]
    turning: tuple[int, ...]
    inside: tuple[int, ...]


class Masks:
    """One size of board as bits.

    Holes are numbered: the track clockwise from a0, then the homes seat by seat, then the centre.

    Attributes:
        stretch: S, the holes of the track that a seat has.
        length: L, the holes of the track.
        holes: N, all holes; the width of a plane.
        names: each hole's name; `numbers` the other way.
        start, entry: for each seat the hole where its pawns come out, and where they turn in.
        home: for each seat the number of its H1.
        track, starts, sevens: masks of these holes.
        ahead, behind: [hole][n], the holes strictly between a track hole and the n-th one from it, for n up
            to one more than the longest move (a card's number, or a jump).
        onward: [n], the moves of n holes clockwise.
        rise: [seat][r], H1 … Hr of a seat's home.
        to_entry: [seat][hole], steps clockwise from a track hole to the seat's entry.
        along: [seat][hole], the position of a hole along the track; the seat's home continues from its entry.
        column: one bit in every plane; multiplied by a mask it gives that mask in every plane.
        put: [seat][hole], the bit of a pawn in its seat's plane.
        fresh, moved: [hole], the bit in those planes.
        full: for each seat, all four pawns home.
        put_moved: [seat][hole], a pawn in its plane, marked as moved.
        one_more: added to the state of a split for each pawn that takes a part.
        board: all bits of a position (planes of pawns and of fresh pawns).
    """

    def __init__(self, seats: int, home_entry: int, stretch: int) -> None:
        self.seats = seats
        self.stretch = stretch
        length = self.length = stretch * seats
        width = self.holes = length + PAWNS_A_SEAT * seats + 1
        self.centre = width - 1
        self.names: tuple[Hole, ...] = (
            *(track_hole(index, seats, stretch) for index in range(length)),
            *(hole for seat in SEATS[:seats] for hole in home_holes(seat)),
            CENTRE,
        )
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.start = tuple(stretch * seat for seat in range(seats))
        self.entry = tuple((start - (stretch - home_entry)) % length for start in self.start)
        self.home = tuple(length + PAWNS_A_SEAT * seat for seat in range(seats))
        self.track = (1 << length) - 1
        self.plane = (1 << width) - 1
        self.starts = sum(1 << start for start in self.start)
        self.sevens = sum(1 << (start + JUMP_HOLE) for start in self.start)
        ways = range(max(LONGEST, stretch) + 2)
        self.ahead = [[self.between(hole, n) for n in ways] for hole in range(length)]
        self.behind = [[self.between(hole - n, n) for n in ways] for hole in range(length)]
        self.rise = [
            [((1 << r) - 1) << home for r in range(PAWNS_A_SEAT + 1)] for home in self.home
        ]  # fmt: skip
        self.to_entry = [[(entry - hole) % length for hole in range(length)] for entry in self.entry]
        self.along = [
            [*range(length), *(entry + 1 + hole % PAWNS_A_SEAT for hole in range(PAWNS_A_SEAT * seats)), 0]
            for entry in self.entry
        ]
        planes = seats + 2
        self.column = sum(1 << (plane * width) for plane in range(planes))
        self.columns = tuple(self.column << hole for hole in range(width))
        self.put = [[1 << (seat * width + hole) for hole in range(width)] for seat in range(seats)]
        self.fresh = [1 << (seats * width + hole) for hole in range(width)]
        self.moved = [1 << ((seats + 1) * width + hole) for hole in range(width)]
        self.full = tuple(self.rise[seat][PAWNS_A_SEAT] << (seat * width) for seat in range(seats))
        self.put_moved = [
            [pawn | mark for pawn, mark in zip(pawns, self.moved, strict=True)] for pawns in self.put
        ]
        self.board = (1 << ((seats + 1) * width)) - 1
        self.one_more = 1 << (planes * width)
        self.onward = tuple(self._onward(n) for n in range(LONGEST + 1))

    def _onward(self, n: int) -> Onward:
        """The moves of n holes clockwise."""
        everything = (1 << (self.seats + 3) * self.holes) - 1
        ways = []
        for hole in range(self.length):
            end = (hole + n) % self.length
            kept = everything & ~(self.columns[hole] | self.columns[end])
            ways.append((self.ahead[hole][n], 1 << end, end, kept))
        turning = tuple(
            sum(1 << hole for hole, k in enumerate(steps) if k < n <= k + PAWNS_A_SEAT)
            for steps in self.to_entry
        )
        inside = tuple(rise[max(PAWNS_A_SEAT - n, 0)] for rise in self.rise)
        return Onward(tuple(ways), turning, inside)

    def between(self, hole: int, n: int) -> int:
        """The holes strictly between a track hole and the n-th one clockwise from it."""
        if n < 2:
            return 0
        line = ((1 << (n - 1)) - 1) << (hole % self.length + 1)
        return (line | line >> self.length) & self.track


@lru_cache(maxsize=9)
def masks_of(seats: int, home_entry: int, stretch: int) -> Masks:
    """The masks of one size of board, cached."""
    return Masks(seats, home_entry, stretch)


def bits(mask: int) -> list[int]:
    """The holes in a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


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
                freshened.append(self._masks.names[place % self._masks.holes])
        pawns = pawns.symmetric_difference(moved)
        fresh = fresh.symmetric_difference(freshened) if freshened else fresh
        self._last_read = (number, pawns, fresh)
        return pawns, fresh

    def is_home(self, number: int, seat: Seat) -> bool:
        """Whether all pawns of a seat are home."""
        full = self._full.get(seat)
        return full is not None and number & full == full
