"""Puts damaged files aside under another name, so that nothing is lost and a new file can be made."""

import os
from contextlib import suppress
from pathlib import Path

from calibration.files.disk import kind_of

DAMAGED = "damaged"  # part of the new name of a file that was put aside


def put_aside(path: Path, also: tuple[str, ...] = (), kind: str = DAMAGED) -> Path:
    """Rename whatever is at a path.

    Args:
        path: a file, a folder, a pipe.
        also: suffixes of files that belong to it and are renamed, too.
        kind: a word for the new name.

    Returns:
        The new path.

    Raises:
        OSError: it can't be renamed.
    """
    aside = _free_name(path, kind)
    for ending in also:
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    with suppress(FileNotFoundError):
        path.rename(aside)
    return aside


def _free_name(path: Path, kind: str = DAMAGED) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{kind}-{number}")):
        number += 1
    return aside


def is_odd(path: Path) -> bool:
    """Whether a path is something other than a plain file, such as a folder or a pipe (reading may block)."""
    return kind_of(path) in ("folder", "other") or (not kind_of(path) and os.path.lexists(path))
