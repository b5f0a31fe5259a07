"""Long-running search jobs and their answers, both frozen values.

The caller doesn't wait; the answer comes as an event. Only the last job counts.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.game import Cards
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.teaching.hint import Advice, advise
from toc_pi.teaching.other_rules import DifferingRules, differing_rules
from toc_pi.teaching.risk import Moment

HINT_S = 1.0
"""Time limit of a hint's search."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A job: which play is best with these cards?"""

    moment: Moment
    hand: Cards
    strength: int
    seed: int = 0
    seconds: float = HINT_S


@dataclass(frozen=True, slots=True)
class Others:
    """A job: which rules judge a move otherwise?"""

    rules: RuleSet
    table: Table
    before: Position
    seat: Seat
    card: Card
    after: Mapping[Hole, Seat]


Job = Hint | Others
Answer = tuple[Advice, ...] | DifferingRules | None
"""None if there is no answer."""


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer with its job."""

    job: Job
    answer: Answer


class Thinker(Protocol):
    """Runs search jobs."""

    def ask(self, job: Job) -> None:
        """Start a job; it replaces any earlier one."""

    def drop(self) -> None:
        """Cancel the current job."""

    def take(self) -> tuple[Thought, ...]:
        """Answers since the last call; at most that of the last job."""

    def close(self) -> None:
        """Stop; no more jobs will come."""


def think(job: Job) -> Answer:
    """Run a job synchronously."""
    try:
        match job:
            case Hint(moment, hand, strength, seed, seconds):
                end = time.monotonic() + seconds
                return advise(moment, hand, strength, Random(seed), lambda: time.monotonic() < end)
            case Others(rules, table, before, seat, card, after):
                return differing_rules(rules, table, before, seat, card, after)
    except BadInput:
        return None
