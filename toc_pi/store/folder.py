"""The folder of stored files: private to their owner, with a lock for the writing process and a disk thread.

Damaged files are quarantined; those that only can't be opened are left alone.
"""

import fcntl
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from calibration.files.disk import is_missing, kind_of, write_whole
from toc_pi.documents import read_json
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.store.causes import is_damage, why_closed

T = TypeVar("T")

DAMAGED = "damaged"  # part of a quarantined file's new name


def quarantine(path: Path, also: tuple[str, ...] = (), kind: str = DAMAGED) -> Path:
    """Rename whatever is at a path: a file, a folder, a pipe; returns the new path.

    Args:
        path: the damaged file.
        also: suffixes of files that belong to it and are renamed with it.
        kind: a word for the new name.

    Raises:
        OSError: it can't be renamed.
    """
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{kind}-{number}")):
        number += 1
    for ending in (*also, ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


def is_special_file(path: Path) -> bool:
    """Whether a path isn't a regular file but, for instance, a folder or a pipe (reading may block)."""
    return kind_of(path) != "file" and os.path.lexists(path)


def stamp_of(*paths: Path) -> tuple[object, ...]:
    """What differs once one of some files was written or replaced: inode, size, time; cheap."""
    found = []
    for path in paths:
        with suppress(OSError):
            now = path.stat()
            found.append((path, now.st_ino, now.st_size, now.st_mtime_ns))
    return tuple(found)


_SHARED = stat.S_ISGID | stat.S_IRGRP
"""Modes of a folder shared with its group: the appliance's, where another user runs the hall's publisher."""


def is_shared(folder: Path) -> bool:
    """Whether a folder is shared with its group."""
    with suppress(OSError):
        return folder.stat().st_mode & _SHARED == _SHARED
    return False


def keep_private(path: Path) -> None:
    """Restrict a stored file to its owner, or to the group of a shared folder.

    Files created by root are given to the folder's owner, who couldn't use them otherwise.
    """
    with suppress(OSError):
        folder = path.parent.stat()
        if os.geteuid() == 0 and folder.st_uid != path.stat().st_uid:
            os.chown(path, folder.st_uid, folder.st_gid)
        path.chmod(0o640 if is_shared(path.parent) else 0o600)


def open_private(path: Path, flags: int) -> int:
    """Open or create a stored file for writing; returns its descriptor.

    Raises:
        OSError: it can't be opened.
    """
    file = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
    keep_private(path)
    return file


def read_kept(path: Path, parse: Callable[[Any], T]) -> T | None:
    """The content of a small stored JSON file; None if it is missing.

    Raises:
        DamagedStore: the file is damaged; it was quarantined.
        OSError: it can't be opened (and may be intact), or can't be quarantined.
    """
    if is_missing(path):
        return None
    try:
        return parse(read_json(path))
    except (BadInput, KeyError, TypeError, ValueError, AttributeError) as error:
        why = error if isinstance(error, BadInput) else said("{path}: {why}", path=path, why=error)
        raise_if_closed(error, path)
        raise DamagedStore(
            "{why}; it was put aside as {aside}", why=why, aside=quarantine(path).name
        ) from error


def raise_if_closed(error: BaseException | None, path: Path) -> None:
    """Do nothing if a file was read and found damaged, or isn't a regular file.

    Raises:
        OSError: it couldn't be opened or read; its `strerror` gives cause and remedy.
    """
    while error is not None and not is_special_file(path):
        if isinstance(error, OSError) and not is_damage(error):
            raise OSError(error.errno, why_closed(error, (path,)), str(path)) from error
        error = error.__cause__


def write_over(path: Path, content: bytes) -> None:
    """Write a stored file atomically; its folder is created if missing, anything but a regular file is
    quarantined.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_special_file(path):
        quarantine(path)  # writing to a pipe would block
    write_whole(path, content, keep_private)


LONGEST = 200  # bytes for the owner's name


@contextmanager
def hold(path: Path, who: str, complain: Callable[[str], None]) -> Iterator[None]:
    """Hold a lock; continue without one if it can't be opened (a read-only disk, another user's file).

    Args:
        path: the lock file; its folder is created if missing.
        who: the holder's name, for messages to others.
        complain: called if something was quarantined, or the lock can't be opened.

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
            raise _held(path, found if found.isprintable() else "") from error
        except OSError:
            pass  # a file system without locks
        keep_private(path)
        with suppress(OSError):
            os.ftruncate(file, 0)
            os.pwrite(file, f"{who}\n".encode()[:LONGEST], 0)
        yield
    finally:
        os.close(file)


def _held(path: Path, holder: str = "") -> BadInput:
    return BadInput(
        "{folder}: {holder} keeps its games there; end it first, or set TOC_PI_HOME",
        folder=path.parent,
        holder=holder or "another program",
    )


def is_held(path: Path) -> bool:
    """Whether another program holds a lock."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return _is_listed(path)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False


def _is_listed(path: Path) -> bool:
    """Whether the kernel lists a lock on a file that can't be opened."""
    try:
        found = path.stat()
        listed = Path("/proc/locks").read_text("ascii")
    except (OSError, ValueError):
        return False
    return f" {os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino} " in listed


def _open(path: Path, complain: Callable[[str], None]) -> int | None:
    """The lock file's descriptor; None if it can't be created.

    Raises:
        BadInput: it can't be opened, but another program holds it.
    """
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_special_file(path):
            told = "{path}: it isn't a file; it was put aside as {aside}"
            complain(said(told, path=path, aside=quarantine(path).name))
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
    except OSError as error:
        if _is_listed(path):
            raise _held(path) from error
        if not is_missing(path) and os.access(path.parent, os.W_OK):
            complain(said("{path}: {why}", path=path, why=why_closed(error, (path,))))
    return None


class DiskWorker:
    """Runs disk operations in a background thread, which ends when the queue is empty.

    Args:
        fail: called in that thread when an operation fails.
    """

    def __init__(self, fail: Callable[[OSError], object] = lambda _: None) -> None:
        self._fail = fail
        self._changed = threading.Condition()
        self._waiting: dict[str, Callable[[], object]] = {}
        self._thread: threading.Thread | None = None

    def do(self, name: str, work: Callable[[], object]) -> None:
        """Queue an operation, replacing a queued one of the same name."""
        with self._changed:
            self._waiting[name] = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="disk")
                self._thread.start()

    def wait(self) -> None:
        """Wait until the queue is empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._thread is None)

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._thread = None
                    self._changed.notify_all()
                    return
                name = next(iter(self._waiting))
                work = self._waiting.pop(name)
            try:
                work()
            except OSError as error:
                self._fail(error)
