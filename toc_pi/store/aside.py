"""Puts damaged files aside under another name, so that nothing is lost and a new file can be made."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

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


def copy_aside(path: Path) -> Path:
    """Copy a file that must also stay in place.

    Raises:
        OSError: it can't be copied.
    """
    return Path(shutil.copyfile(path, _free_name(path)))


def _free_name(path: Path, kind: str = DAMAGED) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{kind}-{number}")):
        number += 1
    return aside


def is_odd(path: Path) -> bool:
    """Whether a path is something other than a plain file, such as a folder or a pipe (reading may block)."""
    return (path.is_symlink() and not path.exists()) or (path.exists() and not path.is_file())
