"""The search for the smallest set of broken rules that explains a board (RULES 7).

A play, broken or not, is a sequence of steps; each step adds what it breaks. Steps are guided by the board
that is to be explained: a pawn goes where one of its seat stands in the end, or where it will be captured.
Positions that several orders of steps lead to are searched once for each set of breaches, and a sequence that
can no longer beat the best explanation is dropped.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from calibration.holes import HOLES_A_SEAT, PAWNS_A_SEAT
from toc_pi.rules.breaches import (
    BACKWARD,
    FORWARD,
    PUT,
    SENT_BACK,
    SPLIT_TOTAL,
    TOO_MANY_PAWNS,
    WRONG_DIRECTION,
    Breaches,
    Ways,
)
from toc_pi.rules.enquiry import MANY, NO_NUMBER, NUMBERED, Enquiry, Play, State
from toc_pi.rules.handling import Handling
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View
from toc_pi.rules.outlook import Outlook
from toc_pi.rules.ruleset import Use
from toc_pi.rules.sharing import AS_MANY_AS_WISHED
from toc_pi.rules.swapping import Swapping

DETOURS = 2
"""How many more pawns may have moved than there are holes to fill, where any number of holes will do."""
PATIENCE = 300
"""States after which one way of playing is given up: whole boards shuffled by hand come here."""


class Search:
    """The search of one enquiry; `run` it once.

    Args:
        enquiry: what is asked, and where explanations go.
    """

    def __init__(self, enquiry: Enquiry) -> None:
        self.enquiry = enquiry
        self.engine = enquiry.engine
        self.best = enquiry.best
        self.target = enquiry.target
        self._handling = Handling(enquiry)
        self._swapping = Swapping(enquiry)
        self._first_needs = 0

    def run(self, position: int) -> None:
        """Find the best explanation of the board."""
        rules = self.engine.rules
        missing = self.enquiry.missing(self.enquiry.view(position, self.enquiry.acting))
        self._first_needs = sum(mask.bit_count() for mask in missing)
        for breaches, after in self._swapping.find_swaps(self.enquiry.view(position, self.enquiry.acting)):
            self._finish(after, breaches)
        whole = tuple(use for use in self.enquiry.uses if use.kind in NUMBERED)
        splits = [use for use in self.enquiry.uses if use.kind == "split"]
        # Each kind of use is judged by itself: as one without a number it has no right one.
        has_others = any(use.kind not in (*NUMBERED, "split") for use in self.enquiry.uses)
        steps = (*whole, NO_NUMBER) if has_others else whole
        plays = [Play(steps)]
        plays += [Play((), use, always=TOO_MANY_PAWNS) for use in whole if use.number > 1]
        for use in splits:
            limit = MANY if rules.split_pawns >= AS_MANY_AS_WISHED else rules.split_pawns
            plays.append(Play(steps, use, False, limit, rules.split_again, SPLIT_TOTAL))
            plays.append(Play(steps, use, True, limit, rules.split_again))
        for play in plays:
            self._explore(position, play)

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

    def _explore(self, position: int, play: Play) -> None:
        """Search every sequence of steps of a play, the fewest breaches first, then the likest board.

        What every way on from a state must break besides is reckoned when the state's turn comes; it waits
        again if that is more than was thought.
        """
        best = self.best
        everybody = (
            self.enquiry.team if self.enquiry.spills and play.part is not None else self.enquiry.acting
        )
        exact = play.part is not None and play.exact
        most_steps = MANY if exact else self._first_needs + DETOURS
        options = Outlook(
            self.enquiry, self._handling, self._swapping, play, self.enquiry.view(position, everybody)
        )
        seen: dict[State, list[Breaches]] = {}
        waiting: list[tuple[int, int, int, int, int, State, Breaches, bool]] = []
        order = 0
        m = self.engine.masks
        pawns = (1 << m.seats * m.holes) - 1
        wanted = sum(plane << seat * m.holes for seat, plane in enumerate(self.target))

        def wait(steps: int, state: State, breaches: Breaches, hope: Breaches, is_reckoned: bool) -> None:
            nonlocal order
            order -= 1
            far = ((state.position ^ wanted) & pawns).bit_count()
            heappush(waiting, (hope.bit_count(), -hope, far, order, steps, state, breaches, is_reckoned))

        if not best.beats(play.always):
            wait(0, State(position), play.always, play.always, False)
        patience = PATIENCE
        while waiting and patience > 0:
            _, rank, _, _, steps, state, breaches, is_reckoned = heappop(waiting)
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
            patience -= 1
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
        self, state: State, play: Play, breaches: Breaches, options: Outlook
    ) -> Iterator[tuple[State, Breaches]]:
        """Every step that may lead on to the board, with what it breaks."""
        m, best = self.engine.masks, self.best
        acting = self.enquiry.acting
        if self.enquiry.spills and play.part is not None and play.part.kind == "split":
            acting = self.engine.acting(state.position, self.enquiry.seat)
        view = self.enquiry.view(state.position, acting)
        ways = Ways(view, self.target)
        moved = state.position >> (m.seats + 1) * m.holes & m.plane
        count = state.position >> (m.seats + 2) * m.holes
        crowd = TOO_MANY_PAWNS if state.wholes or play.part is not None else 0
        may_whole = not (play.is_shared or best.beats(breaches | crowd))
        if may_whole:
            for more, position in self._swapping.find_swaps(view):
                yield state._replace(position=position, wholes=state.wholes + 1), more | crowd
        for seat, hole, end in self._errands(view, moved, play, state):
            if all(best.beats(breaches | more) for more, _ in options.of(seat, hole, end)):
                continue
            if may_whole and (hole is None or not moved >> hole & 1):
                for route, more, manner in self._handling.whole_routes(view, play, seat, hole, end):
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
            manner = self._handling.manner(play.part, seat, acting)
            is_detour = self.target[seat] >> hole & view.planes[seat] >> end & 1
            for route, more in self._handling.part_routes(view, play, seat, hole, end, left):
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
        needed = self.enquiry.missing(view)
        all_needed = 0
        for mask in needed:
            all_needed |= mask
        exact = play.part is not None and play.exact
        all_wanted = 0
        for mask in self.target:
            all_wanted |= mask
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
                stops = 0
                if play.part is not None or self._first_needs > 1:
                    stops = all_wanted if exact else all_needed & ~needed[seat]
                    if self.engine.takes_both:  # a later jump takes it on its first 7
                        stops |= self.engine.masks.sevens
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
