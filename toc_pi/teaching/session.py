"""A lesson at the board: set up, try, be told why not, put back, try again; pure, one board in, replies out.

The board comes from a camera or from pawns that are moved on the screen; the session knows neither. What the
pupil does is judged by the rules as in a game. After the third mistake the right answer is shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import Hole, Seat, is_camp
from toc_pi.rules.explain import explain
from toc_pi.teaching.deeds import Deed, deeds_of
from toc_pi.teaching.lessons import Lesson, reaches

MOST_TRIES = 3
"""Mistakes after which the right answer is shown."""
MOST_STARS = 3

Phase = Literal["set-up", "try", "put-back", "after"]
Board = Mapping[Hole, Seat]


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """Bring this pawn there, or take it off the board: the next thing to do until the position stands.

    Attributes:
        seat: whose pawn.
        start: where one stands that should go; None for one from its camp.
        end: where it should stand; None for its camp.
        left: how many things are to be done, this one included.
    """

    seat: Seat
    start: Hole | None
    end: Hole | None
    left: int


@dataclass(frozen=True, slots=True)
class Begin:
    """The position stands: say the sentence before, show the card."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A try that breaks a rule; `reasons` are codes of RULES 7, the most telling first."""

    holes: Mapping[Hole, Seat]
    reasons: tuple[str, ...]
    tries: int


@dataclass(frozen=True, slots=True)
class NotYet:
    """A try that is legal and isn't what the lesson is about."""

    tries: int


@dataclass(frozen=True, slots=True)
class Show:
    """The right answer, pawn by pawn: after the third mistake."""

    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Right:
    """The goal is reached: say the sentence after."""

    stars: int


Reply = SetUpStep | Begin | Wrong | NotYet | Show | Right


@dataclass(frozen=True, slots=True)
class Session:
    """Where a pupil is in one lesson.

    Attributes:
        lesson: what is learned.
        phase: `set-up` until the position stands, `try`, `put-back` after a mistake, `after` the goal.
        tries: mistakes so far.
    """

    lesson: Lesson
    phase: Phase = "set-up"
    tries: int = 0

    @property
    def stars(self) -> int:
        """What reaching the goal now is worth: one star fewer for each mistake, one at least."""
        return max(1, MOST_STARS - self.tries)


def see(session: Session, board: Board) -> tuple[Session, tuple[Reply, ...]]:
    """Take in a board that is still and surely seen.

    Args:
        session: before.
        board: every occupied hole; pawns in camps are passed over.

    Returns:
        The session after it, and what to say and show.
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
    """Take in that the pupil says he can't play; nothing has moved."""
    if session.phase != "try":
        return session, ()
    return _mistaken(session, dict(session.lesson.position.pawns))


def _mistaken(session: Session, seen: Mapping[Hole, Seat]) -> tuple[Session, tuple[Reply, ...]]:
    """One mistake more: why it is one, and after the third what is right."""
    lesson, tries = session.lesson, session.tries + 1
    judged = explain(lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, seen)
    reply: Reply = NotYet(tries) if judged.legal else Wrong(seen, judged.reasons, tries)
    shown = (Show(right_deeds(lesson)),) if tries >= MOST_TRIES else ()
    return replace(session, tries=tries), (reply, *shown)


def right_deeds(lesson: Lesson) -> tuple[Deed, ...]:
    """One right answer, pawn by pawn."""
    return deeds_of(lesson.table, lesson.position, lesson.card, lesson.right[0])


def next_step(seen: Board, wanted: Board) -> SetUpStep:
    """The next pawn to be moved so that a board becomes another: pawns that stand wrong go first.

    Args:
        seen: how it stands; not as it should.
        wanted: how it should stand.
    """
    return steps(seen, wanted)[0]


def steps(seen: Board, wanted: Board) -> tuple[SetUpStep, ...]:
    """Everything that makes a board another, what can be done at once first; nothing where it is so."""
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
