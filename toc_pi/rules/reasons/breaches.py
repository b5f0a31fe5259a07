"""Illegal moves: how a pawn can get from one hole to another, and which rules that breaks (RULES 7).

A set of reason codes is a bit mask, with the first code of the table as the highest bit. So of two sets of
the same size, the one whose first code stands earlier is the larger number.
"""

from collections.abc import Iterable
from typing import NamedTuple

from calibration.holes import PAWNS_A_SEAT
from toc_pi.rules.engine import Engine
from toc_pi.rules.masks import Masks, bits
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
"""A set of codes as a bit mask."""

# The bit of each code: the first code has the highest.
BIT: dict[str, Breaches] = {code: 1 << (len(CODES) - place) for place, code in enumerate(CODES)}

FORWARD, BACKWARD = 1, -1  # directions on the track
MAX_TREATMENTS = 64
"""Limit of the combinations tried for the pawns passed by one move, each mown or left standing."""
ON_TRACK, INTO_HOME, INSIDE, PUT = range(4)

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
    """The codes in a set, in the table's order."""
    return tuple(code for code in CODES if breaches & BIT[code])


class Route(NamedTuple):
    """One way from a pawn's hole to another, independent of other pawns.

    Attributes:
        kind: ON_TRACK, INTO_HOME, INSIDE; or PUT, which isn't measured.
        direction: FORWARD or BACKWARD; 0 if not measured.
        steps: holes moved before a jump; 0 if not measured.
        is_near: whether this is the shorter direction to the last hole (into a home: to the entry).
        first: the hole where the count ends.
        jump: holes jumped, clockwise; 0 for no jump.
        breaches: the rules that it breaks on any board.
        by_seven: whether it leads to the centre from a hole 7 or from there to one (M13).
    """

    kind: int
    direction: int = 0
    steps: int = 0
    is_near: bool = True
    first: int = 0
    jump: int = 0
    breaches: Breaches = 0
    by_seven: bool = False


class UseTraits(NamedTuple):
    """The properties of a use that affect a route.

    Attributes:
        mows: whether it captures what it passes.
        bound: whether M9 applies.
        turns: whether it may turn in.
    """

    mows: bool = False
    bound: bool = False
    turns: bool = True


def find_routes(engine: Engine, seat: int, hole: int | None, end: int) -> tuple[Route, ...]:
    """Every route of a pawn of a seat from a hole (None for its camp) to another."""
    m = engine.masks
    is_home = m.length <= end < m.centre
    breaches = HOME_NOT_YOURS if is_home and not m.home[seat] <= end < m.home[seat] + PAWNS_A_SEAT else 0
    if hole is None:
        breaches |= WRONG_START if end != m.start[seat] else 0
        return (Route(PUT, breaches=breaches | (NO_CENTRE if end == m.centre else 0)),)
    if m.centre in (hole, end):
        seven = hole if end == m.centre else end
        return (Route(PUT, breaches=breaches | NO_CENTRE, by_seven=bool(m.sevens >> seven & 1)),)
    if breaches:
        return (Route(PUT, breaches=breaches),)
    if is_home and m.home[seat] <= hole < m.home[seat] + PAWNS_A_SEAT:
        return (Route(INSIDE, FORWARD if end > hole else BACKWARD, abs(end - hole)),)
    if hole >= m.length:
        return (Route(PUT, breaches=HOME_LEFT),)
    if is_home:
        ahead = m.to_entry[seat][hole]
        behind = -ahead % m.length
        r = end - m.home[seat] + 1
        return (
            Route(INTO_HOME, FORWARD, ahead + r, ahead <= behind),
            Route(INTO_HOME, BACKWARD, behind + r, behind <= ahead),
        )
    return tuple(_track_routes(engine, hole, end))


