"""A filmed game on disk: what a person told the device about it, and what was tapped (FOOTAGE.md, Clip)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from calibration.record import PawnSet

from calibration.board import Board, load_board
from calibration.errors import BadBoard
from toc_pi.app.taps import Tap, read_taps
from toc_pi.errors import BadInput

PAWN_KINDS = ("peg", "halma", "marble", "cylinder")
COLOURS = ("red", "yellow", "green", "blue", "black", "white", "orange", "purple")


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip folder, checked.

    Attributes:
        folder: where it lies.
        board: the board that it was filmed on.
        pawns: kind and size of the pawns, as hinted.
        colours: seat -> colour word.
        film: path of the film.
        setup: from and to, seconds of film, in which the board lies still with all pawns in their camps.
        corners: the board's four taps in the first picture, px, up to 15 px off; None where left out.
        focal: hint, px, within 15 %; None where left out.
        rules: name of a rule set; None for a board of another game.
        house: names of house rules.
        ruleset: a family's own rule set instead of `rules`.
        players, teams: seats, as in CONTRACT; empty where left out.
        first: the seat that plays first; None for a board of another game.
        taps: what was tapped, in the order of time.
    """

    folder: Path
    name: str
    board: Board
    pawns: PawnSet
    colours: Mapping[str, str]
    film: Path
    setup: tuple[float, float]
    corners: tuple[tuple[float, float], ...] | None = None
    focal: float | None = None
    rules: str | None = None
    house: tuple[str, ...] = ()
    ruleset: Mapping[str, Any] | None = None
    players: tuple[tuple[str, ...], ...] = ()
    teams: tuple[tuple[str, ...], ...] = ()
    first: str | None = None
    taps: tuple[Tap, ...] = field(default=())

    @property
    def camps(self) -> Mapping[str, str]:
        """What stands where at set-up: every seat's pawns in its camp; nothing for another game."""
        return {hole: hole[0] for hole in self.board.holes if self.board.game == "toc" and hole[1:2] == "C"}


def shipped_clips() -> tuple[str, ...]:
    """Names of the clips that ship with the program."""
    return tuple(
        sorted(
            entry.name
            for entry in files("toc_pi.data").iterdir()
            if entry.is_dir() and (entry / "clip.toml").is_file()
        )
    )


