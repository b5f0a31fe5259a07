"""The referee's output, to be said, shown, lit and recorded: frozen values, in order.

They carry codes and values, never sentences: `words` turns them into English and French.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.events import CameraView, Card, Do, TurnHint

NoticeCode = Literal[
    "not-your-turn",
    "too-many-cards",
    "lost-sight",
    "found-again",
    "flag-stands",
    "new-deal",
    "nothing-to-accept",
    "nothing-to-take-back",
    "nothing-to-redo",
    "card-dropped",
    "card-undone",
    "not-passed",
    "no-card",
    "not-in-pack",
    "no-passing",
    "not-unmoved",
    "unknown-seat",
    "unsure",
    "not-understood",
]
QuestionCode = Literal["what-happened", "who-moved", "which-card"]
ChoiceKind = Literal["as-before", "legal", "other", "seat", "card", "none"]
"""The kind of a choice; its code adds `-` and a number where there may be several."""


@dataclass(frozen=True, slots=True)
class Particulars:
    """The details that one reason can name.

    Attributes:
        form: which form of the code's sentence fits (`texts/reasons.toml`); "" for the rule alone.
        pawns: the pawns involved, other than the one that moved.
        seat, start, end: the pawn that broke it, where it stood (None: in its camp) and where it went; for
            `must-play` a possible play.
        hole: another relevant hole: a start hole, the last hole of a jump, where a jump began.
        other: another relevant seat: the owner of a home, of a swapped pawn, or of the pawns to be moved.
        went: how many holes it went, negative for backward; for a split the sum of its parts.
        parts: these parts.
        number: the required sum of the parts, or the number of pawns that may move.
        numbers: the card's numbers, negative for backward.
        count: how many pawns moved.
        cards: the cards with the missing use; for `must-play` the card that can be played.
    """

    form: str = ""
    pawns: tuple[tuple[Hole, Seat], ...] = ()
    seat: Seat | None = None
    start: Hole | None = None
    end: Hole | None = None
    hole: Hole | None = None
    other: Seat | None = None
    went: int = 0
    parts: tuple[int, ...] = ()
    number: int = 0
    numbers: tuple[int, ...] = ()
    count: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Echo:
    """A tap was understood: what the players declared (CONTRACT: `declared`).

    For `card`, `n` is as in `Declared`; for `undo` and `redo`, how many times `redo` is possible now.
    """

    t: float
    seat: Seat
    do: Do
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    n: int = 0


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card was seen on the pile, or seen again (CONTRACT: `card`).

    Attributes:
        t: seconds.
        n: its number on the pile, from 1; a later one with the same number replaces it.
        ranks: the probability of each rank.
        card: the rank where it is sure and the pack can still have it; else None.
        laid: when it was laid, seconds; None if that isn't known.
    """

    t: float
    n: int
    ranks: Mapping[Card, float]
    card: Card | None
    laid: float | None = None

    @property
    def percent(self) -> int:
        """How sure its likeliest rank is, per cent; never 100."""
        return min(round(100 * max(self.ranks.values(), default=0.0)), 99)


@dataclass(frozen=True, slots=True)
class CardsGone:
    """Card n was taken back from the pile; 0: the whole pile was gathered."""

    t: float
    n: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a turn was judged (CONTRACT: `verdict`).

    Attributes:
        t: seconds.
        n: the turn's number, from 1; the same until the turn is settled.
        seat: who acted.
        do: card, discard, throw or pass.
        card: what was played or discarded; None if it wasn't declared, and no rank or several fit.
        cards: the hand that was thrown; for an undeclared card every rank that explains the move, the
            likeliest first.
        legal: whether the rules allow it.
        captured: the seats whose pawns went back to camp, one entry for each pawn, sorted.
        holes: the position now (without camps).
        fresh: the holes of fresh pawns; the likeliest where that can't be known.
        before: the position before the turn (without camps).
        before_fresh: its fresh pawns.
        reasons: codes of RULES 7, the most telling first; empty when legal.
        back_to: the position to go back to (`before`), when illegal; else empty.
        particulars: details of this move for each reason's sentence, by code.
        nearest: where no rank explains a move, the one with the smallest breach, to which `reasons` refer.
        passed: where cards aren't declared, the seats that were to play before, and are taken to have laid a
            card down unseen; in order, one for each player.
        moved_as: for a card that the camera saw, the likeliest rank for which the illegal move would be
            right; None where there is none.
        laid: the numbers of its cards on the pile (`CardSeen.n`); empty where the camera saw none of them.
    """

    t: float
    n: int
    seat: Seat
    do: Do
    card: Card | None
    cards: tuple[Card, ...]
    legal: bool
    captured: tuple[Seat, ...]
    holes: Mapping[Hole, Seat]
    fresh: frozenset[Hole]
    before: Mapping[Hole, Seat]
    before_fresh: frozenset[Hole]
    reasons: tuple[str, ...] = ()
    back_to: Mapping[Hole, Seat] = field(default_factory=dict)
    particulars: Mapping[str, Particulars] = field(default_factory=dict)
    nearest: Card | None = None
    passed: tuple[Seat, ...] = ()
    moved_as: Card | None = None
    laid: tuple[int, ...] = ()

    @property
    def inferred(self) -> bool:
        """Whether the card wasn't declared."""
        return self.do == "card" and (self.card is None or bool(self.cards))


