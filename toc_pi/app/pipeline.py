"""From observations and taps to what is shown: one pipeline for an evening, a film and a measurement."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Event, Tick

Judge = Callable[[Event], tuple[Effect, ...]]
"""Returns the effects of an event: a referee's step, one that is journalled first, or a substitute."""

Sink = Callable[[Event | Effect], None]
"""Gets an event once it is judged, then each of its effects: a screen, lines of JSON, a list."""

Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)


class Source(Protocol[Item_co]):
    """Observations, and the clock of the game: a camera that is read in a thread, or a film."""

    def take(self) -> tuple[Item_co, ...]:
        """What has arrived since the last call, in chronological order."""
        ...

    def now(self) -> float:
        """The time of the game, s."""
        ...


class Pipeline(ABC, Generic[Item]):
    """Passes what comes from a source to a judge, and its effects to a sink.

    Args:
        source: of observations.
        judge: returns the effects of each event.
        sink: shows events and effects.
        tick_s: time between two ticks for the judge, seconds of the game.
    """

    def __init__(self, source: Source[Item], judge: Judge, sink: Sink, tick_s: float = 0.0) -> None:
        self._source = source
        self._judge = judge
        self._sink = sink
        self._tick_s = tick_s
        self._ticked_s = float("-inf")

    def step(self) -> bool:
        """Handle what has arrived since the last step, then the time; False once nothing more will come."""
        if self.take_all():
            return False
        self.tick_if_due()
        return True

    def take_all(self) -> bool:
        """Handle what has arrived; True once nothing more will come."""
        over = [self.take(item) for item in self._source.take()]
        return any(over)

    def tick_if_due(self) -> bool:
        """Send a tick if one is due; return whether it was."""
        if (now := self._source.now()) < self._ticked_s + self._tick_s:
            return False
        self.tick(now)
        self._ticked_s = now
        return True

    def happened(self, event: Event) -> None:
        """Judge an event, and show its effects."""
        effects = self._judge(event)
        self._sink(event)
        for effect in effects:
            self._sink(effect)

    def tick(self, now: float) -> None:
        """Send a tick."""
        self.happened(Tick(now))

    @abstractmethod
    def take(self, item: Item) -> bool:
        """Handle one item; True if it means that nothing more will come."""
