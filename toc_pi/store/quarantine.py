"""Damaged files are put aside under another name; a lock, so that one process at a time writes."""

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from calibration.files.disk import kind_of
from toc_pi.errors import BadInput
from toc_pi.messages import said

DAMAGED = "damaged"  # part of the new name of a file that was put aside


def quarantine(path: Path, also: tuple[str, ...] = (), kind: str = DAMAGED) -> Path:
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


LONGEST = 200  # bytes in which the owner is named


@contextmanager
def hold(path: Path, who: str, complain: Callable[[str], None]) -> Iterator[None]:
    """Hold a lock; on a read-only disk, where nothing can be lost, go on without one.

    Args:
        path: the lock's file; its folder is made if missing.
        who: the holder's name, for messages to others.
        complain: called if something that isn't a file was put aside.

    Raises:
        BadInput: another program holds it.
    """
    file = _open(path, complain)
    if file is None:
        yield
        return
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            found = os.pread(file, LONGEST, 0).decode("utf-8", "replace").split("\n")[0]
            holder = found if found.isprintable() and found else "another program"
            raise BadInput(
                "{folder}: {holder} keeps its games there; end it first, or set TOC_PI_HOME",
                folder=path.parent,
                holder=holder,
            ) from error
        except OSError:
            pass  # a file system without locks
        with suppress(OSError):
            os.ftruncate(file, 0)
            os.pwrite(file, f"{who}\n".encode()[:LONGEST], 0)
        yield
    finally:
        os.close(file)


def _open(path: Path, complain: Callable[[str], None]) -> int | None:
    """The lock's file descriptor; None if no file can be made."""
    for _ in range(2):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
            if stat.S_ISREG(os.fstat(file).st_mode):
                return file
            os.close(file)
        except OSError as error:
            if not os.path.lexists(path) or not os.access(path.parent, os.W_OK):
                return None
            why = error.strerror
        else:
            why = "it isn't a file"
        try:
            aside = quarantine(path)
        except OSError:
            return None
        complain(said("{path}: {why}; it was put aside as {aside}", path=path, why=why, aside=aside.name))
    return None
