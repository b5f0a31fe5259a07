"""A lesson before a camera: which board it saw, and when a board counts as the pupil's answer.

The goal reached counts at once. Any other board may be a move that is still going on: it counts once it has
lain still for a moment, later where it is a part of a right answer (the first pawn of a 7 that is shared, a
pawn in the hand). Pure: looks and seconds in, replies out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.holes import Hole, Seat, is_camp
from toc_pi.teaching.lessons import Lesson
from toc_pi.teaching.session import Board, Reply, Session, decline, see

STILL_S = 1.2
"""A board that is on no way to a right answer lies so long before it is judged: a hand that corrects itself
comes back sooner. Chosen, not measured."""
ON_THE_WAY_S = 6.0
"""A part of a right answer lies so long: a newcomer counts the second pawn's holes meanwhile. Chosen."""
LIKELY = 0.5
"""A doubtful hole shows what a lesson expects there where that is at least so probable."""
CLEARLY = 3.0
"""Of two boards that fit what is surely seen, the likelier one must be so many times as probable."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A hole that matters can't be seen well: its pawn should be put straight, or a hand taken away."""

    hole: Hole


@dataclass(frozen=True, slots=True)
class Look:
    """What the camera saw on a board that is still.

    Attributes:
        holes: every occupied hole that is sure.
        unsure: those that it won't decide.
        odds: for an unsure hole, what may stand there ("" for nothing), with its probability.
    """

    holes: Mapping[Hole, Seat]
    unsure: frozenset[Hole] = frozenset()
    odds: Mapping[Hole, Mapping[str, float]] | None = None


@dataclass(frozen=True, slots=True)
class Watching:
    """A session, and the board that lies before the camera.

    Attributes:
        session: where the pupil is in the lesson.
        board: as it was seen last, camps left out; None before the first look, or where it isn't clear.
        since_s: since when it lies so.
        judged: it was answered already.
        covered: a hand is over it, or the camera sees nothing.
    """

    session: Session
    board: Board | None = None
    since_s: float = 0.0
    judged: bool = False
    covered: bool = False


Answer = Reply | Unclear


def look(watching: Watching, t: float, seen: Look) -> tuple[Watching, tuple[Answer, ...]]:
    """Take in a look at the board.

    Args:
        watching: before.
        t: seconds.
        seen: what was seen.

    Returns:
        What follows, and what to say and show.
    """
    board = _board(watching.session, seen)
    if isinstance(board, Unclear):
        return replace(watching, board=None), (board,)
    if watching.session.phase in ("set-up", "put-back"):
        session, replies = see(watching.session, board)
        return Watching(session, board, t, judged=True), replies
    if board == watching.board:
        return find(watching, t), ()
    return wait(Watching(watching.session, board, t), t)


def lose(watching: Watching) -> Watching:
    """Take in that the board isn't seen just now: a hand is over it, or the camera is gone."""
    return replace(watching, covered=True)


def find(watching: Watching, t: float) -> Watching:
    """Take in that the board is seen again; as before, where no look says otherwise."""
    return replace(watching, covered=False, since_s=t) if watching.covered else watching


def wait(watching: Watching, t: float) -> tuple[Watching, tuple[Reply, ...]]:
    """Take in that time has passed: a board that lay still for long enough is judged."""
    session, board = watching.session, watching.board
    if session.phase != "try" or board is None or watching.judged or watching.covered:
        return watching, ()
    if board == dict(session.lesson.position.pawns) or t - watching.since_s < _patience_s(
        session.lesson, board
    ):
        return watching, ()
    session, replies = see(session, board)
    return replace(watching, session=session, judged=True), replies


def finish(watching: Watching) -> tuple[Watching, tuple[Reply, ...]]:
    """Take in that the pupil says it is done: the board is judged now; an unmoved one is a refusal."""
    session, board = watching.session, watching.board
    if session.phase != "try" or board is None:
        return watching, ()
    unmoved = board == dict(session.lesson.position.pawns)
    session, replies = decline(session) if unmoved else see(session, board)
    return replace(watching, session=session, judged=True), replies


def _patience_s(lesson: Lesson, board: Board) -> float:
    """How long a board may lie before it is judged."""
    rights = [dict(right.pawns) for right in lesson.right]
    if board in rights:
        return 0.0
    before = dict(lesson.position.pawns)
    begun = any(_is_begun(before, board, right) for right in rights)
    return ON_THE_WAY_S if begun or set(board.items()) < set(before.items()) else STILL_S


def _is_begun(before: Board, board: Board, right: Board) -> bool:
    """Whether each hole is as it was, as it should be, or empty because its pawn is in a hand."""
    return all(
        owner in (before.get(hole), right.get(hole), None)
        for hole in {*before, *board, *right}
        for owner in (board.get(hole),)
    )


def _board(session: Session, seen: Look) -> Board | Unclear:
    """The board that was seen, doubtful holes decided by what the lesson expects; or the hole in doubt."""
    lesson, wanted = session.lesson, dict(session.lesson.position.pawns)
    unsure = frozenset(hole for hole in seen.unsure if not is_camp(hole))
    sure = {hole: owner for hole, owner in seen.holes.items() if not is_camp(hole) and hole not in unsure}
    if not unsure:
        return sure
    expected = [wanted]
    if session.phase == "try":
        expected += [dict(right.pawns) for right in lesson.right]
        expected += [dict(mistake.holes) for mistake in lesson.wrong]
    fitting: list[dict[Hole, Seat]] = []
    for board in expected:
        if board not in fitting and _agrees(board, sure, unsure):
            fitting.append(board)
    if not fitting:
        return sure | {hole: wanted[hole] for hole in unsure if hole in wanted}
    fitting.sort(key=lambda board: _probability(board, unsure, seen), reverse=True)
    best = fitting[0]
    doubtful = [hole for hole in sorted(unsure) if _odds(best, hole, seen) < LIKELY]
    if doubtful:
        return Unclear(doubtful[0])
    if len(fitting) > 1:
        best_odds, other_odds = (_probability(board, unsure, seen) for board in fitting[:2])
        if best_odds < CLEARLY * other_odds:
            return Unclear(next(hole for hole in sorted(unsure) if best.get(hole) != fitting[1].get(hole)))
    return best


def _agrees(board: Board, sure: Board, unsure: frozenset[Hole]) -> bool:
    return all(board.get(hole) == sure.get(hole) for hole in {*board, *sure} - unsure)


def _odds(board: Board, hole: Hole, seen: Look) -> float:
    """How probable it is that a hole shows what a board has there; even where nothing is known."""
    return (seen.odds or {}).get(hole, {}).get(board.get(hole, ""), LIKELY)


def _probability(board: Board, unsure: frozenset[Hole], seen: Look) -> float:
    product = 1.0
    for hole in unsure:
        product *= _odds(board, hole, seen)
    return product
