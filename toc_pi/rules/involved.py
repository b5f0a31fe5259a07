"""Which other pawns a broken rule involves: those in the way, captured, sent back or left standing.

The explanation found by the search has each pawn's route, so a reason names only the pawns on that route.
"""

from collections.abc import Mapping

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.breaches import (
    BIT,
    CAPTURE_FORBIDDEN,
    INTO_HOME,
    MOVED_PROTECTED,
    MOWN_LEFT,
    ON_TRACK,
    PASSED_PAWN,
    PASSED_PROTECTED,
    SENT_BACK,
    SWAPPED_PROTECTED,
    TOOK_PROTECTED,
    Breaches,
    Route,
)
from toc_pi.rules.engine import Engine
from toc_pi.rules.enquiry import Step, Steps
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View

Pawn = tuple[Hole, Seat]


def involved_pawns(engine: Engine, seat: Seat, steps: Steps, sent: int) -> Mapping[str, tuple[Pawn, ...]]:
    """The pawns involved in each broken rule, other than those that moved.

    Args:
        engine: the rules at the table.
        seat: whose turn it is.
        steps: the play that explains the board.
        sent: the pawns merely taken off, in their planes.
    """
    m = engine.masks
    found: dict[Breaches, dict[Pawn, None]] = {}
    for step in steps:
        view = View(engine, step.before, step.acting, engine.team[seat])
        for breach, holes in _holes(engine, view, step).items():
            if step.breaches & breach:
                pawns = found.setdefault(breach, {})
                for hole in bits(holes):
                    owner = view.seat_at(hole)
                    # Leave out a pawn that only came there by an earlier step of the same play: nobody saw it
                    # there.
                    if steps[0].before & m.put[owner][hole]:
                        pawns[m.names[hole], SEATS[owner]] = None
    for place in bits(sent):
        owner, hole = divmod(place, m.holes)
        found.setdefault(SENT_BACK, {})[m.names[hole], SEATS[owner]] = None
    return {code: tuple(found[bit]) for code, bit in BIT.items() if found.get(bit)}


def _holes(engine: Engine, view: View, step: Step) -> dict[Breaches, int]:
    """The holes of the pawns that a step involves, by breach."""
    m, rules = engine.masks, engine.rules
    if step.route is None:
        marks = (m.seats + 1) * m.holes
        swapped = (step.after & ~step.before) >> marks & m.plane
        kept = view.on_start(rules.swap_own_pawn_not_on) | view.on_start(rules.swap_other_pawn_not_on)
        return {SWAPPED_PROTECTED: swapped & kept}
    here = 0 if step.hole is None else 1 << step.hole
    path, under = _passed(engine, step, step.route)
    passed = view.occupied & (path | under) & ~here
    standing = sum(1 << hole for hole in bits(passed) if (step.after ^ step.before) & m.columns[hole] == 0)
    gone = passed & ~standing | view.occupied & 1 << step.end & ~here
    homes = m.plane & ~m.track & ~(1 << m.centre)
    forbidden = (0 if rules.own_capture else view.own) | (0 if rules.team_capture else view.mates)
    return {
        PASSED_PROTECTED: standing & view.blocks,
        PASSED_PAWN: standing & view.named(step.seat) & ~view.blocks,
        TOOK_PROTECTED: gone & (view.protected | homes),
        CAPTURE_FORBIDDEN: gone & forbidden,
        MOWN_LEFT: standing & path & ~view.kept,
        MOVED_PROTECTED: here,
    }


def _passed(engine: Engine, step: Step, route: Route) -> tuple[int, int]:
    """The holes passed on a route: first those moved over, with the first 7 of a jump; then those jumped."""
    m = engine.masks
    if step.hole is None or route.kind not in (ON_TRACK, INTO_HOME):
        return 0, 0
    if route.kind == INTO_HOME:
        k = route.steps - (step.end - m.home[step.seat] + 1)
        return m.between(step.hole if route.direction > 0 else m.entry[step.seat] - 1, k + 1), 0
    path, under = m.between(step.hole if route.direction > 0 else route.first, route.steps), 0
    if route.jump:
        path |= 1 << route.first
        if not engine.rules.jump_over:
            under = m.between(route.first if route.jump > 0 else route.first + route.jump, abs(route.jump))
    return path, under
