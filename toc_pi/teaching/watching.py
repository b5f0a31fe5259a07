"""A lesson with a camera: decides the board seen, and when it counts as the pupil's answer.

A board that reaches the goal counts at once. Any other may be an unfinished move: it counts after it has been
still for a moment, or longer if it is part of a right answer (the first pawn of a split 7, a pawn in the
hand). Pure: looks and times in, replies out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.holes import Hole, Seat, is_camp
from toc_pi.teaching.lessons import Lesson
from toc_pi.teaching.session import Board, Reply, Session, decline, see

STILL_S = 1.2
"""How long a board that doesn't lead to a right answer must be still before it is judged: corrections are
made sooner. Estimated, not measured."""
ON_THE_WAY_S = 6.0
"""The same for a part of a right answer: a beginner may be counting holes for the second pawn. Estimated."""
LIKELY = 0.5
"""Least probability of the expected content of an unsure hole."""
CLEARLY = 3.0
"""Least likelihood ratio between the two likeliest expected boards."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A relevant hole is unsure: its pawn should be straightened, or a hand taken away."""

    hole: Hole


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """What the camera saw of a still board.

    Attributes:
        holes: every surely occupied hole.
        unsure: undecided holes.
        odds: for an unsure hole, its possible contents ("" for empty) with their probabilities.
    """

    holes: Mapping[Hole, Seat]
    unsure: frozenset[Hole] = frozenset()
    odds: Mapping[Hole, Mapping[str, float]] | None = None


@dataclass(frozen=True, slots=True)
class Watching:
    """A session, and the board before the camera.

    Attributes:
        session: the state of the lesson.
        board: as seen last, without camps; None before the first look, or if unclear.
        since_s: since when it is unchanged, seconds.
        judged: it has been judged already.
        covered: a hand is over it, or the camera sees nothing.
    """

    session: Session
    board: Board | None = None
    since_s: float = 0.0
    judged: bool = False
    covered: bool = False


Answer = Reply | Unclear


def look(watching: Watching, t: float, seen: SeenBoard) -> tuple[Watching, tuple[Answer, ...]]:
    """Handle a look at the board.

    Args:
        watching: the state before.
        t: seconds.
        seen: what was seen.

    Returns:
        The state after it, and the replies.
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
    """Note that the board isn't visible: a hand is over it, or the camera is gone."""
    return replace(watching, covered=True)


def find(watching: Watching, t: float) -> Watching:
    """Note that the board is visible again; unchanged unless a look says otherwise."""
    return replace(watching, covered=False, since_s=t) if watching.covered else watching


def wait(watching: Watching, t: float) -> tuple[Watching, tuple[Reply, ...]]:
    """Handle passing time: judge a board that has been still for long enough."""
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
    """Handle the pupil's "done": judge the board now; an unmoved one means that they can't play."""
    session, board = watching.session, watching.board
    if session.phase != "try" or board is None:
        return watching, ()
    unmoved = board == dict(session.lesson.position.pawns)
    session, replies = decline(session) if unmoved else see(session, board)
    return replace(watching, session=session, judged=True), replies


def _patience_s(lesson: Lesson, board: Board) -> float:
    """How long a board must be still before it is judged."""
    rights = [dict(right.pawns) for right in lesson.right]
    if board in rights:
        return 0.0
    before = dict(lesson.position.pawns)
    begun = any(_is_begun(before, board, right) for right in rights)
    return ON_THE_WAY_S if begun or set(board.items()) < set(before.items()) else STILL_S


def _is_begun(before: Board, board: Board, right: Board) -> bool:
    """Whether each hole is as before, as in the right answer, or empty (its pawn may be in a hand)."""
    return all(
        owner in (before.get(hole), right.get(hole), None)
        for hole in {*before, *board, *right}
        for owner in (board.get(hole),)
    )


def _board(session: Session, seen: SeenBoard) -> Board | Unclear:
    """The board seen, with unsure holes decided by the boards that the lesson expects; or `Unclear`."""
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


def _odds(board: Board, hole: Hole, seen: SeenBoard) -> float:
    """Probability that a hole shows the content of a board; `LIKELY` if unknown."""
    return (seen.odds or {}).get(hole, {}).get(board.get(hole, ""), LIKELY)


def _probability(board: Board, unsure: frozenset[Hole], seen: SeenBoard) -> float:
    product = 1.0
    for hole in unsure:
        product *= _odds(board, hole, seen)
    return product
