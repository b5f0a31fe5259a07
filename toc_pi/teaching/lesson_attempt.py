"""A lesson attempt as a pure state machine: set up, try, explain mistakes, put back, try again.

Boards come from a camera or from pawns moved on the screen. Tries are judged by the rules as in a game. With
a camera, a board that reaches the goal counts at once. Any other may be an unfinished move: it counts after
it has been still for a moment, or longer if it is part of a right answer (the first pawn of a split 7, a pawn
in the hand).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Literal

from calibration.holes import SEATS, Hole, Seat, home_holes, is_camp
from toc_pi.rules.masks import Masks, masks_of
from toc_pi.rules.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.rules.reasons.explain import explain
from toc_pi.teaching.lessons import Lesson, LessonMove, reaches

MAX_TRIES = 3  # mistakes after which the right answer is shown
MAX_STARS = 3  # stars for a lesson without a mistake
STILL_S = 1.2
"""How long a board that doesn't lead to a right answer must be still before it is judged: corrections happen
sooner. Estimated, not measured.
"""
ON_THE_WAY_S = 6.0
"""The same for part of a right answer: a beginner may be counting holes for the second pawn. Estimated."""
LIKELY = 0.5  # least probability of the expected content of an unsure hole
CLEARLY = 3.0  # least likelihood ratio between the two likeliest expected boards

AttemptPhase = Literal["set-up", "try", "put-back", "after"]
Placement = Mapping[Hole, Seat]
HoleProbabilities = Mapping[Hole, Mapping[str, float]]
"""Possible contents of uncertain holes ("" for empty) with their probabilities."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The position is set up: show introduction and card."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An illegal try; `reasons` are codes of RULES 7, most informative first."""

    holes: Placement
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotYet:
    """A legal try that doesn't reach the goal."""


@dataclass(frozen=True, slots=True)
class Right:
    """The goal is reached: show the conclusion."""

    stars: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """A relevant hole is uncertain: its pawn should be straightened, or a hand taken away."""

    hole: Hole


Reply = Begin | Wrong | NotYet | Right | Unclear


@dataclass(frozen=True, slots=True)
class LessonAttempt:
    """The state of a lesson, and the board before the camera.

    Attributes:
        lesson: the lesson.
        phase: `set-up` until the position is set up, `try`, `put-back` after a mistake, `after` the goal.
        tries: mistakes so far.
        board: last observation, without camps; None before the first one, or if unclear.
        since_s: time of its last change, seconds.
        judged: whether it has been judged.
        covered: whether a hand is over it, or the camera sees nothing.
    """

    lesson: Lesson
    phase: AttemptPhase = "set-up"
    tries: int = 0
    board: Placement | None = None
    since_s: float = 0.0
    judged: bool = False
    covered: bool = False

    @property
    def before(self) -> Placement:
        """The board of the lesson's position."""
        return dict(self.lesson.position.pawns)


def look(
    session: LessonAttempt,
    t: float,
    holes: Placement,
    unsure: Iterable[Hole] = (),
    odds: HoleProbabilities | None = None,
) -> tuple[LessonAttempt, Reply | None]:
    """Handle an observation of a still board; returns the new state, and a reply if there is one.

    Args:
        holes: every certainly occupied hole; pawns in camps are ignored.
        odds: possible contents of the undecided holes.
    """
    board = _decided(session, holes, frozenset(hole for hole in unsure if not is_camp(hole)), odds or {})
    if isinstance(board, Unclear):
        return replace(session, board=None), board
    if session.phase in ("set-up", "put-back"):
        seen = replace(session, board=board, since_s=t, judged=True, covered=False)
        return (replace(seen, phase="try"), Begin()) if board == session.before else (seen, None)
    if board == session.board:
        return uncover(session, t), None
    return wait(replace(session, board=board, since_s=t, judged=False, covered=False), t)


def cover(session: LessonAttempt) -> LessonAttempt:
    """The board is hidden: a hand is over it, or the camera is gone."""
    return replace(session, covered=True)


