"""What is damaged is put aside under another name: nothing is thrown away, and nothing stands in the way."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

DAMAGED = "damaged"


def put_aside(path: Path, also: tuple[str, ...] = (), kind: str = DAMAGED) -> Path:
    """Rename what lies at a path, whatever it is.

    Args:
        path: a file, a folder, a pipe.
        also: endings of names beside it that belong to it and go along.
        kind: what its new name says of it.

    Returns:
        Where it is now.

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
    """Copy a file that is still needed as it is.

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
    """Whether something lies there that is no plain file: a folder, a pipe; reading a pipe may never end."""
    return (path.is_symlink() and not path.exists()) or (path.exists() and not path.is_file())
