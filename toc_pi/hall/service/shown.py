"""Payloads for the wall display, made from the tournament alone.

A payload above the size limit of its kind is split: a broker disconnects clients that send larger messages.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from toc_pi.hall.core.tournament import TeamMatch, Tournament, standings
from toc_pi.hall.service.database import Written
from toc_pi.hall.wire.protocol import kinds
from toc_pi.store.records import name_of, to_json

FIRST_SEATS = (("a", "c"), ("b", "d"))
"""The seats of the first and of the second team at a table of four."""
MAX_LOG, MAX_OF_TABLE = 100, 10
"""Facts in the log, the newest, and how many of them may come from one table."""
LOGGED = ("match", "table", "game", "team", "name", "title", "round", "points", "why", "away", "works")
"""Fields that the log shows of a fact; pairings are shown with their round."""


def shown(tournament: Tournament, log: Iterable[Written]) -> Iterator[tuple[str, bytes]]:
    """The wall's payloads, by topic below `hall/`."""
    yield from _parts("tournament", "tournament", _tournament(tournament))
    places = [asdict(one) for one in standings(tournament)]
    yield from _parts("standings", "standings", {"standings": places})
    for one in tournament.rounds:
        matches = [_match(tournament.matches[name]) for name in one.matches]
        body = {"round": one.number, "bye": one.bye, "matches": matches}
        yield from _parts("round", f"round/{one.number}", body)
    unplaced = [to_json(one) for one in tournament.unplaced.values()]
    yield from _parts("unplaced", "unplaced", {"unplaced": unplaced})
    yield from _parts("log", "log", {"log": [_logged(one) for one in _newest(tournament, log)]})


def _newest(tournament: Tournament, log: Iterable[Written]) -> list[Written]:
    """The facts for the log; one table that repeats its results can't push out the others."""
    of_table, kept = Counter[str](), list[Written]()
    for one in reversed([*log]):
        of_table[one.by] += one.by in tournament.tables
        if of_table[one.by] <= MAX_OF_TABLE and len(kept) < MAX_LOG:
            kept.append(one)
    return kept[::-1]


def _parts(kind: str, name: str, body: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """A payload in one or more parts, none above the size limit of its kind.

    The lists in it are divided; everything else is repeated in each part, as is the number of parts. The
    second part's name ends with `/2`.
    """
    lists = {key: held for key, held in body.items() if isinstance(held, list)}
    same = {"parts": 1000, **{key: held for key, held in body.items() if key not in lists}}
    empty = len(_payload(same)) + sum(len(key) + 6 for key in lists)
    parts: list[dict[str, list[str]]] = [{key: [] for key in lists}]
    left = room = kinds()[kind].most_bytes - empty
    for key, held in lists.items():
        for item in map(_text, held):
            size = len(item.encode()) + 1
            if size > left:
                parts.append({key: [] for key in lists})
                left = room
            left -= size
            parts[-1][key].append(item)
    begin = _text(same | {"parts": len(parts)})[:-1]
    for number, part in enumerate(parts, 1):
        text = "".join(f',"{key}":[{",".join(items)}]' for key, items in part.items())
        yield name if number == 1 else f"{name}/{number}", f"{begin}{text}}}".encode()


def seatings(tournament: Tournament, mark: str) -> Iterator[tuple[str, bytes]]:
    """Each table's `seating` payload; the mark is the prefix of match names."""
    set_at = {match.table: match for match in reversed(tournament.current) if match.table}
    for table in sorted({*tournament.tables, *set_at}):
        yield table, _payload(_seating(tournament, set_at.get(table), mark))


def _seating(tournament: Tournament, match: TeamMatch | None, mark: str) -> dict[str, Any]:
    """The seating of a table; empty if it has no match."""
    if match is None:
        return {"match": "", "round": len(tournament.rounds), "teams": []}
    teams = (tournament.teams[number] for number in match.teams)
    return {
        "match": f"{mark}{match.name}",
        "round": match.round,
        "teams": [
            {"name": team.name, "players": [*team.players], "seats": [*seats]}
            for team, seats in zip(teams, FIRST_SEATS, strict=True)
        ],
    }


def _tournament(tournament: Tournament) -> dict[str, Any]:
    return {
        "title": tournament.title,
        "system": tournament.system,
        "planned": tournament.planned,
        "rounds": len(tournament.rounds),
        "teams": [
            {"number": team.number, "name": team.name, "players": [*team.players], "away": team.away}
            for _, team in sorted(tournament.teams.items())
        ],
        "tables": [{"name": name, "works": works} for name, works in sorted(tournament.tables.items())],
    }


def _match(match: TeamMatch) -> dict[str, Any]:
    return {
        "match": match.name,
        "table": match.table,
        "teams": [*match.teams],
        "points": None if match.points is None else [*match.points],
        "by_hand": match.points is not None and match.game is None,
    }


def _logged(one: Written) -> dict[str, Any]:
    return {
        "number": one.number,
        "at": one.at,
        "by": one.by,
        "kind": name_of(one.fact),
        "fact": {key: held for key, held in to_json(one.fact).items() if key in LOGGED},
    }


def _payload(value: Any) -> bytes:
    return _text(value).encode()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
