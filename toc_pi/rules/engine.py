"""One rule set at one table: everything that is the same for all positions, computed once; goals of a search.

Positions are numbers here (see `masks`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calibration.holes import PAWNS_A_SEAT, SEATS, Hole, Seat
from toc_pi.rules.masks import Numbering, bits, masks_of
from toc_pi.rules.moves import Group, View
from toc_pi.rules.position import Card, Pawns, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class Wanted:
    """A partly known board, without camps.

    Attributes:
        pawns: the pawns that are surely there.
        open: unknown holes; every other hole without a pawn is empty.
        off: in how many (hole, seat) pairs a result may still differ.
    """

    pawns: Pawns
    open: frozenset[Hole] = frozenset()
    off: int = 0

    def shows(self, pawns: Pawns) -> bool:
        """Whether a position agrees with it."""
        strays = sum(hole not in self.open for hole, _ in pawns - self.pawns)
        return len(self.pawns - pawns) + strays <= self.off


@dataclass(frozen=True, slots=True)
class Goal:
    """The same as bit masks (see `masks`); the default admits everything.

    Attributes:
        must: pawns that must be there.
        may: pawns that may be there.
        must_not: pawns that may not.
        off: as in `Wanted`.
    """

    must: int = 0
    may: int = -1
    must_not: int = 0
    off: int = 0

    def admits(self, result: int) -> bool:
        """Whether a result is wanted."""
        lacking, surplus = self.must & ~result, result & self.must_not
        if not self.off:
            return not (lacking or surplus)
        return lacking.bit_count() + surplus.bit_count() <= self.off


ANYTHING = Goal()


@dataclass(slots=True)
class Effort:
    """The cost limit of a search, and its cost so far.

    Attributes:
        most: the limit; the search ends when it is reached.
        spent: the cost so far, about one for each position searched.
    """

    most: int = 10**9
    spent: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the limit is reached."""
        return self.spent >= self.most


