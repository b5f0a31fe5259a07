"""What each player of each family knows already: kinds of things by player, in one small file."""

import json
from collections.abc import Mapping
from pathlib import Path

from calibration.files import write_whole
from toc_pi.documents import read_json
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.store.aside import put_aside

NAME = "help.json"
MOST_FAMILIES = 8
MOST_TIMES = 99

Counts = Mapping[str, tuple[int, int]]
"""For each kind of thing how often it was explained, and how often it was done right."""
Players = Mapping[str, Counts]


def load_learned(folder: Path, family: str) -> Players:
    """What a family's players know; nothing where the file isn't there.

    Raises:
        DamagedStore: the file can't be read; it was put aside, and everybody begins anew.
    """
    players = _all(folder).get(family, {})
    return {
        player: {kind: (times[0], times[1]) for kind, times in kinds.items()}
        for player, kinds in players.items()
    }


def save_learned(folder: Path, family: str, players: Players) -> None:
    """Keep what a family's players know beside the others'; the file is written whole or not at all.

    Raises:
        OSError: it can't be written.
    """
    try:
        known = {name: one for name, one in _all(folder).items() if name != family}
    except DamagedStore:
        known = {}
    told = {player: {kind: list(times) for kind, times in kinds.items()} for player, kinds in players.items()}
    folder.mkdir(parents=True, exist_ok=True)
    latest = dict(list({family: told, **known}.items())[:MOST_FAMILIES])
    write_whole(folder / NAME, json.dumps(latest, ensure_ascii=False).encode())


def _all(folder: Path) -> dict[str, dict[str, dict[str, list[int]]]]:
    path = folder / NAME
    if not path.exists() and not path.is_symlink():
        return {}
    try:
        content = read_json(path)
    except BadInput as error:
        raise DamagedStore(
            said("{why}; it is put aside as {aside}", why=error, aside=put_aside(path))
        ) from error
    if not _is_sound(content):
        raise DamagedStore(
            said(
                "{path}: not what players know; it is put aside as {aside}",
                path=path,
                aside=put_aside(path),
            )
        )
    assert isinstance(content, dict)
    return dict(content)


def _is_sound(content: object) -> bool:
    return isinstance(content, dict) and all(
        isinstance(players, dict)
        and all(
            isinstance(kinds, dict) and all(_are_times(times) for times in kinds.values())
            for kinds in players.values()
        )
        for players in content.values()
    )


def _are_times(times: object) -> bool:
    return (
        isinstance(times, list)
        and len(times) == 2
        and all(type(count) is int and 0 <= count <= MOST_TIMES for count in times)
    )
