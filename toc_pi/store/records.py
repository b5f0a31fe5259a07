"""The journal's own form: what was told and decided, whatever the referee keeps besides (its third form).

Nothing here follows the referee's classes: a field that is renamed there is read and written as before. A
field that is added has a default; whatever else changes is a new form with a number of its own (`FORM`), and
the reader of this one stays. docs/decisions/0014-what-the-journal-says.md tells the fields with an example.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.referee.events import Declared

FORM = 3
"""Forms 1 and 2 were the fields of the referee's state (see `state_fields`)."""

PawnsText = str
"""Pawns as `hole:seat`, in order of holes, a star behind a fresh one: `a0:a* b12:c`."""

CardsText = str
"""Ranks with spaces between them; a card that nobody has shown is `?`."""

Stage = Literal["deal", "exchange", "play", "over"]
Again = Literal["", "same", "now", "later"]


@dataclass(frozen=True, slots=True)
class Order:
    """Cards, and whose turn it is. Players are numbers, in the order of their first seats.

    Attributes:
        hands: each player's cards.
        stock: the rest of the pack.
        used: what was laid down since the pack was shuffled, the oldest card first.
        dealer: who deals.
        deals: how many deals this pack has seen.
        player: whose turn it is.
        stage: what comes next: a deal, an exchange, a card, or nothing more.
        again: what a joker leaves the player to do: another card with the `same` pawn, any `now` or `later`.
        pawn: under `same`, where that pawn stands; None where any will do.
        rights: how many more cards each player's jokers allow him.
        ten: a ten was played that strikes the next player.
        struck: the player was struck by a ten.
        gifts: what each player has laid down for his team-mate.
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
class Turn:
    """A turn that counts.

    Attributes:
        told: what was declared; `cards` are those that explain a move whose card nobody told.
        positions: what stood there before, every position that fits, the likeliest first.
        order: before.
        t: when it counted, seconds.
        let_stand: the players let it stand although it was against the rules.
        assumed: its card was taken from a turn that was taken back, and not told again.
    """

    told: Declared
    positions: tuple[PawnsText, ...]
    order: Order
    t: float
    let_stand: bool = False
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """A turn against the rules that hasn't been put right.

    Attributes:
        told: what was declared.
        pawns: what stands there.
        reasons: why, the most telling first.
    """

    told: Declared
    pawns: PawnsText
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that nobody has answered.

    Attributes:
        id: its number.
        code: which question.
        choices: each with the pawns that it means.
    """

    id: int
    code: str
    choices: tuple[tuple[str, PawnsText], ...]


@dataclass(frozen=True, slots=True)
class Open:
    """What stands on the board and what is open.

    Attributes:
        form: of all records of a game.
        t: the last second.
        positions: what stands there, every position that fits, the likeliest first.
        order: now.
        waiting: what was declared and isn't judged yet, the first belongs to the open turn.
        taken_back: the card of the turn that was taken back, in case it isn't told again.
        to_go_back: the pawns that stood there when it was; None where none has to go back.
        perhaps: a card that was taken for one told again; it counts if its player moves by it.
        flag: the turn against the rules, as long as it isn't put right.
        missing: of each seat the pawns that aren't on the board.
        handled: a hand was over the board since the last card was told.
        paused: the players rest.
        notices: what was said of the situation; each is said once.
        question: the one that is open.
        asked: the numbers of the turns in which something was asked.
        repair: the holes that are shown to be put right, with what should stand there.
    """

    form: int
    t: float
    positions: tuple[PawnsText, ...]
    order: Order
    waiting: tuple[Declared, ...] = ()
    taken_back: Declared | None = None
    to_go_back: PawnsText | None = None
    perhaps: Declared | None = None
    flag: Flag | None = None
    missing: Mapping[Seat, int] = field(default_factory=dict)
    handled: bool = False
    paused: bool = False
    notices: tuple[str, ...] = ()
    question: Question | None = None
    asked: tuple[int, ...] = ()
    repair: tuple[tuple[Hole, str], ...] | None = None
