"""From observations and taps to what is shown, and the game in progress with its journal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from calibration.holes import Hole, Seat, camp_holes
from toc_pi.app.resumption import standing
from toc_pi.app.teaching.helping import open_turn
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Effect, Ended, Turn
from toc_pi.referee.events import Declared, Event, Resumed, Seen, Tick
from toc_pi.referee.referee import Referee
from toc_pi.store.games import Saved
from toc_pi.store.journal import Journal, keep
from toc_pi.store.records import Json
from toc_pi.teaching.options import Moment

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


class JournaledGame:
    """Steps the referee and journals the effects; begins a new game once the old one is over or given up.

    Args:
        journal: where games are stored.
        game: rules and table.
        seats: of the board.
        settings: stored with a game, to resume it.
        now: returns the date and time (ISO 8601).
    """

    def __init__(
        self, journal: Journal, game: Game, seats: tuple[Seat, ...], settings: Json, now: Callable[[], str]
    ) -> None:
        self._journal = journal
        self._game = game
        self._seats = seats
        self._settings = settings
        self._now = now
        self._referee = Referee(game)
        self._may_begin = False
        self._pending: tuple[Event, ...] = ()
        self._seen: Mapping[Hole, Seat] = {}

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at the moment; None if it can."""
        return self._journal.trouble

    def notice(self) -> str | None:
        """What was damaged or lost, each sentence once; None for nothing more."""
        return self._journal.notices.pop(0) if self._journal.notices else None

    def begin(self) -> Turn:
        """Begin a game, and return its first turn."""
        self._journal.begin(self._settings, self._now())
        self._referee = Referee(self._game)
        self._may_begin = False
        return self._referee.turn()

    def go_on(self, saved: Saved) -> Resumed:
        """Resume an earlier game."""
        self._pending = self._journal.go_on(saved)
        self._referee = Referee(self._game, saved.state)
        self._may_begin = True
        self._seen = saved.seen
        return Resumed(saved.t)

    def step(self, event: Event) -> tuple[Effect, ...]:
        """Step the referee, journal the effects, and return them."""
        self._may_begin = self._may_begin and not isinstance(event, Declared)
        if isinstance(event, Seen):
            self._seen = event.holes
        effects = keep(self._journal, self._referee, event)
        if isinstance(event, Resumed):
            # Taps journalled just before the program ended, and not yet judged.
            pending, self._pending = self._pending, ()
            for tap in pending:
                effects += keep(self._journal, self._referee, tap)
        for effect in effects:
            if isinstance(effect, Ended):
                self._journal.end(self._now(), effect.winners)
                self._may_begin = True
        return effects

    def standing(self) -> Mapping[Hole, Seat]:
        """The holes of all pawns on record, including those in camps."""
        return standing(self._referee.state.record[0], self._seats)

    def stood(self) -> Mapping[Hole, Seat]:
        """The same, with the camp holes as last seen; may be called by another thread."""
        return standing(self._referee.state.record[0], self._seats, self._seen)

    def moment(self) -> Moment | None:
        """The open turn, in the form teaching uses; None once the game is over."""
        return open_turn(self._game, self._referee.state)

    def begin_anew(self, seen: Seen) -> Turn | None:
        """Begin a new game if all pawns are back in their camps: after the end, or instead of resuming.

        Returns:
            The first turn; None if the game goes on.
        """
        camps = {hole: seat for seat in self._seats for hole in camp_holes(seat)}
        packed_up = not seen.unsure and dict(seen.holes) == camps != self.standing()
        return self.begin() if self._may_begin and packed_up else None
