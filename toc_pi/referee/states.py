"""The referee's state, its phases, and the table of transitions between them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from operator import attrgetter
from typing import Any, get_args

from calibration.holes import Hole, Seat
from toc_pi import events
from toc_pi.belief.episode import Episode
from toc_pi.belief.game import Belief
from toc_pi.belief.look import Look, Pawns
from toc_pi.effects import Effect
from toc_pi.events import Declared
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Position

NOT_STORED = {"stored": False}
"""Marks the fields of a state that the journal leaves out: what the camera saw, and what is stored apart."""


class Phase(Enum):
    """Phase of the open turn.

    AT_REST: the board is as recorded; a card may be declared. MOVED: pawns have moved, not judged yet.
    FLAGGED: judged illegal, not yet put right. RETURNING: taken back, its pawns not yet put back. LOST: the
    board can't be explained; pawns are put right hole by hole. PAUSED: between a pause and its end. OVER: the
    game has ended.
    """

    AT_REST = "at-rest"
    MOVED = "moved"
    FLAGGED = "flagged"
    RETURNING = "returning"
    LOST = "lost"
    PAUSED = "paused"
    OVER = "over"

    def after(self, cause: "Cause") -> "Phase":
        """The next phase.

        Raises:
            KeyError: the table has no such transition: a defect of the caller.
        """
        return TRANSITIONS[cause][self]


class Cause(Enum):
    """Why a turn changes its phase."""

    MOVED = "pawns have moved"
    AS_RECORDED = "as recorded"
    PUT_BACK = "put back"
    COUNTED = "counts"
    WON = "the last one counts"
    ILLEGAL = "illegal"
    TAKEN_BACK = "taken back"
    REOPENED = "judged anew"
    UNEXPLAINED = "unexplained"
    DECLARED = "a card"
    WITHDRAWN = "a card is withdrawn"


@dataclass(frozen=True, slots=True)
class PossibleCourse:
    """Hands and order that are possible after cards that nobody saw.

    Attributes:
        chance: the probability.
        course: hands, order, what the player on turn still has to do.
    """

    chance: float
    course: GameState


@dataclass(frozen=True, slots=True)
class SettledTurn:
    """A settled turn, with what is needed to take it back.

    Attributes:
        n: its number.
        play: what was declared.
        accepted: it was accepted although it was illegal.
        assumed: it was judged by a card that wasn't declared again after a take-back.
        t: when it was settled, seconds.
        ahead_of: the seat that said it was still to play before this turn; None if none did.
        record: every position consistent with the turns before it.
        course: hands and order before it.
        courses: all that were possible.
        stopped: how it was settled before its player went on; None if they didn't.
    """

    n: int
    play: Declared
    accepted: bool
    record: tuple[Position, ...]
    course: GameState
    assumed: bool
    t: float
    ahead_of: Seat | None = None
    courses: tuple[PossibleCourse, ...] = field(default=(), compare=False, metadata=NOT_STORED)
    stopped: "Stopped | None" = field(default=None, compare=False, metadata=NOT_STORED)


@dataclass(frozen=True, slots=True)
class Stopped:
    """A settled turn that was opened again because its player seemed to go on.

    Attributes:
        turn: the turn as it was settled before.
        record: every position consistent with it.
    """

    turn: SettledTurn
    record: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """An illegal turn that hasn't been put right yet.

    Attributes:
        play: what was declared.
        pawns: the board as it was flagged.
        reasons: why, the most telling first.
    """

    play: Declared
    pawns: Pawns
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An unanswered question.

    Attributes:
        id: its number.
        code: which question.
        options: each choice with the position that it stands for (empty if none).
    """

    id: int
    code: str
    options: tuple[tuple[str, Pawns], ...]

    @property
    def moved(self) -> Pawns:
        """The position after the move of which it was asked who made it."""
        return self.options[-1][1]


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """What has happened to the turn that isn't settled yet; a new one begins with none of it.

    Attributes:
        flag: the illegal turn, while it isn't put right.
        taken_back: the card of a turn that was taken back, in case it isn't declared again.
        to_go_back: the board after the turn that was taken back; not judged again while it is unchanged.
        spare: a card tapped again right after a turn that was judged by it; ignored unless its player then
            moves by it.
        stopped: how the turn was settled before its player went on.
        handled: whether there was a hand since the last card was declared, or just before it.
        asked: the open question.
    """

    flag: Flag | None = None
    taken_back: Declared | None = None
    to_go_back: Pawns | None = None
    spare: Declared | None = None
    stopped: Stopped | None = field(default=None, metadata=NOT_STORED)
    handled: bool = False
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """A board that may not be as recorded, and what was said of it; over once it is, or a turn is settled.

    Attributes:
        disturbed: the board was bumped, covered or out of view, and hasn't been seen as recorded since.
        candidates: a complete board that no play explains and that may be played on from: every likely
            filling, the likeliest first.
        unconfirmed: a board that hasn't been seen for long enough yet, and when it was first seen.
        repair: the differences that are shown, hole by hole.
        notices: notices that were given.
    """

    disturbed: bool = field(default=False, metadata=NOT_STORED)
    candidates: tuple[Pawns, ...] = field(default=(), metadata=NOT_STORED)
    unconfirmed: tuple[Pawns, float] | None = field(default=None, metadata=NOT_STORED)
    repair: tuple[tuple[Hole, str], ...] | None = None
    notices: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The referee's whole state between two events.

    Attributes:
        phase: the phase of the open turn.
        belief: the recorded positions, and pawns off the board.
        course: hands, order, what the player on turn still has to do: the likeliest of `courses`.
        courses: all that are possible where cards aren't declared; not compared, as they end with a restart.
        episode: the looks since the view became clear.
        turns: all settled turns, the first one first.
        queue: declarations not judged yet; the first belongs to the open turn.
        open: the open turn.
        situation: what is unlike the record.
        moved_at: since when the board differs unexplained from the record; None if it doesn't.
        asked_at: the turn numbers at which questions were asked.
        resting: the phase to go back to after a pause.
        undone: the state before the last `undo`, as long as nothing else has been played.
        t: the time of the last event, seconds; ignored in comparisons.
    """

    phase: Phase
    belief: Belief
    course: GameState
    courses: tuple[PossibleCourse, ...] = field(default=(), compare=False, metadata=NOT_STORED)
    episode: Episode = field(default_factory=Episode, metadata=NOT_STORED)
    turns: tuple[SettledTurn, ...] = field(default=(), metadata=NOT_STORED)
    queue: tuple[Declared, ...] = ()
    open: OpenTurn = field(default_factory=OpenTurn)
    situation: Situation = field(default_factory=Situation)
    moved_at: float | None = field(default=None, metadata=NOT_STORED)
    asked_at: tuple[int, ...] = ()
    resting: Phase = field(default=Phase.AT_REST, metadata=NOT_STORED)
    undone: "RefereeState | None" = field(default=None, metadata=NOT_STORED)
    t: float = field(default=0.0, compare=False)

    def at(self, t: float) -> "RefereeState":
        """This state at another time: like `replace`, but twice as fast, as every event needs it."""
        return RefereeState(*(*_timeless(self), t))

    def believing(self, belief: Belief) -> "RefereeState":
        """This state with another belief; itself where it is the same."""
        return self if belief is self.belief else replace(self, belief=belief)

    def with_record(self, record: tuple[Position, ...]) -> "RefereeState":
        """This state with another record."""
        return replace(self, belief=replace(self.belief, record=record))

    def gone_on(self, cause: Cause) -> "RefereeState":
        """This state in the phase after a cause; itself where that is the same."""
        phase = self.phase.after(cause)
        return self if phase is self.phase else replace(self, phase=phase)

    def open_with(self, **changes: Any) -> "RefereeState":
        """This state with some fields of the open turn changed."""
        return replace(self, open=replace(self.open, **changes))

    def showing(self, repair: tuple[tuple[Hole, str], ...] | None) -> "RefereeState":
        """This state with these differences shown."""
        return replace(self, situation=replace(self.situation, repair=repair))

    def noting(self, notice: str) -> "RefereeState":
        """This state with a notice given."""
        return replace(self, situation=replace(self.situation, notices=self.situation.notices | {notice}))

    def without_notices(self, *codes: str) -> "RefereeState":
        """This state as if these notices hadn't been given, or none had."""
        left = self.situation.notices - set(codes) if codes else frozenset[str]()
        return replace(self, situation=replace(self.situation, notices=left))

    @property
    def n(self) -> int:
        """The number of the open turn."""
        return len(self.turns) + 1

    @property
    def record(self) -> tuple[Position, ...]:
        """Every position consistent with the settled turns, the likeliest first."""
        return self.belief.record

    @property
    def pawns(self) -> Pawns:
        """The pawns of the recorded position."""
        return self.belief.pawns

    @property
    def look(self) -> Look | None:
        """The last clear look."""
        return self.episode.look


