"""A filmed game on disk: its table settings and what was tapped (FOOTAGE.md, Clip)."""

from dataclasses import dataclass, fields, replace
from importlib.resources import files
from pathlib import Path

from calibration.files.disk import kind_of
from calibration.holes import seats_of
from toc_pi.app.taps import Tap, read_taps
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput, short
from toc_pi.messages import said
from toc_pi.store.table_settings import SettingsReader, TableSettings

# For messages about a folder that is none.
WHAT_IT_IS = "a clip is a folder with clip.toml, a film and declared.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip(TableSettings):
    """One clip folder, checked.

    Attributes:
        folder: its path.
        name: from its settings.
        film: path of the film.
        setup: first and last second of film in which the board is still with all pawns in their camps.
        taps: in chronological order.
    """

    folder: Path
    name: str
    film: Path
    setup: tuple[float, float]
    taps: tuple[Tap, ...] = ()


def shipped_clips() -> tuple[str, ...]:
    """Names of the clips that ship with the program."""
    found = [entry.name for entry in files("toc_pi.data").iterdir() if (entry / "clip.toml").is_file()]
    return tuple(sorted(found))


def load_clip(name_or_path: str) -> Clip:
    """Read a clip's settings and taps; the film is opened by the camera.

    Args:
        name_or_path: a folder, or the name of a shipped clip.

    Raises:
        BadInput: no such folder, no clip in it, or invalid settings.
    """
    folder = Path(name_or_path)
    if not kind_of(folder) and name_or_path in shipped_clips():
        folder = Path(str(files("toc_pi.data"))) / name_or_path
    if not kind_of(folder):
        raise BadInput(
            said(
                "{name_or_path}: no such folder; {WHAT_IT_IS}",
                name_or_path=short(name_or_path),
                WHAT_IT_IS=WHAT_IT_IS,
            )
        )
    if kind_of(folder) != "folder":
        raise BadInput(
            said(
                "{name_or_path} is a file; {WHAT_IT_IS}",
                name_or_path=short(name_or_path),
                WHAT_IT_IS=WHAT_IT_IS,
            )
        )
    path = folder / "clip.toml"
    if not kind_of(path):
        raise BadInput(
            said("{folder}: no clip.toml in it; {WHAT_IT_IS}", folder=folder, WHAT_IT_IS=WHAT_IT_IS)
        )
    reader = SettingsReader(path, read_toml(path))
    name = reader.text("name", folder.name) or folder.name
    film = folder / (reader.text("film", "film.mp4") or "film.mp4")
    setup = reader.span("setup", (0.0, 2.0))
    table = reader.table()
    if kind_of(film) != "file":
        raise BadInput(said("{path}: the film is missing", path=short(film)))
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


def without_cards(clip: Clip) -> Clip:
    """The clip without taps that declare or discard a card; all other taps stay."""
    return replace(clip, taps=tuple(tap for tap in clip.taps if tap.do not in ("card", "discard")))
