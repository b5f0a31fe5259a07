"""The search for the smallest set of broken rules that explains a board (RULES 7).

A best-first search over all ways of playing the card: fewest breaches first, then fewest pawns moved. The
first explanation is nearly always the best, and prunes everything that can't beat it. A position reached by
several orders of steps is expanded once for each set of breaches.
"""

from collections.abc import Iterable
from heapq import heappop, heappush

from toc_pi.rules.breaches import SENT_BACK, SPLIT_TOTAL, TOO_MANY_PAWNS, Breaches
from toc_pi.rules.enquiry import (
    MANY,
    NO_NUMBER,
    NUMBERED,
    Enquiry,
    Incumbent,
    SearchedPlay,
    SearchState,
    Step,
    Steps,
)
from toc_pi.rules.handling import Handling
from toc_pi.rules.lines import Line
from toc_pi.rules.lower_bounds import LowerBounds
from toc_pi.rules.sharing import AS_MANY_AS_WISHED
from toc_pi.rules.swapping import Swapping
from toc_pi.rules.use import Use
from toc_pi.rules.wanted import Effort

EFFORT = 10_000
"""Effort limit for one board, after which the incumbent is returned; reached by boards rearranged by hand."""
STEP_EFFORT = 4
"""Effort of expanding a step; generating one costs 1."""
BOUNDS_EFFORT = 20
"""Effort of computing the lower bounds of a state."""

_Waiting = tuple[int, int, int, int, int, Steps, Line, SearchState, Breaches, list[Breaches]]


def search_breaches(enquiries: Iterable[Enquiry], position: int, best: Incumbent) -> None:
    """Find the best explanation of a board.

    Args:
        enquiries: the card, for each rank and each group of pawns that may count as own.
        position: the board before.
        best: the incumbent, updated in place.
    """
    effort = Effort(EFFORT)
    lines = [line for enquiry in enquiries for line in _lines(enquiry, position, best, effort)]
    # Nearly every board is explained by pawns that went directly where they are now. The incumbent of this
    # first pass prunes most of the search over detours, and is kept if that takes too long.
    _search([line for line in lines if line.needs], position, best, True, effort)
    _search(lines, position, best, False, effort)


def _search(lines: Iterable[Line], position: int, best: Incumbent, is_straight: bool, effort: Effort) -> None:
    """Best-first search over several lines; if straight, pawns only go to holes to be filled."""
    waiting: list[_Waiting] = []
    order = 0

    def wait(
        steps: Steps,
        line: Line,
        state: SearchState,
        breaches: Breaches,
        bound: Breaches,
        bounds: list[Breaches],
    ) -> None:
        nonlocal order
        order -= 1
        far = line.enquiry.distance(state.position)
        moved = line.enquiry.least_moved(state.position)
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
            if bound.bit_count() > (-rank).bit_count() or bound < -rank:
                wait(steps, line, state, breaches, bound, bounds)
                continue
        if line.may_end(state):
            _finish(line.enquiry, state.position, breaches, best, steps, line.play.part)
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


def _lines(enquiry: Enquiry, position: int, best: Incumbent, effort: Effort) -> list[Line]:
    """The ways of playing a card; single swaps are tried at once."""
    rules = enquiry.engine.rules
    handling, swapping = Handling(enquiry), Swapping(enquiry)
    view = enquiry.view(position, enquiry.acting)
    for breaches, after in swapping.find_swaps(view):
        step = Step(position, after, breaches, -1, None, 0, None, enquiry.acting)
        _finish(enquiry, after, breaches, best, (step,), None)
    whole = tuple(use for use in enquiry.uses if use.kind in NUMBERED)
    # Each kind of use is judged separately: for one without a number, every distance is wrong.
    has_others = any(use.kind not in (*NUMBERED, "split") for use in enquiry.uses)
    steps = (*whole, NO_NUMBER) if has_others else whole
    plays = [SearchedPlay(steps)]
    plays += [SearchedPlay((), use, always=TOO_MANY_PAWNS) for use in whole if use.number > 1]
    for use in enquiry.uses:
        if use.kind == "split":
            limit = MANY if rules.split_pawns >= AS_MANY_AS_WISHED else rules.split_pawns
            plays.append(SearchedPlay(steps, use, False, limit, rules.split_again, SPLIT_TOTAL))
            plays.append(SearchedPlay(steps, use, True, limit, rules.split_again))
    needs = sum(mask.bit_count() for mask in enquiry.missing(view))
    lines = []
    for play in plays:
        spills = enquiry.spills and play.part is not None
        everybody = enquiry.view(position, enquiry.team if spills else enquiry.acting)
        lower_bounds = LowerBounds(enquiry, handling, swapping, play, everybody, effort)
        lines.append(Line(enquiry, handling, swapping, play, lower_bounds, needs))
    return lines


def _finish(
    enquiry: Enquiry, position: int, breaches: Breaches, best: Incumbent, steps: Steps, part: Use | None
) -> None:
    """Offer a play's breaches if it gives the board, allowing for unmoved pawns taken off."""
    m = enquiry.engine.masks
    moved = position >> (m.seats + 1) * m.holes & m.plane
    extra = sent = 0
    for seat, wanted in enumerate(enquiry.target):
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
