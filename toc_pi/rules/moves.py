"""M1–M11, M13, M14: the positions after moving one pawn, or swapping two.

Positions are numbers here (see `masks`). A `View` is a position as seen by the player of the card: which
pawns are own, protected, blocking, or not to be captured.
"""

from typing import TYPE_CHECKING

from calibration.holes import PAWNS_A_SEAT
from toc_pi.rules.masks import bits
from toc_pi.rules.position import Card

if TYPE_CHECKING:  # it creates views
    from toc_pi.rules.engine import Engine

FIVE = Card("5")

Group = tuple[int, ...]
"""The seats of one player, as numbers."""


class View:
    """A position as seen by the player of the card.

    Attributes:
        planes: each seat's pawns.
        occupied, fresh: masks.
        own, mates: pawns of the acting seats, and of the rest of the team.
        protected: pawns that may not be captured (section 4, `protected`).
        blocks: protected pawns that can't be passed.
        safe: pawns that may not be captured, protected or by `own_capture` and `team_capture`.
        only: the holes whose pawns may be moved.
        put: [seat][hole], the bits of a pawn that has been moved there.
    """

    __slots__ = (
        "acting",
        "blocks",
        "engine",
        "fresh",
        "mates",
        "occupied",
        "only",
        "own",
        "planes",
        "position",
        "protected",
        "put",
        "safe",
    )

    def __init__(
        self, engine: "Engine", position: int, acting: Group, team: Group, put: list[list[int]] | None = None
    ) -> None:
        m, plane = engine.masks, engine.masks.plane
        self.put = put or m.put
        self.only = -1
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
        """Pawns that a mowing move doesn't capture because of `mowing_spares`."""
        engine = self.engine
        return (self.own if engine.spares_own else 0) | (self.mates if engine.spares_mates else 0)

    @property
    def kept(self) -> int:
        """Pawns that a mowing move doesn't capture."""
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
        """The pawns that a pawn of this seat may not pass because of `no_passing`."""
        which = self.engine.rules.no_passing
        if which == "none":
            return 0
        return self.planes[seat] if which == "own" else self.occupied

    def move_forward(
        self, seat: int, holes: int, n: int, mows: bool, bound: bool, turns: bool, found: list[int]
    ) -> None:
        """Add the positions after moving one of these pawns n holes clockwise (M1, M2, M3, M5 to M9).

        Args:
            seat: the pawns' seat.
            holes: mask of their holes; a pawn in the centre can't move so.
            n: how many holes.
            mows: whether the move mows (M7).
            bound: whether M9 applies.
            turns: whether they may turn in (`five_home`).
            found: list to which the positions are added.
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

    def move_parts(  # noqa: C901  # one loop, for speed
        self, seat: int, hole: int, most: int, mows: bool, bound: bool, turns: bool
    ) -> list[tuple[int, int]]:
        """The positions after moving a pawn 1 to `most` holes, as `move_forward`, each with its number.

        A pawn that can't be passed with one number can't be passed with a larger one.
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
        """M2: pawns whose move ends in their home, passing no pawn in `stop` and only empty home holes."""
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
        """Add the position after moving a pawn n holes counter-clockwise along the track (M4)."""
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
        """M3: inside the home, over empty holes; `holes` are those from which n doesn't go past H4."""
        m = self.engine.masks
        for hole in bits(holes):
            if not self.occupied & ((2 << n) - 2) << hole:
                found.append(self.position & ~m.columns[hole] | self.put[seat][hole + n])

    def _land(  # noqa: PLR0913  # innermost step: a value object would be built a million times
        self, seat: int, hole: int, end: int, way: int, mows: bool, bound: bool, taken: int, found: list[int]
    ) -> None:
        """M6 and M8: the move ends on a track hole; the pawn lands there, or jumps on."""
        engine, m = self.engine, self.engine.masks
        last = 1 << end
        if engine.jumps and last & m.sevens and self.may_jump(seat, hole, end, way, mows, bound):
            over = (end + way) % m.length
            # A move back by a stretch and a clockwise jump ends where the pawn came from: it doesn't capture
            # itself.
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
        """Whether M5 and M9 let a pawn that came from `hole` jump from the 7 where its move ends (M8)."""
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
        """Add the position after a pawn of the seat comes out, if one is in its camp (M10)."""
        m = self.engine.masks
        start = m.start[seat]
        if self.planes[seat].bit_count() < PAWNS_A_SEAT and not self.safe & 1 << start:
            found.append(self.position & ~m.columns[start] | self.put[seat][start] | m.fresh[start])

    def enter_centre(self, seat: int, hole: int, found: list[int]) -> None:
        """Add the position after a pawn enters the centre from a hole 7 (M13)."""
        m = self.engine.masks
        if m.sevens >> hole & 1 and not self.safe & 1 << m.centre:
            found.append(self.position & ~(m.columns[hole] | m.columns[m.centre]) | self.put[seat][m.centre])

    def leave_centre(self, seat: int, found: list[int]) -> None:
        """Add the positions after the seat's pawn in the centre leaves to any hole 7 (M13)."""
        m = self.engine.masks
        for seven in self.engine.sevens:
            if not self.safe & 1 << seven:
                found.append(
                    self.position & ~(m.columns[seven] | m.columns[m.centre]) | self.put[seat][seven]
                )

    def swap(self, found: list[int]) -> None:
        """Add the positions after every swap of an own pawn with another one (M11)."""
        rules, m = self.engine.rules, self.engine.masks
        swappable = self.own & m.track & ~self.on_start(rules.swap_own_pawn_not_on)
        others = self.occupied & m.track & ~self.on_start(rules.swap_other_pawn_not_on)
        if not rules.swap_two_own:
            others &= ~self.own
        position, columns, put = self.position, m.columns, self.put
        pawns = [(seat, hole) for seat, plane in enumerate(self.planes) for hole in bits(plane & others)]
        for own in self.acting:
            for one in bits(self.planes[own] & swappable):
                for seat, other in pawns:
                    if other != one:
                        cleared = position & ~(columns[one] | columns[other])
                        found.append(cleared | put[own][other] | put[seat][one])

    def seat_at(self, hole: int) -> int:
        """The seat of the pawn in an occupied hole."""
        return next(seat for seat, pawns in enumerate(self.planes) if pawns >> hole & 1)
