"""The referee's state, its phases, and the one table that says what may follow what."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from operator import attrgetter
from typing import get_args

from calibration.holes import Hole
from toc_pi.belief.belief import Belief
from toc_pi.belief.episode import Episode
from toc_pi.belief.look import Look, Pawns
from toc_pi.referee import events as told
from toc_pi.referee.events import Declared
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Position


class Phase(Enum):
    """Where a turn is.

    AT_REST: the board is as recorded; a card may be declared. MOVED: pawns have moved, and nothing is said of
    it yet. FLAGGED: judged illegal, not yet put right. RETURNING: taken back, the pawns still stand as
    before. LOST: the board can't be explained; pawns are put right hole by hole. PAUSED, OVER: as they say.
    """

    AT_REST = "at-rest"
    MOVED = "moved"
    FLAGGED = "flagged"
    RETURNING = "returning"
    LOST = "lost"
    PAUSED = "paused"
    OVER = "over"

    def after(self, cause: "Cause") -> "Phase":
        """The phase that follows.

        Raises:
            KeyError: the table has no such transition: whoever asks for it is mistaken.
        """
        return TRANSITIONS[cause][self]


class Cause(Enum):
    """Why a turn goes on to another phase."""

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
class SettledTurn:
    """A turn that counts, with what is needed to take it back.

    Attributes:
        n: its number.
        play: what was declared.
        accepted: it was let stand although it was illegal.
        assumed: it was judged by a card that wasn't declared again after a take-back.
        t: when it was settled, seconds.
        record: every position that fitted before it.
        course: hands and order before it.
    """

    n: int
    play: Declared
    accepted: bool
    record: tuple[Position, ...]
    course: GameState
    assumed: bool = False
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class Flag:
    """An illegal turn that waits to be put right.

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
    """A question that waits for a tap.

    Attributes:
        id: its number.
        code: which question.
        options: each choice with the position that it means (empty where it means none).
    """

    id: int
    code: str
    options: tuple[tuple[str, Pawns], ...]


@dataclass(frozen=True, slots=True)
class State:
    """All that the referee knows between two events.

    Attributes:
        phase: where the turn is.
        belief: what the turns that count have left on the board, and beside it.
        episode: what was seen since the view became clear.
        course: hands, order, what the player on turn owes.
        turns: all settled turns, the first one first.
        queue: what was declared and isn't judged yet; the first belongs to the open turn.
        kept: the card of a turn that was taken back, in case it isn't declared again.
        spare: a card that was taken for the one just assumed; if its player moves by it, it was a new one.
        shadow: the board of the turn that was taken back: not judged again as long as it stands.
        flag: the illegal turn, while it isn't put right.
        visited: whether there was a hand since the last card was declared, or just before it.
        shaken: the board was bumped, covered or out of sight, and wasn't seen as recorded since.
        sighted: a whole board that no play explains, from which the players may play on: every way in which
            it may stand there, the likeliest first.
        glimpsed: a board that hasn't been seen for long enough to be believed, and when it was seen first.
        moved_at: since when pawns stand otherwise than recorded and nothing was made of it; None: they don't.
        asked: the open question.
        asked_at: the turn numbers at which questions were asked.
        repair: the differences that are being shown, hole by hole.
        said: notices given about the present situation; each is given once.
        resting: the phase to go back to after a pause.
        t: the time of the last event; two states that differ in it alone are the same.
    """

    phase: Phase
    belief: Belief
    course: GameState
    episode: Episode = field(default_factory=Episode)
    turns: tuple[SettledTurn, ...] = ()
    queue: tuple[Declared, ...] = ()
    kept: Declared | None = None
    spare: Declared | None = None
    shadow: Pawns | None = None
    flag: Flag | None = None
    visited: bool = False
    shaken: bool = False
    sighted: tuple[Pawns, ...] = ()
    glimpsed: tuple[Pawns, float] | None = None
    moved_at: float | None = None
    asked: Asked | None = None
    asked_at: tuple[int, ...] = ()
    repair: tuple[tuple[Hole, str], ...] | None = None
    said: frozenset[str] = frozenset()
    resting: Phase = Phase.AT_REST
    t: float = field(default=0.0, compare=False)

    def at(self, t: float) -> "State":
        """This state at another time: as `replace` gives it, in half the time; every event needs it."""
        return State(*(*_timeless(self), t))

    def believing(self, belief: Belief) -> "State":
        """This state with another belief; itself where it is the same."""
        return self if belief is self.belief else replace(self, belief=belief)

    def with_record(self, record: tuple[Position, ...]) -> "State":
        """This state with other positions that fit what was settled."""
        return replace(self, belief=replace(self.belief, record=record))

    def gone_on(self, cause: Cause) -> "State":
        """This state in the phase that follows; itself where that is the same."""
        phase = self.phase.after(cause)
        return self if phase is self.phase else replace(self, phase=phase)

    @property
    def n(self) -> int:
        """The number of the open turn."""
        return len(self.turns) + 1

    @property
    def record(self) -> tuple[Position, ...]:
        """Every position that fits what was settled, the likeliest first."""
        return self.belief.record

    @property
    def pawns(self) -> Pawns:
        """The recorded position, as far as it can be seen."""
        return self.belief.pawns

    @property
    def look(self) -> Look | None:
        """The last clear look."""
        return self.episode.look


_timeless = attrgetter(*(part.name for part in fields(State) if part.name != "t"))


AT_REST, MOVED, FLAGGED, RETURNING, LOST, PAUSED, OVER = Phase
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
"""The machine: what may follow what, and why. Only a pause is apart: it goes back to where it began."""

REFUSED: Mapping[Phase, frozenset[type[told.Event]]] = {
    PAUSED: frozenset(get_args(told.Event)) - {told.Resumed},
    OVER: frozenset((told.Answered, told.Dealt, told.LeftTable)),
}
"""The events that change nothing in a phase."""
