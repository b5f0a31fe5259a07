"""What players can declare under a rule set, as data for a screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from toc_pi.referee.effects import Hint
from toc_pi.referee.events import ACTIONS, Do
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import RuleSet

HINTS: tuple[Hint, ...] = get_args(Hint)
"""The kinds of turns, as `Turn` gives them to screens."""

LONGEST_HAND = 7
"""Number of cards in a hand that screens without a rule set have room for."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The declarations that a screen offers.

    Attributes:
        cards: the ranks of the pack.
        actions: what may be declared in each kind of turn.
        longest_hand: the largest number of cards in a hand.
    """

    cards: tuple[Card, ...]
    actions: Mapping[Hint, frozenset[Do]]
    longest_hand: int

    def allows(self, do: Do, hint: Hint = "") -> bool:
        """Whether something may be declared in such a turn."""
        return do in self.actions[hint]


EVERYTHING = Offered(RANKS, dict.fromkeys(HINTS, frozenset(ACTIONS)), LONGEST_HAND)
"""For screens without a rule set."""


def offered_by(rules: RuleSet) -> Offered:
    """What can be declared under a rule set, house rules included (RULES 3 and 4)."""
    always = frozenset[Do](("card", "accept", "undo"))
    passes = frozenset[Do](("pass",)) if passing_cards(rules) else frozenset[Do]()
    stuck: Mapping[str, frozenset[Do]] = {
        "discard": frozenset(("discard",)),
        "throw": frozenset(("throw",)),
        "either": frozenset(("discard", "throw")),
    }
    after_joker = always | passes | stuck["discard"]
    actions: Mapping[Hint, frozenset[Do]] = {
        "": always | passes | stuck[rules.cannot_play],
        "again": after_joker,
        "same-pawn": after_joker,
        # The second play may be kept for later.
        "may-play-again": always | frozenset[Do](("pass",)),
        "discard-one": frozenset(("discard", "accept", "undo")),
    }
    return Offered(tuple(rules.cards), actions, max(rules.deal))


def passing_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The ranks that can be played so that nothing moves (`pass`, RULES 3)."""
    return tuple(card for card, uses in rules.cards.items() if any(use.kind == "pass" for use in uses))