class Engine:
    """One rule set at one table.

    Attributes:
        uses: cache of what each card can be used for (`uses.Ready`).
        last_plays: cache of the last position, card and player, with the results of each use (`legal.plays`).
        has_pass: whether some card may be passed with.
        groups: for each seat that may be on turn, the seats whose pawns it may play: the player's own, then
            each team-mate's, clockwise (R14).
        team: for each seat, the seats of its team.
        opponents: for the seats of each player, the seats outside their team.
        numbering: positions as numbers and back.
    """

    def __init__(self, rules: RuleSet, table: Table) -> None:
        self.rules = rules
        self.table = table
        self.masks = masks_of(table.seats, table.home_entry, table.stretch)
        m = self.masks
        self.groups: dict[Seat, tuple[Group, ...]] = {}
        self.team: dict[Seat, Group] = {}
        for seat in table.played:
            players = (table.player_of(seat), *table.mates(seat))
            self.groups[seat] = tuple(_numbers(player) for player in players)
            self.team[seat] = _numbers(table.team_of(seat))
        self._full = {
            group: sum(m.full[seat] for seat in group) for groups in self.groups.values() for group in groups
        }
        self.opponents = {
            group: tuple(n for n in range(m.seats) if n not in self.team[seat])
            for seat, groups in self.groups.items()
            for group in groups
        }
        self.numbering = Numbering(table, m)
        self.uses: dict[Card, Any] = {}
        self.has_pass = any(use.kind == "pass" for uses in rules.cards.values() for use in uses)
        self.last_plays: tuple[tuple[object, ...], list[tuple[Use, Any]]] = ((), [])
        self._last_view: View | None = None
        self._stand: tuple[int, Seat | None, View | None] = (-1, None, None)
        self.sevens = bits(m.sevens)
        self.planes_at = tuple(range(0, m.seats * m.holes, m.holes))
        self.fresh_at = m.seats * m.holes
        self.protected = rules.protected
        self.protected_blocks = rules.protected_blocks
        self.keeps_own = not rules.own_capture
        self.keeps_mates = not rules.team_capture
        self.passing_is_free = rules.no_passing == "none"
        self.spares_own = rules.mowing_spares != "none"
        self.spares_mates = rules.mowing_spares == "team"
        self.jumps = rules.jump != "none"
        self.jump_holes = m.sevens if self.jumps else 0
        self.must_jump = rules.jump == "must"
        self._reach: dict[tuple[int, int, int], int] = {}
        self.takes_both = rules.jump_takes == "both"

    def encode(self, position: Position) -> int:
        """A position as a number.

        A pawn that players have accepted in another seat's home is an obstacle there: it counts as one of its
        seat's four, and no legal play moves it.

        Raises:
            BadInput: the position is impossible on this table.
        """
        return self.numbering.encode(position)

    def goal(self, wanted: Wanted) -> Goal:
        """A `Wanted` as bit masks.

        Raises:
            BadInput: a pawn that is impossible on this table.
        """
        m = self.masks
        must = self.numbering.pawns(wanted.pawns)
        opened = sum(1 << m.numbers[hole] for hole in wanted.open if hole in m.numbers)
        pawns = (1 << m.seats * m.holes) - 1
        may = must | m.column * opened & pawns
        return Goal(must, may, pawns & ~may, wanted.off)

    def decode(self, number: int) -> Position:
        """A number as a position."""
        return self.decode_all((number,))[0]

    def decode_all(self, numbers: Iterable[int]) -> tuple[Position, ...]:
        """Numbers as positions."""
        return self.numbering.decode(numbers)

    def reach(self, seat: int, hole: int, n: int) -> int:
        """Every hole that a pawn can touch by moving up to n holes in any parts; its own included."""
        key = (seat, hole, n)
        known = self._reach.get(key)
        if known is None:
            m = self.masks
            if hole >= m.length:
                known = m.rise[seat][PAWNS_A_SEAT]
            else:
                far = n
                known = m.between(hole, far + 1) | 1 << hole
                jumps = bits(known & ~(1 << hole) & m.sevens) if self.jumps else []
                if jumps and self.rules.split_again:
                    far += m.stretch  # from a 7 to the next one: no card has a number for a second jump
                    known = m.between(hole, far + 1) | 1 << hole
                else:
                    for seven in jumps:  # a pawn that has jumped takes no further part
                        over = 1 << (seven + m.stretch) % m.length
                        known |= over if self.rules.jump_over else m.between(seven, m.stretch) | over
                if m.to_entry[seat][hole] <= far:
                    known |= m.rise[seat][PAWNS_A_SEAT]
            self._reach[key] = known
        return known

    def view(self, position: int, acting: Group, seat: Seat) -> View:
        """A position as seen by a seat's player, with these seats' pawns as own; the last one is cached."""
        view = self._last_view
        if view is None or view.position != position or view.acting != acting:
            view = self._last_view = View(self, position, acting, self.team[seat])
        return view

    def stand(self, position: int, seat: Seat) -> View | None:
        """A position as seen by the player of a seat in turn; None if their team has no pawns to move."""
        known, whose, view = self._stand
        if known != position or whose != seat:
            group = self.acting(position, seat)
            view = self.view(position, group, seat) if group else None
            self._stand = (position, seat, view)
        return view

    def acting(self, position: int, seat: Seat) -> Group:
        """The seats whose pawns count as own (RULES 1); empty if the whole team is home."""
        for group in self.groups[seat]:
            if not self.is_home(position, group):
                return group
        return ()

    def next_mate(self, position: int, seat: Seat) -> Group:
        """The next team-mate with pawns out of their home (`mate_when_stuck`, RULES 1); may be empty."""
        for group in self.groups[seat][1:]:
            if not self.is_home(position, group):
                return group
        return ()

    def is_home(self, position: int, group: Group) -> bool:
        """Whether all pawns of these seats are home."""
        full = self._full[group]
        return position & full == full


@lru_cache(maxsize=16)
def engine_of(rules: RuleSet, table: Table) -> Engine:
    """The engine of one rule set at one table, cached: some megabytes each, and room for all rule sets."""
    return Engine(rules, table)


def _numbers(seats: tuple[Seat, ...]) -> Group:
    return tuple(SEATS.index(seat) for seat in seats)
