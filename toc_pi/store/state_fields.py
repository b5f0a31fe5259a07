"""Reads games stored in forms 1 and 2: the fields of the referee's state at that time.

Board, order, turns and what was open are read; what the camera had seen is ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.referee.events import Declared
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Pawns, Position
from toc_pi.store.codec import Json, from_json
from toc_pi.store.recorded import order_of, pawns_text
from toc_pi.store.records import FORM, FlagRecord, Open, QuestionRecord, TurnRecord


@dataclass(frozen=True, slots=True)
class _Turn:
    play: Declared
    accepted: bool
    record: tuple[Position, ...]
    course: GameState
    assumed: bool = False
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class _Flag:
    play: Declared
    pawns: Pawns
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    id: int
    code: str
    options: tuple[tuple[str, Pawns], ...]


@dataclass(frozen=True, slots=True)
class _Lasting:
    """The required fields."""

    phase: str
    record: tuple[Position, ...]
    course: GameState
    absent: tuple[tuple[Seat, int], ...] = ()
    asked_at: tuple[int, ...] = ()
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class _Open:
    """The fields of the open turn."""

    queue: tuple[Declared, ...] = ()
    kept: Declared | None = None
    spare: Declared | None = None
    shadow: Pawns | None = None
    flag: _Flag | None = None
    asked: _Asked | None = None
    visited: bool = False
    said: frozenset[str] = frozenset()
    repair: tuple[tuple[Hole, str], ...] | None = None


def read_fields(turns: Sequence[Json], state: Json) -> tuple[tuple[TurnRecord, ...], Open]:
    """The records of such a game.

    Args:
        turns: the settled turns as stored.
        state: the last state.

    Raises:
        BadInput: the required fields can't be read.
    """
    if not isinstance(state, Mapping):
        raise BadInput(said("no record of a game ({why})", why=repr(state)[:40]))
    lasting = from_json(_Lasting, _part(_Lasting, state))
    try:
        was = from_json(_Open, _part(_Open, state))
    except BadInput:
        was = _Open()  # written by an intermediate version: the game continues after its last turn
    flag, asked = was.flag, was.asked
    now = Open(
        FORM,
        lasting.t,
        tuple(map(str, lasting.record)),
        order_of(lasting.course),
        waiting=was.queue,
        taken_back=was.kept,
        to_go_back=None if was.shadow is None else pawns_text(was.shadow),
        perhaps=was.spare,
        flag=None if flag is None else FlagRecord(flag.play, pawns_text(flag.pawns), flag.reasons),
        missing=dict(lasting.absent),
        handled=was.visited,
        paused=lasting.phase == "paused",
        notices=tuple(sorted(was.said)),
        question=None
        if asked is None
        else QuestionRecord(
            asked.id, asked.code, tuple((key, pawns_text(pawns)) for key, pawns in asked.options)
        ),
        asked=lasting.asked_at,
        repair=was.repair,
    )
    return tuple(map(_turn, turns)), now


def _turn(found: Json) -> TurnRecord:
    turn = from_json(_Turn, _part(_Turn, found))
    positions = tuple(map(str, turn.record))
    return TurnRecord(turn.play, positions, order_of(turn.course), turn.t, turn.accepted, turn.assumed)


def _part(kind: type, found: Mapping[str, Json]) -> Json:
    """The stored fields that a class has."""
    names = {part.name for part in fields(kind)}
    return {name: value for name, value in found.items() if name in names}
