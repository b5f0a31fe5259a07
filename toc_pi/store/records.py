"""Values as JSON and back by their type hints; the journal's records, made from the referee's state.

A dataclass value is an object with its fields, except those with their default value and those marked
`NOT_STORED`: what the camera saw. See docs/decisions/0020-the-state-is-stored.md.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from calibration.holes import SEATS, Seat
from toc_pi.errors import BadInput
from toc_pi.events import Declared
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import (
    Asked,
    AtRest,
    Flag,
    Lost,
    OnPause,
    OpenTurn,
    Over,
    Playing,
    Returning,
    SettledTurn,
)
from toc_pi.rules.game import UNKNOWN, GameState
from toc_pi.rules.position import RANKS, Card, Pawns, Position

Json = Any  # what `json` reads and writes
T = TypeVar("T")
_NAMES: Mapping[Any, tuple[str, ...]] = {Card: (*RANKS, UNKNOWN), Seat: SEATS}
"""Texts of which only these are possible."""
_PLAIN = frozenset({str, int, float, bool, NoneType})


def to_json(value: object) -> Json:
    """A value in a form for `json.dumps`; sets are sorted, so equal values give equal text."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Position:
        return str(value)
    if (parts := _parts(cast(Any, kind))) is not None:
        found = {}
        for name, usual, written in parts:
            if (one := getattr(value, name)) != usual and (text := to_json(one)) != written:
                found[name] = text
        return found
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): to_json(held) for key, held in value.items()}
    if isinstance(value, frozenset):
        return sorted(map(to_json, value), key=str)
    if isinstance(value, tuple | list):
        return [to_json(held) for held in value]
    return value


@lru_cache(maxsize=512)
def _parts(kind: type) -> tuple[tuple[str, Any, Json], ...] | None:
    """The stored fields of a class, each with its default and how that is written; None for no dataclass."""
    if not is_dataclass(kind):
        return None
    usual = {
        part.name: part.default if part.default_factory is MISSING else part.default_factory()
        for part in _stored(kind)
    }
    return tuple((name, one, one if one is MISSING else to_json(one)) for name, one in usual.items())


def _stored(kind: Any) -> list[Field[Any]]:
    return [part for part in fields(kind) if part.init and part.metadata.get("stored", True)]


def from_json(kind: type[T], found: Json) -> T:
    """Read back what `to_json` made of a value of this type.

    Raises:
        BadInput: it isn't one.
    """
    try:
        value: T = _reader(cast(Any, kind))(found)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"{getattr(kind, '__name__', kind)}: {error}") from error
    return value


def name_of(value: object) -> str:
    """The name under which a value's class is stored."""
    return type(value).__name__


@lru_cache(maxsize=512)
def _reader(kind: Any) -> Callable[[Json], Any]:
    if kind in _NAMES:
        return _one_of(_NAMES[kind])
    kind = getattr(kind, "__supertype__", kind)  # a NewType is its base
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _one_of(inside)
    if origin in (Union, UnionType):
        return _union(inside)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if is_dataclass(kind):
        return _record(kind)
    if origin is tuple:
        return _tuple(inside)
    if origin is frozenset:
        read = _reader(inside[0])
        return lambda found: frozenset(read(part) for part in _listed(found))
    if origin is not None and issubclass(origin, Mapping):
        read_key, read_value = _reader(inside[0]), _reader(inside[1])
        return lambda found: {read_key(key): read_value(held) for key, held in found.items()}
    raise TypeError(f"{kind} can't be stored")


def _exactly(kind: type) -> Callable[[Json], Any]:
    def read(found: Json) -> Any:
        if type(found) is not kind:
            raise TypeError(f"{found!r} is no {kind.__name__}")
        return found

    return read


_SIMPLE: Mapping[Any, Callable[[Json], Any]] = {
    float: float,
    Position: Position.parse,
    **{kind: _exactly(kind) for kind in (str, int, bool)},
}


def _one_of(allowed: tuple[object, ...]) -> Callable[[Json], Any]:
    def read(found: Json) -> Any:
        if found not in allowed:
            raise ValueError(f"{found!r} is none of {', '.join(map(str, allowed))}")
        return found

    return read


def _union(kinds: tuple[Any, ...]) -> Callable[[Json], Any]:
    if NoneType in kinds and len(kinds) == 2:
        read = _reader(next(kind for kind in kinds if kind is not NoneType))
        return lambda found: None if found is None else read(found)
    raise TypeError(f"{kinds} can't be told apart")


def _record(kind: Any) -> Callable[[Json], Any]:
    hints = get_type_hints(kind)
    parts = {part.name: hints[part.name] for part in _stored(kind)}

    def read(found: Json) -> Any:
        unknown = set(found) - set(parts)
        if unknown:
            raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
        return kind(**{name: _reader(parts[name])(held) for name, held in found.items()})

    return read


def _tuple(inside: tuple[Any, ...]) -> Callable[[Json], Any]:
    if len(inside) == 2 and inside[1] is Ellipsis:
        read = _reader(inside[0])
        return lambda found: tuple(read(part) for part in _listed(found))
    readers = [_reader(kind) for kind in inside]

    def read_each(found: Json) -> Any:
        return tuple(read(part) for read, part in zip(readers, _listed(found), strict=True))

    return read_each


