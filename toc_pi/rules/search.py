"""The search for the smallest set of broken rules that explains a board (RULES 7).

A play, broken or not, is a sequence of steps; each step adds what it breaks. Steps are guided by the board
that is to be explained: a pawn goes where one of its seat stands in the end, or where it will be captured.
Positions that several orders of steps lead to are searched once for each set of breaches, and a sequence that
can no longer beat the best explanation is dropped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from calibration.holes import HOLES_A_SEAT, PAWNS_A_SEAT, Seat
from toc_pi.rules.breaches import (
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
    SENT_BACK,
    SPLIT_TOTAL,
    SWAP_PAIR,
    SWAPPED_PROTECTED,
    TOO_MANY_PAWNS,
    WRONG_DIRECTION,
    WRONG_DISTANCE,
    WRONG_PAWN,
    Breaches,
    Manner,
    Route,
    Ways,
    find_routes,
)
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Engine, Group, View
from toc_pi.rules.ruleset import Use
from toc_pi.rules.splits import AS_MANY_AS_WISHED

MOST_REASONS = 3
MANY = 99
DETOURS = 2
"""How many more pawns may have moved than there are holes to fill, where any number of holes will do."""
PATIENCE = 300
"""States after which a card's search ends with the best so far: whole boards shuffled by hand come here."""
NUMBERED = ("forward", "back", "opponent", "any")
NO_NUMBER = Use("forward")
"""What a card without a number moves pawns by: no number is right."""


class Best:
    """The smallest set found so far; of two as small, the one whose first code stands earlier."""

    def __init__(self) -> None:
        self.breaches: Breaches = 0
        self._size = MOST_REASONS + 1

    def offer(self, breaches: Breaches) -> None:
        """Take a set if it is better."""
        if not self.beats(breaches):
            self.breaches, self._size = breaches, breaches.bit_count()

    def beats(self, breaches: Breaches) -> bool:
        """Whether neither this set nor any larger one that holds it can be better."""
        size = breaches.bit_count()
        return size > self._size or (size == self._size and breaches <= self.breaches) or size > MOST_REASONS


@dataclass(frozen=True, slots=True)
class Play:
    """One way of playing a card that is searched.

    Attributes:
        whole: uses with a number of which a step may be one, whole.
        part: the use whose number is shared among the steps; None for none.
        exact: whether the parts must make the number.
        limit: how many pawns may take parts.
        again: whether a pawn may take several parts.
        always: what every such play breaks.

    Besides, a pawn may come out, enter or leave the centre, and two be swapped, but not where a number is
    shared among pawns that a card moves one at a time.
    """

    whole: tuple[Use, ...]
    part: Use | None = None
    exact: bool = True
    limit: int = MANY
    again: bool = False
    always: Breaches = 0

    @property
    def is_shared(self) -> bool:
        """Whether it shares out a number that isn't meant to be."""
        return self.part is not None and self.part.kind != "split"


class State(NamedTuple):
    """Where a search stands.

    Attributes:
        position: with a mark on each pawn that has moved, and their number above.
        used: how much of the number is used up.
        is_loose: whether some part isn't measured: it makes up what is missing.
        wholes: how many whole uses have been played.
        parts: 1 once a part has been played.
    """

    position: int
    used: int = 0
    is_loose: bool = False
    wholes: int = 0
    parts: int = 0


