"""The folder of stored files: damaged ones are put aside, one process at a time writes, no caller waits."""

import fcntl
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from calibration.files.disk import kind_of, write_whole
from toc_pi.errors import BadInput
from toc_pi.messages import said

DAMAGED = "damaged"  # part of the new name of a file that was put aside


def quarantine(path: Path, also: tuple[str, ...] = (), kind: str = DAMAGED) -> Path:
    """Rename whatever is at a path: a file, a folder, a pipe; returns the new path.

    Args:
        path: what is damaged.
        also: suffixes of files that belong to it and are renamed, too.
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


def is_odd(path: Path) -> bool:
    """Whether a path is something other than a plain file, such as a folder or a pipe (reading may block)."""
    return kind_of(path) != "file" and os.path.lexists(path)


def write_over(path: Path, content: bytes) -> None:
    """Write a file atomically; its folder is made if missing, and what isn't a plain file is put aside.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_odd(path):
        quarantine(path)  # writing to a pipe would block
    write_whole(path, content)


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


def is_held(path: Path) -> bool:
    """Whether another program holds a lock."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False


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


class DiskWorker:
    """Does what waits for the disk in a thread of its own; it ends with the last piece of work.

    Args:
        fail: called, in that thread, if the disk refuses something.
    """

    def __init__(self, fail: Callable[[OSError], object] = lambda _: None) -> None:
        self._fail = fail
        self._changed = threading.Condition()
        self._waiting: dict[str, Callable[[], object]] = {}
        self._thread: threading.Thread | None = None

    def do(self, name: str, work: Callable[[], object]) -> None:
        """Do a piece of work soon, instead of what waits under the same name."""
        with self._changed:
            self._waiting[name] = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="disk")
                self._thread.start()

    def wait(self) -> None:
        """Wait until everything is done."""
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
