"""What each player of each family has learned: counts by kind of lesson and player, in one small file."""

from collections.abc import Mapping
from pathlib import Path

from toc_pi.errors import DamagedStore
from toc_pi.messages import said
from toc_pi.store.by_name import read_by_name, write_by_name

NAME = "help.json"
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
    players = _all(folder).get(family, {})
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
        known = {name: one for name, one in _all(folder).items() if name != family}
    except DamagedStore:
        known = {}
    learned = {
        player: {kind: list(times) for kind, times in kinds.items()} for player, kinds in players.items()
    }
    write_by_name(folder / NAME, dict(list({family: learned, **known}.items())[:MOST_FAMILIES]))


def _all(folder: Path) -> dict[str, dict[str, dict[str, list[int]]]]:
    path = folder / NAME
    return read_by_name(path, _is_sound, said("{path}: not what players know", path=path))


def _is_sound(players: object) -> bool:
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
