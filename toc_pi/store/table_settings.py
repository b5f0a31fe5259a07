"""The settings of a table: board, pawns, rules, seats; for clips and evenings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from calibration.appearance.pawn_set import COLOURS, KINDS, SIZE_MM, PawnSet
from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.errors import BadBoard
from calibration.files.disk import kind_of
from calibration.holes import SEATS, Hole, Seat, seats_of
from toc_pi.documents import shown, toml_key
from toc_pi.errors import BadInput, Faults, perhaps
from toc_pi.messages import joined, said

PAWN_KEYS = ("kind", "height", "diameter", "white_face")
USUAL_PAWNS = PawnSet("peg", 28.0, 6.0, white_face=False)
FOCAL_PX = (50.0, 20_000.0)  # shortest and longest focal length
FARTHEST_PX = 1e5  # largest coordinate of a corner, either way
LONGEST_NAME = 16  # letters of a player's name
MAX_NUMBER = 1e9
"""Larger numbers, inf and nan are no valid length, time or place."""
KEYS = (
    *("board", "rules", "ruleset", "house", "players", "teams", "first"),
    *("colours", "names", "standing", "pawns", "corners", "focal"),
)
"""The keys of table settings."""

Groups = tuple[tuple[Seat, ...], ...]
Choice = TypeVar("Choice", bound=str | int)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """A table as people describe it (FOOTAGE.md, Clip).

    Attributes:
        pawns: their kind and size, as hints.
        colours: seat -> colour word.
        names: seat -> who sits there; may leave seats out.
        corners: the board's four taps in the first picture, px, up to 15 px off; None if not given.
        focal: hint, px, within 15 %; None if not given.
        rules: name of a rule set; None for a family's own, and for a board of another game.
        ruleset: a family's own rule set instead of `rules`.
        players, teams: seats, as in CONTRACT; empty if not given.
        first: the seat that plays first; None for a board of another game.
        standing: what stands where at set-up, on a board of another game.
    """

    board: Board
    pawns: PawnSet
    colours: Mapping[Seat, str]
    corners: tuple[tuple[float, float], ...] | None = None
    focal: float | None = None
    rules: str | None = None
    house: tuple[str, ...] = ()
    ruleset: Mapping[str, Any] | None = None
    players: Groups = ()
    teams: Groups = ()
    first: Seat | None = None
    standing: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def placement(self) -> Mapping[str, str]:
        """Which pawn is where at set-up: in camps (or in homes, without camps), or as specified."""
        return self.standing or self.board.set_up

    @property
    def camps(self) -> Mapping[Hole, Seat]:
        """The same, of holes and seats."""
        return {Hole(hole): Seat(pawn) for hole, pawn in self.placement.items()}


class SettingsReader:
    """Reads and checks values of settings, and collects every fault before raising.

    Args:
        path: the settings' file, for messages; a board file may be beside it.
        settings: their content.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self._path = path
        self._settings = settings
        self._faults = Faults()

    def table(self) -> TableSettings:
        """The table's part.

        Raises:
            BadInput: all faults found so far and in this part.
        """
        board = self._board()
        toc = board is None or board.game == "toc"
        seats = seats_of(board.seats) if board is not None and toc else ()
        ruleset = self._settings.get("ruleset")
        if ruleset is not None and not isinstance(ruleset, dict):
            self.fault("ruleset", ruleset, "a table as in a family's file")
        rules = self.text("rules", needed=toc and ruleset is None)
        first = self.text("first", needed=toc)
        if first is not None and seats and first not in seats:
            self.fault("first", first, said("one of {names}", names=" ".join(seats)))
        read: dict[str, Any] = {
            "pawns": self.pawns(),
            "colours": self.colours(seats),
            "standing": self._standing(board),
            "names": self.people(seats),
            "corners": self._corners(),
            "focal": self._focal(),
            "house": self.names("house"),
            "players": self.groups("players", seats),
            "teams": self.groups("teams", seats),
        }
        self.finish()
        assert board is not None, "a missing board is a fault"
        return TableSettings(
            board=board, rules=rules, ruleset=ruleset, first=None if first is None else Seat(first), **read
        )

    def finish(self) -> None:
        """Raise if there were faults.

        Raises:
            BadInput: every fault, with file, key, what was found and what is allowed.
        """
        if self._faults:
            raise BadInput("{path}: {why}", path=self._path, why=joined(self._faults))

    def fault(self, key: str, found: object, allowed: str) -> None:
        """Note a fault."""
        self._faults.fault(
            "{key} = {value}; allowed: {allowed}", key=key, value=shown(found), allowed=allowed
        )

    def only(self, allowed: Iterable[str]) -> None:
        """Note a fault for each unknown key, also in `pawns`, so that typing errors don't go unnoticed."""
        pawns = self._settings.get("pawns")
        tables = (
            ("", self._settings, allowed),
            ("pawns.", pawns if isinstance(pawns, dict) else {}, PAWN_KEYS),
        )
        for where, table, keys in tables:
            for key in table:
                if key not in (known := sorted(keys)):
                    self._faults.fault(
                        "{where}{key} isn't a key{meant}; allowed: {names}",
                        where=where,
                        key=toml_key(key),
                        meant=perhaps(key, known),
                        names=" ".join(known),
                    )

    def text(self, key: str, default: str | None = None, *, needed: bool = False) -> str | None:
        """A text, or the default."""
        value = self._settings.get(key, default)
        if value is None and needed:
            self._faults.fault("{key} is missing", key=key)
        if value is None or isinstance(value, str):
            return value
        self.fault(key, value, "a text")
        return default

    def flag(self, key: str, usual: bool) -> bool:
        """A value that is true or false."""
        value = self._settings.get(key, usual)
        if isinstance(value, bool):
            return value
        self.fault(key, value, "true or false")
        return usual

    def choice(self, key: str, allowed: tuple[Choice, ...], usual: Choice) -> Choice:
        """One of some values; the default if it is left out."""
        value = self._settings.get(key, usual)
        if not _is_one_of(allowed, value):
            self.fault(key, value, ", ".join(map(str, allowed)))
        return chosen(allowed, value, usual)

    def by_seat(self, key: str, allowed: tuple[Choice, ...]) -> Mapping[Seat, Choice]:
        """One of some values for each of some seats."""
        names = ", ".join(map(str, allowed))
        found: dict[Seat, Choice] = {}
        for seat, entry in self._entries(key, said("a table seat = one of {names}", names=names)).items():
            if seat not in SEATS:
                self.fault(key, seat, said("seats {seats}", seats=" ".join(SEATS)))
            elif not _is_one_of(allowed, entry):
                self.fault(f"{key}.{seat}", entry, names)
            else:
                found[Seat(seat)] = entry
        return found

    def span(self, key: str, default: tuple[float, float]) -> tuple[float, float]:
        """From and to, seconds."""
        value = self._settings.get(key, list(default))
        if _is_point(value) and 0 <= value[0] < value[1]:
            return float(value[0]), float(value[1])
        self.fault(key, value, "[from, to] in seconds")
        return default

    def _board(self) -> Board | None:
        name = self.text("board", needed=True)
        if name is None:
            return None
        beside = self._path.parent / name
        try:
            return load_board(str(beside) if name.endswith(".toml") and kind_of(beside) == "file" else name)
        except BadBoard as error:
            self._faults.fault("board: {why}", why=error)
            return None

    def names(self, key: str) -> tuple[str, ...]:
        """A list of names."""
        value = self._settings.get(key, [])
        if _is_list_of(str, value):
            return tuple(value)
        self.fault(key, value, "a list of names")
        return ()

    def groups(self, key: str, seats: tuple[Seat, ...]) -> Groups:
        """Lists of seats."""
        value = self._settings.get(key, [])
        if not (_is_list_of(list, value) and all(_is_list_of(str, group) for group in value)):
            self.fault(key, value, "lists of seats")
            return ()
        if strangers := [seat for group in value for seat in group if seats and seat not in seats]:
            self.fault(key, strangers[0], said("seats {seats}", seats=" ".join(seats)))
        return tuple(tuple(map(Seat, group)) for group in value)

    def _entries(self, key: str, form: str) -> dict[Any, Any]:
        """A table; an empty one where something else is found."""
        value = self._settings.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault(key, value, form)
        return {}

    def _standing(self, board: Board | None) -> Mapping[str, str]:
        value = self._entries("standing", "a table hole = pawn")
        if not all(isinstance(pawn, str) and pawn for pawn in value.values()):
            self.fault("standing", value, "a table hole = pawn")
            return {}
        if value and board is not None and board.game == "toc":
            self.fault("standing", value, "boards of other games only: pawns of Toc begin in their camps")
        if strangers := [hole for hole in value if board is not None and hole not in board.holes]:
            self.fault("standing", strangers[0], "holes of the board")
        return value

    def colours(self, seats: tuple[Seat, ...]) -> Mapping[Seat, str]:
        """The colour of each seat."""
        value = self._entries("colours", "a table seat = colour")
        for seat, colour in value.items():
            if seats and seat not in seats:
                self.fault("colours", seat, said("seats {seats}", seats=" ".join(seats)))
            if seats and colour not in COLOURS:
                self.fault(f"colours.{seat}", colour, " ".join(COLOURS))
        return value

    def people(self, seats: tuple[Seat, ...]) -> Mapping[Seat, str]:
        """Who sits at each seat."""
        value = self._entries("names", "a table seat = name")
        for seat, name in value.items():
            if seats and seat not in seats:
                self.fault("names", seat, said("seats {seats}", seats=" ".join(seats)))
            if not (isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()):
                self.fault(f"names.{seat}", name, said("1 to {most} letters", most=LONGEST_NAME))
        return value

    def pawns(self) -> PawnSet:
        """The pawns' kind and size."""
        value, usual = self._entries("pawns", "a table"), USUAL_PAWNS
        kind, white = value.get("kind", usual.kind), value.get("white_face", False)
        if kind not in KINDS:
            self.fault("pawns.kind", kind, " ".join(KINDS))
        if not isinstance(white, bool):
            self.fault("pawns.white_face", white, "true or false")
        least, most = SIZE_MM
        sizes = {key: value.get(key, getattr(usual, key)) for key in ("height", "diameter")}
        for key, size in sizes.items():
            if not (is_number(size) and least <= size <= most):
                sizes[key] = getattr(usual, key)
                self.fault(
                    f"pawns.{key}", size, said("{least} to {most} mm", least=f"{least:g}", most=f"{most:g}")
                )
        height, diameter = map(float, sizes.values())
        return PawnSet(chosen(KINDS, kind, usual.kind), height, diameter, white_face=white is True)

    def _corners(self) -> tuple[tuple[float, float], ...] | None:
        value = self._settings.get("corners")
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 4 and all(map(_is_point, value)):
            corners = tuple((float(x), float(y)) for x, y in value)
            if len(set(corners)) == 4 and max(map(abs, sum(corners, ()))) < FARTHEST_PX:
                return corners
        self.fault("corners", value, "four different [x, y] in pixels")
        return None

    def _focal(self) -> float | None:
        value = self._settings.get("focal")
        least, most = FOCAL_PX
        if value is None or (is_number(value) and least <= value <= most):
            return None if value is None else float(value)
        self.fault("focal", value, said("{least} to {most} pixels", least=f"{least:g}", most=f"{most:g}"))
        return None


def chosen(allowed: tuple[Choice, ...], value: object, usual: Choice) -> Choice:
    """The given value if it is allowed, else the usual one."""
    return next((one for one in allowed if one == value and type(one) is type(value)), usual)


def _is_one_of(allowed: tuple[Choice, ...], value: object) -> bool:
    return any(one == value and type(one) is type(value) for one in allowed)


def _is_list_of(kind: type, value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def is_number(value: object) -> bool:
    """Whether a value from a file is a usable number (not true, false, inf or nan)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))
