"""Undeclared cards, and turns that leave the board as it was: what they were, as later turns tell."""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.cards import chance_of_stuck, unseen_plays
from toc_pi.belief.game import Play
from toc_pi.belief.match import legal_as
from toc_pi.belief.rulebook import Rulebook
from toc_pi.referee.effects import CardSettled, Effect
from toc_pi.referee.events import Declared
from toc_pi.referee.order import expected, go_ahead, go_on, lay_down_unseen
from toc_pi.referee.states import RefereeState, SettledTurn
from toc_pi.referee.waits import LAY_DOWN_S, MOVE_S
from toc_pi.rules.game import JOKER, GameState, pass_on, player_of
from toc_pi.rules.position import Card, Position

# Below it, a player isn't assumed to have laid cards down because they could play none. In 40 simulated games
# the lowest chance at 673 real discards was 0.005; at 79 % of 2,347 plays it is below 0.001.
STUCK = 0.001


def is_soon(book: Rulebook, state: RefereeState) -> bool:
    """Whether the last turn was too recent for all other players to have discarded, and one to have moved."""
    return state.episode.clear_since - state.turns[-1].t < shortest_round_s(book, state) + MOVE_S


def shortest_round_s(book: Rulebook, state: RefereeState) -> float:
    """The shortest time in which all players but the last one lay a card down, seconds."""
    player = player_of(book.game.table, state.turns[-1].play.seat)
    others = sum(bool(hand) for number, hand in enumerate(state.course.hands) if number != player)
    return LAY_DOWN_S * others


def after_unseen_turn(book: Rulebook, state: RefereeState, course: GameState) -> RefereeState:
    """The state after the player on turn has laid cards down, or has played without a visible change."""
    return _recording(state, _unseen(book, state.record, course))


def after_unseen_round(book: Rulebook, state: RefereeState) -> RefereeState:
    """The state if everybody may have had such a turn since the last move; or else as it is."""
    if not state.turns or is_soon(book, state):
        return state
    record, course = state.record, state.course
    for _ in range(len(course.hands)):
        if course.phase != "play":
            return state
        unseen = _unseen(book, record, course)
        if unseen == record and chance_of_stuck(book, record, course) < STUCK:
            return state
        record, course = unseen, lay_down_unseen(book, course)
    return _recording(state, record)


def after_put_back(book: Rulebook, state: RefereeState, earlier: RefereeState) -> RefereeState:
    """The state after turns were taken back because their pawns were; or perhaps a move led back there.

    Args:
        book: the rules.
        state: the state before.
        earlier: the state in which the first of these turns is open again.
    """
    if book.game.declare == "strict":
        return earlier
    plays = [Play(player[0], None) for player in book.game.table.players]
    moved = [result for play in plays for result in legal_as(book, state.record, play, earlier.pawns)]
    return _recording(earlier, tuple(dict.fromkeys((*earlier.record, *moved))))


def with_second_play(
    book: Rulebook, state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> tuple[Position, ...]:
    """The positions after a turn, also those after a second card that a joker allows and nobody sees."""
    if book.game.declare == "strict":
        return positions
    if _may_be_joker(declared):
        course = go_on(book, state.course, Declared(state.t, declared.seat, "card", JOKER), positions[0])
        pawn, allowed = course.pawn, course.again != ""
    else:
        pawn, allowed = None, _may_have_right(book, state, declared.seat)
    return unseen_plays(book, positions, Play(declared.seat, None, pawn)) if allowed else positions


def _recording(state: RefereeState, record: tuple[Position, ...]) -> RefereeState:
    """This state with another record; itself where it is the same."""
    return state if record == state.record else state.with_record(record)


def _unseen(book: Rulebook, record: tuple[Position, ...], course: GameState) -> tuple[Position, ...]:
    return unseen_plays(book, record, Play(expected(book, course), None, course.pawn))


def _may_be_joker(play: Declared) -> bool:
    return JOKER in (play.card, *play.cards)


def _may_have_right(book: Rulebook, state: RefereeState, seat: Seat) -> bool:
    """Whether a player may have kept the second card of an earlier joker."""
    table = book.game.table
    player = player_of(table, seat)
    return book.game.rules.joker_again == "later" and any(
        _may_be_joker(turn.play) and player_of(table, turn.play.seat) == player for turn in state.turns
    )


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
