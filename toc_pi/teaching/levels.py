"""How much is explained to a player unasked, and how explanations fade as they do things correctly.

A kind is a use of a card (`split`, `back`, `swap` …), or a broken rule (`!home-left`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.uses import uses_of
from toc_pi.teaching.pawn_moves import PawnMove

Level = Literal["silent", "asked", "first", "shown"]
ENOUGH = 3
"""A kind done correctly this often isn't explained again."""
BROKEN = "!"
"""Prefix of a broken rule's code."""
MOST_KEPT = 99  # the largest count


@dataclass(frozen=True, slots=True)
class Times:
    """How often a kind was explained to a player, and how often they did it correctly."""

    explained: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class Learned:
    """What a player has learned of each kind."""

    kinds: Mapping[str, Times] = field(default_factory=dict)

    def times(self, kind: str) -> Times:
        """The counts of a kind; zero if it hasn't come up yet."""
        return self.kinds.get(kind, Times())

    def is_known(self, kind: str) -> bool:
        """Whether it needs no explanation any more."""
        return self.times(kind).right >= ENOUGH


def due_kinds(level: Level, learned: Learned, kinds: Iterable[str]) -> tuple[str, ...]:
    """Which kinds to explain now, unasked.

    Args:
        level: the player's.
        learned: what they have learned.
        kinds: what comes up now.
    """
    if level in ("silent", "asked"):
        return ()
    new = (kind for kind in dict.fromkeys(kinds) if not learned.is_known(kind))
    return tuple(kind for kind in new if _is_due(level, learned.times(kind), kind))


def _is_due(level: Level, times: Times, kind: str) -> bool:
    """Whether a kind is due: at level `first` only the first time; else always, but a broken rule at most
    three times."""
    if level == "first":
        return times.explained == 0
    return times.explained < ENOUGH or not kind.startswith(BROKEN)


def after_telling(learned: Learned, kinds: Iterable[str]) -> Learned:
    """What a player has learned after these were explained."""
    return _counted(learned, kinds, explained=1)


def after_right(learned: Learned, kinds: Iterable[str]) -> Learned:
    """What a player has learned after doing these correctly."""
    return _counted(learned, kinds, right=1)


def _counted(learned: Learned, kinds: Iterable[str], explained: int = 0, right: int = 0) -> Learned:
    counts = dict(learned.kinds)
    for kind in dict.fromkeys(kinds):
        times = counts.get(kind, Times())
        counts[kind] = Times(min(MOST_KEPT, times.explained + explained), min(MOST_KEPT, times.right + right))
    return replace(learned, kinds=counts)


def kinds_of_card(rules: RuleSet, card: Card) -> tuple[str, ...]:
    """What a card may do, as kinds."""
    return tuple(dict.fromkeys(use.kind for use, _ in uses_of(rules, card)))


def kinds_of_play(rules: RuleSet, card: Card, moves: Iterable[PawnMove]) -> tuple[str, ...]:
    """The kinds that a play used, of those that its card has."""
    done: set[str] = {move.kind for move in moves}
    may = kinds_of_card(rules, card)
    found: list[str] = [kind for kind in may if kind in ("out", "swap") and kind in done]
    if done & {"go", "home"}:
        found += [kind for kind in may if kind not in ("out", "swap", "pass", "any-card")]
    return (*found, *(kind for kind in ("home", "capture") if kind in done))


def kinds_of_breach(reasons: Iterable[str]) -> tuple[str, ...]:
    """Broken rules, as kinds."""
    return tuple(f"{BROKEN}{reason}" for reason in reasons)
