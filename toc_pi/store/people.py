"""Small files about people: earlier tables, what players learned, stars; written atomically."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.store.folder import read_kept, write_over

FAMILIES_FILE, HELP_FILE, LESSONS_FILE = "families.json", "help.json", "lessons.json"
MAX_FAMILIES = 8  # number of remembered tables, newest first
MAX_TIMES = 99  # the largest count
MAX_STARS = 3

StoredSettings = Mapping[str, Any]
Counts = Mapping[str, tuple[int, int]]
"""For each kind, how often it was explained, and how often done correctly."""
Players = Mapping[str, Counts]
Stars = Mapping[str, int]
Check = Callable[[Any], bool]
Content = TypeVar("Content")


def read_or_tell(read: Callable[[], Content], tell: Callable[[str], object]) -> Content | None:
    """What such a file holds; None, and a message, if it can't be read."""
    try:
        return read()
    except DamagedStore as error:
        tell(str(error))
    except OSError as error:
        tell(said("{path}: {why}", path=error.filename, why=error.strerror))
    return None


def _tables_of(is_sound: Check) -> Check:
    """A check that something is a table whose values all pass a check."""
    return lambda content: isinstance(content, dict) and all(map(is_sound, content.values()))


def _are_tables(rows: object) -> bool:
    return isinstance(rows, list) and all(isinstance(row, dict) and "board" in row for row in rows)


def _are_times(times: object) -> bool:
    return isinstance(times, list) and len(times) == 2 and all(_is_count(one, 0, MAX_TIMES) for one in times)


def _is_count(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


_FILES: Mapping[str, tuple[Check, str]] = {
    FAMILIES_FILE: (_are_tables, "{path}: no tables"),
    HELP_FILE: (_tables_of(_tables_of(_tables_of(_are_times))), "{path}: not what players know"),
    LESSONS_FILE: (
        _tables_of(_tables_of(lambda count: _is_count(count, 1, MAX_STARS))),
        "{path}: no stars of lessons",
    ),
}
"""What each file holds, and the message for anything else."""


def _read(path: Path) -> Any:
    """The content of such a file; None if it is missing.

    Raises:
        DamagedStore: the file is damaged; it was quarantined.
        OSError: it can't be opened (and may be intact), or can't be quarantined.
    """
    is_sound, wrong = _FILES[path.name]

    def parse(content: Any) -> Any:
        if not is_sound(content):
            raise BadInput(wrong, path=path)
        return content

    return read_kept(path, parse)


def _write(path: Path, content: object) -> None:
    write_over(path, json.dumps(content, ensure_ascii=False).encode())


def _write_first(path: Path, name: str, what: object, most: int | None = None) -> None:
    """Put what is known of a name first in a file; of the others, only some are kept."""
    known: dict[str, Any] = {}
    with suppress(DamagedStore):
        known = _read(path) or {}
    known.pop(name, None)
    _write(path, dict([(name, what), *known.items()][:most]))


class Families:
    """The settings of earlier tables; `tell` is called if their file is damaged and quarantined."""

    def __init__(self, state: Path, tell: Callable[[str], object] = lambda _: None) -> None:
        self._path = state / FAMILIES_FILE
        self._tell = tell
        self._is_closed = False

    def remembered(self) -> tuple[StoredSettings, ...]:
        """The settings of each table, newest first."""
        self._is_closed = False
        try:
            rows = _read(self._path)
            return tuple(rows or ())[:MAX_FAMILIES]
        except DamagedStore as error:
            self._tell(str(error))
        except OSError as error:
            self._is_closed = True
            self._tell(said("{path}: {why}", path=self._path, why=error.strerror))
        return ()

    def remember(self, settings: StoredSettings) -> None:
        """Store a table's settings as the newest, replacing earlier ones of the same people."""
        others = [one for one in self.remembered() if family_of(one) != family_of(settings)]
        if self._is_closed:  # the families in it may be intact
            return
        with suppress(OSError, TypeError, ValueError):
            _write(self._path, [settings, *others][:MAX_FAMILIES])


def family_of(settings: StoredSettings) -> tuple[str, ...]:
    """Identify a table's people: by their names, or without names by their board."""
    names = settings.get("names")
    if isinstance(names, dict) and names:
        return ("names", *sorted(map(str, names.values())))
    return ("board", str(settings.get("board")))


def load_learned(folder: Path, family: str) -> Players:
    """What a family's players have learned; empty if the file is missing.

    Raises:
        DamagedStore: the file is damaged; it was quarantined.
        OSError: it can't be opened, and may be intact.
    """
    return {
        player: {kind: (times[0], times[1]) for kind, times in kinds.items()}
        for player, kinds in (_read(folder / HELP_FILE) or {}).get(family, {}).items()
    }


def save_learned(folder: Path, family: str, players: Players) -> None:
    """Store atomically what a family's players have learned.

    Raises:
        OSError: it can't be written.
    """
    _write_first(folder / HELP_FILE, family, players, MAX_FAMILIES)


def load_progress(folder: Path, pupil: str) -> Stars:
    """A learner's stars; empty if there are none.

    Raises:
        DamagedStore: the file is damaged; it was quarantined.
        OSError: it can't be opened, and may be intact.
    """
    stars: Stars = (_read(folder / LESSONS_FILE) or {}).get(pupil, {})
    return stars


def save_progress(folder: Path, pupil: str, stars: Stars) -> None:
    """Store a learner's stars atomically.

    Raises:
        OSError: it can't be written.
    """
    _write_first(folder / LESSONS_FILE, pupil, dict(stars))
