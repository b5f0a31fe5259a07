"""A move whose card nobody declared: who has made it, from which position, in the likeliest order.

The board is matched with every rank of the pack at once. Who moved is mostly told by the rules alone: the
player on turn, or, if nothing of his explains it, the one before him, who goes on or corrects himself, or one
after him, when those between have laid down a card without a word.
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
from toc_pi.referee.open_cards import goes_on_after, is_worked_out, settle_card
from toc_pi.referee.order import expected, lay_down_unseen
from toc_pi.referee.settling import play_of, take_back
from toc_pi.referee.states import Cause, State
from toc_pi.rules.game import player_of
from toc_pi.rules.position import Position

# Chosen, not measured at a table.
LAY_DOWN_S = 2.0  # a player takes at least so long to lay down a card that he can't play
MOVE_S = 1.5  # and to move a pawn
HOP_S = 2.7  # from one part of a move being still to the next one being there


Turn = tuple[State, Seat, tuple[Effect, ...]]
"""The referee's state with the turn open to which a move may belong, whose it is, what is said before it."""


@dataclass(frozen=True, slots=True)
class Account:
    """One way in which a move may have come about.

    Attributes:
        state: the referee's, with the turn open to which the move belongs.
        seat: who moved.
        seen: how the board fits; always `legal`.
        effects: what is said of turns before it.
    """

    state: State
    seat: Seat
    seen: Match
    effects: tuple[Effect, ...] = ()


def account(book: Rulebook, state: State, look: Look) -> Account | None:
    """The likeliest way in which a legal move explains what stands there; None where there is none."""
    for began, seat, effects in _turns(book, state):
        play = play_of(began, book, untold(began.t, seat))
        seen = match(book, began.belief, look, play)
        found = Account(began, seat, seen, effects)
        if seen.kind != "legal" or seen.pawns == began.pawns:
            continue
        if not seen.fallen or is_next(book, state, found):
            return found
    return None


def untold(t: float, seat: Seat) -> Declared:
    """A card of which nothing is known."""
    return Declared(t, seat, "card")


def whose_move(book: Rulebook, state: State, there: Pawns) -> Seat:
    """Whose wrong move it may be: the first who may move such pawns at all, or else the player on turn."""
    for began, seat, _ in _turns(book, state):
        if began.turns == state.turns:
            play = play_of(began, book, untold(state.t, seat))
            if not foreign_seats(book, state.record, play, there):
                return seat
    return expected(book, state.course)


def first_of_two(book: Rulebook, state: State, look: Look) -> tuple[Seat, tuple[Position, ...]] | None:
    """Who made the first of two moves that were seen as one, and the positions after it; None if it isn't so.

    They are moves of two players with pawns of their own, in the order of turns.
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
    """Whether it is simply the move of the player on turn."""
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
    """The player on turn, and those after him if the ones between played unseen, or laid down a card."""
    laid, met = state.course, set[int]()
    for _ in range(2 * len(laid.hands)):
        if laid.phase != "play" or len(met) == len(laid.hands):
            return
        seat = expected(book, laid)
        if laid.turn not in met:
            met.add(laid.turn)
            yield state, seat, ()
            unseen = unseen_plays(book, state.record, play_of(state, book, untold(state.t, seat)))
            state = state.with_record(unseen) if unseen != state.record else state
        laid = lay_down_unseen(book, laid)


def _reopened(book: Rulebook, state: State) -> Iterator[Turn]:
    """The last turn again, if it was worked out: it wasn't over, is corrected, or never was one."""
    if not state.turns or not is_worked_out(state.turns[-1]):
        return
    back, effects = take_back(state)
    opened = replace(back.gone_on(Cause.REOPENED), kept=None, shadow=None)
    for began, seat, _ in _players(book, opened):
        yield began, seat, effects


def _second_cards(book: Rulebook, state: State) -> Iterator[Turn]:
    """The last turn's player again, with the second card that one of the cards it may have been gives him."""
    if not state.turns or not is_worked_out(state.turns[-1]):
        return
    turn = state.turns[-1]
    player = player_of(book.game.table, turn.play.seat)
    for card in turn.play.cards:
        course = goes_on_after(book, turn, card, state.record[0])
        if course.again in ("same", "now") and course.turn == player != state.course.turn:
            known, effects = settle_card(book, state, len(state.turns), card)
            yield known, turn.play.seat, effects


def _is_soon(book: Rulebook, state: State) -> bool:
    """Whether the last turn is too short ago for everybody else to have laid down a card since."""
    turn = state.turns[-1]
    player = player_of(book.game.table, turn.play.seat)
    others = sum(bool(hand) for number, hand in enumerate(state.course.hands) if number != player)
    return state.episode.clear_since - turn.t < LAY_DOWN_S * others + MOVE_S
