"""The tables that were set up before, the last one first: each family finds its own again by one tap.

They lie in the state folder, and none of them is needed: what can't be read or written is done without.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, read_bounded, write_whole
from toc_pi.store.aside import is_odd, put_aside

Told = Mapping[str, Any]
MOST = 8
MOST_BYTES = 200_000


class Families:
    """The settings of earlier tables.

    Args:
        state: the state folder.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / "families.json"

    def remembered(self) -> tuple[Told, ...]:
        """What each table's settings said, the last one first."""
        try:
            rows = json.loads(read_bounded(self._path, MOST_BYTES)) if not is_odd(self._path) else []
        except (Unreadable, OSError, ValueError, RecursionError):
            return ()
        return tuple(row for row in rows if isinstance(row, dict))[:MOST] if isinstance(rows, list) else ()

    def remember(self, told: Told) -> None:
        """Keep a table's settings as the last one; the same people's earlier ones are replaced."""
        others = [one for one in self.remembered() if family_of(one) != family_of(told)]
        with suppress(OSError, TypeError, ValueError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if is_odd(self._path):
                put_aside(self._path)
            write_whole(self._path, json.dumps([told, *others][:MOST], ensure_ascii=False).encode())


def family_of(told: Told) -> tuple[str, ...]:
    """Who a table's people are: their names; without names, the board on which they play."""
    names = told.get("names")
    if isinstance(names, dict) and names:
        return ("names", *sorted(map(str, names.values())))
    return ("board", str(told.get("board")))
