"""The luck of the deal as far as it is known: the cards that a player laid down, and their value."""

from collections.abc import Iterable
from dataclasses import dataclass

from toc_pi.app.report_steps import ReplayStep
from toc_pi.rules.pack import UNKNOWN, Cards, pack_of
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Player
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
    own = [step for step in steps if step.seat in player and step.kind in ("turn", "stood")]
    cards = tuple(card for step in own for card in step.cards if card != UNKNOWN)
    return _luck(rules, cards, sum(step.do in IDLE for step in own))


def luck_of_pack(rules: RuleSet) -> Luck:
    """The values of the whole pack: the long-run average."""
    return _luck(rules, pack_of(rules), 0)


def _luck(rules: RuleSet, cards: Cards, idle: int) -> Luck:
    out = sum(any(use.kind == "out" for use, _ in uses_of(rules, card)) for card in cards)
    return Luck(len(cards), out, sum(_steps(rules, card) for card in cards) / max(len(cards), 1), idle)


def _steps(rules: RuleSet, card: Card) -> int:
    return max((use.number for use, _ in uses_of(rules, card) if use.kind in _FORWARD), default=0)
