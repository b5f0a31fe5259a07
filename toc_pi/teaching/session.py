"""A lesson at the board, as a pure state machine: set up, try, explain mistakes, put back, try again.

Boards come from a camera or from pawns moved on the screen. Tries are judged by the rules as in a game. After
the third mistake the right answer is shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import SEATS, Hole, Seat, home_holes, is_camp
from toc_pi.rules.masks import Masks, masks_of
from toc_pi.rules.reasons.explain import explain
from toc_pi.teaching.lessons import Lesson, Way, reaches
from toc_pi.teaching.pawn_moves import PawnMove, pawn_moves_of

MOST_TRIES = 3
"""Mistakes after which the right answer is shown."""
MOST_STARS = 3
"""Stars for a lesson without a mistake."""

Phase = Literal["set-up", "try", "put-back", "after"]
Board = Mapping[Hole, Seat]


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """The next step of setting up a position: move a pawn, or remove it.

    Attributes:
        seat: the pawn's seat.
        start: the hole of a misplaced pawn; None for one from its camp.
        end: where it should be; None for its camp.
        left: how many steps are left, this one included.
    """

    seat: Seat
    start: Hole | None
    end: Hole | None
    left: int


@dataclass(frozen=True, slots=True)
class Begin:
    """The position is set up: show the introduction and the card."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An illegal try; `reasons` are codes of RULES 7, the most telling first."""

    holes: Mapping[Hole, Seat]
    reasons: tuple[str, ...]
    tries: int


@dataclass(frozen=True, slots=True)
class NotYet:
    """A legal try that doesn't reach the goal."""

    tries: int


@dataclass(frozen=True, slots=True)
class Show:
    """The right answer, pawn by pawn, shown after the third mistake."""

    moves: tuple[PawnMove, ...]


@dataclass(frozen=True, slots=True)
class Right:
    """The goal is reached: show the conclusion."""

    stars: int


Reply = SetUpStep | Begin | Wrong | NotYet | Show | Right


@dataclass(frozen=True, slots=True)
class Session:
    """The state of a lesson.

    Attributes:
        lesson: the lesson.
        phase: `set-up` until the position is set up, `try`, `put-back` after a mistake, `after` the goal.
        tries: mistakes so far.
    """

    lesson: Lesson
    phase: Phase = "set-up"
    tries: int = 0

    @property
    def stars(self) -> int:
        """The stars for reaching the goal now: one fewer for each mistake, at least one."""
        return max(1, MOST_STARS - self.tries)


def see(session: Session, board: Board) -> tuple[Session, tuple[Reply, ...]]:
    """Handle a board that is still and surely seen.

    Args:
        session: the state before.
        board: every occupied hole; pawns in camps are ignored.

    Returns:
        The state after it, and the replies.
    """
    lesson = session.lesson
    seen = {hole: seat for hole, seat in board.items() if not is_camp(hole)}
    wanted = dict(lesson.position.pawns)
    if session.phase in ("set-up", "put-back"):
        if seen != wanted:
            return session, (next_step(seen, wanted),)
        return replace(session, phase="try"), (Begin(),)
    if session.phase != "try" or seen == wanted:
        return session, ()
    if reaches(lesson, seen):
        return replace(session, phase="after"), (Right(session.stars),)
    after, replies = _mistaken(session, seen)
    return replace(after, phase="put-back"), (*replies, next_step(seen, wanted))


def decline(session: Session) -> tuple[Session, tuple[Reply, ...]]:
    """Handle the pupil's claim that they can't play; nothing has moved."""
    if session.phase != "try":
        return session, ()
    return _mistaken(session, dict(session.lesson.position.pawns))


def _mistaken(session: Session, seen: Mapping[Hole, Seat]) -> tuple[Session, tuple[Reply, ...]]:
    """Count a mistake: explain it, and after the third show the right answer."""
    lesson, tries = session.lesson, session.tries + 1
    judged = explain(lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, seen)
    reply: Reply = NotYet(tries) if judged.legal else Wrong(seen, judged.reasons, tries)
    shown = (Show(right_moves(lesson)),) if tries >= MOST_TRIES else ()
    return replace(session, tries=tries), (reply, *shown)


def demonstration(lesson: Lesson, *, answer: bool = False) -> tuple[Board, ...]:
    """Boards, one after the other, that show a play hole by hole; empty if nothing is shown.

    Args:
        lesson: whose `show` says what is shown.
        answer: show a right answer in any case.
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


def _played(lesson: Lesson, ways: tuple[Way, ...], after: Board) -> tuple[Board, ...]:
    """The boards of a play's moves in order; the last one is the result."""
    board = dict(lesson.position.pawns)
    frames: list[Board] = [dict(board)]
    is_swap = {start for start, _, _ in ways} == {end for _, end, _ in ways}
    for start, end, seat in () if is_swap else ways:
        rest = {hole: owner for hole, owner in board.items() if hole != start}
        frames += [rest | {hole: seat} for hole in _route(lesson, start, end, seat)]
        board = dict(frames[-1])
    return (*frames, after)


def _route(lesson: Lesson, start: Hole | None, end: Hole | None, seat: Seat) -> tuple[Hole, ...]:
    """The holes of a move without its first, as they are counted."""
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
    """The moves as arrows: from (None: a camp), to, and the pawn's seat; a capture needs none."""
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


def next_step(seen: Board, wanted: Board) -> SetUpStep:
    """The next step from one board to another: misplaced pawns first.

    Args:
        seen: the board now; different from `wanted`.
        wanted: the board to reach.
    """
    return steps(seen, wanted)[0]


def steps(seen: Board, wanted: Board) -> tuple[SetUpStep, ...]:
    """All steps from one board to another, those possible at once first; empty if they are equal."""
    wrong = sorted(hole for hole, seat in seen.items() if wanted.get(hole) != seat)
    missing = sorted(hole for hole, seat in wanted.items() if seen.get(hole) != seat)
    moves = []
    for hole in wrong:
        end = next((place for place in missing if wanted[place] == seen[hole]), None)
        if end is not None:
            missing.remove(end)
        moves.append((seen[hole], hole, end))
    found = [*moves, *((wanted[hole], None, hole) for hole in missing)]
    found.sort(key=lambda step: step[2] in seen)
    return tuple(
        SetUpStep(seat, start, end, len(found) - done) for done, (seat, start, end) in enumerate(found)
    )