def _track_routes(engine: Engine, hole: int, end: int) -> Iterable[Route]:
    """Routes between two track holes, in either direction, with 0, 1 or 2 jumps (M1, M4, M8)."""
    m, rules = engine.masks, engine.rules
    distance = (end - hole) % m.length or m.length
    for direction, going in ((FORWARD, distance), (BACKWARD, -distance % m.length or m.length)):
        is_near = going * 2 <= m.length
        is_clockwise = direction == FORWARD or rules.jump_way == "clockwise"
        jump = m.stretch if is_clockwise else -m.stretch
        for jumps in (0, 1, 2) if m.sevens >> end & 1 else (0,):
            first = (end - jumps * jump) % m.length
            count = (first - hole) * direction % m.length
            if count:
                never = jumps == 2 or (jumps == 1 and rules.jump == "none")
                breaches = JUMP_NOT_ALLOWED if never else 0
                is_straight = is_near and count + direction * jumps * jump == going
                yield Route(ON_TRACK, direction, count, is_straight, first, jumps * jump, breaches)


def moved_over(m: Masks, route: Route, seat: int, hole: int, end: int) -> int:
    """The track holes strictly between the first and the last that are counted on a route."""
    is_forward = route.direction == FORWARD
    if route.kind == INTO_HOME:
        k = route.steps - (end - m.home[seat] + 1)
        return m.between(hole if is_forward else m.entry[seat] - 1, k + 1)
    return m.between(hole if is_forward else route.first, route.steps) if route.kind == ON_TRACK else 0


def jumped_over(engine: Engine, route: Route) -> int:
    """The holes that a route's jump passes (M8)."""
    if not route.jump or engine.rules.jump_over:
        return 0
    return engine.masks.between(route.first if route.jump > 0 else route.first + route.jump, abs(route.jump))


