"""From what is seen and tapped to what is shown: one way for an evening, a film and a measurement."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Event, Tick

Judge = Callable[[Event], tuple[Effect, ...]]
"""What follows from an event: a referee's step, one that is written down first, or a stand-in's."""

Sink = Callable[[Event | Effect], None]
"""Takes an event once it is judged, then each effect of it: a screen, lines of JSON, a list."""

Given = TypeVar("Given")
Given_co = TypeVar("Given_co", covariant=True)


class Source(Protocol[Given_co]):
    """What is seen, and the clock of the game: a camera that is read in a thread, or a film."""

    def take(self) -> tuple[Given_co, ...]:
        """What has come since the last call, in the order of time."""
        ...

    def now(self) -> float:
        """The second of the game."""
        ...


class Pipeline(ABC, Generic[Given]):
    """Tells a judge what comes from a source, and a sink what follows from it.

    Args:
        source: gives what is seen.
        judge: knows the game.
        sink: shows what follows.
        tick_s: how often the judge is told the time, seconds of the game.
    """

    def __init__(self, source: Source[Given], judge: Judge, sink: Sink, tick_s: float = 0.0) -> None:
        self._source = source
        self._judge = judge
        self._sink = sink
        self._tick_s = tick_s
        self._ticked_s = float("-inf")

    def step(self) -> bool:
        """Take in what has come since the last step, then the time; False once nothing more will come."""
        if self.take_all():
            return False
        self.tick_if_due()
        return True

    def take_all(self) -> bool:
        """Take in what has come; True once nothing more will."""
        over = [self.take(given) for given in self._source.take()]
        return any(over)

    def tick_if_due(self) -> bool:
        """Tell the time, where that is due; whether it was."""
        if (now := self._source.now()) < self._ticked_s + self._tick_s:
            return False
        self.tick(now)
        self._ticked_s = now
        return True

    def happened(self, event: Event) -> None:
        """Have an event judged, and show what follows."""
        effects = self._judge(event)
        self._sink(event)
        for effect in effects:
            self._sink(effect)

    def tick(self, now: float) -> None:
        """Tell the time."""
        self.happened(Tick(now))

    @abstractmethod
    def take(self, given: Given) -> bool:
        """Take in one thing that has come; True where it says that nothing more will."""
