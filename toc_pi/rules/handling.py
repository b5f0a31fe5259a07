"""How a card's uses can move a pawn from hole to hole, and which rules that breaks on any board (RULES 7)."""

from collections.abc import Iterator

from toc_pi.rules.breaches import (
    BACKWARD,
    CANNOT_COME_OUT,
    FORWARD,
    HOME_BACKWARD,
    INSIDE,
    MOVED_PROTECTED,
    NO_CENTRE,
    ON_TRACK,
    PUT,
    WRONG_DIRECTION,
    WRONG_DISTANCE,
    WRONG_PAWN,
    Breaches,
    Manner,
    Route,
    find_routes,
)
from toc_pi.rules.enquiry import NO_NUMBER, Enquiry, SearchedPlay
from toc_pi.rules.moves import Group, View
from toc_pi.rules.use import Use


class Handling:
    """The uses of an enquiry's card, whole and in parts.

    Args:
        enquiry: the card and the board to be explained.
    """

    def __init__(self, enquiry: Enquiry) -> None:
        self._enquiry = enquiry
        self._has_out = enquiry.has("out")
        self._has_centre = enquiry.has("centre")
        self._routes: dict[tuple[int, int | None, int], tuple[Route, ...]] = {}
        self._manners: dict[tuple[bool, bool, int, Group], Manner] = {}

    def whole_routes(
        self, view: View, play: SearchedPlay, seat: int, hole: int | None, end: int
    ) -> Iterator[tuple[Route, Breaches, Manner]]:
        """How a whole use may bring a pawn to `end`: the route, its breaches on any board, the manner."""
        routes = self._find_routes(seat, hole, end)
        own = 0 if seat in view.acting else WRONG_PAWN
        if hole is None:
            own |= 0 if self._has_out else CANNOT_COME_OUT
            for route in routes:
                yield route, route.breaches | own, Manner()
            return
        best = self._enquiry.best
        if self._has_centre and routes[0].by_seven:
            breaches = self.pawn(view, NO_NUMBER, seat, hole) | routes[0].breaches
            yield routes[0], breaches & ~NO_CENTRE, Manner()
        is_central = seat in view.acting and bool(routes[0].breaches & NO_CENTRE)
        for use in play.whole:
            # M13: an own pawn goes to the centre and leaves it, whatever a 5 may move.
            breaches = 0 if is_central else self.pawn(view, use, seat, hole)
            if best.beats(breaches):
                continue
            manner = self.manner(use, seat, view.acting)
            right = BACKWARD if use.kind == "back" else FORWARD
            for candidate in routes:
                route, more = self._read(candidate, use)
                more |= breaches
                if route.kind == PUT:
                    yield route, more, manner
                elif route.steps == use.number:
                    yield route, more if route.direction == right else more | WRONG_DIRECTION, manner
                elif route.is_near:
                    yield route, more | WRONG_DISTANCE, manner

    def part_routes(
        self, view: View, play: SearchedPlay, seat: int, hole: int, end: int, left: int
    ) -> Iterator[tuple[Route, Breaches]]:
        """How a part of a number may bring a pawn to `end`: the route, its breaches on any board."""
        use = play.part
        assert use is not None
        breaches = self.pawn(view, use, seat, hole)
        if self._enquiry.best.beats(breaches):
            return
        right = BACKWARD if use.kind == "back" else FORWARD
        for candidate in self._find_routes(seat, hole, end):
            route, more = self._read(candidate, use)
            more |= breaches
            if route.kind == PUT:
                yield route, more
            elif not play.exact:
                if route.is_near:
                    yield route, more
            elif route.steps <= left:
                yield route, more if route.direction == right else more | WRONG_DIRECTION

    def manner(self, use: Use, seat: int, acting: Group) -> Manner:
        """How a use moves a pawn of a seat."""
        key = (use.kind == "split", use.mows, seat, acting)
        known = self._manners.get(key)
        if known is None:
            rules = self._enquiry.engine.rules
            is_own = seat in acting
            shares = use.kind == "split" and rules.split_with == "team" and seat in self._enquiry.team
            bound = not rules.pass_own_start and not self._enquiry.five and (is_own or shares)
            home = rules.five_home
            turns = not self._enquiry.five or home == "all" or (home == "own" and is_own)
            known = Manner(use.mows, bound, turns)
            self._manners[key] = known
        return known

    def pawn(self, view: View, use: Use, seat: int, hole: int | None) -> Breaches:
        """The rules broken by moving this pawn at all with a use: `wrong-pawn`, `moved-protected`."""
        m, rules = self._enquiry.engine.masks, self._enquiry.engine.rules
        is_own = seat in view.acting
        on_track = hole is not None and hole < m.length
        protected = 0
        if hole is not None and not is_own and view.protected >> hole & 1 and not rules.protected_moved:
            protected = MOVED_PROTECTED
        if not view.acting:
            return WRONG_PAWN | protected
        if use.kind == "opponent":
            return protected if on_track and seat not in self._enquiry.team else WRONG_PAWN | protected
        if use.kind == "any":
            return protected if on_track else WRONG_PAWN | protected
        if is_own:
            return 0
        if use.kind == "split" and rules.split_with == "team" and seat in self._enquiry.team:
            return 0 if hole is not None and hole != m.centre else WRONG_PAWN
        return WRONG_PAWN | protected

    def _find_routes(self, seat: int, hole: int | None, end: int) -> tuple[Route, ...]:
        key = (seat, hole, end)
        known = self._routes.get(key)
        if known is None:
            known = self._routes[key] = find_routes(self._enquiry.engine, seat, hole, end)
        return known

    def _read(self, route: Route, use: Use) -> tuple[Route, Breaches]:
        """A route as judged for a use: a card that goes back may break `home-backward`."""
        if use.kind == "back" and route.direction == BACKWARD and route.kind != ON_TRACK:
            return Route(PUT) if route.kind == INSIDE else route, route.breaches | HOME_BACKWARD
        return route, route.breaches
