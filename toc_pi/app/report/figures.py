"""A game in figures: what each player did, the luck of the deal, and how far everybody had to go."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from calibration.holes import CENTRE, PAWNS_A_SEAT, Hole, Seat, is_home, seat_of, start_hole
from toc_pi.app.report.steps import ReplayStep
from toc_pi.rules.game import UNKNOWN, Cards, pack_of
from toc_pi.rules.position import Pawns
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Player, Table
from toc_pi.rules.uses import uses_of

IDLE = ("discard", "throw", "pass")
"""Actions of a turn without a play."""
# The uses of a card that move a pawn forward.
_FORWARD = ("forward", "any", "split")


@dataclass(frozen=True, slots=True)
class Luck:
    """What a set of cards can do.

    Attributes:
        cards: number of cards.
        out: how many of them bring a pawn out.
        steps: average of each card's longest forward move, in holes; 0 without cards.
        idle: number of turns without a play.
    """

    cards: int
    out: int
    steps: float
    idle: int = 0


def luck_of(rules: RuleSet, player: Player, steps: Iterable[ReplayStep]) -> Luck:
    """The cards that a player laid down in settled turns."""
    own = [step for step in steps if step.seat in player and step.is_turn]
    cards = tuple(card for step in own for card in step.cards if card != UNKNOWN)
    return _luck(rules, cards, sum(step.do in IDLE for step in own))


def luck_of_pack(rules: RuleSet) -> Luck:
    """The values of the whole pack: the long-run average."""
    return _luck(rules, pack_of(rules))


def _luck(rules: RuleSet, cards: Cards, idle: int = 0) -> Luck:
    uses = [[use for use, _ in uses_of(rules, card)] for card in cards]
    out = sum(any(use.kind == "out" for use in each) for each in uses)
    steps = [max((use.number for use in each if use.kind in _FORWARD), default=0) for each in uses]
    return Luck(len(cards), out, sum(steps) / max(len(cards), 1), idle)


def counts_of(steps: Sequence[ReplayStep], player: Player) -> Mapping[str, int]:
    """A player's turns, moves not allowed, pawns captured, sent back, and home."""
    turns = [step for step in steps if step.is_turn]
    captured = [(step.seat, seat) for step in turns for seat in step.captured]
    flagged = [each for step in steps if (each := step.flagged) is not None and each.outcome != "withdrawn"]
    return {
        "turns": sum(step.seat in player for step in turns),
        "flagged_moves": sum(each.verdict.seat in player for each in flagged),
        "took": sum(by in player and seat not in player for by, seat in captured),
        "lost": sum(seat in player for _, seat in captured),
        "home": sum(
            owner in player and is_home(hole) and seat_of(hole) == owner for hole, owner in steps[-1].after
        ),
    }


def race(table: Table, boards: Iterable[tuple[Pawns, frozenset[Hole]]]) -> tuple[tuple[int, ...], ...]:
    """For each player, the holes left to go on each of the boards."""
    known = tuple(boards)
    return tuple(
        tuple(holes_to_go(table, pawns, fresh, player) for pawns, fresh in known) for player in table.players
    )


def holes_to_go(table: Table, pawns: Pawns, fresh: frozenset[Hole], player: Player) -> int:
    """How many holes all pawns of a player have to go until they are home.

    Coming out counts as one hole. A pawn that has passed its home goes round once more. For a pawn in the
    centre, whose exit isn't known, half a round is counted.
    """
    entry = table.track_length - table.stretch + table.home_entry
    homes = sum(entry + number for number in range(1, PAWNS_A_SEAT + 1))
    gone = [_gone(table, hole, seat, entry, hole in fresh) for hole, seat in pawns if seat in player]
    return len(player) * homes - sum(gone) + PAWNS_A_SEAT * len(player) - len(gone)


def _gone(table: Table, hole: Hole, seat: Seat, entry: int, is_fresh: bool) -> int:
    """How far a pawn has come from its start, in holes; negative if it has passed its home."""
    length = table.track_length
    if hole == CENTRE:
        return length // 2
    if is_home(hole):
        return entry + int(hole[-1]) if seat_of(hole) == seat else -1
    start, index = table.track_index(start_hole(seat)), table.track_index(hole)
    assert start is not None
    assert index is not None
    way = (index - start) % length
    if not way and entry == length and not is_fresh:
        return length
    return way if way <= entry else way - length
