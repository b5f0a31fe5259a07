"""Cards that nobody declared: which ranks explain a move, and what settles later which of them it was."""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.look import Pawns
from toc_pi.belief.match import legal_as
from toc_pi.belief.rulebook import Rulebook
from toc_pi.referee.effects import CardSettled, Effect
from toc_pi.referee.events import Declared
from toc_pi.referee.order import go_on
from toc_pi.referee.states import SettledTurn, State
from toc_pi.rules.game import GameState, player_of
from toc_pi.rules.pack import unseen
from toc_pi.rules.position import Card, Position
from toc_pi.rules.wanted import Wanted

MOST_COUNTED = 100  # ways to play a card: with more it isn't plain, however many they are
LEAST_LEFT = 0.01  # cards of a rank that should all be gone, but a count may be wrong


def explaining(
    book: Rulebook, record: tuple[Position, ...], play: Play, pawns: Pawns, course: GameState
) -> tuple[Card, ...]:
    """The ranks that make a legal move of what stands there, the likeliest first.

    A rank is as likely as cards of it are unseen, and the less likely the more other moves it allows. Cards
    that were worked out are counted, too, so no rank is ever left out for its count.

    Args:
        book: the rules.
        record: every position that fits the record before the move.
        play: whose card it is; which one doesn't count.
        pawns: what stands there.
        course: what has been shown of the pack.
    """
    left = unseen(book.game.rules, course.used)
    weights = {}
    for one in book.plays(replace(play, card=None)):
        assert one.card is not None
        if legal_as(book, record, one, pawns):
            ways = max(book.count(record, one, MOST_COUNTED), 1)
            weights[one.card] = max(left[one.card], LEAST_LEFT) / ways
    return tuple(sorted(weights, key=lambda card: -weights[card]))


def unseen_plays(book: Rulebook, record: tuple[Position, ...], play: Play) -> tuple[Position, ...]:
    """The positions that may stand after a player has played unseen, or not at all; as recorded first.

    Two pawns of one colour that change places look as before, but neither is fresh any more.
    """
    fitting = (after for before in record for after in book.results(before, play, Wanted(before.pawns)))
    return tuple(dict.fromkeys((*record, *fitting)))


def is_worked_out(turn: SettledTurn) -> bool:
    """Whether a settled turn's card was worked out from its move, and hasn't been told since."""
    return turn.play.do == "card" and bool(turn.play.cards)


def goes_on_after(book: Rulebook, turn: SettledTurn, card: Card, after: Position) -> GameState:
    """Hands and order after a settled turn if it was played with this card."""
    return go_on(book, turn.course, Declared(turn.t, turn.play.seat, "card", card), after)


def settle_card(book: Rulebook, state: State, n: int, card: Card) -> tuple[State, tuple[Effect, ...]]:
    """Say with which card turn n was played; who is on turn follows from it if it was the last one."""
    turn = state.turns[n - 1]
    play = replace(turn.play, card=card, cards=())
    turns = (*state.turns[: n - 1], replace(turn, play=play), *state.turns[n:])
    known = replace(state, turns=turns)
    if n == len(state.turns):
        known = replace(known, course=goes_on_after(book, turn, card, state.record[0]))
    was_open = turn.play.card is None
    return known, ((CardSettled(state.t, n, turn.play.seat, card),) if was_open else ())


def narrow(book: Rulebook, state: State, seat: Seat) -> tuple[State, tuple[Effect, ...]]:
    """Leave out of the last turn's cards those after which its player would have gone on, as he didn't.

    Args:
        book: the rules.
        state: before the next turn counts.
        seat: whose turn that is.
    """
    if not state.turns or state.turns[-1].play.card is not None or not is_worked_out(state.turns[-1]):
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
