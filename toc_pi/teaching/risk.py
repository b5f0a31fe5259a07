"""The open turn for teaching, and who could capture a pawn next."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.engine import Engine, engine_of
from toc_pi.rules.game import JOKER, Again, Cards
from toc_pi.rules.legal import results
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn before its play.

    Attributes:
        rules, table: rules and table.
        n: the turn's number.
        position: the recorded position before this turn's play.
        seat: whose turn it is.
        card: the declared card; None before.
        again, pawn, struck: as in `rules.game.GameState`.
        played: cards seen since the pack was shuffled.
        counts: how many cards each player holds, by their first seat; empty if that is unknown.
        deal: dealer and number of their deal; identifies a deal.
    """

    rules: RuleSet
    table: Table
    n: int
    position: Position
    seat: Seat
    card: Card | None = None
    again: Again = ""
    pawn: Hole | None = None
    struck: bool = False
    played: Cards = ()
    counts: Mapping[Seat, int] = field(default_factory=dict)
    deal: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Threat:
    """A pawn that another team could capture with its next card.

    Attributes:
        hole: the pawn's hole.
        seat: who could capture it (a player's first seat).
        cards: the ranks that can, without jokers.
    """

    hole: Hole
    seat: Seat
    cards: tuple[Card, ...]


def threats(
    rules: RuleSet, table: Table, position: Position, seat: Seat, holes: Iterable[Hole]
) -> tuple[Threat, ...]:
    """The threats to a team's pawns on these holes, from every legal play of every rank.

    Args:
        rules: the rule set.
        table: the board and its players.
        position: the board, before the others' cards.
        seat: a seat of the team.
        holes: the holes; those without a pawn of the team are ignored.

        Returns:
            By hole, then by player, clockwise from the next one.
    """
    engine = engine_of(rules, table)
    number = engine.encode(position)
    team = engine.team[seat]
    owners = dict(position.pawns)
    wanted = [hole for hole in holes if hole in owners and SEATS.index(owners[hole]) in team]
    found: dict[tuple[Hole, Seat], list[Card]] = {}
    for player in _others(table, seat):
        for card in rules.cards:
            if card == JOKER:
                continue
            after = results(engine, number, player, card)
            for hole in wanted:
                if any(_is_captured(engine, number, one, owners[hole], hole) for one in after):
                    found.setdefault((hole, player), []).append(card)
    return tuple(
        Threat(hole, player, tuple(found[hole, player]))
        for hole in wanted
        for player in _others(table, seat)
        if (hole, player) in found
    )


def _others(table: Table, seat: Seat) -> list[Seat]:
    """The first seats of the players of other teams, clockwise from the next one."""
    turn = table.players.index(table.player_of(seat))
    order = (*table.players[turn + 1 :], *table.players[:turn])
    return [player[0] for player in order if player[0] not in table.team_of(seat)]


def _is_captured(engine: Engine, before: int, after: int, owner: Seat, hole: Hole) -> bool:
    """Whether this pawn was captured: it has left, its seat has one pawn fewer, and another seat's pawn
    moved.

    If an opponent's card moved it onto a pawn of its own seat, its seat also has one fewer, but no other
    seat's pawn moved.
    """
    m, seat = engine.masks, SEATS.index(owner)
    was, now = (number >> seat * m.holes & m.plane for number in (before, after))
    if now >> m.numbers[hole] & 1 or now.bit_count() >= was.bit_count():
        return False
    arrived = after & ~before & ((1 << m.seats * m.holes) - 1)
    return bool(arrived & ~(m.plane << seat * m.holes))
