"""The state of a tournament, folded from its facts, and its standings.

Points decide, then tie-breaks (docs/hall-protocol.md). In a Swiss tournament: points, Buchholz, direct
encounter, Sonneborn-Berger, wins, the lower number. In a round robin: points, direct encounter,
Sonneborn-Berger, wins, the lower number. All in halves of a point.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from toc_pi.hall.core.facts import (
    WIN,
    Announced,
    Away,
    Decided,
    Entered,
    Fact,
    GamePlayed,
    HalfPoints,
    Moved,
    Paired,
    PutAside,
    System,
    TableWorks,
    Unpaired,
    Unplaced,
)

USUAL_ROUNDS = 5
MAX_UNPLACED = 8
"""Most unassigned results of one table that the arbiter sees, newest first; none of them counts, so none is
lost.
"""


@dataclass(frozen=True, slots=True)
class TournamentTeam:
    """A team; one that is `away` isn't paired."""

    number: int
    name: str
    players: tuple[str, ...]
    away: bool = False


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match; `game` is the source of its points, None if the arbiter decided."""

    name: str
    round: int
    table: str
    teams: tuple[int, int]
    points: HalfPoints | None = None
    game: GamePlayed | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the names of its matches, and the team without an opponent (0 for none)."""

    number: int
    matches: tuple[str, ...]
    bye: int


@dataclass(frozen=True, slots=True)
class Played:
    """A team's round: the opponent (0 for a bye), the halves of a point, and whether it sat first."""

    round: int
    opponent: int
    points: int
    first: bool


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament.

    Attributes:
        tables: whether each is usable, by name.
        unplaced: unassigned results for the arbiter, the last one of each game, a few for each table.
    """

    title: str = ""
    system: System = "swiss"
    planned: int = USUAL_ROUNDS
    teams: Mapping[int, TournamentTeam] = field(default_factory=dict)
    tables: Mapping[str, bool] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    matches: Mapping[str, TeamMatch] = field(default_factory=dict)
    unplaced: Mapping[GamePlayed, Unplaced] = field(default_factory=dict)

    @property
    def current(self) -> tuple[TeamMatch, ...]:
        """The matches of the newest round."""
        return tuple(self.matches[name] for name in self.rounds[-1].matches) if self.rounds else ()

    @property
    def present(self) -> tuple[TournamentTeam, ...]:
        """The teams that are paired, by number."""
        return tuple(team for _, team in sorted(self.teams.items()) if not team.away)

    def at_table(self, table: str) -> TeamMatch | None:
        """The match of the newest round at a table."""
        return next((match for match in self.current if match.table == table), None)

    def of_game(self, game: GamePlayed) -> TeamMatch | None:
        """The match whose points came from a game."""
        return next((match for match in self.matches.values() if match.game == game), None)

    def free_tables(self) -> tuple[str, ...]:
        """The usable tables without an open match of the newest round."""
        taken = {match.table for match in self.current if match.points is None}
        return tuple(name for name, works in sorted(self.tables.items()) if works and name not in taken)


def played_by(tournament: Tournament) -> Mapping[int, tuple[Played, ...]]:
    """What each team has played: decided matches and byes only."""
    played: dict[int, tuple[Played, ...]] = dict.fromkeys(tournament.teams, ())
    for one in tournament.rounds:
        for team, what in _played_in(tournament, one):
            played[team] += (what,)
    return played


def _played_in(tournament: Tournament, one: Round) -> Iterator[tuple[int, Played]]:
    for name in one.matches:
        match = tournament.matches[name]
        if match.points is not None:
            (first, second), (points, others) = match.teams, match.points
            yield first, Played(one.number, second, points, first=True)
            yield second, Played(one.number, first, others, first=False)
    if one.bye:
        yield one.bye, Played(one.number, 0, WIN, first=False)


def folded(tournament: Tournament, facts: Iterable[Fact]) -> Tournament:
    """The tournament after some facts."""
    for fact in facts:
        tournament = _after(tournament, fact)
    return tournament


def _after(now: Tournament, fact: Fact) -> Tournament:
    match fact:
        case Announced(title, system, rounds):
            return replace(now, title=title, system=system, planned=rounds)
        case Entered(number, name, players):
            return replace(now, teams={**now.teams, number: TournamentTeam(number, name, players)})
        case Away(number, away):
            return replace(now, teams={**now.teams, number: replace(now.teams[number], away=away)})
        case TableWorks(table, works):
            return replace(now, tables={**now.tables, table: works})
        case Paired():
            return _paired(now, fact)
        case Unpaired():
            gone = {*now.rounds[-1].matches}
            kept = {name: match for name, match in now.matches.items() if name not in gone}
            return replace(now, rounds=now.rounds[:-1], matches=kept)
        case Decided(name, points, game, _):
            match = now.matches[name]

            def is_settled(one: Unplaced) -> bool:
                by_hand = game is None and name in (one.match, _name_of(now.at_table(one.game.table)))
                return one.game == game or by_hand

            unplaced = {key: one for key, one in now.unplaced.items() if not is_settled(one)}
            decided = {**now.matches, name: replace(match, points=points, game=game)}
            return replace(now, matches=decided, unplaced=unplaced)
        case Moved(name, table):
            return replace(now, matches={**now.matches, name: replace(now.matches[name], table=table)})
        case Unplaced():
            return _unplaced(now, fact)
        case PutAside(table):
            return replace(
                now, unplaced={key: one for key, one in now.unplaced.items() if key.table != table}
            )


def _paired(now: Tournament, fact: Paired) -> Tournament:
    new = {one.match: TeamMatch(one.match, fact.round, one.table, one.teams) for one in fact.pairings}
    return replace(
        now,
        rounds=(*now.rounds, Round(fact.round, tuple(new), fact.bye)),
        matches={**now.matches, **new},
    )


def _unplaced(now: Tournament, fact: Unplaced) -> Tournament:
    """With one more unassigned result; the table's oldest is dropped if there are too many."""
    others = [game for game in now.unplaced if game.table == fact.game.table and game != fact.game]
    gone = {*others[: max(0, len(others) + 1 - MAX_UNPLACED)]}
    kept = {game: one for game, one in now.unplaced.items() if game not in gone}
    return replace(now, unplaced={**kept, fact.game: fact})


def _name_of(match: TeamMatch | None) -> str:
    return "" if match is None else match.name


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
