"""A game as an evening plays it: judged, but not stored."""

from collections.abc import Mapping, Sequence

from calibration.holes import Hole, Seat
from toc_pi.app.journaled_game import JournaledGame
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, Turn
from toc_pi.events import Event, Seen
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.rules.position import standing


class UnkeptGame(JournaledGame):
    """Stores nothing but the effects."""

    recording = None
    trouble = None  # type: ignore[assignment]

    def __init__(self, game: Game, seats: Sequence[Seat]) -> None:
        self.game = game
        self.seats = seats
        self.referee = Referee(game)
        self.effects: list[Effect] = []

    def step(self, event: Event) -> tuple[Effect, ...]:
        effects = self.referee.step(event)
        self.effects += effects
        return effects

    def standing(self) -> Mapping[Hole, Seat]:
        return standing(self.referee.state.record[0], self.seats)

    @property
    def state(self) -> RefereeState:
        return self.referee.state

    def begin_anew(self, _seen: Seen) -> Turn | None:
        """No other game begins."""
        return None

    def notice(self) -> str | None:
        """Nothing was lost."""
        return None
