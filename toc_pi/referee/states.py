"""The referee's states, what each keeps, and the one table that says what may follow what."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from operator import attrgetter

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

    READY: the board is as recorded, and no card is declared. DECLARED: a card is, the board is still as
    recorded. MOVED: the board has changed without a card. WEIGHING: both are there, and the verdict waits for
    a hand, a clear look, the rest of a move, or an answer. FLAGGED: judged illegal, not yet put right.
    RETURNING: taken back, the pawns still stand as before. LOST: the board can't be explained; pawns are put
    right hole by hole. PAUSED and OVER: as they say.
    """

    READY = "ready"
    DECLARED = "declared"
    MOVED = "moved"
    WEIGHING = "weighing"
    FLAGGED = "flagged"
    RETURNING = "returning"
    LOST = "lost"
    PAUSED = "paused"
    OVER = "over"


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
    resting: Phase = Phase.READY
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


@dataclass(frozen=True, slots=True)
class Entry:
    """What an event does in a phase.

    Attributes:
        deed: the name of the rule in `referee` that answers it; empty: refused, nothing changes.
        leads_to: the phases that may follow.
    """

    deed: str
    leads_to: frozenset[Phase]


def _entry(deed: str, *phases: Phase) -> Entry:
    return Entry(deed, frozenset(phases))


REFUSED = Entry("", frozenset())

READY, DECLARED, MOVED, WEIGHING, FLAGGED, RETURNING, LOST, PAUSED, OVER = Phase

_REOPENED = (READY, DECLARED, MOVED, WEIGHING)  # the winning turn was put back
_SETTLED = (READY, DECLARED, MOVED, WEIGHING, FLAGGED, OVER)  # a turn counts, and the next one is on

TABLE: Mapping[Phase, Mapping[type[told.Event], Entry]] = {
    READY: {
        told.Seen: _entry("look", READY, MOVED),
        told.ViewChanged: _entry("view", READY, MOVED),
        told.Tick: _entry("wait", READY, MOVED),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", READY),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", READY, DECLARED),
        told.Dealt: _entry("deal", READY),
        told.LeftTable: _entry("leave", READY),
    },
    DECLARED: {
        told.Seen: _entry("look", *_SETTLED, LOST),
        told.ViewChanged: _entry("view", *_SETTLED, LOST),
        told.Tick: _entry("wait", *_SETTLED, LOST),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", DECLARED),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", DECLARED),
        told.Dealt: _entry("deal", DECLARED),
        told.LeftTable: _entry("leave", DECLARED),
    },
    MOVED: {
        told.Seen: _entry("look", *_SETTLED, LOST),
        told.ViewChanged: _entry("view", *_SETTLED, LOST),
        told.Tick: _entry("wait", *_SETTLED, LOST),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", MOVED),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", MOVED, DECLARED),
        told.Dealt: _entry("deal", MOVED),
        told.LeftTable: _entry("leave", MOVED),
    },
    WEIGHING: {
        told.Seen: _entry("look", *_SETTLED, RETURNING, LOST),
        told.ViewChanged: _entry("view", *_SETTLED, RETURNING, LOST),
        told.Tick: _entry("wait", *_SETTLED, RETURNING, LOST),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", *_SETTLED),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", WEIGHING, DECLARED),
        told.Dealt: _entry("deal", WEIGHING),
        told.LeftTable: _entry("leave", WEIGHING),
    },
    FLAGGED: {
        told.Seen: _entry("look", *_SETTLED),
        told.ViewChanged: _entry("view", *_SETTLED),
        told.Tick: _entry("wait", *_SETTLED),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", *_SETTLED),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", FLAGGED),
        told.Dealt: _entry("deal", FLAGGED),
        told.LeftTable: _entry("leave", FLAGGED),
    },
    RETURNING: {
        told.Seen: _entry("look", *_SETTLED, RETURNING, LOST),
        told.ViewChanged: _entry("view", *_SETTLED, RETURNING, LOST),
        told.Tick: _entry("wait", *_SETTLED, RETURNING, LOST),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", *_SETTLED, RETURNING),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", RETURNING, DECLARED),
        told.Dealt: _entry("deal", RETURNING),
        told.LeftTable: _entry("leave", RETURNING),
    },
    LOST: {
        told.Seen: _entry("look", *_SETTLED, RETURNING, LOST),
        told.ViewChanged: _entry("view", *_SETTLED, RETURNING, LOST),
        told.Tick: _entry("wait", *_SETTLED, RETURNING, LOST),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: _entry("answer", LOST),
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", LOST, DECLARED),
        told.Dealt: _entry("deal", LOST),
        told.LeftTable: _entry("leave", LOST),
    },
    PAUSED: {
        told.Seen: REFUSED,
        told.ViewChanged: REFUSED,
        told.Tick: REFUSED,
        told.Declared: REFUSED,
        told.Disputed: REFUSED,
        told.Answered: REFUSED,
        told.Paused: REFUSED,
        told.Resumed: _entry("resume", READY, DECLARED, MOVED, WEIGHING, FLAGGED, RETURNING, LOST, OVER),
        told.Dealt: REFUSED,
        told.LeftTable: REFUSED,
    },
    OVER: {
        told.Seen: _entry("look", OVER, *_REOPENED),
        told.ViewChanged: _entry("view", OVER, *_REOPENED),
        told.Tick: _entry("wait", OVER, *_REOPENED),
        told.Declared: _entry("declare", *_SETTLED, RETURNING, LOST),
        told.Disputed: _entry("dispute", *_SETTLED, RETURNING, LOST),
        told.Answered: REFUSED,
        told.Paused: _entry("pause", PAUSED),
        told.Resumed: _entry("resume", OVER),
        told.Dealt: REFUSED,
        told.LeftTable: REFUSED,
    },
}
