"""Converts frozen values to JSON and back, by their type hints.

A dataclass value is an object with its fields; fields with their default value are left out, and those marked
`NOT_STORED`; a `Position` is its text. The journal must be readable for years.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from calibration.holes import SEATS, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.game import UNKNOWN
from toc_pi.rules.position import RANKS, Card, Position

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
    """The function that reads a value of a type."""
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
