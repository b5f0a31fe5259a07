"""Standings: points, then tie-breaks, as documented in docs/hall-protocol.md.

In a Swiss tournament: points, Buchholz, direct encounter, Sonneborn-Berger, wins, the lower number. In a
round robin: points, direct encounter, Sonneborn-Berger, wins, the lower number. All in halves of a point.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from toc_pi.hall.core.facts import WIN
from toc_pi.hall.core.tournament import Played, Tournament, played_by


@dataclass(frozen=True, slots=True)
class Standing:
    """A team's place.

    Attributes:
        rank: from 1; no two teams share one.
        points: halves of a point.
        played: how many rounds were played or given as a bye.
        buchholz: the points of its opponents; a round without one counts as its own points.
        direct: its points against the teams still tied with it, if all of them have met; else 0.
        sonneborn: twice the points of opponents beaten, plus the points of those drawn with.
        wins: matches won, byes not counted.
    """

    rank: int
    team: int
    points: int
    played: int
    buchholz: int
    direct: int
    sonneborn: int
    wins: int


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Every team's place, the leader first."""
    played = played_by(tournament)
    points = {team: sum(one.points for one in rounds) for team, rounds in played.items()}
    seated = Counter(team for match in tournament.matches.values() for team in match.teams)
    idle = {team: len(tournament.rounds) - seated[team] for team in played}
    buchholz = {team: _met(rounds, points) + idle[team] * points[team] for team, rounds in played.items()}
    sonneborn = {team: _sonneborn(team, rounds, points) for team, rounds in played.items()}
    wins = {team: sum(map(_is_win, rounds)) for team, rounds in played.items()}

    def before(team: int) -> tuple[int, ...]:
        return (-points[team], -buchholz[team]) if tournament.system == "swiss" else (-points[team],)

    direct: dict[int, int] = {}
    for equal in _groups(sorted(played, key=before), before):
        direct |= _direct(equal, played)

    def order(team: int) -> tuple[int, ...]:
        return (*before(team), -direct[team], -sonneborn[team], -wins[team], team)

    return tuple(
        Standing(
            rank,
            team,
            points[team],
            len(played[team]),
            buchholz[team],
            direct[team],
            sonneborn[team],
            wins[team],
        )
        for rank, team in enumerate(sorted(played, key=order), 1)
    )


def _groups(teams: Sequence[int], key: Callable[[int], tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    for _, group in groupby(teams, key):
        yield tuple(group)


def _met(rounds: Sequence[Played], points: Mapping[int, int]) -> int:
    return sum(points[one.opponent] for one in rounds if one.opponent)


def _is_win(one: Played) -> bool:
    return one.points == WIN and one.opponent != 0


def _sonneborn(team: int, rounds: Sequence[Played], points: Mapping[int, int]) -> int:
    return sum(one.points * points[one.opponent if one.opponent else team] for one in rounds)


def _direct(equal: Sequence[int], played: Mapping[int, Sequence[Played]]) -> dict[int, int]:
    """Each team's points among those tied with it; 0 for all if any two of them haven't met."""
    everybody = {*equal}
    few = any(len(played[team]) < len(equal) - 1 for team in equal)
    if len(equal) < 2 or few or any(not everybody <= _opponents(team, played) | {team} for team in equal):
        return dict.fromkeys(equal, 0)
    return {team: sum(one.points for one in played[team] if one.opponent in everybody) for team in equal}


def _opponents(team: int, played: Mapping[int, Sequence[Played]]) -> set[int]:
    return {one.opponent for one in played[team]}
