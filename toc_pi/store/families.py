"""The tables that were set up before, the last one first, so that each family finds its own with one tap.

They are in the state folder and not essential: faults in reading or writing are ignored.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing, write_whole
from toc_pi.documents import read_json
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.store.aside import is_odd, put_aside

StoredSettings = Mapping[str, Any]
MOST = 8  # families that are remembered, the last ones


class Families:
    """The settings of earlier tables.

    Args:
        state: the state folder.
        tell: called with a message if the file holds something else and is put aside.
    """

    def __init__(self, state: Path, tell: Callable[[str], object] = lambda _: None) -> None:
        self._path = state / "families.json"
        self._tell = tell

    def remembered(self) -> tuple[StoredSettings, ...]:
        """The settings of each table, the last one first."""
        if is_missing(self._path):
            return ()
        try:
            rows = read_json(self._path) if not is_odd(self._path) else None
            if isinstance(rows, list) and all(isinstance(row, dict) and "board" in row for row in rows):
                return tuple(rows[:MOST])
            why: object = said("{path}: no tables", path=self._path)
        except BadInput as error:
            why = error
        with suppress(OSError):
            aside = put_aside(self._path).name
            self._tell(said("{why}; it was put aside as {aside}", why=why, aside=aside))
        return ()

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
