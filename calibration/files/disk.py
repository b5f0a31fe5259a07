"""Bounded reads, and atomic writes that survive a power cut.

A path from a user may be a folder, a device, a pipe without a writer, or a file larger than memory, so its
type is checked before anything is read.
"""

import errno
import os
import select
import stat
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from toc_pi.messages import said

STDIN = Path("/dev/stdin")  # this path means standard input, even on systems without it
TEXT_BYTES = 1_000_000  # more than any board, hand-written settings or evening of taps
_CHUNK = 1 << 20  # bytes per read
_PIPE_PATIENCE_S, _PIPE_STEP_S = 0.4, 0.01  # the writer may open a named pipe a moment after the reader


class Unreadable(Exception):
    """A file's content can't be used; the message says why, and the caller adds the file's name."""


class NotThere(Unreadable):
    """There is no such file."""


def kind_of(path: str | Path) -> str:
    """The type of a path: `file`, `folder`, `other` (a pipe, a device), or "" if nothing is there.

    Never raises: a name too long for the disk counts as nothing.
    """
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return ""
    return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"


def is_missing(path: Path) -> bool:
    """Whether a path certainly doesn't exist; in an unreadable folder it may.

    A file where its folder should be is a fault to report, not a missing path.
    """
    try:
        os.lstat(path)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False


def chunks(path: Path) -> Generator[bytes]:
    """The content of a file or a pipe, in chunks.

    Args:
        path: `/dev/stdin` for standard input.

    Raises:
        NotThere: there is none.
        Unreadable: it is a folder or a device, permission is denied, or the pipe has no writer.
    """
    if path == STDIN:
        yield from _standard_input()
        return
    descriptor = _open(path)
    waits = round(_PIPE_PATIENCE_S / _PIPE_STEP_S)
    is_empty = True
    try:
        _check_kind(descriptor)
        while True:
            try:
                part = os.read(descriptor, _CHUNK)
            except BlockingIOError:  # a writer has opened it but not written yet
                select.select([descriptor], [], [])
                continue
            if part:
                is_empty = False
                yield part
            elif is_empty and stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                if not waits:
                    raise Unreadable("can't be read (nothing comes out of this pipe)")
                select.select([], [], [], _PIPE_STEP_S)
                waits -= 1
            else:
                return
    except OSError as error:
        raise Unreadable(said("can't be read ({why})", why=error.strerror)) from error
    finally:
        os.close(descriptor)


def _standard_input() -> Iterator[bytes]:
    """Read from the inherited descriptor: sockets can't be reopened, and the shell shares its flags."""
    if sys.stdin is None:
        raise Unreadable("can't be read (there is no standard input)")
    try:
        if not sys.stdin.isatty():
            _check_kind(sys.stdin.fileno())
        while part := _read_some(sys.stdin.buffer):
            yield part
    except OSError as error:
        raise Unreadable(said("can't be read ({why})", why=error.strerror)) from error


def _read_some(stream: Any) -> bytes:
    """The bytes that have arrived so far, at least one unless at the end; `Any` because `read1` isn't in the
    type.
    """
    part: bytes = stream.read1(_CHUNK)
    return part


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotThere(said("can't be read ({why})", why=error.strerror)) from error
    except OSError as error:
        raise Unreadable(said("can't be read ({why})", why=error.strerror)) from error
    except ValueError as error:
        raise Unreadable("can't be read (a file's name has no zero byte)") from error


def _check_kind(descriptor: int) -> None:
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise Unreadable("can't be read (it is a folder)")
    is_device = stat.S_ISCHR(found.st_mode) or stat.S_ISBLK(found.st_mode)
    if is_device and found.st_rdev != Path(os.devnull).stat().st_rdev:
        raise Unreadable("can't be read (it is a device, not a file)")


def read_bounded(path: Path, most_bytes: int = TEXT_BYTES) -> bytes:
    """The content of a file or a pipe.

    Args:
        path: `/dev/stdin` for standard input.
        most_bytes: limit; no more is ever read.

    Raises:
        NotThere: there is none.
        Unreadable: it is something else, or larger than that.
    """
    if kind_of(path) == "file":
        return read_plain(path, most_bytes)
    content = bytearray()
    with closing(chunks(path)) as parts:
        for part in parts:
            content += part
            if len(content) > most_bytes:
                raise _too_large(most_bytes)
    return bytes(content)


def read_plain(path: Path, most_bytes: int = TEXT_BYTES) -> bytes:
    """The content of a file whose name isn't given by a user right now: pipes aren't waited for.

    Raises:
        NotThere: there is none.
        Unreadable: it isn't a regular file, or is larger than that.
    """
    descriptor, content = _open(path), bytearray()
    try:
        _check_kind(descriptor)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Unreadable("can't be read (it is a pipe, not a file)")
        too_large = os.fstat(descriptor).st_size > most_bytes
        while not too_large and (part := os.read(descriptor, _CHUNK)):
            content += part
            too_large = len(content) > most_bytes
    except OSError as error:
        raise Unreadable(said("can't be read ({why})", why=error.strerror)) from error
    finally:
        os.close(descriptor)
    if too_large:
        raise _too_large(most_bytes)
    return bytes(content)


def _too_large(most_bytes: int) -> Unreadable:
    return Unreadable(said("larger than {size} MB, the limit", size=f"{most_bytes / 1e6:g}"))


def read_text(path: Path, most_bytes: int = TEXT_BYTES, *, plain: bool = False) -> str:
    """The content of a text file, without a byte order mark.

    Args:
        plain: whether it must be a regular file, as for `read_plain`.

    Raises:
        NotThere: there is none.
        Unreadable: it is no UTF-8 text, or as `read_bounded` says.
    """
    read = read_plain if plain else read_bounded
    try:
        return read(path, most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("not UTF-8 text") from error


def write_whole(path: Path, content: bytes, made: Callable[[Path], object] = lambda _: None) -> None:
    """Write a file atomically: at any moment either the old or the new content is there.

    Anything but a regular file (a pipe, /dev/stdout) is written in place.

    Args:
        path: of the file; a symbolic link is kept.
        content: of the file.
        made: called with the path of the new file while it is still empty.

    Raises:
        OSError: it can't be written; the old content is unchanged.
    """
    if kind_of(path) == "other":
        # Opening a pipe without a reader would block; this way it is an error.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC), "wb") as pipe:
            os.set_blocking(pipe.fileno(), True)
            pipe.write(content)
        return
    try:
        path = path.resolve()  # keep a symbolic link
    except RuntimeError as error:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error
    new = path.with_name(f"{path.name}.new")
    try:
        # A link's target may be a pipe, too.
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_CLOEXEC
        with os.fdopen(os.open(new, flags, 0o666), "wb") as file:
            made(new)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
