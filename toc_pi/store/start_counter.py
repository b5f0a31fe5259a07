"""Failed starts, the last good settings, and resetting the whole state.

All of it is in the state folder and not essential: read and write errors are ignored.
"""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from calibration.files.disk import Unreadable, kind_of, read_plain
from toc_pi.store.folder import quarantine, write_over
from toc_pi.store.settings import DataFolders, example_settings

# Starts count as failing repeatedly after this number of failures within this time.
FAILED_STARTS = 3
WITHIN_S = 600.0
MAX_BYTES = 20_000  # size limit of the file
# Linux's id of each boot.
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """The id of this boot: monotonic clocks of different boots can't be compared."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


class Starts:
    """Persistent counter of failed starts.

    A Pi has no battery-backed clock: within one boot the monotonic clock is used, between boots the wall
    clock; if that is far off, the start isn't counted. Of an earlier boot only starts that recorded a reason
    are counted: others were ended by a power cut.

    Args:
        steady, wall: the clocks, seconds.
        boot: the id of this boot.
    """

    def __init__(
        self,
        state: Path,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        self._path = state / "starts.json"
        self._steady = steady
        self._wall = wall
        self._boot = boot

    @property
    def failed(self) -> int:
        """Number of failed starts in the last ten minutes."""
        return sum(map(self._is_recent, self._rows()))

    @property
    def why(self) -> str:
        """The message of the last failure; "" if unknown."""
        why = [{}, *self._rows()][-1].get("why")
        return why if isinstance(why, str) else ""

    def begin(self) -> None:
        """Record a start; it counts as failed until `succeed` is called."""
        row: dict[str, object] = {"boot": self._boot(), "steady": self._steady(), "wall": self._wall()}
        self._write([*filter(self._is_recent, self._rows()), row])

    def fail(self, why: str) -> None:
        """Record why the start failed."""
        if rows := self._rows():
            self._write([*rows[:-1], {**rows[-1], "why": why[:500]}])

    def withdraw(self) -> None:
        """Don't count this start."""
        self._write(self._rows()[:-1])

    def succeed(self) -> None:
        """Record success; earlier failures are forgotten."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _rows(self) -> list[dict[str, object]]:
        try:
            rows = json.loads(read_plain(self._path, MAX_BYTES))
        except (Unreadable, ValueError, RecursionError):
            return []
        return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    def _is_recent(self, row: dict[str, object]) -> bool:
        same = row.get("boot") == self._boot()
        if not same and "why" not in row:
            return False
        then, now = (row.get("steady"), self._steady()) if same else (row.get("wall"), self._wall())
        return isinstance(then, int | float) and 0 <= now - then <= WITHIN_S

    def _write(self, rows: list[dict[str, object]]) -> None:
        with suppress(OSError):
            write_over(self._path, json.dumps(rows[-2 * FAILED_STARTS :]).encode())


def last_good(places: DataFolders) -> DataFolders:
    """The folder of the last good start's settings."""
    return replace(places, config=places.state / "last-good")


def keep_good(places: DataFolders) -> None:
    """Store the settings of a good start, with board files beside them."""
    good = last_good(places)
    if places.config == good.config:
        return
    with suppress(OSError):
        if kind_of(good.config) in ("file", "other"):
            quarantine(good.config)
        for path in (*places.config.glob("*.toml"), places.settings):
            with suppress(Unreadable):
                write_over(good.config / path.name, read_plain(path))


def usual(places: DataFolders, language: str) -> DataFolders:
    """Write example settings; returns their folders.

    Raises:
        OSError: it can't be written.
    """
    begun = replace(places, config=places.state / "usual")
    write_over(begun.settings, example_settings(language).encode())
    return begun


# Files and folders that aren't moved.
_KEPT = ("last-good", "usual", "lock", "set-up", "families.json", "boards", "pack.json")


def begin_state_anew(state: Path) -> Path:
    """Move all stored state into a folder of its own, which is returned.

    Raises:
        OSError: it can't be moved.
    """
    state.mkdir(parents=True, exist_ok=True)
    number = 1
    while os.path.lexists(state / f"old-{number}"):
        number += 1
    old = state / f"old-{number}"
    old.mkdir()
    for path in sorted(state.iterdir()):
        if path.name not in _KEPT and not path.name.startswith("old-"):
            path.rename(old / path.name)
    return old
