"""M1–M11, M13, M14: what one pawn, or a swap of two, makes of a position.

Positions are numbers here (see `masks`). An `Engine` is one rule set at one table; a `View` is a position as
the player sees whose card it is: which pawns are own, protected, in the way, not to be captured.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from calibration.holes import PAWNS_A_SEAT, SEATS, Seat
from toc_pi.rules.masks import bits, masks_of
from toc_pi.rules.numbering import Numbering
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet, Use
from toc_pi.rules.table import Table
from toc_pi.rules.wanted import Goal, Wanted

FIVE = Card("5")

Group = tuple[int, ...]
"""Seats, as numbers, whose pawns are played together: a player's."""


class Engine:
    """One rule set at one table.

    Attributes:
        uses: what each card can be used for, as far as it was asked (`legal.Playable`).
        last_plays: a position, card and player, with what each use makes of it (`legal.plays`).
        has_pass: whether some card may be passed with.
        groups: for each seat whose turn it may be, those whose pawns it plays: the player's own seats, then
            each team-mate's, clockwise (R14).
        team: for each seat, the seats of its team.
        opponents: for the seats of each player, those of no team-mate.
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
        self.uses: dict[Card, tuple[Any, ...]] = {}
        self.has_pass = any(use.kind == "pass" for uses in rules.cards.values() for use in uses)
        self.last_plays: tuple[tuple[object, ...], list[tuple[Use, Any]]] = ((), [])
        self._last_view: View | None = None
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

        A pawn in another seat's home, where players have let it stand, is a stone there: one of its seat's
        four, in everybody's way, and never moved by a legal play.

        Raises:
            BadInput: it can't stand on this table.
        """
        return self.numbering.encode(position)

    def goal(self, wanted: Wanted) -> Goal:
        """What is wanted as numbers.

        Raises:
            BadInput: a pawn that can't stand on this table.
        """
        m = self.masks
        must = self.numbering.pawns(wanted.pawns)
        opened = sum(1 << m.numbers[hole] for hole in wanted.open if hole in m.numbers)
        pawns = (1 << m.seats * m.holes) - 1
        may = must | m.column * opened & pawns
        return Goal(must, may, pawns & ~may, wanted.off)

    def decode(self, number: int, near: Position, near_number: int) -> Position:
        """A number as a position, by what differs from one whose position is known."""
        return self.decode_all((number,), near, near_number)[0]

    def decode_all(self, numbers: Iterable[int], near: Position, near_number: int) -> tuple[Position, ...]:
        """Numbers as positions, as `decode`."""
        return self.numbering.decode(numbers, near, near_number)

    def reach(self, seat: int, hole: int, n: int) -> int:
        """Every hole that a pawn can touch by going up to n holes, in one part or several; its own too."""
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
                    far += m.stretch  # from a 7 to the next one: no number is enough for a second jump
                    known = m.between(hole, far + 1) | 1 << hole
                else:
                    for seven in jumps:  # a pawn that has jumped takes no further part
                        over = 1 << (seven + m.stretch) % m.length
                        known |= over if self.rules.jump_over else m.between(seven, m.stretch) | over
                if m.to_entry[seat][hole] <= far:
                    known |= m.rise[seat][PAWNS_A_SEAT]
            self._reach[key] = known
        return known

    def view(self, position: int, acting: Group, seat: Seat) -> "View":
        """A position as the player of a seat sees it with these seats' pawns as own; the last one is kept."""
        view = self._last_view
        if view is None or view.position != position or view.acting != acting:
            view = self._last_view = View(self, position, acting, self.team[seat])
        return view

    def acting(self, position: int, seat: Seat) -> Group:
        """Whose pawns count as own (RULES 1); nobody's where the whole team is home."""
        for group in self.groups[seat]:
            if not self.is_home(position, group):
                return group
        return ()

    def next_mate(self, position: int, seat: Seat) -> Group:
        """The next team-mate with pawns out of his home (`mate_when_stuck`, RULES 1); maybe nobody."""
        for group in self.groups[seat][1:]:
            if not self.is_home(position, group):
                return group
        return ()

    def is_home(self, position: int, group: Group) -> bool:
        """Whether all pawns of these seats are home."""
        full = self._full[group]
        return position & full == full