class Search:
    """A card of one rank, with certain pawns as own, against a board.

    Args:
        engine: the rules at the table.
        seat: whose turn it is.
        acting: whose pawns are own.
        uses: what the card does.
        five: whether it counts as a 5.
        target: each seat's pawns on the board that is to be explained.
        best: gets every explanation.
        spills: whether a split goes on with the next mates' pawns.
    """

    def __init__(
        self,
        engine: Engine,
        seat: Seat,
        acting: Group,
        uses: Iterable[Use],
        five: bool,
        target: list[int],
        best: Best,
        spills: bool,
    ) -> None:
        self.engine = engine
        self.seat = seat
        self.acting = acting
        self.uses = tuple(uses)
        self.five = five
        self.target = target
        self.best = best
        self.spills = spills
        self._team = engine.team[seat]
        kinds = {use.kind for use in self.uses}
        self._has_out, self._has_swap, self._has_centre = (
            kind in kinds for kind in ("out", "swap", "centre")
        )
        self._first_needs = 0
        self._patience = PATIENCE
        self._routes: dict[tuple[int, int | None, int], tuple[Route, ...]] = {}
        self._manners: dict[tuple[Use, int, Group], Manner] = {}

    def run(self, position: int) -> None:
        """Find the best explanation of the board."""
        rules = self.engine.rules
        missing = self._needed(self._view(position, self.acting))
        self._first_needs = sum(mask.bit_count() for mask in missing)
        for breaches, after in self._swaps(self._view(position, self.acting)):
            self._finish(after, breaches)
        whole = tuple(use for use in self.uses if use.kind in NUMBERED)
        splits = [use for use in self.uses if use.kind == "split"]
        # Each kind of use is judged by itself: as one without a number it has no right one.
        has_others = any(use.kind not in (*NUMBERED, "split") for use in self.uses)
        steps = (*whole, NO_NUMBER) if has_others else whole
        plays = [Play(steps)]
        plays += [Play((), use, always=TOO_MANY_PAWNS) for use in whole if use.number > 1]
        for use in splits:
            limit = MANY if rules.split_pawns >= AS_MANY_AS_WISHED else rules.split_pawns
            plays.append(Play(steps, use, False, limit, rules.split_again, SPLIT_TOTAL))
            plays.append(Play(steps, use, True, limit, rules.split_again))
        for play in plays:
            self._explore(position, play)

    def _view(self, position: int, acting: Group) -> View:
        return View(self.engine, position, acting, self._team, self.engine.masks.put_moved)

    def _needed(self, view: View) -> list[int]:
        """For each seat, where a pawn of it is still missing."""
        return [wanted & ~pawns for wanted, pawns in zip(self.target, view.planes, strict=True)]

    def _finish(self, position: int, breaches: Breaches) -> None:
        """Offer what a play breaks if it gives the board, some unmoved pawns taken off apart."""
        m = self.engine.masks
        extra = 0
        for seat, wanted in enumerate(self.target):
            pawns = position >> seat * m.holes & m.plane
            if wanted & ~pawns:
                return
            extra |= pawns & ~wanted
        if extra:
            if extra & position >> (m.seats + 1) * m.holes:
                return
            breaches |= SENT_BACK
        self.best.offer(breaches)

    # Sequences of steps

    def _explore(self, position: int, play: Play) -> None:
        """Search every sequence of steps of a play, the fewest breaches first.

        What every way on from a state must break besides is reckoned when the state's turn comes; it waits
        again if that is more than was thought.
        """
        best = self.best
        everybody = self._team if self.spills and play.part is not None else self.acting
        exact = play.part is not None and play.exact
        most_steps = MANY if exact else self._first_needs + DETOURS
        options = _Options(self, play, self._view(position, everybody))
        seen: dict[State, list[Breaches]] = {}
        waiting: list[tuple[int, int, int, int, State, Breaches, bool]] = []
        order = 0

        def wait(steps: int, state: State, breaches: Breaches, hope: Breaches, is_reckoned: bool) -> None:
            nonlocal order
            order -= 1
            heappush(waiting, (hope.bit_count(), -hope, order, steps, state, breaches, is_reckoned))

        if not best.beats(play.always):
            wait(0, State(position), play.always, play.always, False)
        while waiting and self._patience > 0:
            _, rank, _, steps, state, breaches, is_reckoned = heappop(waiting)
            if best.beats(-rank):
                break
            if not is_reckoned:
                hopes = options.hopes(state, breaches)
                if not hopes:
                    continue
                hope = min(hopes, key=lambda hope: (hope.bit_count(), -hope))
                if hope != -rank:
                    wait(steps, state, breaches, hope, True)
                    continue
            if state.wholes or state.parts:
                self._close(state, breaches, play)
            if steps >= most_steps:
                continue
            self._patience -= 1
            for after, more in self._steps(state, play, breaches, options):
                total = breaches | more
                known = seen.setdefault(after, [])
                if best.beats(total) or any(old & total == old for old in known):
                    continue
                known.append(total)
                wait(steps + 1, after, total, total, False)

    def _close(self, state: State, breaches: Breaches, play: Play) -> None:
        """Offer a sequence of steps if it can end here."""
        if play.part is not None:
            if not state.parts:
                return
            n = play.part.number
            if play.exact and not (state.used == n or (state.is_loose and state.used < n)):
                return
        self._finish(state.position, breaches)

    def _steps(
        self, state: State, play: Play, breaches: Breaches, options: "_Options"
    ) -> Iterator[tuple[State, Breaches]]:
        """Every step that may lead on to the board, with what it breaks."""
        m, best = self.engine.masks, self.best
        acting = self.acting
        if self.spills and play.part is not None and play.part.kind == "split":
            acting = self.engine.acting(state.position, self.seat)
        view = self._view(state.position, acting)
        ways = Ways(view, self.target)
        moved = state.position >> (m.seats + 1) * m.holes & m.plane
        count = state.position >> (m.seats + 2) * m.holes
        crowd = TOO_MANY_PAWNS if state.wholes or play.part is not None else 0
        may_whole = not (play.is_shared or best.beats(breaches | crowd))
        if may_whole:
            for more, position in self._swaps(view):
                yield state._replace(position=position, wholes=state.wholes + 1), more | crowd
        for seat, hole, end in self._errands(view, moved, play, state):
            if all(best.beats(breaches | more) for more, _ in options.of(seat, hole, end)):
                continue
            if may_whole and (hole is None or not moved >> hole & 1):
                for route, more, manner in self._whole_routes(view, play, seat, hole, end):
                    if best.beats(breaches | crowd | more):
                        continue
                    for broken, position in ways.follow(seat, hole, end, route, manner):
                        after = state._replace(position=position, wholes=state.wholes + 1)
                        yield after, broken | more | crowd
            if play.part is None or hole is None:
                continue
            is_new = not moved >> hole & 1
            extra = TOO_MANY_PAWNS if is_new and count >= play.limit else 0
            left = play.part.number - state.used
            manner = self._manner(play.part, seat, acting)
            is_detour = self.target[seat] >> hole & view.planes[seat] >> end & 1
            for route, more in self._part_routes(view, play, seat, hole, end, left):
                if is_detour and route.kind == PUT:
                    continue
                if best.beats(breaches | extra | more):
                    continue
                used = state.used + route.steps if play.exact else 0
                is_loose = state.is_loose or not route.direction
                for broken, position in ways.follow(seat, hole, end, route, manner):
                    position += m.one_more if is_new and play.limit < MANY else 0
                    yield State(position, used, is_loose, state.wholes, 1), broken | more | extra

    def _errands(
        self, view: View, moved: int, play: Play, state: State
    ) -> Iterator[tuple[int, int | None, int]]:
        """Which pawn may go where: seat, hole (None for its camp), end."""
        needed = self._needed(view)
        all_needed = 0
        for mask in needed:
            all_needed |= mask
        for seat, (wanted, pawns) in enumerate(zip(self.target, view.planes, strict=True)):
            movable = pawns if play.again else pawns & ~moved
            for end in bits(needed[seat]):
                for hole in bits(movable):
                    yield seat, hole, end
                if pawns.bit_count() < PAWNS_A_SEAT:
                    yield seat, None, end
            doomed = 0 if play.again else (moved & pawns & ~wanted).bit_count()
            if pawns.bit_count() - wanted.bit_count() - doomed < 1:
                continue  # none of the seat's pawns can be spared
            for hole in bits(movable):
                for end in bits(wanted & pawns & ~(1 << hole)):
                    yield seat, hole, end
                stops = all_needed & ~needed[seat] if play.part is not None or self._first_needs > 1 else 0
                if play.part is not None:
                    left = play.part.number - state.used
                    stops |= self._stops(view, play, play.part, moved, seat, hole, left)
                for end in bits(stops & ~(wanted | 1 << hole)):
                    yield seat, hole, end

    def _stops(self, view: View, play: Play, part: Use, moved: int, seat: int, hole: int, left: int) -> int:
        """Where a part may end besides: to be mown by a later part, or to go on with another one."""
        m = self.engine.masks
        if not (part.mows or play.again) or left < 2 or hole >= m.length:
            return 0
        others = view.occupied & ~moved & ~(1 << hole)
        if play.exact:
            turns_back = not self.best.beats(play.always | WRONG_DIRECTION)
            found = 0
            for direction in (FORWARD, BACKWARD) if turns_back else (FORWARD,):
                for steps in range(1, left):
                    end = (hole + direction * steps) % m.length
                    if play.again:
                        found |= 1 << end | (m.sevens >> end & 1) << (end + HOLES_A_SEAT) % m.length
                        continue
                    mower = others & m.between(end - (left - steps) - 1, left - steps + 1)
                    if mower or (turns_back and others & m.between(end, left - steps + 1)):
                        found |= 1 << end
                        if m.sevens >> end & 1:
                            found |= 1 << (end + HOLES_A_SEAT) % m.length
            return found
        if not play.again:
            return 0
        strays = 0
        for wanted, pawns in zip(self.target, view.planes, strict=True):
            strays |= pawns & ~wanted
        return (strays | m.sevens | 1 << m.start[seat]) & m.track

    # Routes

    def _find_routes(self, seat: int, hole: int | None, end: int) -> tuple[Route, ...]:
        key = (seat, hole, end)
        known = self._routes.get(key)
        if known is None:
            known = self._routes[key] = find_routes(self.engine, seat, hole, end)
        return known

    def _whole_routes(
        self, view: View, play: Play, seat: int, hole: int | None, end: int
    ) -> Iterator[tuple[Route, Breaches, Manner]]:
        """How a whole use may bring a pawn there: the route, what it breaks on any board, the manner."""
        routes = self._find_routes(seat, hole, end)
        own = 0 if seat in view.acting else WRONG_PAWN
        if hole is None:
            own |= 0 if self._has_out else CANNOT_COME_OUT
            for route in routes:
                yield route, route.breaches | own, Manner()
            return
        if self._has_centre and routes[0].by_seven:
            breaches = self._pawn(view, NO_NUMBER, seat, hole) | routes[0].breaches
            yield routes[0], breaches & ~NO_CENTRE, Manner()
        for use in play.whole:
            breaches = self._pawn(view, use, seat, hole)
            if self.best.beats(breaches):
                continue
            manner = self._manner(use, seat, view.acting)
            right = BACKWARD if use.kind == "back" else FORWARD
            for given in routes:
                route, more = self._read(given, use)
                more |= breaches
                if route.kind == PUT:
                    yield route, more, manner
                elif route.steps == use.number:
                    yield route, more if route.direction == right else more | WRONG_DIRECTION, manner
                elif route.is_near:
                    yield route, more | WRONG_DISTANCE, manner

    def _part_routes(
        self, view: View, play: Play, seat: int, hole: int, end: int, left: int
    ) -> Iterator[tuple[Route, Breaches]]:
        """How a part of a number may bring a pawn there: the route, what it breaks on any board."""
        use = play.part
        assert use is not None
        breaches = self._pawn(view, use, seat, hole)
        if self.best.beats(breaches):
            return
        right = BACKWARD if use.kind == "back" else FORWARD
        for given in self._find_routes(seat, hole, end):
            route, more = self._read(given, use)
            more |= breaches
            if route.kind == PUT:
                yield route, more
            elif not play.exact:
                if route.is_near:
                    yield route, more
            elif route.steps <= left:
                yield route, more if route.direction == right else more | WRONG_DIRECTION

    def _read(self, route: Route, use: Use) -> tuple[Route, Breaches]:
        """A route as a use takes it, with what it breaks on any board: back into the home, back inside it."""
        if use.kind == "back" and route.direction == BACKWARD and route.kind != ON_TRACK:
            return Route(PUT) if route.kind == INSIDE else route, route.breaches | HOME_BACKWARD
        return route, route.breaches

    def _manner(self, use: Use, seat: int, acting: Group) -> Manner:
        """How a use moves a pawn of a seat."""
        key = (use, seat, acting)
        known = self._manners.get(key)
        if known is None:
            rules = self.engine.rules
            is_own = seat in acting
            shares = use.kind == "split" and rules.split_with == "team" and seat in self._team
            bound = not rules.pass_own_start and not self.five and (is_own or shares)
            home = rules.five_home
            turns = not self.five or home == "all" or (home == "own" and is_own)
            known = Manner(use.mows, bound, turns)
            self._manners[key] = known
        return known

    def _pawn(self, view: View, use: Use, seat: int, hole: int | None) -> Breaches:
        """What it breaks to move this pawn at all with a use: `wrong-pawn`, `moved-protected`."""
        m, rules = self.engine.masks, self.engine.rules
        is_own = seat in view.acting
        on_track = hole is not None and hole < m.length
        protected = 0
        if hole is not None and not is_own and view.protected >> hole & 1 and not rules.protected_moved:
            protected = MOVED_PROTECTED
        if not view.acting:
            return WRONG_PAWN | protected
        if use.kind == "opponent":
            return protected if on_track and seat not in self._team else WRONG_PAWN | protected
        if use.kind == "any":
            return protected if on_track else WRONG_PAWN | protected
        if is_own:
            return 0
        if use.kind == "split" and rules.split_with == "team" and seat in self._team:
            return 0 if hole is not None and hole != m.centre else WRONG_PAWN
        return WRONG_PAWN | protected

    # Swaps

    def _swaps(self, view: View) -> Iterator[tuple[Breaches, int]]:
        """Swaps of two pawns that may lead on to the board, with what they break (M11)."""
        m, rules = self.engine.masks, self.engine.rules
        base = 0 if self._has_swap else NO_SWAP
        if self.best.beats(base):
            return
        moved = view.position >> (m.seats + 1) * m.holes & m.plane
        free = view.occupied & ~moved
        needed = [wanted & ~pawns for wanted, pawns in zip(self.target, view.planes, strict=True)]
        kept_own = view.on_start(rules.swap_own_pawn_not_on)
        kept_other = view.on_start(rules.swap_other_pawn_not_on)
        for seat, missing in enumerate(needed):
            for other in bits(missing & free):
                rival = view.seat_at(other)
                for one in bits(free & view.planes[seat]):
                    if rival < seat and needed[rival] >> one & 1:
                        continue  # found from the other pawn's side
                    breaches = base | self._pair(view, one, other, kept_own, kept_other)
                    if not self.best.beats(breaches):
                        yield breaches, self._exchanged(view, one, seat, other, rival)
        if not moved:
            yield from self._jumps_after_swap(view, base, free, kept_own, kept_other)

    def _pair(self, view: View, one: int, other: int, kept_own: int, kept_other: int) -> Breaches:
        """What it breaks to swap these two pawns."""
        m = self.engine.masks
        a, b = 1 << one, 1 << other
        breaches = 0 if (a | b) & ~m.track == 0 else SWAP_PAIR
        as_given = bool(a & kept_own) or bool(b & kept_other)
        turned = bool(b & kept_own) or bool(a & kept_other)
        own_one, own_other = bool(a & view.own), bool(b & view.own)
        if own_one and own_other:
            if not self.engine.rules.swap_two_own:
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
        m = self.engine.masks
        cleared = view.position & ~(m.columns[one] | m.columns[other])
        return cleared | m.put_moved[seat][other] | m.put_moved[rival][one]

    def _jumps_after_swap(
        self, view: View, base: Breaches, free: int, kept_own: int, kept_other: int
    ) -> Iterator[tuple[Breaches, int]]:
        """Swaps after which the pawn that came to a hole 7 jumped on, which is never allowed (M8)."""
        m = self.engine.masks
        base |= JUMP_NOT_ALLOWED
        if self.best.beats(base):
            return
        for seven in bits(free & m.sevens):
            rival = view.seat_at(seven)
            ends = [(seven + jumps * HOLES_A_SEAT) % m.length for jumps in (1, 2)]
            for seat, wanted in enumerate(self.target):
                missing = wanted & ~view.planes[seat]
                for end in [end for end in ends if missing >> end & 1]:
                    for one in bits(free & view.planes[seat] & ~(1 << seven)):
                        pair = base | self._pair(view, one, seven, kept_own, kept_other)
                        if self.best.beats(pair):
                            continue
                        swapped = self._view(self._exchanged(view, one, seat, seven, rival), view.acting)
                        is_own = seat in view.acting
                        manner = Manner(bound=is_own and not (self.engine.rules.pass_own_start or self.five))
                        route = Route(ON_TRACK, FORWARD, 0, True, seven, (end - seven) % m.length)
                        for broken, position in Ways(swapped, self.target).follow(
                            seat, seven, end, route, manner
                        ):
                            yield pair | broken, position


