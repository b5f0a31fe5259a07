"""The search for the smallest set of broken rules that explains a board (RULES 7).

A play, legal or not, is a sequence of steps; each step adds its breaches. Steps are guided by the board that
is to be explained: a pawn goes where a pawn of its seat stands at the end, or where it will be captured. The
search is best-first: fewest breaches first, then fewest pawns moved. The first explanation is nearly always
the best, and prunes everything that can't beat it. A position reached by several orders of steps is expanded
once for each set of breaches.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain

from calibration.holes import PAWNS_A_SEAT
from toc_pi.rules.engine import Effort
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View
from toc_pi.rules.reasons.breaches import (
    BACKWARD,
    FORWARD,
    HOME_LEFT,
    NO_CENTRE,
    SENT_BACK,
    SPLIT_TOTAL,
    TOO_MANY_PAWNS,
    WRONG_DIRECTION,
    Breaches,
    Ways,
)
from toc_pi.rules.reasons.card_moves import CardMoves, LowerBounds
from toc_pi.rules.reasons.problem import (
    MANY,
    NO_NUMBER,
    NUMBERED,
    BestExplanation,
    Problem,
    SearchedPlay,
    SearchState,
    SearchStep,
    Steps,
)
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.splits import AS_MANY_AS_WISHED

DETOURS = 2
"""Extra steps allowed beyond one for each hole to fill, where parts needn't make an exact number; one more
than the pawns gone where that is more, as each may move before it is captured."""


@dataclass(slots=True, eq=False)
class PlaySearch:
    """One way of playing.

    Attributes:
        problem: the card and the board to be explained.
        card_moves: breaches of the card's uses.
        play: how it is played.
        lower_bounds: lower bounds of what else must be broken.
        needs: how many holes must be filled at the beginning.
        detours: how many steps beyond those are searched.
        seen: the states reached, with the breaches each time.
    """

    problem: Problem
    card_moves: CardMoves
    play: SearchedPlay
    lower_bounds: LowerBounds
    needs: int
    detours: int
    seen: dict[SearchState, list[Breaches]] = field(default_factory=dict)

    @property
    def most_steps(self) -> int:
        """The longest sequence of steps searched; an exact number limits it by itself."""
        return MANY if self.play.part is not None and self.play.exact else self.needs + self.detours

    def may_end(self, state: SearchState) -> bool:
        """Whether a sequence of steps is a complete play."""
        part = self.play.part
        if part is None:
            return bool(state.wholes)
        if not state.parts:
            return False
        left = part.number - state.used
        return not self.play.exact or not left or (state.is_loose and left > 0)

    def find_steps(  # noqa: C901  # one loop, for speed
        self, state: SearchState, bounds: list[Breaches], least: int, is_straight: bool, effort: Effort
    ) -> Iterator[tuple[SearchState, Breaches, SearchStep]]:
        """Every step that may lead towards the board, with its breaches.

        Args:
            bounds: lower bounds: every explanation through this state includes one of these sets.
            least: a lower bound of the pawns moved.
            is_straight: whether pawns only go to holes that are to be filled.
        """
        problem, play, best = self.problem, self.play, self.problem.best
        engine, m = problem.engine, problem.engine.masks
        acting = problem.acting
        if problem.spills and play.part is not None and play.part.kind == "split":
            acting = engine.acting(state.position, problem.seat)
        view = problem.view(state.position, acting)
        ways = Ways(view, problem.target)
        moved = state.position >> (m.seats + 1) * m.holes & m.plane
        count = state.position >> (m.seats + 2) * m.holes
        crowd = TOO_MANY_PAWNS if state.wholes or play.part is not None else 0
        may_whole = not play.is_shared and best.admits(bounds, crowd, least)
        if may_whole:
            for more, position in self.card_moves.find_swaps(view):
                if best.admits(bounds, more | crowd, least):
                    step = SearchStep(state.position, position, more, -1, None, 0, None, acting)
                    yield state._replace(position=position, wholes=state.wholes + 1), more | crowd, step
        moves = chain(
            self._direct_moves(view, moved), () if is_straight else self._detours(view, moved, state, bounds)
        )
        for seat, hole, end in moves:
            effort.spent += 1
            if effort.is_over:
                return
            if not any(best.admits(bounds, more, least) for more, _ in self.lower_bounds.of(seat, hole, end)):
                continue
            if may_whole and (hole is None or not moved >> hole & 1):
                for route, more, traits in self.card_moves.whole_routes(view, play, seat, hole, end):
                    if not best.admits(bounds, crowd | more, least):
                        continue
                    for broken, position in ways.follow(seat, hole, end, route, traits):
                        after = state._replace(position=position, wholes=state.wholes + 1)
                        step = SearchStep(
                            state.position, position, broken | more, seat, hole, end, route, acting
                        )
                        yield after, broken | more | crowd, step
            if play.part is None or hole is None:
                continue
            is_new = not moved >> hole & 1
            extra = TOO_MANY_PAWNS if is_new and count >= play.limit else 0
            left = play.part.number - state.used
            traits = self.card_moves.traits(play.part, seat, acting)
            for route, more in self.card_moves.part_routes(view, play, seat, hole, end, left):
                if not best.admits(bounds, extra | more, least):
                    continue
                used = state.used + route.steps if play.exact else 0
                is_loose = state.is_loose or not route.direction
                for broken, position in ways.follow(seat, hole, end, route, traits):
                    step = SearchStep(state.position, position, broken | more, seat, hole, end, route, acting)
                    position += m.one_more if is_new and play.limit < MANY else 0
                    yield SearchState(position, used, is_loose, state.wholes, 1), broken | more | extra, step

    def _direct_moves(self, view: View, moved: int) -> Iterator[tuple[int, int | None, int]]:
        """Moves of a pawn to a hole that is to be filled: seat, hole (None for its camp), end."""
        for seat, needed in enumerate(self.problem.missing(view)):
            pawns = view.planes[seat]
            for end in bits(needed):
                for hole in bits(pawns if self.play.again else pawns & ~moved):
                    yield seat, hole, end
                if pawns.bit_count() < PAWNS_A_SEAT:
                    yield seat, None, end

    def _detours(
        self, view: View, moved: int, state: SearchState, bounds: list[Breaches]
    ) -> Iterator[tuple[int, int, int]]:
        """Moves of a pawn to other holes, where it is captured or moves on: seat, hole, end."""
        play, target = self.play, self.problem.target
        stops = 0
        if play.part is not None or self.needs > 1:
            for mask in target:
                stops |= mask
            if self.problem.engine.takes_both:  # a later jump takes it on its first 7
                stops |= self.problem.engine.masks.sevens
        stops |= self._mown(view, moved, state, bounds)
        for seat, (wanted, pawns) in enumerate(zip(target, view.planes, strict=True)):
            doomed = 0 if play.again else (moved & pawns & ~wanted).bit_count()
            can_spare = pawns.bit_count() - wanted.bit_count() - doomed > 0
            if not (can_spare or play.again):
                continue
            for hole in bits(pawns if play.again else pawns & ~moved):
                ends = 0
                if can_spare:
                    ends = wanted & pawns | stops & ~wanted
                if play.again:
                    ends |= self._stops(view, state, seat, hole, bounds) & ~wanted
                for end in bits(ends & ~(1 << hole)):
                    yield seat, hole, end

    def _mown(self, view: View, moved: int, state: SearchState, bounds: list[Breaches]) -> int:
        """The holes that a later step can mow."""
        m, play, part = self.problem.engine.masks, self.play, self.play.part
        still = view.occupied & ~moved & m.track
        found = 0
        turns_back = self.problem.best.admits(bounds, WRONG_DIRECTION)
        numbers = [use.number for use in play.whole if use.mows] if self.needs > 1 else []
        if part is not None and part.mows:
            if play.exact:
                numbers.append(part.number - state.used - 1)
            else:  # any number: on the way to a hole that is to be filled
                for seat, ends in enumerate(self.problem.missing(view)):
                    for hole in bits(still & view.planes[seat]):
                        for end in bits(ends):
                            ahead = m.to_entry[seat][hole] if end >= m.length else (end - hole) % m.length
                            if ahead * 2 <= m.length:
                                found |= m.between(hole, ahead + (end >= m.length))
                            if ahead * 2 >= m.length:
                                found |= m.between(hole + ahead - (end >= m.length), m.length - ahead)
        for number in numbers:
            for hole in bits(still):
                found |= m.between(hole, number)
                if turns_back:
                    found |= m.between(hole - number, number)
        return found

    def _stops(self, view: View, state: SearchState, seat: int, hole: int, bounds: list[Breaches]) -> int:
        """Where a part may end if the same pawn takes another one (`split_again`)."""
        m, play, best = self.problem.engine.masks, self.play, self.problem.best
        assert play.part is not None
        left = play.part.number - state.used
        if left < 2:
            return 0
        if hole >= m.length:
            leaving = NO_CENTRE if hole == m.centre else HOME_LEFT
            return m.track if best.admits(bounds, leaving) else 0
        if play.exact:
            turns_back = best.admits(bounds, WRONG_DIRECTION)
            found = m.rise[seat][PAWNS_A_SEAT] if best.admits(bounds, HOME_LEFT) else 0
            for direction in (FORWARD, BACKWARD) if turns_back else (FORWARD,):
                for steps in range(1, left):
                    end = (hole + direction * steps) % m.length
                    found |= 1 << end | (m.sevens >> end & 1) << (end + m.stretch) % m.length
            return found
        strays = 0
        for wanted, pawns in zip(self.problem.target, view.planes, strict=True):
            strays |= pawns & ~wanted
        return (strays | m.sevens | 1 << m.start[seat]) & m.track


EFFORT = 10_000
"""Effort limit for one board, after which the incumbent is returned; reached by boards rearranged by hand."""
STEP_EFFORT = 4
"""Effort of expanding a step; generating one costs 1."""
BOUNDS_EFFORT = 20
"""Effort of computing the lower bounds of a state."""

_Waiting = tuple[int, int, int, int, int, Steps, PlaySearch, SearchState, Breaches, list[Breaches]]


def search_breaches(problems: Iterable[Problem], position: int, best: BestExplanation) -> None:
    """Find the best explanation of a board.

    Args:
        problems: the card, for each rank and each group of pawns that may count as own.
        best: the incumbent, updated in place.
    """
    effort = Effort(EFFORT)
    lines = [line for problem in problems for line in _lines(problem, position, best, effort)]
    # Nearly every board is explained by pawns that went directly where they are now. The incumbent of this
    # first pass prunes most of the search over detours, and is kept if that takes too long.
    _search([line for line in lines if line.needs], position, best, True, effort)
    _search(lines, position, best, False, effort)


def _search(
    lines: Iterable[PlaySearch], position: int, best: BestExplanation, is_straight: bool, effort: Effort
) -> None:
    """Best-first search over several lines; if straight, pawns only go to holes to be filled."""
    waiting: list[_Waiting] = []
    order = 0

    def wait(
        steps: Steps,
        line: PlaySearch,
        state: SearchState,
        breaches: Breaches,
        bound: Breaches,
        bounds: list[Breaches],
    ) -> None:
        nonlocal order
        order -= 1
        far = line.problem.distance(state.position)
        moved = line.problem.least_moved(state.position)
        one = (bound.bit_count(), moved, -bound, far, order, steps, line, state, breaches, bounds)
        heappush(waiting, one)

    for line in lines:
        line.seen.clear()
        wait((), line, SearchState(position), line.play.always, line.play.always, [])
    while waiting and not effort.is_over:
        _, moved, rank, _, _, steps, line, state, breaches, bounds = heappop(waiting)
        if best.beats(-rank, moved):
            break
        if not bounds:
            # Lower bounds are computed lazily, when a state is taken from the queue; it is queued again if
            # its bound has grown.
            effort.spent += BOUNDS_EFFORT
            bounds = line.lower_bounds.of_state(state, breaches, moved)
            if not bounds:
                continue
            bound = _least(bounds, 0)
            if bound.bit_count() > (-rank).bit_count():
                wait(steps, line, state, breaches, bound, bounds)
                continue
        if line.may_end(state):
            _finish(line.problem, state.position, breaches, best, steps, line.play.part)
        if len(steps) >= (line.needs if is_straight else line.most_steps):
            continue
        for after, more, step in line.find_steps(state, bounds, moved, is_straight, effort):
            effort.spent += STEP_EFFORT
            total = breaches | more
            known = line.seen.setdefault(after, [])
            if not best.admits(bounds, more, moved) or any(old & total == old for old in known):
                continue
            known.append(total)
            wait((*steps, step), line, after, total, _least(bounds, more), [])


def _least(bounds: Iterable[Breaches], more: Breaches) -> Breaches:
    """The best of some sets with more breaches added."""
    return min((bound | more for bound in bounds), key=lambda bound: (bound.bit_count(), -bound))


def _lines(problem: Problem, position: int, best: BestExplanation, effort: Effort) -> list[PlaySearch]:
    """The ways of playing a card; single swaps are tried at once."""
    rules = problem.engine.rules
    card_moves = CardMoves(problem)
    view = problem.view(position, problem.acting)
    for breaches, after in card_moves.find_swaps(view):
        step = SearchStep(position, after, breaches, -1, None, 0, None, problem.acting)
        _finish(problem, after, breaches, best, (step,), None)
    whole = tuple(use for use in problem.uses if use.kind in NUMBERED)
    # Each kind of use is judged separately: for one without a number, every distance is wrong.
    has_others = any(use.kind not in (*NUMBERED, "split") for use in problem.uses)
    steps = (*whole, NO_NUMBER) if has_others else whole
    plays = [SearchedPlay(steps)]
    plays += [SearchedPlay((), use, always=TOO_MANY_PAWNS) for use in whole if use.number > 1]
    for use in problem.uses:
        if use.kind == "split":
            limit = MANY if rules.split_pawns >= AS_MANY_AS_WISHED else rules.split_pawns
            plays.append(SearchedPlay(steps, use, False, limit, rules.split_again, SPLIT_TOTAL))
            plays.append(SearchedPlay(steps, use, True, limit, rules.split_again))
    needs = sum(mask.bit_count() for mask in problem.missing(view))
    gone = sum(
        max(pawns.bit_count() - wanted.bit_count(), 0)
        for wanted, pawns in zip(problem.target, view.planes, strict=True)
    )
    lines = []
    for play in plays:
        spills = problem.spills and play.part is not None
        everybody = problem.view(position, problem.team if spills else problem.acting)
        lower_bounds = LowerBounds(problem, card_moves, play, everybody, effort)
        lines.append(PlaySearch(problem, card_moves, play, lower_bounds, needs, max(DETOURS, 1 + gone)))
    return lines


def _finish(
    problem: Problem, position: int, breaches: Breaches, best: BestExplanation, steps: Steps, part: Use | None
) -> None:
    """Offer a play's breaches if it gives the board, allowing for unmoved pawns taken off."""
    m = problem.engine.masks
    moved = position >> (m.seats + 1) * m.holes & m.plane
    extra = sent = 0
    for seat, wanted in enumerate(problem.target):
        pawns = position >> seat * m.holes & m.plane
        if wanted & ~pawns:
            return
        extra |= pawns & ~wanted
        sent |= (pawns & ~wanted) << seat * m.holes
    if extra:
        if extra & moved:
            return
        breaches |= SENT_BACK
    best.offer(breaches, moved.bit_count(), steps, sent, part)