Step = tuple[RefereeState, tuple[Effect, ...]]
"""The state after something has been handled, and what is to be said."""

_timeless = attrgetter(*(part.name for part in fields(RefereeState) if part.name != "t"))


AT_REST, MOVED, FLAGGED, RETURNING, LOST, PAUSED, OVER = Phase  # short names for the table below
# Every phase of a game that goes on.
_OPEN = (AT_REST, MOVED, FLAGGED, RETURNING, LOST)


def _to(after: Phase, *before: Phase) -> dict[Phase, Phase]:
    return dict.fromkeys(before, after)


TRANSITIONS: Mapping[Cause, Mapping[Phase, Phase]] = {
    Cause.MOVED: _to(MOVED, AT_REST, MOVED, RETURNING, LOST, OVER),
    Cause.AS_RECORDED: _to(AT_REST, *_OPEN) | _to(OVER, OVER),
    Cause.PUT_BACK: _to(AT_REST, AT_REST, MOVED, RETURNING, LOST, OVER),
    Cause.COUNTED: _to(AT_REST, *_OPEN, OVER),
    Cause.WON: _to(OVER, *_OPEN, OVER),
    Cause.ILLEGAL: _to(FLAGGED, *_OPEN, OVER),
    Cause.TAKEN_BACK: _to(RETURNING, *_OPEN, OVER),
    Cause.REOPENED: _to(MOVED, *_OPEN, OVER),
    Cause.UNEXPLAINED: _to(LOST, AT_REST, MOVED, RETURNING, LOST, OVER),
    Cause.DECLARED: {phase: phase for phase in _OPEN} | _to(AT_REST, OVER),
    Cause.WITHDRAWN: _to(AT_REST, *_OPEN) | _to(OVER, OVER),
}
"""All transitions of the state machine, by cause. Pauses aren't in it: they return to the phase before."""

REFUSED: Mapping[Phase, frozenset[type[events.Event]]] = {
    PAUSED: frozenset(get_args(events.Event)) - {events.Resumed},
    OVER: frozenset((events.Answered, events.Dealt, events.LeftTable)),
}
"""The events that change nothing in a phase."""
