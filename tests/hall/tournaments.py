"""Tournaments for tests: with some teams and tables, played by chance."""

from random import Random

from toc_pi.hall.core.decisions import ordered, resulted
from toc_pi.hall.core.facts import Fact, GamePlayed, HalfPoints
from toc_pi.hall.core.tournament import Tournament, folded

SEATS = (("a", "c"), ("b", "d"))


def obey(now: Tournament, do: str, **order: object) -> Tournament:
    """The tournament after an arbiter's order."""
    return folded(now, ordered(now, {"do": do, **order}))


def with_teams(teams: int, tables: int = 0, system: str = "swiss", rounds: int = 5) -> Tournament:
    """A tournament before its first round, with as many tables as it needs by default."""
    now = obey(Tournament(), "set-up", title="Spring", system=system, rounds=rounds)
    for number in range(1, teams + 1):
        now = obey(now, "enter", name=f"Team {number}", players=[f"P{number}", f"Q{number}"])
    for number in range(1, (tables or teams // 2) + 1):
        now = obey(now, "table", table=f"t{number:02}", works=True)
    return now


def finished(now: Tournament, match: str, points: HalfPoints, game: int = 1) -> tuple[Fact, ...]:
    """What follows from a game at the match's table that ends with these points."""
    table = now.matches[match].table
    winners = SEATS[0] if points[0] > points[1] else SEATS[1]
    return resulted(now, GamePlayed(table, "s.1", game), match, SEATS, winners)


def play_round(now: Tournament, rng: Random) -> Tournament:
    """Pair a round, and let chance decide every match."""
    now = obey(now, "pair")
    for match in now.current:
        points = rng.choice([(2, 0), (0, 2), (1, 1)])
        now = obey(now, "decide", match=match.name, points=points)
    return now
