"""The search for the smallest set of broken rules that explains a board (RULES 7).

All ways of playing the card are searched together, the fewest breaches first, then the fewest pawns moved: so
the first explanation is nearly always the best, and it ends the search of whatever can't beat it. Positions
that several orders of steps lead to are searched once for each set of breaches.
"""

from collections.abc import Iterable
from heapq import heappop, heappush

from toc_pi.rules.breaches import SENT_BACK, SPLIT_TOTAL, TOO_MANY_PAWNS, Breaches
from toc_pi.rules.enquiry import (
    MANY,
    NO_NUMBER,
    NUMBERED,
    Best,
    Enquiry,
    SearchedPlay,
    SearchState,
    Step,
    Steps,
)
from toc_pi.rules.handling import Handling
from toc_pi.rules.lines import Line
from toc_pi.rules.outlook import Outlook
from toc_pi.rules.sharing import AS_MANY_AS_WISHED
from toc_pi.rules.swapping import Swapping
from toc_pi.rules.use import Use
from toc_pi.rules.wanted import Effort

EFFORT = 10_000
"""What a board may cost before its best explanation so far stands: those shuffled by hand come there."""
STEP_EFFORT = 4
"""What a step costs; that it is thought of costs 1."""
HOPES_EFFORT = 20
"""What it costs to reckon what must be broken besides."""

_Waiting = tuple[int, int, int, int, int, Steps, Line, SearchState, Breaches, list[Breaches]]


def search_breaches(enquiries: Iterable[Enquiry], position: int, best: Best) -> None:
    """Find the best explanation of a board.

    Args:
        enquiries: the card, rank by rank, by each group of pawns that may count as own.
        position: the board before.
        best: gets every explanation.
    """
    effort = Effort(EFFORT)
    lines = [line for enquiry in enquiries for line in _lines(enquiry, position, best, effort)]
    # Nearly every board is explained by pawns that went straight where they stand. What that breaks spares
    # most of the search among pawns that went elsewhere first, and stands where that takes too long.
    _search([line for line in lines if line.needs], position, best, True, effort)
    _search(lines, position, best, False, effort)


def _search(lines: Iterable[Line], position: int, best: Best, is_straight: bool, effort: Effort) -> None:
    """Search ways of playing together; if straight, pawns only go where one of their seat stands at last."""
    waiting: list[_Waiting] = []
    order = 0

    def wait(
        steps: Steps,
        line: Line,
        state: SearchState,
        breaches: Breaches,
        hope: Breaches,
        hopes: list[Breaches],
    ) -> None:
        nonlocal order
        order -= 1
        far = line.enquiry.distance(state.position)
        moved = line.enquiry.least_moved(state.position)
        one = (hope.bit_count(), moved, -hope, far, order, steps, line, state, breaches, hopes)
        heappush(waiting, one)

    for line in lines:
        line.seen.clear()
        wait((), line, SearchState(position), line.play.always, line.play.always, [])
    while waiting and not effort.is_over:
        _, moved, rank, _, _, steps, line, state, breaches, hopes = heappop(waiting)
        if best.beats(-rank, moved):
            break
        if not hopes:
            # What every way on from here must break besides is reckoned when the state's turn comes; it
            # waits again if that is more than was thought.
            effort.spent += HOPES_EFFORT
            hopes = line.outlook.hopes(state, breaches, moved)
            if not hopes:
                continue
            hope = _least(hopes, 0)
            if hope.bit_count() > (-rank).bit_count() or hope < -rank:
                wait(steps, line, state, breaches, hope, hopes)
                continue
        if line.may_end(state):
            _finish(line.enquiry, state.position, breaches, best, steps, line.play.part)
        if len(steps) >= (line.needs if is_straight else line.most_steps):
            continue
        for after, more, step in line.find_steps(state, hopes, moved, is_straight, effort):
            effort.spent += STEP_EFFORT
            total = breaches | more
            known = line.seen.setdefault(after, [])
            if not best.admits(hopes, more, moved) or any(old & total == old for old in known):
                continue
            known.append(total)
            wait((*steps, step), line, after, total, _least(hopes, more), [])


def _least(hopes: Iterable[Breaches], more: Breaches) -> Breaches:
    """The best of some sets, with more broken."""
    return min((hope | more for hope in hopes), key=lambda hope: (hope.bit_count(), -hope))


def _lines(enquiry: Enquiry, position: int, best: Best, effort: Effort) -> list[Line]:
    """The ways of playing a card; swaps alone are tried at once."""
    rules = enquiry.engine.rules
    handling, swapping = Handling(enquiry), Swapping(enquiry)
    view = enquiry.view(position, enquiry.acting)
    for breaches, after in swapping.find_swaps(view):
        step = Step(position, after, breaches, -1, None, 0, None, enquiry.acting)
        _finish(enquiry, after, breaches, best, (step,), None)
    whole = tuple(use for use in enquiry.uses if use.kind in NUMBERED)
    # Each kind of use is judged by itself: as one without a number it has no right one.
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
        outlook = Outlook(enquiry, handling, swapping, play, everybody, effort)
        lines.append(Line(enquiry, handling, swapping, play, outlook, needs))
    return lines


def _finish(
    enquiry: Enquiry, position: int, breaches: Breaches, best: Best, steps: Steps, part: Use | None
) -> None:
    """Offer what a play breaks if it gives the board, some unmoved pawns taken off apart."""
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