class _Options:
    """What it must break, and use up, to bring a certain pawn to a certain hole, whatever else stands there.

    Args:
        search: the card.
        play: the way of playing it.
        view: the position at first, as seen by whoever may come to play in it.
    """

    def __init__(self, search: Search, play: Play, view: View) -> None:
        self._search = search
        self._play = play
        self._view = view
        self._known: dict[tuple[int, int | None, int], tuple[tuple[Breaches, int], ...]] = {}

    def of(self, seat: int, hole: int | None, end: int) -> tuple[tuple[Breaches, int], ...]:
        """Breaches and holes used of each way for a pawn of a seat from a hole (None for its camp)."""
        key = (seat, hole, end)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = tuple(self._find(seat, hole, end))
        return known

    def _find(self, seat: int, hole: int | None, end: int) -> set[tuple[Breaches, int]]:
        play, search, view = self._play, self._search, self._view
        found: set[tuple[Breaches, int]] = set()
        if not play.is_shared:
            crowd = TOO_MANY_PAWNS if play.part is not None else 0
            routes = search._whole_routes(view, play, seat, hole, end)
            found.update((more | crowd, 0) for _, more, _ in routes)
        if play.part is not None and hole is not None:
            parts = search._part_routes(view, play, seat, hole, end, MANY if play.again else play.part.number)
            found.update((more, route.steps if play.exact else 0) for route, more in parts)
        if play.again and play.part is not None:
            found.add((search._pawn(view, play.part, seat, hole) & WRONG_PAWN, 0))
        return found

    def hopes(self, state: State, breaches: Breaches) -> list[Breaches]:
        """Sets one of which every explanation by way of this state holds; none where there is no way on.

        Each hole that is still to be filled takes a pawn of its seat there that hasn't moved.
        """
        search, play, best = self._search, self._play, self._search.best
        m = search.engine.masks
        view = search._view(state.position, self._view.acting)
        moved = 0 if play.again else state.position >> (m.seats + 1) * m.holes & m.plane
        holes = [(seat, end) for seat, mask in enumerate(search._needed(view)) for end in bits(mask)]
        if (
            play.part is None
            and holes
            and (state.wholes or len(holes) > (2 if _are_swapped(view, holes) else 1))
        ):
            breaches |= TOO_MANY_PAWNS
        left = play.part.number - state.used if play.part is not None and play.exact else MANY
        swap = 0 if search._has_swap else NO_SWAP
        if play.part is not None:
            swap |= TOO_MANY_PAWNS
        bounds, least = [breaches], 0
        for seat, end in holes:
            ways: set[Breaches] = set()
            fewest = MANY
            for hole in (*bits(view.planes[seat] & ~moved), None):
                for more, steps in self.of(seat, hole, end):
                    if steps <= left and not best.beats(breaches | more):
                        ways.add(more)
                        fewest = min(fewest, steps)
            if not play.is_shared and view.occupied >> end & 1 and not best.beats(breaches | swap):
                ways.add(swap)
                fewest = 0
            least += fewest
            if least > left:
                return []
            bounds = _smallest({bound | way for bound in bounds for way in ways})
        return [bound for bound in bounds if not best.beats(bound)]


def _are_swapped(view: View, holes: list[tuple[int, int]]) -> bool:
    """Whether the two holes to be filled are those of two pawns that changed places."""
    if len(holes) != 2:
        return False
    (seat, end), (other, place) = holes
    return bool(view.planes[seat] >> place & 1 and view.planes[other] >> end & 1)


def _smallest(sets: set[Breaches]) -> list[Breaches]:
    """The sets that hold no other."""
    return [one for one in sets if not any(other & one == other and other != one for other in sets)]