class View:
    """A position as seen by who plays the card.

    Attributes:
        planes: each seat's pawns.
        occupied, fresh: masks.
        own, mates: pawns of the acting seats, and of the rest of the team.
        protected: pawns that may not be captured (section 4, `protected`).
        blocks: those of them that nobody passes.
        safe: pawns that may not be captured, protected or by `own_capture` and `team_capture`.
        put: [seat][hole], the bits of a pawn that has been moved there.
    """

    __slots__ = (
        "acting",
        "blocks",
        "engine",
        "fresh",
        "mates",
        "occupied",
        "own",
        "planes",
        "position",
        "protected",
        "put",
        "safe",
    )

    def __init__(
        self, engine: Engine, position: int, acting: Group, team: Group, put: list[list[int]] | None = None
    ) -> None:
        m, plane = engine.masks, engine.masks.plane
        self.put = put or m.put
        self.engine = engine
        self.position = position
        self.acting = acting
        planes = self.planes = [position >> at & plane for at in engine.planes_at]
        self.fresh = position >> engine.fresh_at & plane
        occupied = own = mates = 0
        for pawns in planes:
            occupied |= pawns
        for seat in acting:
            own |= planes[seat]
        if len(team) > len(acting):
            for seat in team:
                if seat not in acting:
                    mates |= planes[seat]
        self.occupied, self.own, self.mates = occupied, own, mates
        which = engine.protected
        protected = self.protected = self.fresh if which == "fresh" else self.on_start(which)
        self.blocks = protected if engine.protected_blocks else 0
        safe = protected
        if engine.keeps_own:
            safe |= own
        if engine.keeps_mates:
            safe |= mates
        self.safe = safe

    @property
    def spared(self) -> int:
        """Pawns that a mowing move leaves standing by `mowing_spares`."""
        engine = self.engine
        return (self.own if engine.spares_own else 0) | (self.mates if engine.spares_mates else 0)

    @property
    def kept(self) -> int:
        """Pawns that a mowing move leaves standing."""
        return self.protected | self.spared

    @property
    def mowable(self) -> int:
        """Pawns that a mowing move captures on its way."""
        return self.occupied & ~self.kept

    def on_start(self, which: str) -> int:
        """The pawns on start holes: none, fresh, on their own-start, on any-start (section 4)."""
        m = self.engine.masks
        if which == "any-start":
            return self.occupied & m.starts
        if which == "own-start":
            found = 0
            for start, pawns in zip(m.start, self.planes, strict=True):
                found |= pawns & (1 << start)
            return found
        return self.fresh if which == "fresh" else 0

    def named(self, seat: int) -> int:
        """The pawns that `no_passing` keeps a pawn of this seat from passing."""
        which = self.engine.rules.no_passing
        if which == "none":
            return 0
        return self.planes[seat] if which == "own" else self.occupied

    def move_forward(
        self, seat: int, holes: int, n: int, mows: bool, bound: bool, turns: bool, found: list[int]
    ) -> None:
        """Add what pawns of the seat make, each by going n holes clockwise: M1, M2, M3 and what they call.

        Args:
            seat: the pawns'.
            holes: where they stand; in the centre one goes nowhere.
            n: how many holes.
            mows: whether the move mows (M7).
            bound: whether M9 is asked.
            turns: whether they may turn in (`five_home`).
            found: gets the positions.
        """
        engine, m = self.engine, self.engine.masks
        ways, turning, inside = m.onward[n]
        if holes > m.track:
            if holes & inside[seat]:
                self._move_in_home(seat, holes & inside[seat], n, found)
            holes &= m.track
        stop = self.blocks
        if not engine.passing_is_free:  # M5
            named = self.named(seat)
            stop |= named & self.kept if mows else named
        if turns and holes & turning[seat]:
            self._turn_in(seat, holes & turning[seat], n, mows, stop, found)
        if bound:  # M9
            stop |= 1 << m.start[seat]
        special = m.track if mows else engine.jump_holes
        position, safe, put = self.position, self.safe, self.put[seat]
        while holes:
            low = holes & -holes
            holes ^= low
            hole = low.bit_length() - 1
            path, last, end, kept = ways[hole]
            if path & stop:
                continue
            if last & special:
                taken = path & self.mowable if mows else 0
                self._land(seat, hole, end, m.stretch, mows, bound, taken, found)
            elif not last & safe:
                found.append(position & kept | put[end])

    def move_parts(
        self, seat: int, hole: int, most: int, mows: bool, bound: bool, turns: bool
    ) -> list[tuple[int, int]]:
        """What a pawn makes by going any number of holes up to one, as `move_forward`: number and position.

        What a pawn can't pass with a number it can't pass with a larger one.
        """
        m, onward, here = self.engine.masks, self.engine.masks.onward, 1 << hole
        found: list[tuple[int, int]] = []
        made: list[int] = []
        if here > m.track:
            for n in range(1, min(most, PAWNS_A_SEAT - 1) + 1):
                if not here & onward[n].inside[seat] or self.occupied >> hole + n & 1:
                    break
                found.append((n, self.position & ~m.columns[hole] | self.put[seat][hole + n]))
            return found
        if mows:
            for n in range(1, most + 1):
                made = []
                self.move_forward(seat, here, n, mows, bound, turns, made)
                found += [(n, after) for after in made]
            return found
        stop = self.blocks if self.engine.passing_is_free else self.blocks | self.named(seat)  # M5
        k = m.to_entry[seat][hole]
        if turns and k < most:
            for n in range(k + 1, min(most, k + PAWNS_A_SEAT) + 1):
                made = []
                self._turn_in(seat, here, n, mows, stop, made)
                found += [(n, after) for after in made]
        if bound:  # M9
            stop |= 1 << m.start[seat]
        jump_holes, position, safe, put = self.engine.jump_holes, self.position, self.safe, self.put[seat]
        for n in range(1, most + 1):
            path, last, end, kept = onward[n][0][hole]
            if path & stop:
                break
            if last & jump_holes:
                made = []
                self._land(seat, hole, end, m.stretch, mows, bound, 0, made)
                found += [(n, after) for after in made]
            elif not last & safe:
                found.append((n, position & kept | put[end]))
        return found

    def _turn_in(self, seat: int, holes: int, n: int, mows: bool, stop: int, found: list[int]) -> None:
        """M2: pawns whose number ends in their home, past no pawn of a mask and over empty home holes."""
        m = self.engine.masks
        for hole in bits(holes):
            k = m.to_entry[seat][hole]
            path = m.ahead[hole][k + 1]
            barred = path & stop or self.occupied & m.rise[seat][n - k]
            if barred or (not k and self.fresh >> hole & 1):
                continue
            taken = path & self.mowable if mows else 0
            if not taken & self.safe:
                found.append(
                    self.position & ~(m.column * (taken | 1 << hole))
                    | self.put[seat][m.home[seat] + n - k - 1]
                )

    def move_back(self, seat: int, hole: int, n: int, mows: bool, found: list[int]) -> None:
        """Add what a pawn of the seat makes by going n holes counter-clockwise along the track (M4)."""
        m = self.engine.masks
        if hole >= m.length:
            return
        stop = self.blocks
        if not self.engine.passing_is_free:  # M5
            stop |= self.named(seat) & self.kept if mows else self.named(seat)
        path = m.behind[hole][n]
        if not path & stop:
            taken = path & self.mowable if mows else 0
            way = m.stretch if self.engine.rules.jump_way == "clockwise" else -m.stretch
            self._land(seat, hole, (hole - n) % m.length, way, mows, False, taken, found)

    def _move_in_home(self, seat: int, holes: int, n: int, found: list[int]) -> None:
        """M3: forward only, exact, over empty holes, from where n holes don't go past H4."""
        m = self.engine.masks
        for hole in bits(holes):
            if not self.occupied & ((2 << n) - 2) << hole:
                found.append(self.position & ~m.columns[hole] | self.put[seat][hole + n])

    def _land(
        self, seat: int, hole: int, end: int, way: int, mows: bool, bound: bool, taken: int, found: list[int]
    ) -> None:
        """M6 and M8: the pawn's count ends on a track hole; it lands there, or jumps on."""
        engine, m = self.engine, self.engine.masks
        last = 1 << end
        if engine.jumps and last & m.sevens and self.may_jump(seat, hole, end, way, mows, bound):
            over = (end + way) % m.length
            # A stretch back and a jump clockwise end where the pawn came from: it doesn't capture itself.
            caught = taken | self.occupied & 1 << over & ~(1 << hole)
            if engine.takes_both:
                caught |= self.occupied & last
            elif mows and not engine.rules.jump_over:
                caught |= self.mowable & last
            if not caught & self.safe:
                found.append(self.position & ~(m.column * (caught | 1 << hole)) | self.put[seat][over])
            if engine.must_jump:
                return
        caught = taken | self.occupied & last
        if not caught & self.safe:
            found.append(self.position & ~(m.column * (caught | 1 << hole)) | self.put[seat][end])

    def may_jump(self, seat: int, hole: int, first: int, way: int, mows: bool, bound: bool) -> bool:
        """Whether M5 and M9 let a pawn that came from `hole` jump from the 7 that ends its count (M8)."""
        engine, m = self.engine, self.engine.masks
        if engine.rules.jump_over:
            return True
        under = m.ahead[first][m.stretch] if way > 0 else m.behind[first][m.stretch]
        named = self.named(seat)
        stop = (self.blocks | named) & ~(1 << hole)
        if bound:
            stop |= 1 << m.start[seat]
        if under & stop:
            return False
        if engine.takes_both:
            return True
        return not (named & self.kept if mows else named) & 1 << first

    def come_out(self, seat: int, found: list[int]) -> None:
        """Add what a pawn of the seat makes by coming out of its camp, if one waits there (M10)."""
        m = self.engine.masks
        start = m.start[seat]
        if self.planes[seat].bit_count() < PAWNS_A_SEAT and not self.safe & 1 << start:
            found.append(self.position & ~m.columns[start] | self.put[seat][start] | m.fresh[start])

    def enter_centre(self, seat: int, hole: int, found: list[int]) -> None:
        """Add what a pawn makes by entering the centre from a hole 7 (M13)."""
        m = self.engine.masks
        if m.sevens >> hole & 1 and not self.safe & 1 << m.centre:
            found.append(self.position & ~(m.columns[hole] | m.columns[m.centre]) | self.put[seat][m.centre])

    def leave_centre(self, seat: int, found: list[int]) -> None:
        """Add what the seat's pawn in the centre makes by leaving to any hole 7 (M13)."""
        m = self.engine.masks
        for seven in self.engine.sevens:
            if not self.safe & 1 << seven:
                found.append(
                    self.position & ~(m.columns[seven] | m.columns[m.centre]) | self.put[seat][seven]
                )

    def swap(self, found: list[int]) -> None:
        """Add what every swap of an own pawn with another makes (M11)."""
        rules, m = self.engine.rules, self.engine.masks
        mine = self.own & m.track & ~self.on_start(rules.swap_own_pawn_not_on)
        others = self.occupied & m.track & ~self.on_start(rules.swap_other_pawn_not_on)
        if not rules.swap_two_own:
            others &= ~self.own
        position, columns, put = self.position, m.columns, self.put
        pawns = [(seat, hole) for seat, plane in enumerate(self.planes) for hole in bits(plane & others)]
        for own in self.acting:
            for one in bits(self.planes[own] & mine):
                for seat, other in pawns:
                    if other != one:
                        cleared = position & ~(columns[one] | columns[other])
                        found.append(cleared | put[own][other] | put[seat][one])

    def swapped(self, one: int, other: int) -> int:
        """The position after the pawns of two holes change places; neither is fresh any more."""
        m = self.engine.masks
        cleared = self.position & ~(m.columns[one] | m.columns[other])
        return cleared | self.put[self.seat_at(one)][other] | self.put[self.seat_at(other)][one]

    def seat_at(self, hole: int) -> int:
        """Whose pawn stands in an occupied hole."""
        return next(seat for seat, pawns in enumerate(self.planes) if pawns >> hole & 1)


@lru_cache(maxsize=128)
def engine_of(rules: RuleSet, table: Table) -> Engine:
    """The engine of one rule set at one table, made once."""
    return Engine(rules, table)


def _numbers(seats: tuple[Seat, ...]) -> Group:
    return tuple(SEATS.index(seat) for seat in seats)
