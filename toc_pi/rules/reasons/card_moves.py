"""How a card can move or swap pawns, which rules that breaks, and which the rest must break (RULES 7)."""

from collections.abc import Iterator

from toc_pi.rules.engine import Effort
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.reasons.breaches import (
    BACKWARD,
    CANNOT_COME_OUT,
    FORWARD,
    HOME_BACKWARD,
    INSIDE,
    JUMP_NOT_ALLOWED,
    MOVED_PROTECTED,
    NO_CENTRE,
    NO_SWAP,
    ON_TRACK,
    PUT,
    SWAP_PAIR,
    SWAPPED_PROTECTED,
    TOO_MANY_PAWNS,
    WRONG_DIRECTION,
    WRONG_DISTANCE,
    WRONG_PAWN,
    Breaches,
    Route,
    UseTraits,
    Ways,
    find_routes,
)
from toc_pi.rules.reasons.problem import MANY, NO_NUMBER, Problem, SearchedPlay, SearchState
from toc_pi.rules.ruleset_content import Use


class CardMoves:
    """The uses of a problem's card, whole and in parts, and its swaps, allowed or not.

    Args:
        problem: the card and the board to be explained.

    Attributes:
        swap_breaches: the rules that every swap with this card breaks.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.swap_breaches: Breaches = 0 if problem.has("swap") else NO_SWAP
        self._has_out = problem.has("out")
        self._has_centre = problem.has("centre")
        self._routes: dict[tuple[int, int | None, int], tuple[Route, ...]] = {}
        self._traits: dict[tuple[bool, bool, int, Group], UseTraits] = {}

    def whole_routes(
        self, view: View, play: SearchedPlay, seat: int, hole: int | None, end: int
    ) -> Iterator[tuple[Route, Breaches, UseTraits]]:
        """How a whole use may bring a pawn to `end`: the route, its breaches on any board, the traits."""
        routes = self._find_routes(seat, hole, end)
        own = 0 if seat in view.acting else WRONG_PAWN
        if hole is None:
            own |= 0 if self._has_out else CANNOT_COME_OUT
            for route in routes:
                yield route, route.breaches | own, UseTraits()
            return
        best = self._problem.best
        if self._has_centre and routes[0].by_seven:
            breaches = self.pawn(view, NO_NUMBER, seat, hole) | routes[0].breaches
            yield routes[0], breaches & ~NO_CENTRE, UseTraits()
        is_central = seat in view.acting and bool(routes[0].breaches & NO_CENTRE)
        for use in play.whole:
            # M13: an own pawn goes to the centre and leaves it, whatever a 5 may move.
            breaches = 0 if is_central else self.pawn(view, use, seat, hole)
            if best.beats(breaches):
                continue
            traits = self.traits(use, seat, view.acting)
            right = BACKWARD if use.kind == "back" else FORWARD
            for candidate in routes:
                route, more = self._read(candidate, use)
                more |= breaches
                if route.kind == PUT:
                    yield route, more, traits
                elif route.steps == use.number:
                    yield route, more if route.direction == right else more | WRONG_DIRECTION, traits
                elif route.is_near:
                    yield route, more | WRONG_DISTANCE, traits

    def part_routes(
        self, view: View, play: SearchedPlay, seat: int, hole: int, end: int, left: int
    ) -> Iterator[tuple[Route, Breaches]]:
        """How a part of a number may bring a pawn to `end`: the route, its breaches on any board."""
        use = play.part
        assert use is not None
        breaches = self.pawn(view, use, seat, hole)
        if self._problem.best.beats(breaches):
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

    def traits(self, use: Use, seat: int, acting: Group) -> UseTraits:
        """How a use moves a pawn of a seat."""
        key = (use.kind == "split", use.mows, seat, acting)
        known = self._traits.get(key)
        if known is None:
            rules = self._problem.engine.rules
            is_own = seat in acting
            shares = use.kind == "split" and rules.split_with == "team" and seat in self._problem.team
            bound = not rules.pass_own_start and not self._problem.five and (is_own or shares)
            home = rules.five_home
            turns = not self._problem.five or home == "all" or (home == "own" and is_own)
            known = UseTraits(use.mows, bound, turns)
            self._traits[key] = known
        return known

    def pawn(self, view: View, use: Use, seat: int, hole: int | None) -> Breaches:
        """The rules broken by moving this pawn at all with a use: `wrong-pawn`, `moved-protected`."""
        m, rules = self._problem.engine.masks, self._problem.engine.rules
        is_own = seat in view.acting
        on_track = hole is not None and hole < m.length
        protected = 0
        if hole is not None and not is_own and view.protected >> hole & 1 and not rules.protected_moved:
            protected = MOVED_PROTECTED
        if not view.acting:
            return WRONG_PAWN | protected
        if use.kind == "opponent":
            return protected if on_track and seat not in self._problem.team else WRONG_PAWN | protected
        if use.kind == "any":
            return protected if on_track else WRONG_PAWN | protected
        if is_own:
            return 0
        if use.kind == "split" and rules.split_with == "team" and seat in self._problem.team:
            return 0 if hole is not None and hole != m.centre else WRONG_PAWN
        return WRONG_PAWN | protected

    def _find_routes(self, seat: int, hole: int | None, end: int) -> tuple[Route, ...]:
        key = (seat, hole, end)
        known = self._routes.get(key)
        if known is None:
            known = self._routes[key] = find_routes(self._problem.engine, seat, hole, end)
        return known

    def _read(self, route: Route, use: Use) -> tuple[Route, Breaches]:
        """A route as judged for a use: a card that goes back may break `home-backward`."""
        if use.kind == "back" and route.direction == BACKWARD and route.kind != ON_TRACK:
            return Route(PUT) if route.kind == INSIDE else route, route.breaches | HOME_BACKWARD
        return route, route.breaches

    def find_swaps(self, view: View) -> Iterator[tuple[Breaches, int]]:
        """Swaps of two pawns that may lead towards the board, with their breaches (M11)."""
        m, rules = self._problem.engine.masks, self._problem.engine.rules
        base = self.swap_breaches
        if self._problem.best.beats(base):
            return
        moved = view.position >> (m.seats + 1) * m.holes & m.plane
        free = view.occupied & ~moved
        needed = self._problem.missing(view)
        kept_own = view.on_start(rules.swap_own_pawn_not_on)
        kept_other = view.on_start(rules.swap_other_pawn_not_on)
        for seat, missing in enumerate(needed):
            for other in bits(missing & free):
                rival = view.seat_at(other)
                for one in bits(free & view.planes[seat]):
                    if rival < seat and needed[rival] >> one & 1:
                        continue  # already found from the other pawn's side
                    breaches = base | self._pair(view, one, other, kept_own, kept_other)
                    if not self._problem.best.beats(breaches):
                        yield breaches, self._exchanged(view, one, seat, other, rival)
        if not moved:
            yield from self._jumps_after_swap(view, base, free, kept_own, kept_other)

    def _pair(self, view: View, one: int, other: int, kept_own: int, kept_other: int) -> Breaches:
        """The rules broken by swapping these two pawns."""
        m = self._problem.engine.masks
        a, b = 1 << one, 1 << other
        breaches = 0 if (a | b) & ~m.track == 0 else SWAP_PAIR
        as_given = bool(a & kept_own) or bool(b & kept_other)
        turned = bool(b & kept_own) or bool(a & kept_other)
        own_one, own_other = bool(a & view.own), bool(b & view.own)
        if own_one and own_other:
            if not self._problem.engine.rules.swap_two_own:
                breaches |= SWAP_PAIR
            shielded = as_given and turned
        elif own_one:
            shielded = as_given
        elif own_other:
            shielded = turned
        else:
            breaches |= SWAP_PAIR
            shielded = bool((a | b) & kept_other)
        return breaches | SWAPPED_PROTECTED if shielded else breaches

    def _exchanged(self, view: View, one: int, seat: int, other: int, rival: int) -> int:
        m = self._problem.engine.masks
        cleared = view.position & ~(m.columns[one] | m.columns[other])
        return cleared | m.put_moved[seat][other] | m.put_moved[rival][one]

    def _jumps_after_swap(
        self, view: View, base: Breaches, free: int, kept_own: int, kept_other: int
    ) -> Iterator[tuple[Breaches, int]]:
        """Swaps after which the pawn on a hole 7 jumped, which is never allowed (M8)."""
        m = self._problem.engine.masks
        base |= JUMP_NOT_ALLOWED
        if self._problem.best.beats(base):
            return
        for seven in bits(free & m.sevens):
            rival = view.seat_at(seven)
            ends = [(seven + jumps * m.stretch) % m.length for jumps in (1, 2)]
            for seat, wanted in enumerate(self._problem.target):
                for end in [end for end in ends if wanted >> end & 1]:
                    own = view.planes[seat]
                    # The jump may end where the pawn was before the swap.
                    swappable = free & own & ~(1 << seven) & (1 << end if own >> end & 1 else own)
                    for one in bits(swappable):
                        pair = base | self._pair(view, one, seven, kept_own, kept_other)
                        if self._problem.best.beats(pair):
                            continue
                        swapped = self._problem.view(
                            self._exchanged(view, one, seat, seven, rival), view.acting
                        )
                        is_own = seat in view.acting
                        traits = UseTraits(
                            bound=is_own
                            and not (self._problem.engine.rules.pass_own_start or self._problem.five)
                        )
                        route = Route(ON_TRACK, FORWARD, 0, True, seven, (end - seven) % m.length)
                        for broken, position in Ways(swapped, self._problem.target).follow(
                            seat, seven, end, route, traits
                        ):
                            yield pair | broken, position


WAY_EFFORT = 3
"""Effort charged for computing the routes from one hole to another."""


class LowerBounds:
    """Lower bounds of the breaches, and holes used, needed to bring a pawn to a hole, on any board.

    Args:
        problem: the card and the board to be explained.
        card_moves: breaches of the card's uses.
        play: the way of playing it.
        view: the position at the beginning, with every seat that may act as own.
        effort: the cost limit of the search.
    """

    def __init__(
        self, problem: Problem, card_moves: CardMoves, play: SearchedPlay, view: View, effort: Effort
    ) -> None:
        self._problem = problem
        self._card_moves = card_moves
        self._play = play
        self._view = view
        self._effort = effort
        self._known: dict[tuple[int, int | None, int], tuple[tuple[Breaches, int], ...]] = {}

    def of(self, seat: int, hole: int | None, end: int) -> tuple[tuple[Breaches, int], ...]:
        """Breaches and holes used of the cheapest routes (a Pareto front) of a pawn; hole None: its camp."""
        key = (seat, hole, end)
        known = self._known.get(key)
        if known is None:
            self._effort.spent += WAY_EFFORT
            found = self._find(seat, hole, end)
            known = self._known[key] = tuple(
                one for one in found if not any(_is_less(other, one) for other in found)
            )
        return known

    def _find(self, seat: int, hole: int | None, end: int) -> set[tuple[Breaches, int]]:
        play, card_moves, view = self._play, self._card_moves, self._view
        found: set[tuple[Breaches, int]] = set()
        if not play.is_shared:
            crowd = TOO_MANY_PAWNS if play.part is not None else 0
            routes = card_moves.whole_routes(view, play, seat, hole, end)
            found.update((more | crowd, 0) for _, more, _ in routes)
        if play.part is not None and hole is not None:
            parts = card_moves.part_routes(
                view, play, seat, hole, end, MANY if play.again else play.part.number
            )
            found.update((more, route.steps if play.exact else 0) for route, more in parts)
        if play.again and play.part is not None:
            found.add((card_moves.pawn(view, play.part, seat, hole) & WRONG_PAWN, 0))
        return found

    def of_state(self, state: SearchState, breaches: Breaches, moved: int) -> list[Breaches]:
        """Lower bounds: every explanation through this state includes one of these sets; may be empty.

        Each hole still to be filled needs a pawn of its seat that hasn't moved. At least `moved` pawns move.
        """
        problem, play, best = self._problem, self._play, self._problem.best
        m = problem.engine.masks
        view = problem.view(state.position, self._view.acting)
        gone = 0 if play.again else state.position >> (m.seats + 1) * m.holes & m.plane
        holes = [(seat, end) for seat, mask in enumerate(problem.missing(view)) for end in bits(mask)]
        if (
            play.part is None
            and holes
            and (state.wholes or len(holes) > (2 if _are_swapped(view, holes) else 1))
        ):
            breaches |= TOO_MANY_PAWNS
        left = play.part.number - state.used if play.part is not None and play.exact else MANY
        swap = self._card_moves.swap_breaches
        if play.part is not None:
            swap |= TOO_MANY_PAWNS
        bounds, least = [breaches], 0
        for seat, end in holes:
            ways: set[Breaches] = set()
            fewest = MANY
            for hole in (*bits(view.planes[seat] & ~gone), None):
                for more, steps in self.of(seat, hole, end):
                    if steps <= left and not best.beats(breaches | more, moved):
                        ways.add(more)
                        fewest = min(fewest, steps)
            if not play.is_shared and view.occupied >> end & 1 and not best.beats(breaches | swap, moved):
                ways.add(swap)
                fewest = 0
            least += fewest
            if least > left:
                return []
            bounds = _smallest({bound | way for bound in bounds for way in ways})
        return [bound for bound in bounds if not best.beats(bound, moved)]


def _is_less(one: tuple[Breaches, int], other: tuple[Breaches, int]) -> bool:
    """Whether one route dominates another: no more breaches, no more holes used, and not equal."""
    return one != other and one[0] & other[0] == one[0] and one[1] <= other[1]


def _are_swapped(view: View, holes: list[tuple[int, int]]) -> bool:
    """Whether two holes to be filled can be filled by swapping their pawns."""
    if len(holes) != 2:
        return False
    (seat, end), (other, place) = holes
    return bool(view.planes[seat] >> place & 1 and view.planes[other] >> end & 1)


def _smallest(sets: set[Breaches]) -> list[Breaches]:
    """The sets that contain no other."""
    return [one for one in sets if not any(other & one == other and other != one for other in sets)]
