"""A filmed game on disk: its table settings, and the players' taps in `declared.jsonl` (FOOTAGE.md, Clip)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from calibration.files.disk import kind_of
from calibration.files.documents import NotValid, parse_json
from calibration.holes import Seat, seats_of
from toc_pi.documents import read_text, read_toml
from toc_pi.errors import BadInput, short
from toc_pi.events import ACTIONS, RANKS, Card, Declared
from toc_pi.messages import said
from toc_pi.store.reading import TEXT, KeyReader, Unfit, is_number, is_point
from toc_pi.store.table_config import TableConfig, read_table

TAPS_BYTES = 10_000_000  # maximum size of the file: a hundred evenings of taps


def read_taps(path: Path, seats: Sequence[str]) -> tuple[Declared, ...]:
    """Read `declared.jsonl`.

    Raises:
        BadInput: a line is no JSON object or has an invalid value; the message names file and line.
    """
    taps: list[Declared] = []
    lines = read_text(path, TAPS_BYTES).splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = parse_json(line)
        except NotValid as error:
            raise BadInput("{where}: {why}; a line is one tap", where=where, why=error) from error
        tap = read_tap(row, where, seats)
        if taps and tap.t < taps[-1].t:
            raise BadInput(
                "{where}: t = {t} comes after {t2}; lines stand in the order of time",
                where=where,
                t=tap.t,
                t2=taps[-1].t,
            )
        taps.append(tap)
    return tuple(taps)


def read_tap(row: Any, where: str, seats: Sequence[str]) -> Declared:
    """A tap as `declared.jsonl` writes it.

    Args:
        row: the JSON value of a line.
        where: file and line, for messages.
        seats: the board's.

    Raises:
        BadInput: it is no object, or has an invalid value.
    """
    if not isinstance(row, dict):
        raise BadInput(
            '{where}: {row} is not an object like {{"t": 4.2, "seat": "a", "do": "card", "card": "K"}}',
            where=where,
            row=_shown(row),
        )
    t, seat, do = row.get("t"), row.get("seat", ""), row.get("do")
    card, cards = row.get("card"), row.get("cards", [])
    has_card = do in ("card", "discard")
    is_list = isinstance(cards, list) and all(each in RANKS for each in cards)
    checks: tuple[tuple[str, object, bool, str], ...] = (
        ("t", t, t is not None and is_number(t) and t >= 0, said("seconds of film, 0 or more")),
        ("do", do, do in ACTIONS, " ".join(ACTIONS)),
        ("seat", seat, seat in seats or (seat == "" and do in ("accept", "undo")), " ".join(seats)),
        ("card", card, not has_card or card in RANKS, " ".join(RANKS)),
        ("cards", cards, is_list, said("a list of {names}", names=" ".join(RANKS))),
    )
    for key, value, is_right, allowed in checks:
        if not is_right:
            raise BadInput(
                "{where}: {key} = {value}; allowed: {allowed}",
                where=where,
                key=key,
                value=_shown(value),
                allowed=allowed,
            )
    shown = Card(row["card"]) if has_card else None
    return Declared(float(row["t"]), Seat(seat), row["do"], shown, tuple(map(Card, cards)))


def _shown(value: object) -> str:
    """A value as in the file; null for a missing one."""
    return short(json.dumps(value, ensure_ascii=False))


# For messages about a folder that is none.
WHAT_IT_IS = "a clip is a folder with clip.toml, a film and declared.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip(TableConfig):
    """A validated clip folder.

    Attributes:
        folder: its path.
        name: from its settings.
        film: path of the film.
        setup: first and last second of film with a still board and all pawns in their camps.
        taps: in chronological order.
    """

    folder: Path
    name: str
    film: Path
    setup: tuple[float, float]
    taps: tuple[Declared, ...] = ()


def shipped_clips() -> tuple[str, ...]:
    """Names of the clips that ship with the program."""
    found = [entry.name for entry in files("toc_pi.data").iterdir() if (entry / "clip.toml").is_file()]
    return tuple(sorted(found))


def _folder_of(name_or_path: str) -> Path:
    """The folder of a clip, or of a shipped one if there is no such path."""
    path = Path(name_or_path)
    ships = not kind_of(path) and name_or_path in shipped_clips()
    return Path(str(files("toc_pi.data"))) / name_or_path if ships else path


def load_table(path: Path) -> TableConfig:
    """Load the table of a clip: its folder, its `clip.toml`, or a shipped clip's name; the film needn't
    exist.

    Raises:
        BadInput: there is no such file, or it has invalid settings.
    """
    path = _folder_of(str(path))
    path = path / "clip.toml" if kind_of(path) == "folder" else path
    if kind_of(path) != "file":
        raise BadInput("{path}: no clip.toml; {WHAT_IT_IS}", path=short(path), WHAT_IT_IS=WHAT_IT_IS)
    return read_table(KeyReader(path), read_toml(path))


def load_clip(name_or_path: str) -> Clip:
    """Read the settings and taps of a folder or a shipped clip; the film is opened by the camera.

    Raises:
        BadInput: no such folder, no clip in it, or invalid settings.
    """
    folder = _folder_of(name_or_path)
    if not kind_of(folder):
        raise BadInput(
            "{name_or_path}: no such folder; {WHAT_IT_IS}",
            name_or_path=short(name_or_path),
            WHAT_IT_IS=WHAT_IT_IS,
        )
    if kind_of(folder) != "folder":
        raise BadInput(
            "{name_or_path} is a file; {WHAT_IT_IS}", name_or_path=short(name_or_path), WHAT_IT_IS=WHAT_IT_IS
        )
    path = folder / "clip.toml"
    if not kind_of(path):
        raise BadInput("{folder}: no clip.toml in it; {WHAT_IT_IS}", folder=folder, WHAT_IT_IS=WHAT_IT_IS)
    content, at = read_toml(path), KeyReader(path)
    name = at.read("name", TEXT, content.get("name"), "") or folder.name
    film = folder / (at.read("film", TEXT, content.get("film"), "") or "film.mp4")
    setup = at.read("setup", _span, content.get("setup"), (0.0, 2.0))
    table = read_table(at, content)
    if kind_of(film) != "file":
        raise BadInput("{path}: the film is missing", path=short(film))
    declared = folder / "declared.jsonl"
    seats = seats_of(table.board.seats) if table.board.game == "toc" else ()
    return Clip(
        **{each.name: getattr(table, each.name) for each in fields(table)},
        folder=folder,
        name=name,
        film=film,
        setup=setup,
        taps=read_taps(declared, seats) if kind_of(declared) else (),
    )


def _span(value: Any, _: KeyReader) -> tuple[float, float]:
    """From and to, seconds."""
    if not is_point(value) or not 0 <= value[0] < value[1]:
        raise Unfit("[from, to] in seconds")
    return float(value[0]), float(value[1])


def without_cards(clip: Clip, *, thrown_too: bool = False) -> Clip:
    """The clip without taps that declare or discard a card, or throw a hand; others are kept."""
    left_out = ("card", "discard", "throw") if thrown_too else ("card", "discard")
    return replace(clip, taps=tuple(tap for tap in clip.taps if tap.do not in left_out))