def uncover(session: LessonAttempt, t: float) -> LessonAttempt:
    """The board is visible again, unchanged unless an observation says otherwise."""
    return replace(session, covered=False, since_s=t) if session.covered else session


def wait(session: LessonAttempt, t: float) -> tuple[LessonAttempt, Reply | None]:
    """Advance time: judge a board that has been still long enough."""
    board = session.board
    if session.phase != "try" or board is None or session.judged or session.covered:
        return session, None
    if board == session.before or t - session.since_s < _patience_s(session, board):
        return session, None
    return _judge(session, board)


def finish(session: LessonAttempt) -> tuple[LessonAttempt, Reply | None]:
    """The learner says "done": judge the board now; an unmoved one means that they can't play."""
    if session.phase != "try" or session.board is None:
        return session, None
    return _judge(session, session.board)


def _judge(session: LessonAttempt, board: Placement) -> tuple[LessonAttempt, Reply | None]:
    """Judge a try; after a mistake the pawns must be put back."""
    lesson = session.lesson
    judged, unmoved = replace(session, judged=True), board == session.before
    if not unmoved and reaches(lesson, board):
        stars = max(1, MAX_STARS - session.tries)
        return replace(judged, phase="after"), Right(stars)
    phase: AttemptPhase = "try" if unmoved else "put-back"
    said = explain(lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, board)
    reply = NotYet() if said.legal else Wrong(board, said.reasons)
    return replace(judged, phase=phase, tries=session.tries + 1), reply


def _patience_s(session: LessonAttempt, board: Placement) -> float:
    """How long a board must be still before it is judged."""
    rights = [dict(right.pawns) for right in session.lesson.right]
    if board in rights:
        return 0.0
    before = session.before
    begun = any(_is_begun(before, board, right) for right in rights)
    return ON_THE_WAY_S if begun or set(board.items()) < set(before.items()) else STILL_S


def _is_begun(before: Placement, board: Placement, right: Placement) -> bool:
    """Whether each hole is as before, as in the right answer, or empty (its pawn may be in a hand)."""
    return all(
        owner in (before.get(hole), right.get(hole), None)
        for hole in {*before, *board, *right}
        for owner in (board.get(hole),)
    )


def _decided(
    session: LessonAttempt, holes: Placement, unsure: frozenset[Hole], odds: HoleProbabilities
) -> Placement | Unclear:
    """The observed board, with uncertain holes decided by the expected boards; or `Unclear`."""
    lesson, wanted = session.lesson, session.before
    sure = {hole: owner for hole, owner in holes.items() if not is_camp(hole) and hole not in unsure}
    if not unsure:
        return sure
    expected = [wanted]
    if session.phase == "try":
        expected += [dict(right.pawns) for right in lesson.right]
        expected += [dict(mistake.holes) for mistake in lesson.wrong]

    def chance(board: Placement, hole: Hole) -> float:
        """Probability that a hole shows the content of a board; `LIKELY` if unknown."""
        return odds.get(hole, {}).get(board.get(hole, ""), LIKELY)

    def probability(board: Placement) -> float:
        return prod(chance(board, hole) for hole in unsure)

    fitting: list[Placement] = []
    for board in expected:
        if board not in fitting and all(
            board.get(hole) == sure.get(hole) for hole in {*board, *sure} - unsure
        ):
            fitting.append(board)
    if not fitting:
        return sure | {hole: wanted[hole] for hole in unsure if hole in wanted}
    fitting.sort(key=probability, reverse=True)
    best = fitting[0]
    doubtful = [hole for hole in sorted(unsure) if chance(best, hole) < LIKELY]
    if doubtful:
        return Unclear(doubtful[0])
    if len(fitting) > 1 and probability(best) < CLEARLY * probability(fitting[1]):
        return Unclear(next(hole for hole in sorted(unsure) if best.get(hole) != fitting[1].get(hole)))
    return best