def load_clip(name_or_path: str) -> Clip:
    """Read a clip's settings and taps; the film is opened by the camera.

    Args:
        name_or_path: a folder, or the name of a shipped clip.

    Raises:
        BadInput: no such folder, no clip in it, or settings that say what they may not.
    """
    folder = Path(name_or_path)
    if not folder.exists() and name_or_path in shipped_clips():
        folder = Path(str(files("toc_pi.data"))) / name_or_path
    if not folder.exists():
        raise BadInput(
            f"{name_or_path}: no such folder; a clip is a folder with clip.toml, a film and declared.jsonl"
        )
    if not folder.is_dir():
        raise BadInput(
            f"{name_or_path} is a file; a clip is a folder with clip.toml, a film and declared.jsonl"
        )
    settings_path = folder / "clip.toml"
    if not settings_path.is_file():
        raise BadInput(
            f"{folder}: no clip.toml in it; a clip is a folder with clip.toml, a film and declared.jsonl"
        )
    try:
        settings = tomllib.loads(settings_path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{settings_path}: not TOML: {error}") from error
    clip = _Reader(settings_path, settings).clip(folder)
    if not clip.film.is_file():
        raise BadInput(f"{clip.film}: the film is missing")
    return clip


class _Reader:
    """Takes values out of clip.toml and collects every fault before it complains."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self._path = path
        self._settings = settings
        self._faults: list[str] = []

    def clip(self, folder: Path) -> Clip:
        settings = self._settings
        board = self._board(folder)
        film = self._text("film", "film.mp4") or "film.mp4"
        toc = board is None or board.game == "toc"
        rules = self._text("rules", None, needed=toc and "ruleset" not in settings)
        first = self._text("first", None, needed=toc)
        seats = self._seats(board)
        if first is not None and seats and first not in seats:
            self._fault("first", first, f"one of {' '.join(seats)}")
        name = self._text("name", folder.name) or folder.name
        pawns, colours, setup = self._pawns(), self._colours(seats), self._setup()
        corners, focal, house = self._corners(), self._focal(), self._names("house")
        players, teams = self._groups("players", seats), self._groups("teams", seats)
        if self._faults or board is None:
            raise BadInput(f"{self._path}: " + "; ".join(self._faults))
        declared = folder / "declared.jsonl"
        return Clip(
            folder=folder,
            name=name,
            board=board,
            pawns=pawns,
            colours=colours,
            film=folder / film,
            setup=setup,
            corners=corners,
            focal=focal,
            rules=rules,
            house=house,
            ruleset=settings.get("ruleset"),
            players=players,
            teams=teams,
            first=first,
            taps=read_taps(declared, seats) if declared.is_file() else (),
        )

    def _fault(self, key: str, found: object, allowed: str) -> None:
        self._faults.append(f"{key} = {found!r}; allowed: {allowed}")

    def _board(self, folder: Path) -> Board | None:
        name = self._text("board", None, needed=True)
        if name is None:
            return None
        beside = folder / name
        try:
            return load_board(str(beside) if name.endswith(".toml") and beside.is_file() else name)
        except BadBoard as error:
            self._faults.append(f"board: {error}")
            return None

    def _seats(self, board: Board | None) -> tuple[str, ...]:
        return tuple("abcdefgh"[: board.seats]) if board is not None and board.game == "toc" else ()

    def _text(self, key: str, default: str | None, *, needed: bool = False) -> str | None:
        value = self._settings.get(key, default)
        if value is None and needed:
            self._faults.append(f"{key} is missing")
        if value is None or isinstance(value, str):
            return value
        self._fault(key, value, "a text")
        return default

    def _names(self, key: str) -> tuple[str, ...]:
        value = self._settings.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self._fault(key, value, "a list of names")
            return ()
        return tuple(value)

    def _groups(self, key: str, seats: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        value = self._settings.get(key, [])
        if not isinstance(value, list) or not all(
            isinstance(group, list) and all(isinstance(seat, str) for seat in group) for group in value
        ):
            self._fault(key, value, "lists of seats")
            return ()
        strangers = [seat for group in value for seat in group if seats and seat not in seats]
        if strangers:
            self._fault(key, strangers[0], f"seats {' '.join(seats)}")
        return tuple(tuple(group) for group in value)

    def _colours(self, seats: tuple[str, ...]) -> Mapping[str, str]:
        value = self._settings.get("colours", {})
        if not isinstance(value, dict):
            self._fault("colours", value, "a table seat = colour")
            return {}
        for seat, colour in value.items():
            if seats and seat not in seats:
                self._fault("colours", seat, f"seats {' '.join(seats)}")
            if seats and colour not in COLOURS:
                self._fault(f"colours.{seat}", colour, " ".join(COLOURS))
        return value

    def _pawns(self) -> PawnSet:
        value = self._settings.get("pawns", {})
        if not isinstance(value, dict):
            self._fault("pawns", value, "a table")
            value = {}
        kind = value.get("kind", "peg")
        if kind not in PAWN_KINDS:
            self._fault("pawns.kind", kind, " ".join(PAWN_KINDS))
        sizes = {}
        for key, default in (("height", 28.0), ("diameter", 6.0)):
            size = value.get(key, default)
            if not _number(size) or not 1 <= size <= 100:
                self._fault(f"pawns.{key}", size, "1 to 100 mm")
                size = default
            sizes[key] = float(size)
        white = value.get("white_face", False)
        if not isinstance(white, bool):
            self._fault("pawns.white_face", white, "true or false")
        return PawnSet(
            kind=str(kind), height=sizes["height"], diameter=sizes["diameter"], white_face=bool(white)
        )

    def _setup(self) -> tuple[float, float]:
        value = self._settings.get("setup", [0.0, 2.0])
        if not (
            isinstance(value, list)
            and len(value) == 2
            and all(map(_number, value))
            and 0 <= value[0] < value[1]
        ):
            self._fault("setup", value, "[from, to] in seconds")
            return (0.0, 2.0)
        return (float(value[0]), float(value[1]))

    def _corners(self) -> tuple[tuple[float, float], ...] | None:
        value = self._settings.get("corners")
        if value is None:
            return None
        if not (
            isinstance(value, list)
            and len(value) == 4
            and all(
                isinstance(corner, list) and len(corner) == 2 and all(map(_number, corner))
                for corner in value
            )
        ):
            self._fault("corners", value, "four [x, y] in pixels")
            return None
        return tuple((float(x), float(y)) for x, y in value)

    def _focal(self) -> float | None:
        value = self._settings.get("focal")
        if value is not None and (not _number(value) or value <= 0):
            self._fault("focal", value, "pixels, above 0")
            return None
        return None if value is None else float(value)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
