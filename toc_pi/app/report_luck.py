"""The luck of the deal, as far as a table tells of it: the cards that a player laid down, and their worth."""

from collections.abc import Iterable
from dataclasses import dataclass

from toc_pi.app.report_steps import ReplayStep
from toc_pi.rules.pack import UNKNOWN, Cards, pack_of
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Player
from toc_pi.rules.uses import uses_of

IDLE = ("discard", "throw", "pass")
"""What a turn without a play is."""
_FORWARD = ("forward", "any", "split")


@dataclass(frozen=True, slots=True)
class Luck:
    """What some cards can do.

    Attributes:
        cards: how many they are.
        out: how many of them bring a pawn out.
        steps: the holes that one of them takes a pawn forward at most, on average; 0 where there are none.
        idle: how many turns went by without a play.
    """

    cards: int
    out: int
    steps: float
    idle: int = 0


def luck_of(rules: RuleSet, player: Player, steps: Iterable[ReplayStep]) -> Luck:
    """The cards that a player laid down in the turns that count."""
    mine = [step for step in steps if step.seat in player and step.kind in ("turn", "stood")]
    cards = tuple(card for step in mine for card in step.cards if card != UNKNOWN)
    return _luck(rules, cards, sum(step.do in IDLE for step in mine))


def luck_of_pack(rules: RuleSet) -> Luck:
    """The whole pack: what everybody gets in the long run."""
    return _luck(rules, pack_of(rules), 0)


def _luck(rules: RuleSet, cards: Cards, idle: int) -> Luck:
    out = sum(any(use.kind == "out" for use, _ in uses_of(rules, card)) for card in cards)
    return Luck(len(cards), out, sum(_steps(rules, card) for card in cards) / max(len(cards), 1), idle)


def _steps(rules: RuleSet, card: Card) -> int:
    return max((use.number for use, _ in uses_of(rules, card) if use.kind in _FORWARD), default=0)
