"""A table's settings: their types, allowed values and defaults."""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from itertools import chain
from typing import Any, Literal, get_args

from calibration.appearance.pawn_set import COLOURS, KINDS, SIZE_MM, PawnSet
from calibration.board.board import TOC, Board
from calibration.board.board_file import load_board
from calibration.files.disk import kind_of
from calibration.holes import SEATS, Hole, Seat, seats_of
from toc_pi.languages import FACES, LANGUAGES, Faces, Language
from toc_pi.messages import said
from toc_pi.store.hall import HallSettings, hall_kind
from toc_pi.store.reading import (
    FLAG,
    NAMES,
    TEXT,
    Allowed,
    Groups,
    KeyReader,
    Kind,
    Unfit,
    by_seat,
    groups,
    is_number,
    is_point,
    kind,
    one_of,
    table,
)

Loudness = Literal["off", "low", "full"]
LOUDNESS: tuple[Loudness, ...] = get_args(Loudness)
Declaring = Literal["free", "camera", "strict"]
DECLARING: tuple[Declaring, ...] = get_args(Declaring)
"""`free`: cards are declared after the move, or not at all; `camera`: the camera reads those laid on the
pile, else as `free`; `strict`: cards are declared before each move.
"""
Hints = Literal["silent", "asked", "first", "shown"]
HINTS: tuple[Hints, ...] = get_args(Hints)
HINT_LIMITS = (0, 1, 3, 5, 10)
"""How many hints a player may ask for in a game; 0 for any number."""
STRENGTHS = (1, 2, 3)
"""Playing strengths of computer players."""
Letters = Literal["normal", "large"]
LETTERS: tuple[Letters, ...] = get_args(Letters)
TURNS = (0, 90, 180, 270)
"""Rotations of a panel, degrees clockwise."""
CAMERAS = "auto, pi, usb 0 … usb 9, or film PATH"
NO_CAMERA = "none"
"""In place of a camera's name: no camera, pawns are moved on the screen."""
USUAL_PAWNS = PawnSet("peg", 28.0, 6.0, white_face=False)
FOCAL_PX = (50.0, 20_000.0)  # range of focal lengths
FARTHEST_PX = 1e5  # largest coordinate of a corner, either way
LONGEST_NAME = 16  # letters of a player's name
_CAMERA = re.compile(r"auto|pi|usb [0-9]|film .+")
Part = Literal["room", "table", "game"]
"""What a setting belongs to: the room; the table, though a game continues when it changes; or the game."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """The definition of a setting.

    Attributes:
        kind: checks its value.
        usual: its default; MISSING if it is required.
        part: what it belongs to.
        asked: whether the set-up on the screen asks for it; else it is preserved.
    """

    kind: Kind[Any]
    usual: Any
    part: Part
    asked: bool


def setting(kind: Kind[Any], usual: Any, part: Part = "room", *, asked: bool = True) -> Any:
    """A dataclass field for a setting; arguments as of `SettingField`."""
    known = {"setting": SettingField(kind, usual, part, asked)}
    if isinstance(usual, dict):
        return field(default_factory=dict, metadata=known)
    return field(default=usual, metadata=known)


def _camera(value: Any, at: KeyReader) -> str:
    if not is_usable_camera(name := TEXT(value, at) or USUAL_PREFERENCES.camera):
        raise Unfit(said("{words}, or none", words=CAMERAS))
    return name


def _first(value: Any, at: KeyReader) -> Seat:
    if at.seats and TEXT(value, at) not in at.seats:
        raise Unfit(said("one of {names}", names=" ".join(at.seats)))
    return Seat(TEXT(value, at))


def _colour(value: Any, at: KeyReader) -> str:
    """A colour word; other games' pawns may have any."""
    return one_of(COLOURS)(value, at) if at.seats else value


def _by_any_seat(allowed: tuple[Allowed, ...]) -> Kind[Mapping[Seat, Allowed]]:
    """One of some values for each of some seats, also for those that another board has."""
    form = said("a table seat = one of {names}", names=", ".join(map(str, allowed)))
    return by_seat(one_of(allowed), form, SEATS)


def _is_standing(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(pawn, str) and pawn for pawn in value.values())


