"""The tables that were set up before, the last one first, so that each family finds its own with one tap.

They are in the state folder and not essential: faults in reading or writing are ignored.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, read_bounded, write_whole
from toc_pi.store.aside import is_odd, put_aside

StoredSettings = Mapping[str, Any]
MOST = 8  # families that are remembered, the last ones
MOST_BYTES = 200_000  # of their file


class Families:
    """The settings of earlier tables.

    Args:
        state: the state folder.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / "families.json"

    def remembered(self) -> tuple[StoredSettings, ...]:
        """The settings of each table, the last one first."""
        try:
            rows = json.loads(read_bounded(self._path, MOST_BYTES)) if not is_odd(self._path) else []
        except (Unreadable, OSError, ValueError, RecursionError):
            return ()
        return tuple(row for row in rows if isinstance(row, dict))[:MOST] if isinstance(rows, list) else ()

    def remember(self, settings: StoredSettings) -> None:
        """Store a table's settings as the last one, replacing earlier ones of the same people."""
        others = [one for one in self.remembered() if family_of(one) != family_of(settings)]
        with suppress(OSError, TypeError, ValueError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if is_odd(self._path):
                put_aside(self._path)
            write_whole(self._path, json.dumps([settings, *others][:MOST], ensure_ascii=False).encode())


def family_of(settings: StoredSettings) -> tuple[str, ...]:
    """Identify a table's people: by their names, or without names by their board."""
    names = settings.get("names")
    if isinstance(names, dict) and names:
        return ("names", *sorted(map(str, names.values())))
    return ("board", str(settings.get("board")))
