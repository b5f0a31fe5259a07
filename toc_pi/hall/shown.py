"""What the wall is told of a tournament: payloads, made from it alone."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from toc_pi.hall.core.standings import standings
from toc_pi.hall.core.tournament import TeamMatch, Tournament
from toc_pi.hall.database import Written
from toc_pi.store.records import name_of, to_json
from toc_pi.wire.schema import written

FIRST_SEATS = (("a", "c"), ("b", "d"))
"""The seats of the first and of the second team at a table of four."""
MAX_LOG = 100  # newest facts in the log


def shown(tournament: Tournament, log: Sequence[Written]) -> Iterator[tuple[str, bytes]]:
    """Each topic's name below `hall/`, with its payload."""
    yield "tournament", _payload(_tournament(tournament))
    yield "standings", _payload([to_json_whole(one) for one in standings(tournament)])
    for one in tournament.rounds:
        matches = [_match(tournament.matches[name]) for name in one.matches]
        yield f"round/{one.number}", _payload({"round": one.number, "bye": one.bye, "matches": matches})
    yield "unplaced", _payload([to_json(one) for one in tournament.unplaced.values()])
    yield "log", _payload([_logged(one) for one in log[-MAX_LOG:]])


def to_json_whole(value: Any) -> dict[str, Any]:
    """A flat value as JSON, its defaults included."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def seatings(tournament: Tournament) -> Iterator[tuple[str, bytes]]:
    """Each table with its payload of `seating`."""
    set_at = {match.table: match for match in reversed(tournament.current) if match.table}
    for table in sorted({*tournament.tables, *set_at}):
        yield table, written("seating", _seating(tournament, set_at.get(table)))


def _seating(tournament: Tournament, match: TeamMatch | None) -> dict[str, Any]:
    """Who plays at a table; nobody if no match is set there."""
    if match is None:
        return {"match": "", "round": len(tournament.rounds), "teams": []}
    teams = (tournament.teams[number] for number in match.teams)
    return {
        "match": match.name,
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
        "fact": to_json(one.fact),
    }


def _payload(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