def _pawns(value: Any, at: KeyReader) -> PawnSet:
    found, usual = table("a table")(value, at), asdict(USUAL_PAWNS)
    return PawnSet(**{key: at.read(key, kind, found.get(key), usual[key]) for key, kind in PAWNS.items()})


def _corners(value: Any, _: KeyReader) -> tuple[tuple[float, float], ...]:
    if isinstance(value, list) and len(value) == 4 and all(map(is_point, value)):
        corners = tuple((float(x), float(y)) for x, y in value)
        if len(set(corners)) == 4 and max(map(abs, chain(*corners))) < FARTHEST_PX:
            return corners
    raise Unfit("four different [x, y] in pixels")


def _board(value: Any, at: KeyReader) -> Board:
    name = TEXT(value, at)
    beside = at.path.parent / name
    return load_board(str(beside) if name.endswith(".toml") and kind_of(beside) == "file" else name)


def _between(limits: tuple[float, float], msgid: str) -> Kind[float]:
    least, most = limits
    allowed = said(msgid, least=f"{least:g}", most=f"{most:g}")
    return kind(allowed, lambda value: is_number(value) and least <= value <= most, float)


# Kinds for values that need more than a type.
_STANDING: Kind[dict[str, str]] = kind("a table hole = pawn", _is_standing, dict)
_RULESET = table("a table as in a family's file")
_NAME: Kind[str] = kind(
    said("1 to {most} letters", most=LONGEST_NAME),
    lambda value: isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable(),
    str,
)
_SIZE = _between(SIZE_MM, "{least} to {most} mm")
PAWNS: Mapping[str, Kind[Any]] = {
    "kind": one_of(KINDS),
    "height": _SIZE,
    "diameter": _SIZE,
    "white_face": FLAG,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What the players prefer, whatever the board and the rules.

    Attributes:
        camera: `auto` (the Pi's, else a USB one), `pi`, `usb N`, `film PATH`, or `none` to play by touch.
        sound: volume of tones and speech.
        speech: whether turns, cards and verdicts are spoken.
        declare: whether cards are declared before each move (`strict`), read by the camera (`camera`), or
            declared optionally (`free`).
        hints: how much is explained: nothing extra (`silent`), on request (`asked`), each kind of thing the
            `first` time, or everything a card may do (`shown`).
        turned: clockwise rotation of the screen's picture, degrees.
        levels: overrides of `hints` for single players, by seat.
        hint_limit: how many hints a player may ask for in a game; 0 for any number.
        chairs: seats played by the computer, with its strength, 1 to 3.
        faces: the letters of the pack's jack, queen and king: `JQK`, or `VDR`.
    """

    language: Language = setting(one_of(LANGUAGES), "en")
    camera: str = setting(_camera, "auto")
    sound: Loudness = setting(one_of(LOUDNESS), "low")
    speech: bool = setting(FLAG, True)
    declare: Declaring = setting(one_of(DECLARING), "free")
    hints: Hints = setting(one_of(HINTS), "asked")
    letters: Letters = setting(one_of(LETTERS), "normal")
    turned: int = setting(one_of(TURNS), 0)
    levels: Mapping[Seat, Hints] = setting(_by_any_seat(HINTS), {})
    hint_limit: int = setting(one_of(HINT_LIMITS), 0)
    chairs: Mapping[Seat, int] = setting(_by_any_seat(STRENGTHS), {})
    faces: Faces = setting(one_of(FACES), "JQK")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig(Preferences):
    """A table as described in a file (FOOTAGE.md, Clip), with its preferences.

    Attributes:
        night: whether the screen begins with dark colours.
        hall: the table's access to a hall; the game doesn't use it.
        rules: name of a rule set; None for a family's own, and for a board of another game.
        ruleset: a family's own rule set instead of `rules`.
        players, teams: seats, as in CONTRACT; empty if not given.
        first: the seat that plays first; None for a board of another game.
        colours: seat -> colour word.
        names: seat -> who sits there; may leave seats out.
        pawns: their kind and size, as hints.
        standing: the placement at set-up, on a board of another game.
        corners: the board's four taps in the first picture, px, up to 15 px off; None if not given.
        focal: hint, px, within 15 %; None if not given.
    """

    night: bool = setting(FLAG, False, asked=False)
    hall: HallSettings | None = setting(hall_kind, None, asked=False)
    board: Board = setting(_board, MISSING, "game")
    rules: str | None = setting(TEXT, None, "game")
    ruleset: Mapping[str, Any] | None = setting(_RULESET, None, "game", asked=False)
    house: tuple[str, ...] = setting(NAMES, (), "game")
    players: Groups = setting(groups, (), "game")
    teams: Groups = setting(groups, (), "game")
    first: Seat | None = setting(_first, None, "game")
    colours: Mapping[Seat, str] = setting(by_seat(_colour, "a table seat = colour"), {}, "game")
    names: Mapping[Seat, str] = setting(by_seat(_NAME, "a table seat = name"), {}, "table")
    standing: Mapping[str, str] = setting(_STANDING, {}, "game", asked=False)
    pawns: PawnSet = setting(_pawns, USUAL_PAWNS, "table")
    corners: tuple[tuple[float, float], ...] | None = setting(_corners, None, "game", asked=False)
    focal: float | None = setting(_between(FOCAL_PX, "{least} to {most} pixels"), None, "game", asked=False)

    @property
    def placement(self) -> Mapping[str, str]:
        """The placement at set-up: in camps (or in homes, without camps), or as specified."""
        return self.standing or self.board.set_up

    @property
    def camps(self) -> Mapping[Hole, Seat]:
        """The same as holes and seats."""
        return {Hole(hole): Seat(pawn) for hole, pawn in self.placement.items()}


USUAL_PREFERENCES = Preferences()
SETTINGS: Mapping[str, SettingField] = {part.name: part.metadata["setting"] for part in fields(TableConfig)}
"""All settings by their key in a file."""
CLIP_KEYS = ("name", "film", "setup")
"""Additional keys of a clip's settings, ignored in a session's."""
RETIRED_KEYS = ("wiring",)
"""Settings of earlier versions, ignored."""
TABLE_KEYS = tuple(key for key, known in SETTINGS.items() if known.part != "room")
ROOM_KEYS = (*(key for key, known in SETTINGS.items() if known.part != "game"), *RETIRED_KEYS)
"""Settings that aren't part of a game: it continues when they change."""


def read_each(at: KeyReader, content: Mapping[str, Any], keys: Container[str]) -> dict[str, Any]:
    """The values of some settings; defaults for missing or wrong ones, which are recorded."""
    return {
        key: at.read(key, known.kind, content.get(key), known.usual)
        for key, known in SETTINGS.items()
        if key in keys
    }


def read_table(at: KeyReader, content: Mapping[str, Any], keys: Iterable[str] = TABLE_KEYS) -> TableConfig:
    """A table from its settings, by some of their keys.

    Args:
        at: the file, and the faults found before.
        content: of the file.

    Raises:
        BadInput: all faults, with file, key, what was found and what is allowed.
    """
    board: Board | None = at.read("board", _board, content.get("board"), None)
    is_toc = board is None or board.game == TOC
    of_toc = ("first",) if "ruleset" in content else ("rules", "first")
    for key in ("board", *(of_toc if is_toc else ())):
        if content.get(key) is None:
            at.faults.fault("{key} is missing", key=key)
    seats = seats_of(board.seats) if board is not None and is_toc else ()
    found = read_each(replace(at, seats=seats), content, {*keys} - {"board"})
    if board is not None and (standing := found["standing"]):
        _check_standing(at.below("standing"), board, standing)
    at.finish()
    assert board is not None, "a missing board is a fault"
    return TableConfig(board=board, **found)


def _check_standing(at: KeyReader, board: Board, standing: Mapping[str, str]) -> None:
    """Record a fault if pawns may only be in their camps, or not there."""
    if board.game == TOC:
        at.fault(standing, "boards of other games only: pawns of Toc begin in their camps")
    elif strange := [hole for hole in standing if hole not in board.holes]:
        at.fault(strange[0], "holes of the board")


def is_live(name: str) -> bool:
    """Whether the settings name a camera rather than a film."""
    return not name.startswith("film ")


def is_usable_camera(name: str) -> bool:
    """Whether a camera name is allowed in settings: any, or none."""
    return is_camera(name) or name == NO_CAMERA


def is_camera(name: str) -> bool:
    """Whether a name is a valid camera, in settings and on the command line."""
    return _CAMERA.fullmatch(name) is not None
