"""Converts the referee's state to the journal's records and back; only this module knows both.

What the camera saw isn't stored: after a break the board is read again.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Belief
from toc_pi.belief.look import Pawns
from toc_pi.referee.effects import QuestionCode
from toc_pi.referee.states import Asked, Flag, OpenTurn, Phase, RefereeState, SettledTurn, Situation
from toc_pi.rules.game import Cards, GameState
from toc_pi.rules.position import Card, Position
from toc_pi.store.records import (
    FORM,
    CardsText,
    FlagRecord,
    Open,
    Order,
    PawnsText,
    QuestionRecord,
    TurnRecord,
    UndoneRecord,
)


def records_of(state: RefereeState) -> tuple[tuple[TurnRecord, ...], Open]:
    """All records of a state."""
    return tuple(map(turn_of, state.turns)), open_of(state)


def turn_of(turn: SettledTurn) -> TurnRecord:
    """The record of a settled turn."""
    positions = tuple(map(str, turn.record))
    order = order_of(turn.course)
    return TurnRecord(turn.play, positions, order, turn.t, turn.accepted, turn.assumed, turn.ahead_of)


def open_of(state: RefereeState) -> Open:
    """The record of a state's board and open turn."""
    flag, asked = state.open.flag, state.open.asked
    return Open(
        FORM,
        state.t,
        tuple(map(str, state.record)),
        order_of(state.course),
        waiting=state.queue,
        taken_back=state.open.taken_back,
        to_go_back=None if state.open.to_go_back is None else pawns_text(state.open.to_go_back),
        perhaps=state.open.spare,
        flag=None if flag is None else FlagRecord(flag.play, pawns_text(flag.pawns), flag.reasons),
        missing=dict(state.belief.absent),
        handled=state.open.handled,
        paused=state.phase is Phase.PAUSED,
        notices=tuple(sorted(state.situation.notices)),
        question=None
        if asked is None
        else QuestionRecord(
            asked.id, asked.code, tuple((key, pawns_text(pawns)) for key, pawns in asked.options)
        ),
        asked=state.asked_at,
        repair=state.situation.repair,
        undone=None if state.undone is None else _undone_of(state, state.undone),
    )


def _undone_of(state: RefereeState, before: RefereeState) -> UndoneRecord:
    """The record of the state before an `undo`."""
    return UndoneRecord(tuple(map(turn_of, before.turns[len(state.turns) :])), open_of(before))


def state_of(turns: Sequence[TurnRecord], now: Open) -> RefereeState:
    """The state from which a game continues, before the board is read.

    Raises:
        BadInput: the records are inconsistent.
    """
    flag, asked = now.flag, now.question
    record, course = _standing(now.positions, now.order)
    state = RefereeState(
        Phase.AT_REST,
        Belief(record, tuple(sorted(now.missing.items()))),
        course,
        turns=tuple(_settled(number, turn) for number, turn in enumerate(turns, 1)),
        queue=now.waiting,
        open=OpenTurn(
            flag=None if flag is None else Flag(flag.told, _pawns(flag.pawns), flag.reasons),
            taken_back=now.taken_back,
            to_go_back=None if now.to_go_back is None else _pawns(now.to_go_back),
            spare=now.perhaps,
            handled=now.handled,
            asked=None
            if asked is None or asked.code not in get_args(QuestionCode)  # of an earlier version
            else Asked(asked.id, asked.code, tuple((key, _pawns(pawns)) for key, pawns in asked.choices)),
        ),
        situation=Situation(repair=now.repair, notices=frozenset(now.notices)),
        asked_at=now.asked,
        undone=None if now.undone is None else state_of((*turns, *now.undone.turns), now.undone.now),
        t=now.t,
    )
    phase = _phase_of(state)
    return replace(state, phase=Phase.PAUSED, resting=phase) if now.paused else replace(state, phase=phase)


def _phase_of(state: RefereeState) -> Phase:
    """The phase, from what is open; whether pawns have moved is found by the next look."""
    if state.open.flag is not None:
        return Phase.FLAGGED
    if "lost-sight" in state.situation.notices:
        return Phase.LOST
    if state.open.to_go_back is not None or state.open.taken_back is not None:
        return Phase.RETURNING
    return Phase.OVER if state.course.phase == "over" else Phase.AT_REST


def _settled(number: int, turn: TurnRecord) -> SettledTurn:
    record, course = _standing(turn.positions, turn.order)
    ahead_of = turn.ahead_of
    return SettledTurn(number, turn.told, turn.let_stand, record, course, turn.assumed, turn.t, ahead_of)


def _standing(positions: Sequence[PawnsText], order: Order) -> tuple[tuple[Position, ...], GameState]:
    record = tuple(map(Position.parse, positions))
    return record, _course_of(order, record[0])


def order_of(course: GameState) -> Order:
    """The record of hands and order."""
    return Order(
        hands=tuple(map(_cards_text, course.hands)),
        stock=_cards_text(course.stock),
        used=_cards_text(course.used),
        dealer=course.dealer,
        deals=course.deals,
        player=course.turn,
        stage=course.phase,
        again=course.again,
        pawn=course.pawn,
        rights=course.rights,
        ten=course.ten,
        struck=course.struck,
        gifts=tuple(map(_cards_text, course.gifts)),
        exchanged=tuple(sorted(course.exchanged)),
        places=course.places,
        away=tuple(sorted(course.away)),
    )


def _course_of(order: Order, position: Position) -> GameState:
    return GameState(
        position=position,
        hands=tuple(map(_cards, order.hands)),
        stock=_cards(order.stock),
        used=_cards(order.used),
        dealer=order.dealer,
        deals=order.deals,
        turn=order.player,
        phase=order.stage,
        again=order.again,
        pawn=order.pawn,
        rights=order.rights,
        ten=order.ten,
        struck=order.struck,
        gifts=tuple(map(_cards, order.gifts)),
        exchanged=frozenset(order.exchanged),
        places=order.places,
        away=frozenset(order.away),
    )


def _cards_text(cards: Cards) -> CardsText:
    return " ".join(cards)


def _cards(text: CardsText) -> Cards:
    return tuple(map(Card, text.split()))


def pawns_text(pawns: Pawns) -> PawnsText:
    """The text form of pawns."""
    return " ".join(f"{hole}:{seat}" for hole, seat in sorted(pawns))


def _pawns(text: PawnsText) -> Pawns:
    """Pawns as seen; a seat may have five."""
    found = (word.partition(":") for word in text.split())
    return frozenset((Hole(hole), Seat(seat)) for hole, _, seat in found)
