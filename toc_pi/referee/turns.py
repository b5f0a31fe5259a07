"""Turns: the settled ones; the open one, with its phases and what leads from one to another.

Each phase has just the data that only it has; `TRANSITIONS` says, by their types, what each cause does in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, get_args

from calibration.holes import Seat
from toc_pi import events
from toc_pi.events import CardLaid, Declared
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Pawns, Position

NOT_STORED = {"stored": False}
"""Marks the fields of a state that the journal leaves out: what the camera saw, and what is stored apart."""


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
        seen: its card on the pile, where that wasn't surely read.
        record: every position consistent with the turns before it.
        course: hands and order before it.
        courses: all that were possible.
        stopped: how it was settled before its player went on; None if they didn't.
        moved_at: when its move was first seen; None if that isn't known.
    """

    n: int
    play: Declared
    accepted: bool
    record: tuple[Position, ...]
    course: GameState
    assumed: bool
    t: float
    ahead_of: Seat | None = None
    seen: CardLaid | None = None
    courses: tuple[PossibleCourse, ...] = field(default=(), compare=False, metadata=NOT_STORED)
    stopped: "Stopped | None" = field(default=None, compare=False, metadata=NOT_STORED)
    moved_at: float | None = field(default=None, compare=False, metadata=NOT_STORED)


@dataclass(frozen=True, slots=True)
class Stopped:
    """A settled turn that was opened again because its player seemed to go on.

    Attributes:
        turn: the turn as it was settled before.
        record: every position consistent with it.
    """

    turn: SettledTurn
    record: tuple[Position, ...]


class _Phase:
    """What all phases of the open turn have.

    Attributes:
        name: its name in messages.
    """

    __slots__ = ()
    name: ClassVar[str]


# The phases of the open turn. In most of them, a flagged discard too, a turn may have been taken back before:
#     taken_back: its card, in case it isn't declared again.
#     to_go_back: the board after it; not judged again while it is unchanged.


@dataclass(frozen=True, slots=True)
class AtRest(_Phase):
    """The board is as recorded; a card may be declared."""

    name = "at-rest"
    taken_back: Declared | None = None


@dataclass(frozen=True, slots=True)
class PawnsMoved(_Phase):
    """Pawns have moved, and the move isn't judged yet.

    Attributes:
        stopped: how the turn was settled before its player went on.
    """

    name = "moved"
    taken_back: Declared | None = None
    to_go_back: Pawns | None = None
    stopped: Stopped | None = None


@dataclass(frozen=True, slots=True)
class Flag(_Phase):
    """The turn was judged illegal, and isn't put right yet.

    Attributes:
        play: what was declared.
        pawns: the board as it was flagged.
        reasons: why, the most telling first.
        stopped: how the turn was settled before its player went on.
    """

    name = "flagged"
    play: Declared
    pawns: Pawns
    reasons: tuple[str, ...]
    stopped: Stopped | None = None
    taken_back: Declared | None = None
    to_go_back: Pawns | None = None


@dataclass(frozen=True, slots=True)
class Returning(_Phase):
    """A turn was taken back, and its pawns aren't yet."""

    name = "returning"
    taken_back: Declared | None = None
    to_go_back: Pawns | None = None


@dataclass(frozen=True, slots=True)
class Lost(_Phase):
    """The board can't be explained; pawns are put right hole by hole."""

    name = "lost"
    taken_back: Declared | None = None
    to_go_back: Pawns | None = None


@dataclass(frozen=True, slots=True)
class Over(_Phase):
    """The game has ended."""

    name = "over"


Playing = AtRest | PawnsMoved | Flag | Returning | Lost | Over
"""A phase while nothing is paused."""


@dataclass(frozen=True, slots=True)
class OnPause(_Phase):
    """Between a pause and its end.

    Attributes:
        resting: the phase to go back to.
    """

    name = "paused"
    resting: Playing


TurnPhase = Playing | OnPause


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


_OPEN: tuple[type[Playing], ...] = (AtRest, PawnsMoved, Flag, Returning, Lost)


