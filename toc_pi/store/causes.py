"""Why a stored file can't be used: it is damaged, or it only can't be opened now and is intact.

Only damaged files are quarantined. Whatever a disk, missing permissions or an overloaded machine does to an
intact file is recognized here, and reported with a remedy.
"""

import errno
import os
import pwd
import resource
import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from calibration.files.disk import kind_of
from toc_pi.messages import on_one_line, said

StorageFault = Literal["damaged", "denied", "crowded", "full", "disk", "busy"]
"""`denied`: no permission; `crowded`: too many open files; `full`: no space left, or a quota is used up;
`disk`: the disk doesn't respond, or the file is gone; `busy`: locked by another process, or out of memory.
"""

HARMLESS: tuple[StorageFault, ...] = ("denied", "crowded", "busy")
"""Causes that leave a file intact."""

_BY_NUMBER: dict[int, StorageFault] = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "denied"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), "crowded"),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EAGAIN, errno.EBUSY, errno.ENOMEM, errno.ETXTBSY), "busy"),
}
# By prefix of SQLite's error names, longer ones first. Anything else is damage.
_BY_NAME: tuple[tuple[str, StorageFault], ...] = (
    ("SQLITE_IOERR_SHORT_READ", "damaged"),
    ("SQLITE_IOERR_CORRUPTFS", "damaged"),
    ("SQLITE_IOERR_WRITE", "full"),
    ("SQLITE_IOERR_SHMOPEN", "full"),  # the WAL index, created when a journal is opened
    ("SQLITE_IOERR_SHMSIZE", "full"),
    ("SQLITE_IOERR_NOMEM", "busy"),
    ("SQLITE_IOERR", "disk"),
    ("SQLITE_FULL", "full"),
    *((name, "denied") for name in ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")),
    *((f"SQLITE_{name}", "busy") for name in ("BUSY", "LOCKED", "PROTOCOL", "NOMEM", "INTERRUPT")),
)
_SPARE = 8  # file descriptors; with fewer left SQLite may have failed to open its files


def cause_of(error: BaseException) -> StorageFault:
    """What an error says about the file that was read or written."""
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0, "disk")
    if isinstance(error, MemoryError) or type(error) is RuntimeError:  # no memory, or no other thread
        return "busy"
    name = getattr(error, "sqlite_errorname", "")  # only SQLite's errors have it
    if name == "SQLITE_IOERR":  # the plain code is what a full disk gives
        return "full"
    cause: StorageFault = next(
        (cause for beginning, cause in _BY_NAME if name.startswith(beginning)), "damaged"
    )
    return "crowded" if cause in ("denied", "disk", "full") and _is_crowded() else cause


def is_damage(error: BaseException) -> bool:
    """Whether a file is damaged and should be quarantined; else it is presumably intact."""
    return cause_of(error) == "damaged"


def why_closed(error: BaseException, paths: Iterable[Path]) -> str:
    """Why something can't be opened or written now, and the remedy.

    Args:
        error: the exception raised.
        paths: the files to open; the folders above are checked, too.
    """
    cause, paths = cause_of(error), tuple(paths)
    if cause == "crowded":
        return said("too many files are open on this machine")
    for folder in (above for path in paths[:1] for above in reversed(path.parents)):
        if kind_of(folder) in ("file", "other"):
            return said("{folder} isn't a folder", folder=folder)
    for path in (*(path.parent for path in paths[:1]), *paths):
        if (why := _why_denied(path)) is not None:
            return why
    return on_one_line(getattr(error, "strerror", None) or str(error)) or type(error).__name__


def _why_denied(path: Path) -> str | None:
    """The owner of what this user may not access, and the command that fixes it; None if access is
    allowed.
    """
    is_folder = kind_of(path) == "folder"
    need = os.R_OK | os.W_OK | (os.X_OK if is_folder else 0)
    if not os.path.lexists(path) or os.access(path, need):
        return None
    try:
        owner = path.stat().st_uid
        if os.statvfs(path).f_flag & os.ST_RDONLY:
            return said("{path} is on a disk that can't be written to", path=path.name)
    except OSError:
        return None
    shown = shlex.quote(str(path))
    if owner != os.geteuid():
        return said(
            "{path} belongs to {owner}, and {user} may not use it: sudo chown {user} {shown}",
            path=path.name,
            owner=_name_of(owner),
            user=_name_of(os.geteuid()),
            shown=shown,
        )
    if is_folder:
        return said("{path} is closed to its owner, too: chmod u+rwx {shown}", path=path.name, shown=shown)
    return said("{path} is closed to its owner, too: chmod u+rw {shown}", path=path.name, shown=shown)


def _name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except (KeyError, OSError):
        return str(user)


def _is_crowded() -> bool:
    """Whether this process can hardly open another file."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most > 1 << 16:
        return False
    opened: list[int] = []
    try:
        for _ in range(_SPARE):
            opened.append(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC))
    except OSError as error:
        return error.errno in (errno.EMFILE, errno.ENFILE)
    finally:
        for each in opened:
            with suppress(OSError):
                os.close(each)
    return False
