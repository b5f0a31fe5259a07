"""From pictures and taps to effects: one way through the rooms, for a film and for an evening."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from calibration.holes import Hole, Seat
from hardware.camera import Frame, Picture
from toc_pi.app.taps import Tap
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Card, Declared, Event, Seen, Tick, ViewChanged
from toc_pi.vision.observer import Observation, ViewChange

SETTLE_S = 2.0
SETTLE_STEP_S = 0.25


class PictureObserver(Protocol):
    """What looks at every picture: `toc_pi.vision.observer.Observer`, or a stand-in."""

    def look(self, t: float, image: Picture) -> tuple[Observation | ViewChange, ...]:
        """What this picture adds to what was known."""
        ...

    def set_otherwise(self, t: float) -> tuple[ViewChange, ...]:
        """The camera was set otherwise before the next picture."""
        ...


class Judge(Protocol):
    """What knows the game: `toc_pi.referee.referee.Referee`, or a stand-in."""

    def step(self, event: Event) -> tuple[Effect, ...]:
        """What follows from an event."""
        ...


class Pipeline:
    """Feeds an eye and a judge in the order of time.

    Taps that came before a picture are told before it; after each picture the judge is told the time.
    """

    def __init__(self, eye: PictureObserver, judge: Judge, taps: Iterable[Tap] = ()) -> None:
        self._eye = eye
        self._judge = judge
        self._taps = sorted(taps, key=lambda tap: tap.t)
        self._t = 0.0

    def look(self, frame: Frame) -> Iterator[Seen | Effect]:
        """What follows from one picture: what was seen, and each effect."""
        yield from self._tapped(until=frame.t)
        for sight in self._eye.look(frame.t, frame.image):
            event = told(sight)
            if isinstance(event, Seen):
                yield event
            yield from self._judge.step(event)
        yield from self._judge.step(Tick(frame.t))
        self._t = frame.t

    def tap(self, tap: Tap) -> Iterator[Effect]:
        """What follows from one tap, now."""
        yield from self._judge.step(_declared(tap))

    def finish(self) -> Iterator[Effect]:
        """What follows once the film is over: the last taps, and time for what was still awaited."""
        yield from self._tapped(until=float("inf"))
        for step in range(1, round(SETTLE_S / SETTLE_STEP_S) + 1):
            yield from self._judge.step(Tick(self._t + step * SETTLE_STEP_S))

    def _tapped(self, until: float) -> Iterator[Effect]:
        while self._taps and self._taps[0].t <= until:
            tap = self._taps.pop(0)
            self._t = max(self._t, tap.t)
            yield from self._judge.step(_declared(tap))


def told(sight: Observation | ViewChange) -> Seen | ViewChanged:
    """What the eye noticed, as the referee is told it."""
    if isinstance(sight, ViewChange):
        return ViewChanged(sight.t, sight.state)
    return Seen(
        sight.t,
        {Hole(hole): Seat(pawn) for hole, pawn in sight.holes.items()},
        frozenset(map(Hole, sight.unsure)),
        {Hole(hole): odds for hole, odds in sight.probability.items()},
        {Hole(hole): odds for hole, odds in sight.white.items()},
    )


def _declared(tap: Tap) -> Declared:
    return Declared(
        tap.t,
        Seat(tap.seat),
        tap.do,
        None if tap.card is None else Card(tap.card),
        tuple(map(Card, tap.cards)),
    )
