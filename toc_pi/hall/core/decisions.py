"""What follows from an arbiter's order or a table's result: new facts, or the reason for a refusal.

Nothing is guessed: a result that isn't certain to belong to a match is left to the arbiter. Once the next
round is paired, only the arbiter changes earlier results.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from toc_pi.errors import BadInput
from toc_pi.hall.core.facts import (
    LOSS,
    WIN,
    Announced,
    Away,
    Decided,
    Entered,
    Fact,
    GamePlayed,
    HalfPoints,
    Moved,
    PutAside,
    TableWorks,
    Unpaired,
    Unplaced,
)
from toc_pi.hall.core.pairing import next_round
from toc_pi.hall.core.tournament import TeamMatch, Tournament

MAX_TEAMS = 5000
Order = Mapping[str, Any]
Facts = tuple[Fact, ...]
SeatGroups = Sequence[Sequence[str]]


def ordered(tournament: Tournament, order: Order) -> Facts:
    """The facts that follow from an arbiter's order, already validated.

    Raises:
        BadInput: it can't be carried out; the message says why.
    """
    return _ORDERS[str(order["do"])](tournament, order)


def resulted(
    tournament: Tournament,
    game: GamePlayed,
    match: str,
    teams: SeatGroups,
    winners: Sequence[str],
) -> Facts:
    """The facts that follow from a game's end at a table.

    Args:
        tournament: its current state.
        game: which one.
        match: the match that the table named.
        teams: the seats of the table's teams.
        winners: the seats that have won.
    """
    known = tournament.matches.get(match)
    points = _points(teams, winners)
    why = _doubt(tournament, game, known) or ("teams" if points is None else "")
    if why or known is None:
        return _told(tournament, Unplaced(game, match, tuple(winners), why))
    if (known.points, known.game) == (points, game):
        return ()
    return (Decided(known.name, points, game),)


def taken_back(tournament: Tournament, game: GamePlayed) -> Facts:
    """The facts that follow when a turn is taken back: if the game was over, it continues."""
    match = tournament.of_game(game)
    if match is not None and match.round == len(tournament.rounds):
        return () if match.points is None else (Decided(match.name, None, game),)
    if match is not None:
        return _told(tournament, Unplaced(game, match.name, (), "taken-back"))
    if game in tournament.unplaced and tournament.unplaced[game].winners:
        return (Unplaced(game, tournament.unplaced[game].match, (), "taken-back"),)
    return ()


def _told(tournament: Tournament, unplaced: Unplaced) -> Facts:
    return () if tournament.unplaced.get(unplaced.game) == unplaced else (unplaced,)


def _doubt(tournament: Tournament, game: GamePlayed, match: TeamMatch | None) -> str:
    """Why a game may not belong to the match that its table named; "" if it certainly does."""
    if match is None:
        return "no-match"
    if match.table != game.table:
        return "other-table"
    if match.round != len(tournament.rounds):
        return "closed"
    if match.points is not None and match.game != game:
        return "has-result"
    if match.points is None and match.game is not None and match.game != game:
        return "has-result"  # a finished game goes on because its last turn was taken back
    return ""


def _points(teams: SeatGroups, winners: Sequence[str]) -> HalfPoints | None:
    """The points of both teams; None if there aren't two teams, or neither has won."""
    won = [bool(winners) and {*winners} <= {*team} for team in teams]
    if len(teams) != 2 or sum(won) != 1:
        return None
    return (WIN, LOSS) if won[0] else (LOSS, WIN)


def _set_up(tournament: Tournament, order: Order) -> Facts:
    title, system = str(order.get("title", tournament.title)), order.get("system", tournament.system)
    rounds = int(order.get("rounds", tournament.planned))
    if tournament.rounds and system != tournament.system:
        raise BadInput("the first round is paired: the system stays")
    if rounds < len(tournament.rounds):
        raise BadInput("{count} rounds are paired already", count=len(tournament.rounds))
    return (Announced(title, system, rounds),)


def _enter(tournament: Tournament, order: Order) -> Facts:
    name = _needed(order, "name")
    if len(tournament.teams) >= MAX_TEAMS:
        raise BadInput("there are {count} teams, the most", count=MAX_TEAMS)
    if any(team.name == name for team in tournament.teams.values()):
        raise BadInput("there is a team {name} already", name=name)
    number = max(tournament.teams, default=0) + 1
    return (Entered(number, name, tuple(_needed(order, "players"))),)


def _away(away: bool) -> Callable[[Tournament, Order], Facts]:
    def order(tournament: Tournament, order: Order) -> Facts:
        number = _needed(order, "team")
        if number not in tournament.teams:
            raise BadInput("there is no team {number}", number=number)
        return () if tournament.teams[number].away == away else (Away(number, away),)

    return order


def _pair(tournament: Tournament, _order: Order) -> Facts:
    return (next_round(tournament),)


def _unpair(tournament: Tournament, _order: Order) -> Facts:
    if not tournament.rounds:
        raise BadInput("no round is paired")
    decided = [match.name for match in tournament.current if match.points or match.game]
    if decided:
        raise BadInput("{names} are decided: the round stays", names=" ".join(decided[:8]))
    return (Unpaired(len(tournament.rounds)),)


def _decide(tournament: Tournament, order: Order) -> Facts:
    match = _match(tournament, order)
    points = order.get("points")
    if points is not None and sum(points) > WIN:
        raise BadInput("{points}: a match gives one point", points=f"{points[0] / 2:g}–{points[1] / 2:g}")
    if points is None and match.round != len(tournament.rounds):
        raise BadInput("{match}: a later round is paired; it can't be open again", match=match.name)
    given = None if points is None else (int(points[0]), int(points[1]))
    return (Decided(match.name, given, None, str(order.get("why", ""))),)


def _move(tournament: Tournament, order: Order) -> Facts:
    match, table = _match(tournament, order), str(order.get("table", ""))
    if match.points is not None or match.round != len(tournament.rounds):
        raise BadInput("{match}: it is over", match=match.name)
    if table and table not in tournament.free_tables():
        raise BadInput("{table}: this table isn't free", table=table)
    return (Moved(match.name, table),)


def _table(tournament: Tournament, order: Order) -> Facts:
    """A table becomes usable or unusable; if unusable, its open match moves to a free one."""
    table, works = _needed(order, "table"), bool(order.get("works", True))
    match = tournament.at_table(table)
    facts: Facts = () if tournament.tables.get(table) == works else (TableWorks(table, works),)
    if not works and match is not None and match.points is None:
        free = [name for name in tournament.free_tables() if name != table]
        facts += (Moved(match.name, free[0] if free else ""),)
    return facts


def _put_aside(tournament: Tournament, order: Order) -> Facts:
    table = _needed(order, "table")
    return (PutAside(table),) if any(game.table == table for game in tournament.unplaced) else ()


def _match(tournament: Tournament, order: Order) -> TeamMatch:
    name = _needed(order, "match")
    if name not in tournament.matches:
        raise BadInput("there is no match {name}", name=name)
    return tournament.matches[name]


def _needed(order: Order, key: str) -> Any:
    if key not in order:
        raise BadInput("{key} is missing", key=key)
    return order[key]


_ORDERS: Mapping[str, Callable[[Tournament, Order], Facts]] = {
    "set-up": _set_up,
    "enter": _enter,
    "leave": _away(True),
    "come-back": _away(False),
    "pair": _pair,
    "unpair": _unpair,
    "decide": _decide,
    "move": _move,
    "table": _table,
    "put-aside": _put_aside,
}
"""The handler of each `do` of an order; the keys match wire/schemas.json."""