def demonstration(lesson: Lesson, *, answer: bool = False) -> tuple[Placement, ...]:
    """Successive boards that demonstrate a lesson hole by hole, or an answer, if there is anything to
    show.
    """
    if answer or lesson.show == "right":
        return _played(lesson, arrows(right_moves(lesson)), dict(lesson.right[0].pawns))
    if lesson.show == "wrong":
        return _played(lesson, lesson.wrong[0].ways, lesson.wrong[0].holes)
    if lesson.show == "lap":
        masks, seat = _masks(lesson), lesson.seat
        start = masks.start[SEATS.index(seat)]
        steps = (
            masks.to_entry[SEATS.index(seat)][start] or masks.length
        )  # a lap first, wherever the home opens
        track = (masks.names[(start + step) % masks.length] for step in range(steps + 1))
        return ({}, *({hole: seat} for hole in (*track, *home_holes(seat))))
    return ()


def _played(lesson: Lesson, ways: tuple[LessonMove, ...], after: Placement) -> tuple[Placement, ...]:
    """The boards of a play's moves in order, ending with the result."""
    board = dict(lesson.position.pawns)
    frames: list[Placement] = [dict(board)]
    is_swap = {start for start, _, _ in ways} == {end for _, end, _ in ways}
    for start, end, seat in () if is_swap else ways:
        rest = {hole: owner for hole, owner in board.items() if hole != start}
        frames += [rest | {hole: seat} for hole in _route(lesson, start, end, seat)]
        board = dict(frames[-1])
    return (*frames, after)


def _route(lesson: Lesson, start: Hole | None, end: Hole | None, seat: Seat) -> tuple[Hole, ...]:
    """The holes of a move without its first, in counting order."""
    masks, n = _masks(lesson), SEATS.index(seat)
    if end is None or start is None:
        return () if end is None else (end,)
    here, there = masks.numbers[start], masks.numbers[end]
    turning = here < masks.length <= there < masks.centre
    if not turning and max(here, there) >= masks.length:
        return (end,)
    forward = masks.to_entry[n][here] if turning else (there - here) % masks.length
    back = (here - there) % masks.length
    way = range(-1, -back - 1, -1) if not turning and back == lesson.number else range(1, forward + 1)
    track = tuple(masks.names[(here + step) % masks.length] for step in way)
    return (*track, *home_holes(seat)[: int(end[-1])]) if turning else track


def _masks(lesson: Lesson) -> Masks:
    return masks_of(lesson.table.seats, lesson.table.home_entry, lesson.table.stretch)


def arrows(moves: Iterable[PawnMove]) -> tuple[tuple[Hole | None, Hole, Seat], ...]:
    """The moves as arrows: from (None: a camp), to, and the pawn's seat; captures have none."""
    found: list[tuple[Hole | None, Hole, Seat]] = []
    for move in moves:
        if move.end is None or move.kind == "capture":
            continue
        found.append((move.start, move.end, move.seat))
        if move.kind == "swap" and move.start is not None and move.other is not None:
            found.append((move.end, move.start, move.other))
    return tuple(found)


def right_moves(lesson: Lesson) -> tuple[PawnMove, ...]:
    """One right answer, pawn by pawn."""
    return pawn_moves_of(lesson.table, lesson.position, lesson.card, lesson.right[0])


def repair(seen: Placement, wanted: Placement) -> dict[Hole, str]:
    """What each wrong hole should hold ("" for nothing), in the order in which the pawns can be moved."""
    missing = sorted(hole for hole, seat in wanted.items() if seen.get(hole) != seat)
    moves: list[tuple[Hole | None, Hole | None]] = []
    for hole in sorted(hole for hole, seat in seen.items() if wanted.get(hole) != seat):
        end = next((place for place in missing if wanted[place] == seen[hole]), None)
        if end is not None:
            missing.remove(end)
        moves.append((hole, end))
    moves += [(None, hole) for hole in missing]
    moves.sort(key=lambda move: move[1] in seen)
    ends = [hole for move in moves for hole in move if hole is not None]
    return {hole: wanted.get(hole, "") for hole in ends}
