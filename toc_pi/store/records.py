"""The journal's format (form 3): what was declared and decided, independent of the referee's classes.

Renaming a field of the referee doesn't change it. An added field has a default; any other change is a new
form with its own number (`FORM`), and the reader of this one stays.
docs/decisions/0014-what-the-journal-says.md describes the fields with an example.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.referee.events import Declared

FORM = 3
"""The number of this form; the earlier ones were never released."""

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
        form: of all records of a game.
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

    form: int
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
