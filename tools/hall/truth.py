"""What the journals say of a tournament, and where the hall says otherwise."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import zip_longest

from hall.by_pages import PagesWatcher
from hall.tournament import HALL, CheckedHall, Played
from toc_pi.hall.core.facts import Decided, Unplaced
from toc_pi.hall.core.tournament import Tournament, folded, standings
from toc_pi.hall.service.database import HallDatabase
from toc_pi.store.games import list_games


def differences(hall: CheckedHall, rounds: Sequence[Played]) -> list[str]:
    """Everything in which results, standings and the count of verdicts differ from the journals."""
    return [*_results(hall, rounds), *_standings(hall, rounds), *_verdicts(hall)]


def facts_of(hall: CheckedHall) -> int:
    """How many facts the hall has written."""
    return _query(hall, "SELECT count(*) FROM toc_facts_1")[0][0]


def _won(hall: CheckedHall, one: Played) -> dict[str, tuple[int, int]]:
    """The points of each table's match, by its journal."""
    points: dict[str, tuple[int, int]] = {}
    for table, number in one.games.items():
        games = list_games(hall.folder / table / "state" / "games.sqlite")
        winners = next(game.winners for game in games if game.id == number)
        assert "".join(winners) == one.winners[table], "whoever played says otherwise"
        points[table] = (2, 0) if "a" in winners else (0, 2)
    return points


def _results(hall: CheckedHall, rounds: Sequence[Played]) -> Iterator[str]:
    unplaced = hall.watcher.shown("unplaced") or {"unplaced": []}
    yield from (f"belongs nowhere: {one}" for one in unplaced["unplaced"])
    for one in rounds:
        told = {
            match["table"]: match["points"] for match in hall.watcher.shown(f"round/{one.number}")["matches"]
        }
        for table, points in _won(hall, one).items():
            if told.get(table) != [*points]:
                yield f"round {one.number}, {table}: {told.get(table)} instead of {points}"


def _standings(hall: CheckedHall, rounds: Sequence[Played]) -> Iterator[str]:
    """Each team's place with all its tie-breaks, as it follows from the pairings and the journals."""
    with closing(HallDatabase(f"sqlite:///{hall.folder / 'hall.sqlite'}", HALL)) as database:
        facts = [one.fact for one in database.load().facts]
    tournament = folded(Tournament(), (one for one in facts if not isinstance(one, Decided | Unplaced)))
    for one in rounds:
        points = _won(hall, one)
        tournament = folded(
            tournament,
            (
                Decided(name, points[tournament.matches[name].table])
                for name in tournament.rounds[one.number - 1].matches
            ),
        )
    expected = [asdict(one) for one in standings(tournament)]
    for told, right in zip_longest(hall.watcher.shown("standings")["standings"], expected):
        if told != right:
            yield f"standings: {told} instead of {right}"
    if isinstance(hall.watcher, PagesWatcher):
        drawn = [(row[1], row[2], row[4]) for row in hall.watcher.standings()]
        rows = [(right["team"], right["points"], right["buchholz"]) for right in expected]
        if drawn != [(f"Team {team}", in_points(points), in_points(met)) for team, points, met in rows]:
            yield f"the wall's page shows {drawn}"


def in_points(halves: int) -> str:
    """Halves of a point as the pages write them."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


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