class Ways:
    """Follows routes in one position: which rules that breaks, and the resulting positions.

    Args:
        view: the position.
        target: each seat's pawns on the board that is to be explained.
    """

    def __init__(self, view: View, target: tuple[int, ...]) -> None:
        self.view = view
        rules = view.engine.rules
        self._wanted = self._short = 0
        for wanted, pawns in zip(target, view.planes, strict=True):
            self._wanted |= wanted & pawns
            if wanted & ~pawns:
                self._short |= pawns
        self._forbidden = (0 if rules.own_capture else view.own) | (0 if rules.team_capture else view.mates)

    def follow(
        self, seat: int, hole: int | None, end: int, route: Route, traits: UseTraits
    ) -> list[tuple[Breaches, int]]:
        """The rules broken on a route and the position after it, for each treatment of the pawns passed.

        Args:
            seat: the pawn's seat.
            hole: its hole; None for its camp.
            end: the hole where it arrives.
            route: from `find_routes`.
            traits: how the use moves it.
        """
        if route.kind == PUT:
            return [self._put(seat, hole, end)]
        assert hole is not None
        view, m = self.view, self.view.engine.masks
        here = 1 << hole
        breaches, optional = 0, 0
        if route.kind == INSIDE:
            low, high = min(hole, end), max(hole, end)
            path = 0
            if view.occupied & ((1 << high) - (2 << low)):
                breaches |= HOME_JUMPED
        elif route.kind == INTO_HOME:
            path, breaches = self._turning_in(seat, hole, end, route, traits)
        else:
            path, optional, breaches = self._on_track(seat, hole, route, traits)
        landed = view.occupied & 1 << end & ~here
        breaches |= self._landing(landed, end)
        put = view.put[seat][end]
        return [
            (breaches | more, view.position & ~(m.column * (taken | landed | here)) | put)
            for more, taken in self._passing(seat, path, optional, traits.mows)
        ]

    def _landing(self, taken: int, at: int) -> Breaches:
        """The rules broken by capturing the pawns of a mask; `at` is the hole landed on."""
        m = self.view.engine.masks
        breaches = 0
        if taken & self.view.protected or (taken >> at & 1 and m.length <= at < m.centre):
            breaches |= TOOK_PROTECTED
        if taken & self._forbidden:
            breaches |= CAPTURE_FORBIDDEN
        return breaches

    def _put(self, seat: int, hole: int | None, end: int) -> tuple[Breaches, int]:
        """A route that isn't measured: only the landing counts."""
        view, m = self.view, self.view.engine.masks
        origin = 0 if hole is None else 1 << hole
        taken = view.occupied & 1 << end & ~origin
        fresh = m.fresh[end] if hole is None and end == m.start[seat] else 0
        after = view.position & ~(m.column * (taken | origin)) | view.put[seat][end] | fresh
        return self._landing(taken, end), after

    def _turning_in(
        self, seat: int, hole: int, end: int, route: Route, traits: UseTraits
    ) -> tuple[int, Breaches]:
        """The holes passed on the way into the home, in either direction, and the rules broken (M2)."""
        view, m = self.view, self.view.engine.masks
        r = end - m.home[seat] + 1
        path = moved_over(m, route, seat, hole, end)
        breaches = HOME_JUMPED if view.occupied & m.rise[seat][r - 1] else 0
        if route.steps == r and view.fresh >> hole & 1:
            breaches |= HOME_TOO_EARLY
        if not traits.turns:
            breaches |= HOME_CLOSED
        return path, breaches

    def _on_track(self, seat: int, hole: int, route: Route, traits: UseTraits) -> tuple[int, int, Breaches]:
        """The holes passed on the track, a pawn taken by the jump, and the rules broken (M1, M4, M8, M9)."""
        view, m = self.view, self.view.engine.masks
        rules, here, first = view.engine.rules, 1 << hole, route.first
        is_forward = route.direction == FORWARD
        path = moved_over(m, route, seat, hole, first)
        bound = traits.bound and is_forward
        breaches, optional, crossed = 0, 0, path
        if route.jump:
            last = 1 << first
            under = jumped_over(view.engine, route)
            crossed |= under
            breaches |= self._passed(seat, under & view.occupied & ~here)
            if rules.jump_takes == "both" or (traits.mows and last & view.mowable and not rules.jump_over):
                optional = view.occupied & last & ~here
            elif not rules.jump_over:
                breaches |= self._passed(seat, view.occupied & last & ~here)
        elif view.engine.must_jump and m.sevens >> first & 1:
            way = m.stretch if is_forward or rules.jump_way == "clockwise" else -m.stretch
            if view.may_jump(seat, hole, first, way, traits.mows, bound):
                breaches |= JUMP_MISSING
        if bound and crossed >> m.start[seat] & 1:
            breaches |= CROSSED_OWN_START
        return path, optional, breaches

    def _passed(self, seat: int, passed: int) -> Breaches:
        """The rules broken by passing the pawns of a mask (M5)."""
        view = self.view
        breaches = 0
        if passed & view.blocks:
            breaches |= PASSED_PROTECTED
        if passed & ~view.blocks & view.named(seat):
            breaches |= PASSED_PAWN
        return breaches

    def _passing(self, seat: int, path: int, also: int, mows: bool) -> list[tuple[Breaches, int]]:
        """The possible treatments of the pawns passed, and the rules that each breaks (M5, M7).

        Args:
            seat: the moved pawn's seat.
            path: the holes passed.
            also: a pawn on the first 7 of a jump that is taken, or mown.
            mows: whether the move mows.

        Returns:
            For each treatment its breaches and the pawns captured.
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
            # A pawn that is gone at the end was left standing only if it moved itself; where one stands at
            # the end, it may be another pawn of its seat.
            choices = [(taken, pawn)]
            if pawn & (self._wanted | self._short) or taken:
                choices.append((left, 0))
            if len(found) >= MAX_TREATMENTS:  # take the rest as the board shows it
                choices = choices[-1:] if pawn & self._wanted else choices[:1]
            found = [(old | new, gone | one) for old, gone in found for new, one in choices]
        return found
