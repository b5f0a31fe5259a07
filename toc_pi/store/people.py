"""Small files about people: tables set up before, what players learned, stars; written atomically."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing, write_whole
from toc_pi.documents import read_json
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import Message, said
from toc_pi.store.quarantine import is_odd, quarantine

Kept = dict[str, Any]


def read_by_name(path: Path, is_sound: Callable[[object], bool], wrong: Message) -> Kept:
    """The content of such a file; empty if it is missing.

    Args:
        path: the file.
        is_sound: checks the value of a name.
        wrong: the message if a value is wrong, without what was done with the file.

    Raises:
        DamagedStore: the file can't be read or holds something else; it was put aside.
    """
    if is_missing(path):
        return {}
    try:
        content = read_json(path)
    except BadInput as error:
        raise _quarantined(path, error) from error
    if not isinstance(content, dict) or not all(map(is_sound, content.values())):
        raise _quarantined(path, wrong)
    return dict(content)


def write_by_name(path: Path, content: Kept) -> None:
    """Write such a file atomically; its folder is made if missing.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(content, ensure_ascii=False).encode())


def _quarantined(path: Path, why: object) -> DamagedStore:
    return DamagedStore("{why}; it was put aside as {aside}", why=why, aside=quarantine(path))


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
            aside = quarantine(self._path).name
            self._tell(said("{why}; it was put aside as {aside}", why=why, aside=aside))
        return ()

    def remember(self, settings: StoredSettings) -> None:
        """Store a table's settings as the last one, replacing earlier ones of the same people."""
        others = [one for one in self.remembered() if family_of(one) != family_of(settings)]
        with suppress(OSError, TypeError, ValueError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if is_odd(self._path):
                quarantine(self._path)
            write_whole(self._path, json.dumps([settings, *others][:MOST], ensure_ascii=False).encode())


def family_of(settings: StoredSettings) -> tuple[str, ...]:
    """Identify a table's people: by their names, or without names by their board."""
    names = settings.get("names")
    if isinstance(names, dict) and names:
        return ("names", *sorted(map(str, names.values())))
    return ("board", str(settings.get("board")))


HELP_FILE = "help.json"
MOST_FAMILIES = 8  # that are remembered, the last ones
MOST_TIMES = 99  # the largest count

Counts = Mapping[str, tuple[int, int]]
"""For each kind, how often it was explained, and how often it was done correctly."""
Players = Mapping[str, Counts]


def load_learned(folder: Path, family: str) -> Players:
    """What a family's players have learned; empty if the file is missing.

    Raises:
        DamagedStore: the file can't be read; it was put aside.
    """
    players = _all_learned(folder).get(family, {})
    return {
        player: {kind: (times[0], times[1]) for kind, times in kinds.items()}
        for player, kinds in players.items()
    }


def save_learned(folder: Path, family: str, players: Players) -> None:
    """Store what a family's players have learned; the file is written atomically.

    Raises:
        OSError: it can't be written.
    """
    try:
        known = {name: one for name, one in _all_learned(folder).items() if name != family}
    except DamagedStore:
        known = {}
    learned = {
        player: {kind: list(times) for kind, times in kinds.items()} for player, kinds in players.items()
    }
    write_by_name(folder / HELP_FILE, dict(list({family: learned, **known}.items())[:MOST_FAMILIES]))


def _all_learned(folder: Path) -> dict[str, dict[str, dict[str, list[int]]]]:
    path = folder / HELP_FILE
    return read_by_name(path, _are_kinds, said("{path}: not what players know", path=path))


def _are_kinds(players: object) -> bool:
    return isinstance(players, dict) and all(
        isinstance(kinds, dict) and all(_are_times(times) for times in kinds.values())
        for kinds in players.values()
    )


def _are_times(times: object) -> bool:
    return (
        isinstance(times, list)
        and len(times) == 2
        and all(type(count) is int and 0 <= count <= MOST_TIMES for count in times)
    )


MOST_STARS = 3
LESSONS_FILE = "lessons.json"

Stars = Mapping[str, int]


def load_progress(folder: Path, pupil: str) -> Stars:
    """The stars of a pupil; empty if there are none.

    Raises:
        DamagedStore: the file can't be read; it was put aside.
    """
    return _all_stars(folder).get(pupil, {})


def save_progress(folder: Path, pupil: str, stars: Stars) -> None:
    """Store a pupil's stars; the file is written atomically.

    Raises:
        OSError: it can't be written.
    """
    try:
        known = _all_stars(folder)
    except DamagedStore:
        known = {}
    write_by_name(folder / LESSONS_FILE, {**known, pupil: dict(stars)})


def _all_stars(folder: Path) -> dict[str, Stars]:
    path = folder / LESSONS_FILE
    return read_by_name(path, _are_stars, said("{path}: no stars of lessons", path=path))


def _are_stars(stars: object) -> bool:
    return isinstance(stars, dict) and all(
        type(count) is int and 1 <= count <= MOST_STARS for count in stars.values()
    )
