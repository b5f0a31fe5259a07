"""The game in progress: its referee, and the journal to which everything is written before it is shown."""

from collections.abc import Callable, Mapping

from calibration.holes import Hole, Seat, camp_holes
from toc_pi.app.by_hand import standing
from toc_pi.app.open_turn import open_turn
from toc_pi.app.resumption import standing_as_seen
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Effect, Ended, Turn
from toc_pi.referee.events import Declared, Event, Resumed, Seen
from toc_pi.referee.referee import Referee
from toc_pi.store.codec import Json
from toc_pi.store.journal import Journal, keep, referee_of
from toc_pi.store.saved import Saved
from toc_pi.teaching.moment import Moment


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
        self._referee = referee_of(self._game, saved)
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
        return standing_as_seen(self._referee.state.record[0].pawns, self._seen, self._seats)

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