def _to(after: type[Playing], *before: type[Playing]) -> dict[type[Playing], type[Playing]]:
    return dict.fromkeys(before, after)


TRANSITIONS: Mapping[Cause, Mapping[type[Playing], type[Playing]]] = {
    Cause.MOVED: _to(PawnsMoved, AtRest, PawnsMoved, Returning, Lost, Over),
    Cause.AS_RECORDED: _to(AtRest, *_OPEN) | _to(Over, Over),
    Cause.PUT_BACK: _to(AtRest, AtRest, PawnsMoved, Returning, Lost, Over),
    Cause.COUNTED: _to(AtRest, *_OPEN, Over),
    Cause.WON: _to(Over, *_OPEN, Over),
    Cause.ILLEGAL: _to(Flag, *_OPEN, Over),
    Cause.TAKEN_BACK: _to(Returning, *_OPEN, Over),
    Cause.REOPENED: _to(PawnsMoved, *_OPEN, Over),
    Cause.UNEXPLAINED: _to(Lost, AtRest, PawnsMoved, Returning, Lost, Over),
    Cause.DECLARED: dict(zip(_OPEN, _OPEN, strict=True)) | _to(AtRest, Over),
    Cause.WITHDRAWN: _to(AtRest, *_OPEN) | _to(Over, Over),
}
"""All transitions of the open turn, by cause. Pauses aren't in it: they return to the phase before."""

REFUSED: Mapping[type[TurnPhase], frozenset[type[events.Event]]] = {
    OnPause: frozenset(get_args(events.Event)) - {events.Resumed},
    Over: frozenset(
        (
            events.Answered,
            events.CardLaid,
            events.CardTaken,
            events.Dealt,
            events.LeftTable,
            events.PileGathered,
        )
    ),
}
"""The events that change nothing in a phase."""


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
        phase: its phase.
        spare: a card tapped again right after a turn that was judged by it; ignored unless its player then
            moves by it.
        handled: whether there was a hand since the last card was declared, or just before it.
        asked: the open question.
        relaying: the seat that has taken its card back from the pile and is to lay another one.
    """

    phase: TurnPhase = AtRest()
    spare: Declared | None = None
    handled: bool = False
    asked: Asked | None = None
    relaying: Seat | None = None

    @property
    def playing(self) -> Playing:
        """The phase, or that to which a pause goes back."""
        return self.phase.resting if isinstance(self.phase, OnPause) else self.phase

    @property
    def flag(self) -> Flag | None:
        """The illegal turn, while it isn't put right."""
        return now if isinstance(now := self.playing, Flag) else None

    @property
    def taken_back(self) -> Declared | None:
        """The card of a turn that was taken back."""
        return None if isinstance(now := self.playing, Over) else now.taken_back

    @property
    def to_go_back(self) -> Pawns | None:
        """The board after a turn that was taken back, until its pawns are."""
        return None if isinstance(now := self.playing, AtRest | Over) else now.to_go_back

    @property
    def stopped(self) -> Stopped | None:
        """How the turn was settled before its player went on."""
        return now.stopped if isinstance(now := self.playing, PawnsMoved | Flag) else None

    def after(self, cause: Cause, into: Playing | None = None) -> Playing:
        """The next phase.

        Args:
            into: with this data; default: with what the phase before it has, too.

        Raises:
            KeyError: the table has no such transition, or into another phase: a defect of the caller.
        """
        now = self.playing
        kind = TRANSITIONS[cause][type(now)]
        if into is None and type(now) is kind:
            return now
        if into is None:
            return _carried(kind, self.taken_back, self.to_go_back)
        if type(into) is not kind:
            raise KeyError(cause, into)
        return into


def _carried(kind: type[Playing], taken_back: Declared | None, to_go_back: Pawns | None) -> Playing:
    """A phase with what was taken back, as far as it can have that."""
    if kind is AtRest:
        return AtRest(taken_back)
    for one in (PawnsMoved, Returning, Lost):
        if kind is one:
            return one(taken_back, to_go_back)
    if kind is Flag:
        raise KeyError(kind)  # it must be said what was flagged
    return Over()
