"""Undeclared cards with several possible ranks: how later turns narrow them to one."""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.rulebook import Rulebook
from toc_pi.referee.effects import CardSettled, Effect
from toc_pi.referee.events import Declared
from toc_pi.referee.order import go_ahead, go_on
from toc_pi.referee.states import RefereeState, SettledTurn
from toc_pi.rules.game import GameState, pass_on, player_of
from toc_pi.rules.position import Card, Position


def is_inferred(turn: SettledTurn) -> bool:
    """Whether a settled turn's card was inferred from its move and hasn't been declared since."""
    return turn.play.do == "card" and bool(turn.play.cards)


def goes_on_after(book: Rulebook, turn: SettledTurn, card: Card, after: Position) -> GameState:
    """Hands and order after a settled turn if it was played with this card."""
    return course_after(book, turn, Declared(turn.t, turn.play.seat, "card", card), after)


def course_after(book: Rulebook, turn: SettledTurn, play: Declared, after: Position) -> GameState:
    """Hands and order after a settled turn with this play."""
    if turn.ahead_of is not None:
        return go_ahead(book, turn.course, play, after, turn.ahead_of)
    return go_on(book, turn.course, play, after)


def skip_ahead(book: Rulebook, turns: tuple[SettledTurn, ...], course: GameState) -> GameState:
    """Pass over the next player if they have already played, ahead of those who have played since."""
    for turn in reversed(turns[-len(course.hands) : -1]):
        if player_of(book.game.table, turn.play.seat) == course.turn:
            ahead = turn.ahead_of is not None and course.phase == "play"
            return pass_on(course, course.turn) if ahead else course
    return course


def settle_card(
    book: Rulebook, state: RefereeState, n: int, card: Card
) -> tuple[RefereeState, tuple[Effect, ...]]:
    """Set the card of turn n; if that was the last turn, update whose turn it is."""
    turn = state.turns[n - 1]
    play = replace(turn.play, card=card, cards=())
    turns = (*state.turns[: n - 1], replace(turn, play=play), *state.turns[n:])
    known = replace(state, turns=turns)
    if n == len(state.turns):
        course = goes_on_after(book, turn, card, state.record[0])
        known = replace(known, course=skip_ahead(book, turns, course))
    was_open = turn.play.card is None
    return known, ((CardSettled(state.t, n, turn.play.seat, card),) if was_open else ())


def narrow(book: Rulebook, state: RefereeState, seat: Seat) -> tuple[RefereeState, tuple[Effect, ...]]:
    """Remove from the last turn's ranks those after which its player would have had to play again.

    Args:
        book: the rules.
        state: the state before the next turn is settled.
        seat: whose turn that is.
    """
    if not state.turns or state.turns[-1].play.card is not None or not is_inferred(state.turns[-1]):
        return state, ()
    turn, table = state.turns[-1], book.game.table
    player = player_of(table, turn.play.seat)
    if player_of(table, seat) == player:
        return state, ()

    def ends(card: Card) -> bool:
        course = goes_on_after(book, turn, card, state.record[0])
        return course.again not in ("same", "now") or course.turn != player

    left = tuple(filter(ends, turn.play.cards))
    if not left or left == turn.play.cards:
        return state, ()
    if len(left) == 1:
        course = state.course
        known, effects = settle_card(book, state, len(state.turns), left[0])
        return replace(known, course=course), effects
    narrowed = replace(turn, play=replace(turn.play, cards=left))
    return replace(state, turns=(*state.turns[:-1], narrowed)), ()
