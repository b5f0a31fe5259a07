"""The referee's best stories, printed at each step: how it is debugged (docs/referee.md)."""

from collections.abc import Callable

from toc_pi.effects import Effect
from toc_pi.events import Event
from toc_pi.referee.referee import Referee

SHOWN = 3
"""Stories that are printed at a step, the likeliest first."""

Judge = Callable[[Event], tuple[Effect, ...]]


def explained(referee: Referee, tell: Callable[[str], None]) -> Judge:
    """The referee's step, which also tells the stories each time that they have changed.

    Args:
        tell: gets a line for the event, and one for each story.
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
