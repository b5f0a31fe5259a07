"""Undeclared moves: who made one, and from which position, in order of likelihood.

The board is matched with every rank of the pack at once. Usually the rules decide who moved: the player on
turn; or, if no play of his explains it, the one before him, playing again or correcting his move; or one
after him, when the players in between discarded without declaring it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from calibration.holes import Seat
from toc_pi.belief.cards import unseen_plays
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import Match, match
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.two_turns import foreign_seats, played_in_turn
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Declared
from toc_pi.referee.open_cards import goes_on_after, is_inferred, settle_card
from toc_pi.referee.order import expected, lay_down_unseen
from toc_pi.referee.settling import play_of, take_back
from toc_pi.referee.states import Cause, State
from toc_pi.rules.game import player_of
from toc_pi.rules.position import Position

# Estimates, not measured at a table.
LAY_DOWN_S = 2.0  # shortest time in which a player discards a card
MOVE_S = 1.5  # and in which he moves a pawn
HOP_S = 2.7  # longest pause between two parts of one move


Turn = tuple[State, Seat, tuple[Effect, ...]]
"""The state in which a turn that a move may belong to is open, its seat, and effects to emit before it."""


@dataclass(frozen=True, slots=True)
class Account:
    """One explanation of an undeclared move.

    Attributes:
        state: the referee's state in which the turn of the move is open.
        seat: who moved.
        seen: the match of the board; always `legal`.
        effects: effects on earlier turns.
    """

    state: State
    seat: Seat
    seen: Match
    effects: tuple[Effect, ...] = ()


def account(book: Rulebook, state: State, look: Look) -> Account | None:
    """The likeliest legal move that explains the board; None if there is none."""
    for began, seat, effects in _turns(book, state):
        play = play_of(began, book, undeclared_card(began.t, seat))
        seen = match(book, began.belief, look, play)
        found = Account(began, seat, seen, effects)
        if seen.kind != "legal" or seen.pawns == began.pawns:
            continue
        if not seen.fallen or is_next(book, state, found):
            return found
    return None


def undeclared_card(t: float, seat: Seat) -> Declared:
    """The declaration of an undeclared card."""
    return Declared(t, seat, "card")


def whose_move(book: Rulebook, state: State, there: Pawns) -> Seat:
    """Whose illegal move it may be: the first player who may move such pawns, or else the one on turn."""
    for began, seat, _ in _turns(book, state):
        if began.turns == state.turns:
            play = play_of(began, book, undeclared_card(state.t, seat))
            if not foreign_seats(book, state.record, play, there):
                return seat
    return expected(book, state.course)


def first_of_two(book: Rulebook, state: State, look: Look) -> tuple[Seat, tuple[Position, ...]] | None:
    """Whether the board shows two undeclared moves: the first one's seat and positions after it; or None.

    They are moves of two players with their own pawns, in the order of turns.
    """
    table = book.game.table
    moved = {player_of(table, seat) for _, seat in look.pawns - state.pawns}
    if len(moved) != 2:
        return None
    seats = [seat for _, seat, _ in _players(book, state) if player_of(table, seat) in moved]
    if len(seats) != 2:
        return None
    plays = [Play(seat, None) for seat in seats]
    between = played_in_turn(book, state.belief, look, plays)
    return (seats[0], between) if between else None


def is_next(book: Rulebook, state: State, found: Account) -> bool:
    """Whether it is the move of the player on turn."""
    return found.state is state and found.seat == expected(book, state.course)


def _turns(book: Rulebook, state: State) -> Iterator[Turn]:
    """The turns to which a move may belong, the likeliest first."""
    on_turn, *others = _players(book, state)
    reopened = tuple(_reopened(book, state))
    second = tuple(_second_cards(book, state))
    yield on_turn
    if not reopened or state.episode.clear_since - state.turns[-1].t >= HOP_S:
        yield from second
        second = ()
    if reopened and _is_soon(book, state):
        yield from reopened
        reopened = ()
    yield from (*second, *others, *reopened)


def _players(book: Rulebook, state: State) -> Iterator[Turn]:
    """The player on turn, then later ones, if those in between discarded or moved invisibly."""
    laid, met = state.course, set[int]()
    for _ in range(2 * len(laid.hands)):
        if laid.phase != "play" or len(met) == len(laid.hands):
            return
        seat = expected(book, laid)
        if laid.turn not in met:
            met.add(laid.turn)
            yield state, seat, ()
            unseen = unseen_plays(book, state.record, play_of(state, book, undeclared_card(state.t, seat)))
            state = state.with_record(unseen) if unseen != state.record else state
        laid = lay_down_unseen(book, laid)


def _reopened(book: Rulebook, state: State) -> Iterator[Turn]:
    """The last turn reopened, if its card was inferred: it wasn't finished, is corrected, or was no turn."""
    if not state.turns or not is_inferred(state.turns[-1]):
        return
    back, effects = take_back(state)
    opened = replace(back.gone_on(Cause.REOPENED), kept=None, shadow=None)
    for began, seat, _ in _players(book, opened):
        yield began, seat, effects


def _second_cards(book: Rulebook, state: State) -> Iterator[Turn]:
    """The last turn's player again, for each possible rank of its card that lets him play a second one."""
    if not state.turns or not is_inferred(state.turns[-1]):
        return
    turn = state.turns[-1]
    player = player_of(book.game.table, turn.play.seat)
    for card in turn.play.cards:
        course = goes_on_after(book, turn, card, state.record[0])
        if course.again in ("same", "now") and course.turn == player != state.course.turn:
            known, effects = settle_card(book, state, len(state.turns), card)
            yield known, turn.play.seat, effects


def _is_soon(book: Rulebook, state: State) -> bool:
    """Whether the last turn was too recent for all other players to have discarded since."""
    turn = state.turns[-1]
    player = player_of(book.game.table, turn.play.seat)
    others = sum(bool(hand) for number, hand in enumerate(state.course.hands) if number != player)
    return state.episode.clear_since - turn.t < LAY_DOWN_S * others + MOVE_S
