"""The referee: one event in, a tuple of effects out; pure, so the same events give the same effects."""

from dataclasses import replace

from toc_pi.belief.game import Belief, Game
from toc_pi.belief.game_rules import GameRules
from toc_pi.effects import Effect, Turn
from toc_pi.events import Event
from toc_pi.referee.order import start_course
from toc_pi.referee.settling import turn_now
from toc_pi.referee.states import RefereeState
from toc_pi.referee.stories import Filter, Story, advance
from toc_pi.rules.game import new_game


class Referee:
    """Holds the state of one game; all decisions are pure functions of this package."""

    def __init__(self, game: Game, state: RefereeState | None = None) -> None:
        """Begin a game or continue one.

        Args:
            state: the state to continue from; the opening by default.

        Raises:
            BadInput: nobody plays the seat that begins, or the pack is too small for the table.
        """
        self.rules = GameRules(game)
        self.state = replace(state, rules=self.rules) if state is not None else opening(self.rules)

    @property
    def state(self) -> RefereeState:
        """Where the likeliest story has led."""
        return self.filter.stories[0].state

    @state.setter
    def state(self, state: RefereeState) -> None:
        self.filter = Filter((Story(state),))

    def step(self, event: Event) -> tuple[Effect, ...]:
        """Handle one event.

        Returns:
            The effects, in order. A refused event has none and changes nothing.
        """
        self.filter, effects = advance(self.filter, event)
        return effects

    def turn(self) -> Turn:
        """Whose turn it is now."""
        return turn_now(self.state)


def opening(rules: GameRules) -> RefereeState:
    """The state before the first turn: all pawns in their camps, or as a quick start puts them.

    Raises:
        BadInput: nobody plays the seat that begins, or the pack is too small for the table.
    """
    game = rules.game
    course = start_course(rules, new_game(game.rules, game.table, game.first))
    return RefereeState(Belief((course.position,)), course, rules=rules)
