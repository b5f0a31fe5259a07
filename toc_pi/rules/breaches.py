"""Broken moves: how a pawn can get from one hole to another, and which rules that breaks (RULES 7).

A set of reasons is a number too: a bit for each code, the first of the table highest. Of two sets as small
the one whose first code stands earlier is then the larger number.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from calibration.holes import HOLES_A_SEAT, PAWNS_A_SEAT
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View

CODES = (
    "must-play",
    "took-protected",
    "passed-protected",
    "passed-pawn",
    "swapped-protected",
    "moved-protected",
    "crossed-own-start",
    "home-jumped",
    "home-backward",
    "home-too-early",
    "home-closed",
    "home-not-yours",
    "home-left",
    "wrong-pawn",
    "cannot-come-out",
    "wrong-start",
    "no-swap",
    "swap-pair",
    "jump-missing",
    "jump-not-allowed",
    "no-centre",
    "capture-forbidden",
    "mown-left",
    "sent-back",
    "wrong-direction",
    "split-total",
    "too-many-pawns",
    "wrong-distance",
    "unexplained",
)
"""Section 7's table, in its order."""

Breaches = int
"""A set of codes as bits."""

BIT: dict[str, Breaches] = {code: 1 << (len(CODES) - place) for place, code in enumerate(CODES)}

FORWARD, BACKWARD = 1, -1

(
    MUST_PLAY,
    TOOK_PROTECTED,
    PASSED_PROTECTED,
    PASSED_PAWN,
    SWAPPED_PROTECTED,
    MOVED_PROTECTED,
    CROSSED_OWN_START,
    HOME_JUMPED,
    HOME_BACKWARD,
    HOME_TOO_EARLY,
    HOME_CLOSED,
    HOME_NOT_YOURS,
    HOME_LEFT,
    WRONG_PAWN,
    CANNOT_COME_OUT,
    WRONG_START,
    NO_SWAP,
    SWAP_PAIR,
    JUMP_MISSING,
    JUMP_NOT_ALLOWED,
    NO_CENTRE,
    CAPTURE_FORBIDDEN,
    MOWN_LEFT,
    SENT_BACK,
    WRONG_DIRECTION,
    SPLIT_TOTAL,
    TOO_MANY_PAWNS,
    WRONG_DISTANCE,
    UNEXPLAINED,
) = BIT.values()


