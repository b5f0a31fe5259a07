"""The journal's format: what was declared and decided, made from the referee's state, and read back.

Renaming a field of the referee doesn't change it; an added field has a default.
docs/decisions/0014-what-the-journal-says.md describes the fields with an example. What the camera saw isn't
stored: after a break the board is read again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Belief
from toc_pi.belief.look import Pawns
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.referee.events import Declared
from toc_pi.referee.states import Asked, Flag, OpenTurn, Phase, RefereeState, SettledTurn, Situation
from toc_pi.rules.game import Cards, GameState
from toc_pi.rules.position import Card, Position
from toc_pi.store.codec import Json, from_json, to_json

PawnsText = str
"""Pawns as `hole:seat`, in order of holes, a star behind a fresh one: `a0:a* b12:c`."""

CardsText = str
"""Ranks separated by spaces; an unknown card is `?`."""

Stage = Literal["deal", "exchange", "play", "over"]
Again = Literal["", "same", "now", "later"]


@dataclass(frozen=True, slots=True)
class Order:
    """Cards, and whose turn it is. Players are numbers, in the order of their first seats.

    Attributes:
        hands: each player's cards.
        stock: the rest of the pack.
        used: cards played since the pack was shuffled, the oldest first.
        dealer: who deals.
        deals: how many deals this pack has seen.
        player: whose turn it is.
        stage: what comes next: a deal, an exchange, a card, or nothing more.
        again: what the player may do after a joker: play another card with the `same` pawn, any `now` or
            `later`.
        pawn: under `same`, that pawn's hole; None if any may be moved.
        rights: how many extra cards each player's jokers allow.
        ten: a ten was played that hits the next player.
        struck: the player was hit by a ten.
        gifts: the cards that each player has given to their team-mate.
        exchanged: the teams that have exchanged.
        places: the teams that have finished, the winner first.
        away: the players who left, or have finished while the others go on.
    """

    hands: tuple[CardsText, ...]
    stock: CardsText
    used: CardsText
    dealer: int
    deals: int
    player: int
    stage: Stage
    again: Again
    pawn: Hole | None
    rights: tuple[int, ...]
    ten: bool
    struck: bool
    gifts: tuple[CardsText, ...]
    exchanged: tuple[int, ...]
    places: tuple[int, ...]
    away: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A settled turn.

    Attributes:
        told: what was declared; `cards` are the ranks that explain an undeclared move.
        positions: the positions before it, the likeliest first.
        order: hands and order before it.
        t: when it was settled, seconds.
        let_stand: the players accepted it although it was illegal.
        assumed: its card was taken from a turn that was taken back, and not declared again.
        ahead_of: the seat that was still to play before it, and said so.
    """

    told: Declared
    positions: tuple[PawnsText, ...]
    order: Order
    t: float
    let_stand: bool = False
    assumed: bool = False
    ahead_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class FlagRecord:
    """An illegal turn that hasn't been put right.

    Attributes:
        told: what was declared.
        pawns: the board.
        reasons: why, the most telling first.
    """

    told: Declared
    pawns: PawnsText
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """An unanswered question.

    Attributes:
        id: its number.
        code: which question.
        choices: each with the pawns that it stands for.
    """

    id: int
    code: str
    choices: tuple[tuple[str, PawnsText], ...]


@dataclass(frozen=True, slots=True)
class Open:
    """The board and the open turn.

    Attributes:
        t: time of the last event, seconds.
        positions: the possible positions, the likeliest first.
        order: hands and order now.
        waiting: declarations not judged yet; the first belongs to the open turn.
        taken_back: the card of the turn that was taken back, in case it isn't declared again.
        to_go_back: the board at that time; None if no pawn has to be put back.
        perhaps: a card taken to repeat another; it counts if its player moves accordingly.
        flag: the illegal turn, until it is put right.
        missing: for each seat the number of pawns off the board.
        handled: there was a hand over the board since the last declaration.
        paused: the players pause.
        notices: notices given in this situation; each is given once.
        question: the open question.
        asked: the numbers of the turns in which a question was asked.
        repair: the holes shown to be put right, with the pawn that should be there.
        undone: what the last `undo` has taken back, as long as it can be done again.
    """

    t: float
    positions: tuple[PawnsText, ...]
    order: Order
    waiting: tuple[Declared, ...] = ()
    taken_back: Declared | None = None
    to_go_back: PawnsText | None = None
    perhaps: Declared | None = None
    flag: FlagRecord | None = None
    missing: Mapping[Seat, int] = field(default_factory=dict)
    handled: bool = False
    paused: bool = False
    notices: tuple[str, ...] = ()
    question: QuestionRecord | None = None
    asked: tuple[int, ...] = ()
    repair: tuple[tuple[Hole, str], ...] | None = None
    undone: "UndoneRecord | None" = None


@dataclass(frozen=True, slots=True)
class UndoneRecord:
    """What an `undo` has taken back.

    Attributes:
        turns: the settled turns that it has opened again, if any.
        now: the board and the open turn before it.
    """

    turns: tuple[TurnRecord, ...]
    now: Open


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
            if asked is None
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


_MORE_USED = "more_used"
"""Instead of `used`: the cards added since the turn before."""


def record_json(record: TurnRecord | Open, before: TurnRecord | None) -> Json:
    """A record as JSON.

    Args:
        record: a turn, or the open turn after all turns.
        before: the turn before it.
    """
    found = to_json(record)
    if before is not None:
        found["order"] = _changed(to_json(before.order), found["order"])
    return found


def read_records(turns: Iterable[Json], now: Json) -> tuple[tuple[TurnRecord, ...], Open]:
    """Read the records of a game.

    Raises:
        BadInput: they aren't records.
    """
    order: Json = {}
    found = []
    try:
        for turn in turns:
            order = _whole(order, turn["order"])
            found.append(from_json(TurnRecord, {**turn, "order": order}))
        return tuple(found), from_json(Open, {**now, "order": _whole(order, now["order"])})
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(said("not a record of a game ({why})", why=error)) from error


def _changed(before: Mapping[str, Json], now: Mapping[str, Json]) -> Json:
    changed = {key: value for key, value in now.items() if before[key] != value}
    used = f"{before['used']} ".lstrip()
    if "used" in changed and changed["used"].startswith(used):
        changed[_MORE_USED] = changed.pop("used").removeprefix(used)
    return changed


def _whole(before: Mapping[str, Json], changed: Mapping[str, Json]) -> Json:
    whole = {**before, **changed}
    if _MORE_USED in whole:
        whole["used"] = f"{before['used']} {whole.pop(_MORE_USED)}".lstrip()
    return whole
