"""The state of a tournament, folded from its facts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

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
