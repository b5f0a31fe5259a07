"""Reads values of user-written files; the kind of each says what is allowed."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from calibration.errors import BadBoard
from calibration.holes import Seat
from toc_pi.documents import shown, toml_key
from toc_pi.errors import BadInput, Faults, did_you_mean
from toc_pi.messages import joined, said

MAX_NUMBER = 1e9
"""Larger numbers, inf and nan aren't valid lengths, times or coordinates."""

T = TypeVar("T")
Allowed = TypeVar("Allowed", bound=str | int)
Groups = tuple[tuple[Seat, ...], ...]


class Unfit(Exception):
    """A value isn't of its kind.

    Args:
        allowed: what is allowed instead.
        found: the wrong part, if not the whole value.
    """

    def __init__(self, allowed: str, *found: object) -> None:
        self.allowed, self.found = allowed, found


@dataclass(frozen=True, slots=True)
class KeyReader:
    """Reads the values below a key, and collects the faults of the whole file.

    Attributes:
        path: the file; a board file may be beside it.
        seats: of the table's board; empty for any.
        key: with dots; "" for the whole file.
    """

    path: Path = Path()
    seats: tuple[Seat, ...] = ()
    key: str = ""
    faults: Faults = field(default_factory=Faults)

    def below(self, key: str) -> "KeyReader":
        """The reader of the values below another key."""
        return replace(self, key=f"{self.key}.{key}" if self.key else key)

    def read(self, key: str, kind: "Kind[T]", value: Any, usual: T) -> T:
        """A value of a kind; the default if it is missing or wrong, which is recorded."""
        at = self.below(key)
        try:
            return usual if value is None else kind(value, at)
        except Unfit as unfit:
            at.fault((*unfit.found, value)[0], unfit.allowed)
        except BadBoard as error:
            self.faults.fault("board: {why}", why=error)
        return usual

    def only(self, content: Iterable[str], known: Iterable[str], ignored: Container[str] = ()) -> None:
        """Record a fault for each unknown key, so typing errors are noticed. Ignored keys aren't listed."""
        allowed = sorted(known)
        for key in content:
            if key not in allowed and key not in ignored:
                self.faults.fault(
                    "{where}{key} isn't a key{meant}; allowed: {names}",
                    where=f"{self.key}." if self.key else "",
                    key=toml_key(key),
                    meant=did_you_mean(key, allowed),
                    names=" ".join(allowed),
                )

    def fault(self, found: object, allowed: str) -> None:
        """Record a fault."""
        told = "{key} = {value}; allowed: {allowed}"
        self.faults.fault(told, key=self.key, value=shown(found), allowed=allowed)

    def knows(self, seat: str, seats: tuple[Seat, ...]) -> bool:
        """Whether a seat is among some, if these are known; else record a fault."""
        is_known = not seats or seat in seats
        if not is_known:
            self.fault(seat, said("seats {seats}", seats=" ".join(seats)))
        return is_known

    def finish(self) -> None:
        """Raise if there were faults.

        Raises:
            BadInput: every fault, with file, key, what was found and what is allowed.
        """
        if self.faults:
            raise BadInput("{path}: {why}", path=self.path, why=joined(self.faults))


Kind = Callable[[Any, KeyReader], T]
"""Checks a value, and returns it in its type.

Raises:
    Unfit: it isn't of this kind.
"""


def kind(allowed: str, fits: Callable[[Any], bool], made: Callable[[Any], T]) -> Kind[T]:
    """A kind for values that fit, converted to their type."""

    def read(value: Any, _: KeyReader) -> T:
        if not fits(value):
            raise Unfit(allowed)
        return made(value)

    return read


def is_number(value: object) -> bool:
    """Whether a value from a file is a usable number (not a boolean, inf or nan)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER


def is_point(value: object) -> bool:
    """Whether a value from a file is two numbers."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


def _is_list_of(kind: type, value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _are_groups(value: object) -> bool:
    return isinstance(value, list) and all(_is_list_of(str, group) for group in value)


TEXT: Kind[str] = kind("a text", lambda value: isinstance(value, str), str)
FLAG: Kind[bool] = kind("true or false", lambda value: isinstance(value, bool), bool)
NAMES: Kind[tuple[str, ...]] = kind("a list of names", lambda value: _is_list_of(str, value), tuple)
_GROUPS: Kind[list[list[str]]] = kind("lists of seats", _are_groups, list)


def one_of(allowed: tuple[Allowed, ...]) -> Kind[Allowed]:
    """One of some values."""
    names, types = ", ".join(map(str, allowed)), {*map(type, allowed)}
    return kind(names, lambda value: type(value) in types and value in allowed, lambda value: value)


def groups(value: Any, at: KeyReader) -> Groups:
    """Lists of seats; unknown ones are recorded as faults."""
    found = _GROUPS(value, at)
    for seat in chain(*found):
        at.knows(seat, at.seats)
    return tuple(tuple(map(Seat, group)) for group in found)


def table(allowed: str) -> Kind[dict[str, Any]]:
    """A table."""
    return kind(allowed, lambda value: isinstance(value, dict), dict)


def by_seat(kind: Kind[T], allowed: str, seats: tuple[Seat, ...] = ()) -> Kind[Mapping[Seat, T]]:
    """A value of a kind for each seat: of the board, unless others are given."""

    def read(value: Any, at: KeyReader) -> Mapping[Seat, T]:
        found = {
            Seat(seat): at.read(seat, kind, entry, None)
            for seat, entry in table(allowed)(value, at).items()
            if at.knows(seat, seats or at.seats)
        }
        return {seat: entry for seat, entry in found.items() if entry is not None}

    return read


def chosen(allowed: tuple[Allowed, ...], value: object, usual: Allowed) -> Allowed:
    """The given value if allowed, else the default."""
    return next((one for one in allowed if one == value and type(one) is type(value)), usual)