def _listed(found: Json) -> Iterable[Json]:
    if not isinstance(found, list):
        raise TypeError(f"{found!r} is no list")
    return found


Records = tuple[tuple[Json, ...], Json]
"""A record of each settled turn, and the one of the open turn.

In each, `course` is written as far as it differs from that of the turn before (None: back to its default),
and without the position, which is the first of the recorded ones.
"""

_MORE_USED = "more_used"
"""Instead of `used`: the cards added since the turn before."""


def records_of(state: RefereeState) -> Records:
    """All records of a state."""
    before = (None, *map(course_json, (turn.course for turn in state.turns)))
    turns = tuple(turn_json(turn, last) for turn, last in zip(state.turns, before, strict=False))
    return turns, open_json(state, before[-1])


def course_json(course: GameState) -> Json:
    """Hands and order as JSON, without the position."""
    found = to_json(course)
    del found["position"]
    return found


def turn_json(turn: SettledTurn, before: Json | None) -> Json:
    """The record of a settled turn; `before` is the course of the turn before it."""
    return _with_changes(to_json(turn), before)


def open_json(state: RefereeState, before: Json | None) -> Json:
    """The record of a state's board and open turn; `before` is the course of the last settled turn."""
    found = _with_changes(to_json(state), before)
    if open_turn := to_json(_flat(state.open)):
        found["open"] = open_turn
    if isinstance(state.phase, OnPause):
        found["phase"] = PAUSED
    if state.undone is not None:
        turns, now = records_of(state.undone)
        found["undone"] = [turns[len(state.turns) :], now]
    return found


def state_of(turns: Iterable[Json], now: Json) -> RefereeState:
    """The state from which a game continues, before the board is read.

    Raises:
        BadInput: these are no records, or they are inconsistent.
    """
    try:
        return _state_of((), {}, turns, now)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput("not a record of a game ({why})", why=error) from error


def _state_of(settled: tuple[SettledTurn, ...], last: Json, turns: Iterable[Json], now: Json) -> RefereeState:
    """As `state_of`, after turns that were read already; `last` is the course of the last of them."""
    for turn in turns:
        last = _whole(last, turn["course"])
        course = {**last, "position": turn["record"][0]}
        settled += (from_json(SettledTurn, {**turn, "course": course}),)
    course = {**_whole(last, now["course"]), "position": now["belief"]["record"][0]}
    kept = {**now, "course": course}
    undone, phase = kept.pop("undone", None), kept.pop("phase", "")
    flat = from_json(_OpenTurn, kept.pop("open", {}))
    state = replace(from_json(RefereeState, kept), turns=settled)
    if undone is not None:
        state = replace(state, undone=_state_of(settled, last, *undone))
    if phase not in ("", PAUSED):
        raise BadInput("not a record of a game ({why})", why=f"phase {phase!r}")
    playing = _phase_of(state, flat)
    open_turn = OpenTurn(
        OnPause(playing) if phase else playing, flat.spare, flat.handled, flat.asked, flat.relaying
    )
    return replace(state, open=open_turn)


PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class _Flag:
    """A `Flag` turn, without what is stored of all turns."""

    play: Declared
    pawns: Pawns
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _OpenTurn:
    """An `OpenTurn` as it is stored: its phase follows from what is set, but for a pause."""

    flag: _Flag | None = None
    taken_back: Declared | None = None
    to_go_back: Pawns | None = None
    spare: Declared | None = None
    handled: bool = False
    asked: Asked | None = None
    relaying: Seat | None = None


def _flat(now: OpenTurn) -> _OpenTurn:
    flag = None if now.flag is None else _Flag(now.flag.play, now.flag.pawns, now.flag.reasons)
    return _OpenTurn(flag, now.taken_back, now.to_go_back, now.spare, now.handled, now.asked, now.relaying)


def _phase_of(state: RefereeState, flat: _OpenTurn) -> Playing:
    """The phase, from what is open; whether pawns have moved is found by the next look."""
    flag, back = flat.flag, (flat.taken_back, flat.to_go_back)
    if flag is not None:
        return Flag(flag.play, flag.pawns, flag.reasons, None, *back)
    if "lost-sight" in state.situation.notices:
        return Lost(*back)
    if back != (None, None):
        return Returning(*back)
    return Over() if state.course.phase == "over" else AtRest()


def _with_changes(record: Json, before: Json | None) -> Json:
    """A record with its course as far as that differs from another one."""
    now = record["course"]
    del now["position"]
    if before is not None:
        changed = {key: now.get(key) for key in before | now if before.get(key) != now.get(key)}
        used = before.get("used", [])
        if changed.get("used") and changed["used"][: len(used)] == used:
            changed[_MORE_USED] = changed.pop("used")[len(used) :]
        record["course"] = changed
    return record


def _whole(before: Json, changed: Json) -> Json:
    whole = {**before, **changed}
    if _MORE_USED in whole:
        whole["used"] = [*before.get("used", ()), *whole.pop(_MORE_USED)]
    return {key: value for key, value in whole.items() if value is not None}