@dataclass(frozen=True, slots=True)
class CardSettled:
    """The card of turn n is known now; until now several were possible (CONTRACT: `settled`)."""

    t: float
    n: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardConfirmed:
    """What the n-th card on the pile is was confirmed: by its settled move, or by a tap.

    Told once the next turn is settled: until then a turn is still taken back easily.
    """

    t: float
    n: int
    card: Card


@dataclass(frozen=True, slots=True)
class Settled:
    """A turn is settled: its position and freshness are the record from now on.

    Attributes:
        t: seconds.
        n: its number.
        seat: who acted.
        how: judged `legal`, or `accepted` although it wasn't.
        holes: the position (without camps).
        fresh: its fresh pawns, as far as known.
    """

    t: float
    n: int
    seat: Seat
    how: Literal["legal", "accepted"]
    holes: Mapping[Hole, Seat]
    fresh: frozenset[Hole]


@dataclass(frozen=True, slots=True)
class Cleared:
    """The flag of turn n is lowered; the turn is still to be played.

    Attributes:
        t: seconds.
        n: the turn's number.
        righted: the board was put right; otherwise the players declared another card, or took the move back.
    """

    t: float
    n: int
    righted: bool = True


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Turn n was taken back and is open again; `hint` as in `Turn`."""

    t: float
    n: int
    seat: Seat
    hint: TurnHint = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that one tap answers (CONTRACT: `question`).

    Attributes:
        t: seconds.
        id: the number that its `Answered` refers to.
        code: which question.
        values: values for its sentence: seat, card, from, to, hole …
        choices: the answers' codes, likeliest first; `values` has those for a choice's own text.
    """

    t: float
    id: int
    code: QuestionCode
    values: Mapping[str, str]
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A question no longer needs an answer."""

    t: float
    id: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Pawns moved without a declared card: the cards that explain it, likeliest first."""

    t: float
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """The board and the record differ (CONTRACT: `repair`).

    Attributes:
        t: seconds.
        holes: every hole that differs, with the pawn that should be there ("" for none), nearest first;
            empty once the board is right again.
    """

    t: float
    holes: Mapping[Hole, str]


@dataclass(frozen=True, slots=True)
class Notice:
    """A message about the turn that isn't a verdict.

    Attributes:
        t: seconds.
        code: which one.
        values: values for its sentence.
    """

    t: float
    code: NoticeCode
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """The camera's view has changed (CONTRACT: `state`)."""

    t: float
    state: CameraView


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is now.

    Attributes:
        t: seconds.
        n: the number of the turn that is open.
        seat: the seat whose player acts.
        hint: a code where newcomers need one, or "".
    """

    t: float
    n: int
    seat: Seat
    hint: TurnHint = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over (CONTRACT: `end`)."""

    t: float
    winners: tuple[Seat, ...]


Effect = (
    Echo
    | CardSeen
    | CardsGone
    | Verdict
    | Settled
    | CardSettled
    | CardConfirmed
    | Cleared
    | TakenBack
    | Question
    | Withdrawn
    | Offer
    | Repair
    | Notice
    | State
    | Turn
    | Ended
)
