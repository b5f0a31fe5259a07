"""Prints the referee's best hypotheses at each step, for debugging (docs/referee.md)."""

from collections.abc import Callable

from toc_pi.effects import Effect
from toc_pi.events import Event
from toc_pi.referee.referee import Referee

SHOWN = 3
"""Number of hypotheses printed at a step, likeliest first."""

Judge = Callable[[Event], tuple[Effect, ...]]


def explained(referee: Referee, tell: Callable[[str], None]) -> Judge:
    """A referee's step that also reports its hypotheses whenever they change.

    Args:
        tell: called with a line for the event, and one for each hypothesis.
    """
    known: list[str] = []

    def step(event: Event) -> tuple[Effect, ...]:
        follows = referee.step(event)
        stories = referee.filter.stories[:SHOWN]
        summaries = [story.summary for story in stories]
        if summaries != known:
            known[:] = summaries
            tell(f"{event.t:.2f} {type(event).__name__}")
            for story in stories:
                tell(f"  {story}")
        return follows

    return step