def names(breaches: Breaches) -> tuple[str, ...]:
    """The codes of a set, in the table's order."""
    return tuple(code for code in CODES if breaches & BIT[code])


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a pawn can have got to a hole.

    Attributes:
        after: the position then.
        breaches: what it breaks, apart from its number and from whose pawn it is.
        count: how many holes it went before a jump; 0 where it isn't measured.
        direction: FORWARD or BACKWARD; 0 where it isn't measured.
        is_near: whether the last hole (into a home: the entry) is nearest in this direction.
        stayed: JUMP_MISSING where it ends on a hole 7 from which it had to jump, had the number been right.
    """

    after: int
    breaches: Breaches
    count: int = 0
    direction: int = 0
    is_near: bool = True
    stayed: Breaches = 0


@dataclass(frozen=True, slots=True)
class Manner:
    """How a use moves a pawn, as far as the way over the board is concerned.

    Attributes:
        mows: whether it captures what it passes.
        bound: whether M9 is asked.
        turns: whether it may turn in.
        goes_back: whether it is a card's that goes back (`home-backward` is for those).
        centre: whether it enters and leaves the centre (M13).
    """

    mows: bool = False
    bound: bool = False
    turns: bool = True
    goes_back: bool = False
    centre: bool = False


class Ways:
    """Every way from hole to hole in one position, right and wrong.

    Args:
        view: the position as seen by who plays.
        target: each seat's pawns on the board that is to be explained.
    """

    def __init__(self, view: View, target: list[int]) -> None:
        self.view = view
        self.target = target
        rules = view.engine.rules
        self._forbidden = (0 if rules.own_capture else view.own) | (0 if rules.team_capture else view.mates)

    def from_camp(self, seat: int, end: int) -> Way:
        """A pawn put on a hole out of its camp (M10)."""
        m = self.view.engine.masks
        breaches = 0 if end == m.start[seat] else WRONG_START
        if end == m.centre:
            breaches |= NO_CENTRE
        elif end >= m.length and not self._is_own_home(seat, end):
            breaches |= HOME_NOT_YOURS
        fresh = m.fresh[end] if end == m.start[seat] else 0
        return self._put(seat, None, end, breaches, fresh)

    def between(self, seat: int, hole: int, end: int, manner: Manner) -> list[Way]:
        """Every way of a pawn from one hole to another.

        Args:
            seat: the pawn's.
            hole: where it stands.
            end: where it arrives.
            manner: how the use moves it.
        """
        m = self.view.engine.masks
        if hole == m.centre or end == m.centre:
            seven = end if hole == m.centre else hole
            breaches = 0 if manner.centre and m.sevens >> seven & 1 else NO_CENTRE
            if m.length <= end < m.centre and not self._is_own_home(seat, end):
                breaches |= HOME_NOT_YOURS
            return [self._put(seat, hole, end, breaches)]
        if end >= m.length:
            if not self._is_own_home(seat, end):
                return [self._put(seat, hole, end, HOME_NOT_YOURS)]
            if hole >= m.length:
                if manner.goes_back and end < hole:
                    return [self._put(seat, hole, end, HOME_BACKWARD)]
                return [self._inside(seat, hole, end)]
            return [
                *self._into_home(seat, hole, end, FORWARD, manner),
                *self._into_home(seat, hole, end, BACKWARD, manner),
            ]
        if hole >= m.length:
            return [self._put(seat, hole, end, HOME_LEFT)]
        return self._on_track(seat, hole, end, manner)

    def jump(self, seat: int, hole: int, end: int, manner: Manner) -> Iterable[Way]:
        """A jump clockwise from a hole 7 on which a pawn already stands: after a swap (M8)."""
        distance = (end - hole) % self.view.engine.masks.length
        return self._track_way(seat, hole, 0, FORWARD, hole, distance, True, manner)

    def _is_own_home(self, seat: int, hole: int) -> bool:
        home = self.view.engine.masks.home[seat]
        return home <= hole < home + PAWNS_A_SEAT

    def _landing(self, taken: int, at: int) -> Breaches:
        """What it breaks to capture the pawns of a mask, where `at` is the hole landed on."""
        m = self.view.engine.masks
        breaches = 0
        if taken & self.view.protected or (1 << at & taken and m.length <= at < m.centre):
            breaches |= TOOK_PROTECTED
        if taken & self._forbidden:
            breaches |= CAPTURE_FORBIDDEN
        return breaches

    def _put(self, seat: int, hole: int | None, end: int, breaches: Breaches, fresh: int = 0) -> Way:
        """A way that isn't measured: only the landing counts."""
        view, m = self.view, self.view.engine.masks
        origin = 0 if hole is None else 1 << hole
        taken = view.occupied & 1 << end & ~origin
        after = view.position & ~(m.column * (taken | origin)) | view.put[seat][end] | fresh
        return Way(after, breaches | self._landing(taken, end))

    def _inside(self, seat: int, hole: int, end: int) -> Way:
        """From one hole of the home to another (M3)."""
        view, m = self.view, self.view.engine.masks
        low, high = min(hole, end), max(hole, end)
        breaches = HOME_JUMPED if view.occupied & ((1 << high) - (2 << low)) else 0
        taken = view.occupied & 1 << end
        after = view.position & ~(m.column * (taken | 1 << hole)) | view.put[seat][end]
        direction = FORWARD if end > hole else BACKWARD
        breaches |= self._landing(taken, end)
        return Way(after, breaches, high - low, direction)

    def _into_home(self, seat: int, hole: int, end: int, direction: int, manner: Manner) -> Iterable[Way]:
        """From the track into the own home, round either way (M2)."""
        view, m = self.view, self.view.engine.masks
        ahead = m.to_entry[seat][hole]
        behind = (m.length - ahead) % m.length
        if direction == FORWARD:
            k, is_near = ahead, ahead <= behind
            path = m.between(hole, k + 1)
        else:
            k, is_near = behind, behind <= ahead
            path = m.between(m.entry[seat] - 1, k + 1)
        r = end - m.home[seat] + 1
        breaches = HOME_BACKWARD if manner.goes_back and direction == BACKWARD else 0
        if view.occupied & m.rise[seat][r - 1]:
            breaches |= HOME_JUMPED
        if k == 0 and view.fresh >> hole & 1:
            breaches |= HOME_TOO_EARLY
        if not manner.turns:
            breaches |= HOME_CLOSED
        landed = view.occupied & 1 << end
        breaches |= self._landing(landed, end)
        for more, taken in self._passing(seat, path, 0, manner.mows):
            after = view.position & ~(m.column * (taken | landed | 1 << hole)) | view.put[seat][end]
            yield Way(after, breaches | more, k + r, direction, is_near)

    def _on_track(self, seat: int, hole: int, end: int, manner: Manner) -> list[Way]:
        """From one track hole to another, either way round, with no, one or two jumps (M1, M4, M8)."""
        view, m = self.view, self.view.engine.masks
        rules = view.engine.rules
        found: list[Way] = []
        distance = (end - hole) % m.length or m.length
        for direction in (FORWARD, BACKWARD):
            going = distance if direction == FORWARD else (m.length - distance) or m.length
            is_near = going * 2 <= m.length
            is_clockwise = direction == FORWARD or rules.jump_way == "clockwise"
            jump = HOLES_A_SEAT if is_clockwise else -HOLES_A_SEAT
            for jumps in (0, 1, 2) if m.sevens >> end & 1 else (0,):
                first = (end - jumps * jump) % m.length
                count = (first - hole) * direction % m.length
                if jumps and not count:
                    continue
                if not count:
                    continue
                found += self._track_way(seat, hole, count, direction, first, jumps * jump, is_near, manner)
        return found

    def _track_way(
        self,
        seat: int,
        hole: int,
        count: int,
        direction: int,
        first: int,
        jump: int,
        is_near: bool,
        manner: Manner,
    ) -> Iterable[Way]:
        view, m = self.view, self.view.engine.masks
        rules = view.engine.rules
        end = (first + jump) % m.length
        here = 1 << hole
        path = m.between(hole, count) if direction == FORWARD else m.between(first, count)
        bound = manner.bound and direction == FORWARD
        breaches, stayed, optional = 0, 0, 0
        crossed = path
        if jump:
            if rules.jump == "none" or abs(jump) > HOLES_A_SEAT:
                breaches |= JUMP_NOT_ALLOWED
            last = 1 << first
            if not rules.jump_over:
                under = m.between(first, jump) if jump > 0 else m.between(end, -jump)
                crossed |= under
                breaches |= self._passed(seat, under & view.occupied & ~here)
            if rules.jump_takes == "both" or (manner.mows and last & view.mowable and not rules.jump_over):
                optional = view.occupied & last & ~here
            elif not rules.jump_over:
                breaches |= self._passed(seat, view.occupied & last & ~here)
        elif view.engine.must_jump and m.sevens >> end & 1:
            is_clockwise = direction == FORWARD or rules.jump_way == "clockwise"
            way = HOLES_A_SEAT if is_clockwise else -HOLES_A_SEAT
            if view.may_jump(seat, hole, end, way, manner.mows, bound):
                stayed = JUMP_MISSING
        if bound and crossed >> m.start[seat] & 1:
            breaches |= CROSSED_OWN_START
        landed = view.occupied & 1 << end & ~here
        breaches |= self._landing(landed, end)
        put = view.put[seat][end]
        for more, taken in self._passing(seat, path, optional, manner.mows):
            after = view.position & ~(m.column * (taken | landed | here)) | put
            yield Way(after, breaches | more, count, direction, is_near, stayed)

    def _passed(self, seat: int, passed: int) -> Breaches:
        """What it breaks to pass the pawns of a mask (M5)."""
        view = self.view
        breaches = 0
        if passed & view.blocks:
            breaches |= PASSED_PROTECTED
        if passed & ~view.blocks & view.named(seat):
            breaches |= PASSED_PAWN
        return breaches

    def _passing(self, seat: int, path: int, also: int, mows: bool) -> list[tuple[Breaches, int]]:
        """What becomes of the pawns on a way, and what that breaks (M5, M7).

        Args:
            seat: the moved pawn's.
            path: the holes passed.
            also: a pawn on the first 7 of a jump that is taken, or mown.
            mows: whether the move mows.

        Returns:
            Each way in which they can have been treated: breaches, and the pawns taken.
        """
        view = self.view
        passed = path & view.occupied
        if not passed and not also:
            return [(0, 0)]
        if not mows:
            breaches = self._passed(seat, passed)
            mown, protected = also, 0
        else:
            breaches = self._passed(seat, passed & view.spared)
            mown = passed & view.mowable | also
            protected = passed & view.protected & ~view.spared
        found = [(breaches, 0)]
        for hole in bits(mown | protected):
            pawn = 1 << hole
            taken = self._landing(pawn, hole)
            left = self._passed(seat, pawn) if protected & pawn else MOWN_LEFT
            choices = [(left, 0), (taken, pawn)]
            found = [(old | new, gone | one) for old, gone in found for new, one in choices]
        return found
