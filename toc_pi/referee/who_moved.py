"""Undeclared moves: who made one, and from which position, in order of likelihood.

The board is matched with every rank of the pack at once. Usually the rules decide who moved: the player on
turn; or, if no play of his explains it, the one before him, playing again or correcting his move; or one
after him, when the players in between discarded without declaring it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import Match, legal_as, match
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.two_turns import foreign_seats, played_in_turn
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Declared
from toc_pi.referee.open_cards import goes_on_after, is_inferred, settle_card
from toc_pi.referee.order import expected, go_on, lay_down_unseen
from toc_pi.referee.settling import play_of, take_back
from toc_pi.referee.states import Cause, RefereeState
from toc_pi.referee.unseen import after_unseen_round, after_unseen_turn, is_soon
from toc_pi.referee.waits import HOP_S
from toc_pi.rules.game import player_of
from toc_pi.rules.pack import JOKER
from toc_pi.rules.position import Position

Turn = tuple[RefereeState, Seat, tuple[Effect, ...]]
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

    state: RefereeState
    seat: Seat
    seen: Match
    effects: tuple[Effect, ...] = ()


def account(book: Rulebook, state: RefereeState, look: Look) -> Account | None:
    """The likeliest legal move that explains the board; None if there is none."""
    for began, seat, effects in _turns(book, state):
        play = play_of(began, book, undeclared_card(began.t, seat))
        seen = match(book, began.belief, look, play)
        found = Account(began, seat, seen, effects)
        if seen.kind != "legal" or seen.pawns in (began.pawns, state.pawns):
            continue
        if not seen.fallen or is_next(book, state, found):
            return found
    return None


def turn_of(book: Rulebook, state: RefereeState, pawns: Pawns) -> Turn:
    """The turn to which a move to a confirmed position belongs: the first in which it is legal.

    If it is legal in none, it is the wrong move of the first player who may move such pawns.
    """
    for turn in _turns(book, state):
        began, seat, _ = turn
        if legal_as(book, began.record, play_of(began, book, undeclared_card(began.t, seat)), pawns):
            return turn
    return state, whose_move(book, state, pawns), ()


def undeclared_card(t: float, seat: Seat) -> Declared:
    """The declaration of an undeclared card."""
    return Declared(t, seat, "card")


def whose_move(book: Rulebook, state: RefereeState, standing: Pawns) -> Seat:
    """Whose illegal move it may be: the first player who may move such pawns, or else the one on turn."""
    for began, seat, _ in _turns(book, state):
        if began.turns == state.turns:
            play = play_of(began, book, undeclared_card(state.t, seat))
            if not foreign_seats(book, state.record, play, standing):
                return seat
    return expected(book, state.course)


def after_those_passed_over(book: Rulebook, state: RefereeState, declared: Declared) -> RefereeState:
    """The state in which a declared card is played: those passed over may have played invisibly."""
    if book.game.declare == "strict":
        return state
    player = player_of(book.game.table, declared.seat)
    for began, seat, _ in _players(book, state):
        if player_of(book.game.table, seat) == player:
            return began
    return state


def first_of_two(book: Rulebook, state: RefereeState, look: Look) -> tuple[Seat, tuple[Position, ...]] | None:
    """Whether the board shows two undeclared moves: the first one's seat and positions after it; or None.

    They are moves of two players with their own pawns, in the order of turns.
    """
    table = book.game.table
    moved = {player_of(table, seat) for _, seat in look.pawns - state.pawns}
    if len(moved) != 2:
        return None
    turns = [(began, seat) for began, seat, _ in _players(book, state) if player_of(table, seat) in moved]
    if len(turns) != 2:
        return None
    began, first = turns[0]
    between = played_in_turn(book, began.belief, look, [Play(seat, None) for _, seat in turns])
    return (first, between) if between else None


def joker_of_two(book: Rulebook, state: RefereeState, look: Look) -> tuple[Seat, tuple[Position, ...]] | None:
    """Whether the board shows an undeclared joker and its second card: the seat, and positions between them.

    Only if the board between the two was seen, for however short a time, before the last hand: otherwise it
    is likelier one wrong move, such as a pawn that came out and went on.
    """
    glimpse, seat = state.episode.interrupted, expected(book, state.course)
    if glimpse is None or JOKER not in book.ranks:
        return None
    if state.turns and glimpse.until <= state.turns[-1].t:
        return None
    joker = Declared(state.t, seat, "card", JOKER)
    first = match(book, state.belief, glimpse.look, play_of(state, book, joker))
    if first.kind != "legal" or first.pawns == state.pawns:
        return None
    course = go_on(book, state.course, joker, first.positions[0])
    if course.again not in ("same", "now") or course.turn != state.course.turn:
        return None
    between = replace(state.with_record(first.positions), course=course)
    second = match(book, between.belief, look, play_of(between, book, undeclared_card(state.t, seat)))
    return (seat, first.positions) if second.kind == "legal" else None


def is_next(book: Rulebook, state: RefereeState, found: Account) -> bool:
    """Whether it is the move of the player on turn."""
    return found.state.turns is state.turns and found.seat == expected(book, state.course)


def _turns(book: Rulebook, state: RefereeState) -> Iterator[Turn]:
    """The turns to which a move may belong, the likeliest first."""
    players = _players(book, state)
    reopened, second = _reopened(book, state), _second_cards(book, state)
    inferred = bool(state.turns) and is_inferred(state.turns[-1])
    yield from islice(players, 1)
    if not inferred or state.episode.clear_since - state.turns[-1].t >= HOP_S:
        yield from second
    if inferred and is_soon(book, state):
        yield from reopened
    # What has been tried is used up.
    yield from second
    yield from players
    yield from reopened


def _players(book: Rulebook, state: RefereeState) -> Iterator[Turn]:
    """The player on turn, then later ones, if those in between discarded or moved invisibly."""
    state, laid, met = after_unseen_round(book, state), state.course, set[int]()
    for _ in range(2 * len(laid.hands)):
        if laid.phase != "play" or len(met) == len(laid.hands):
            return
        seat = expected(book, laid)
        if laid.turn not in met:
            met.add(laid.turn)
            yield state, seat, ()
            state = after_unseen_turn(book, state, laid)
        laid = lay_down_unseen(book, laid)


def _reopened(book: Rulebook, state: RefereeState) -> Iterator[Turn]:
    """The last turn reopened, if its card was inferred: it wasn't finished, is corrected, or was no turn."""
    if not state.turns or not is_inferred(state.turns[-1]):
        return
    back, effects = take_back(state)
    opened = replace(back.gone_on(Cause.REOPENED), taken_back=None, to_go_back=None)
    for began, seat, _ in _players(book, opened):
        yield began, seat, effects


def _second_cards(book: Rulebook, state: RefereeState) -> Iterator[Turn]:
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
