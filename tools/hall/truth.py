"""What the journals say of a tournament, and where the hall says otherwise."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing

from hall.tournament import CheckedHall, Played
from toc_pi.store.games import list_games


def differences(hall: CheckedHall, rounds: Sequence[Played]) -> list[str]:
    """Everything in which results, standings and the count of verdicts differ from the journals."""
    return [*_results(hall, rounds), *_standings(hall, rounds), *_verdicts(hall)]


def facts_of(hall: CheckedHall) -> int:
    """How many facts the hall has written."""
    return _query(hall, "SELECT count(*) FROM toc_facts_1")[0][0]


def _won(hall: CheckedHall, one: Played) -> dict[str, list[int]]:
    """The points of each table's match, by its journal."""
    points = {}
    for table, number in one.games.items():
        games = list_games(hall.folder / table / "state" / "games.sqlite")
        winners = next(game.winners for game in games if game.id == number)
        assert "".join(winners) == one.winners[table], "whoever played says otherwise"
        points[table] = [2, 0] if "a" in winners else [0, 2]
    return points


def _results(hall: CheckedHall, rounds: Sequence[Played]) -> Iterator[str]:
    yield from (f"belongs nowhere: {one}" for one in hall.watcher.shown("unplaced") or [])
    for one in rounds:
        told = {
            match["table"]: match["points"] for match in hall.watcher.shown(f"round/{one.number}")["matches"]
        }
        for table, points in _won(hall, one).items():
            if told.get(table) != points:
                yield f"round {one.number}, {table}: {told.get(table)} instead of {points}"


def _standings(hall: CheckedHall, rounds: Sequence[Played]) -> Iterator[str]:
    """Each team's points and matches, added up from the journals."""
    points, played = Counter[int](), Counter[int]()
    for one in rounds:
        shown, won = hall.watcher.shown(f"round/{one.number}"), _won(hall, one)
        points[shown["bye"]] += 2 * bool(shown["bye"])
        for match in shown["matches"]:
            for team, halves in zip(match["teams"], won[match["table"]], strict=True):
                points[team] += halves
                played[team] += 1
    for team in hall.watcher.shown("standings"):
        number = team["team"]
        if (team["points"], team["played"]) != (points[number], played[number]):
            yield f"team {number}: {team} instead of {points[number]} in {played[number]}"


def _verdicts(hall: CheckedHall) -> Iterator[str]:
    """Each verdict was taken once."""
    written = Counter(verdict.table for verdict in hall.written)
    taken = dict(_query(hall, "SELECT table_name, sum(verdicts) FROM toc_taken_1 GROUP BY table_name"))
    for table, count in written.items():
        if taken.get(table) != count:
            yield f"{table}: {taken.get(table)} verdicts instead of {count}"


def _query(hall: CheckedHall, query: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(hall.folder / "hall.sqlite")) as database:
        return database.execute(query).fetchall()
