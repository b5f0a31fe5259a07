"""A folder of plain files for reporting a fault, which a person can look through before sending it."""

import json
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import cv2

from hardware.camera import Picture
from toc_pi.errors import BadInput, DamagedStore, there_already
from toc_pi.messages import said
from toc_pi.store.games import export_game, newest_game
from toc_pi.store.settings import DataFolders

NEWEST_ROWS = 600  # entries of the last game's journal that are copied

# The text of README.txt in the folder.
_README = """This folder tells makers of toc-pi what they need to find a fault. Nothing was sent anywhere.
Look through it, take out what you don't want to show, and send it with a few words about what went wrong.

doctor.txt     what this machine has and lacks
settings.toml  your settings, as they are
game.jsonl     the newest entries of the last game: cards that were declared, pawns, verdicts
picture.png    only if you asked for it (--picture)
"""


def write_fault_folder(
    folder: Path, findings: Iterable[str], places: DataFolders, picture: Picture | None
) -> tuple[str, ...]:
    """Write the folder.

    Args:
        folder: must not exist yet, or be empty.
        findings: the doctor's lines.
        places: the folders of settings and games.
        picture: from the camera; None if it wasn't requested.

    Returns:
        The names of the files.

    Raises:
        BadInput: the folder isn't empty, or can't be written.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise there_already(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "README.txt").write_text(_README, "utf-8")
        (folder / "doctor.txt").write_text("\n".join(findings) + "\n", "utf-8")
        if places.settings.is_file():
            (folder / "settings.toml").write_bytes(places.settings.read_bytes())
        (folder / "game.jsonl").write_text("".join(f"{row}\n" for row in _last_game(places.games)), "utf-8")
        if picture is not None and not cv2.imwrite(str(folder / "picture.png"), picture):
            raise BadInput(said("{path}: can't be written", path=folder / "picture.png"))
    except OSError as error:
        raise BadInput(said("{path}: can't be written ({why})", path=folder, why=error.strerror)) from error
    return tuple(sorted(path.name for path in folder.iterdir()))


def _last_game(path: Path) -> Iterable[str]:
    """The last game's head and its newest entries; an error row if the journal can't be read."""
    try:
        newest = newest_game(path)
        rows = iter(()) if newest is None else iter(export_game(path, newest.id))
        head = [json.dumps(row, ensure_ascii=False) for row in (next(rows, None),) if row is not None]
        last = deque((json.dumps(row, ensure_ascii=False) for row in rows), NEWEST_ROWS)
    except DamagedStore as error:
        return [json.dumps({"error": str(error)})]
    return [*head, *last]
