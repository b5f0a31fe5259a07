"""Two undeclared moves of which only the result was seen: the hands came too fast, or stayed too long."""

from dataclasses import dataclass, replace
from itertools import product

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import legal_as, match
from toc_pi.belief.plays import played_in_turn
from toc_pi.belief.standing import likeliest_pawns
from toc_pi.events import Declared
from toc_pi.referee.order import expected, go_on
from toc_pi.referee.settling import play_of
from toc_pi.referee.states import RefereeState
from toc_pi.referee.who_moved import account_of, players_in_turn, seats_of, undeclared_card
from toc_pi.rules.game import JOKER, player_of
from toc_pi.rules.position import Position


@dataclass(frozen=True, slots=True)
class TwoMoves:
    """Moves of two players of which only the result was seen.

    Attributes:
        first, second: a seat of each player, in the order in which they moved.
        between: the position after the first move.
    """

    first: Seat
    second: Seat
    between: Pawns


def first_of_two(
    book: GameRules, state: RefereeState, look: Look
) -> tuple[Seat, tuple[Position, ...]] | None:
    """Whether the board shows two undeclared moves: the first one's seat and positions after it; or None.

    They are moves of two players with their own pawns, in the order of turns.
    """
    table = book.game.table
    shown = likeliest_pawns(book, state.belief, look)
    moved = {player_of(table, seat) for _, seat in (look.pawns if shown is None else shown) - state.pawns}
    if len(moved) != 2:
        return None
    turns: dict[int, tuple[RefereeState, Seat]] = {}
    for began, laid in players_in_turn(book, state):
        if laid.turn in moved:
            turns.setdefault(laid.turn, (began, expected(book, laid)))
    if len(turns) != 2:
        return None
    began, first = next(iter(turns.values()))
    between = played_in_turn(book, began.belief, look, [Play(seat, None) for _, seat in turns.values()])
    return (first, between) if between else None


def two_moves(book: GameRules, state: RefereeState, pawns: Pawns) -> tuple[TwoMoves, ...]:
    """Right moves of two players that lead to a position, the second of which captured the first's pawn.

    The first one's pawn is gone from where it was, so that the position looks like one wrong move.
    """
    found = list[TwoMoves]()
    moved = {seats_of(book, owner) for _, owner in pawns - state.pawns}
    for (hole, first), (target, second) in product(sorted(state.pawns - pawns), sorted(pawns - state.pawns)):
        if len(moved) > 1 or seats_of(book, first) in moved:
            continue
        between = frozenset(pair for pair in state.pawns if pair[0] not in (hole, target)) | {(target, first)}
        one = account_of(book, state, between, by=first)
        if one.legal and one.own:
            positions = legal_as(book, one.state.record, Play(first, None), between)
            if legal_as(book, positions, Play(second, None), pawns):
                found.append(TwoMoves(first, second, between))
    return tuple(found)


def joker_of_two(
    book: GameRules, state: RefereeState, look: Look
) -> tuple[Seat, tuple[Position, ...]] | None:
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
