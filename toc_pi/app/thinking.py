"""Questions that take long to think about, and their answers: frozen values both.

Whoever asks goes on at once; the answer comes as an event. Only the last question counts.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.teaching.elsewhere import Elsewhere, judged_elsewhere
from toc_pi.teaching.hint import Advice, HintRequest, advise

HINT_S = 1.0
"""How long a hint may think."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What would be best with these cards?"""

    asked: HintRequest
    strength: int
    seed: int = 0
    seconds: float = HINT_S


@dataclass(frozen=True, slots=True)
class Others:
    """Who judges a move otherwise?"""

    rules: RuleSet
    table: Table
    before: Position
    seat: Seat
    card: Card
    after: Mapping[Hole, Seat]


Job = Hint | Others
Answer = tuple[Advice, ...] | Elsewhere | None
"""None where nothing could be found out."""


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, with the question that it belongs to."""

    job: Job
    answer: Answer


class Thinker(Protocol):
    """Whoever thinks about questions."""

    def ask(self, job: Job) -> None:
        """Think about this, and about nothing that was asked before."""

    def drop(self) -> None:
        """What was asked doesn't matter any more."""

    def take(self) -> tuple[Thought, ...]:
        """What was answered since the last call; at most the last question's answer."""

    def close(self) -> None:
        """No more questions come."""


def think(job: Job) -> Answer:
    """Answer a question, here and now."""
    try:
        match job:
            case Hint(asked, strength, seed, seconds):
                end = time.monotonic() + seconds
                return advise(asked, strength, Random(seed), lambda: time.monotonic() < end)
            case Others(rules, table, before, seat, card, after):
                return judged_elsewhere(rules, table, before, seat, card, after)
    except BadInput:
        return None
