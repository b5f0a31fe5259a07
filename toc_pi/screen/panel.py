"""The panel of a scene, as data: the texts and buttons beside the board.

It is made from a scene by `scene_panel`, placed on a screen by `layout`, and drawn by `draw`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from calibration.holes import Hole, Seat


class Mark(StrEnum):
    """The sign beside a message: its shape tells right from wrong without its colour."""

    TICK = "tick"
    CROSS = "cross"
    QUESTION = "question"
    WORD = "word"
    HOME = "home"
    STAR = "star"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Title:
    """The title: a seat's sign and name, and what it does.

    Attributes:
        seats: of the signs before the name; empty before the game.
        name: large.
        below: smaller, under the name.
        short: replaces the name beside the board's page; "" for the name.
    """

    seats: tuple[Seat, ...]
    name: str
    below: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A line of a message.

    Attributes:
        seat: of the pawn concerned, or None.
        text: a few words.
        number: the same as beside a hole on the board; 0 for none.
    """

    seat: Seat | None
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A message: its sign, a headline, a sentence, and lines with a seat's sign each.

    Without a headline the sentence is shown large beside the sign. `short` replaces it where there is little
    room.
    """

    mark: Mark
    headline: str
    sentence: str = ""
    lines: tuple[MessageLine, ...] = ()
    short: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat in the list of all: its name, and how many of its pawns are home."""

    seat: Seat
    name: str
    home: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A button.

    Attributes:
        key: its meaning: `card:7`, `told:7` (the card of the verdict's turn), `mover:b` (who moved in it),
            `passed:12:b` (who did not discard before turn 12), `answer:none`, `accept`, `undo`, `redo`,
            `pass`, `throw-done`, `done`, `put-back`, `anew`, `by-hand`, `leave`; `discard`, `throw`,
            `throw-none`, `correct`, `keypad`, `doubt`, `offer-none`, `restore`, `leaving` and `stay` only
            change what the next taps mean, `page`, `names`, `night`, `why` and `may` only what is shown.
        label: its text.
        pressed: whether it is on, as a switch.
    """

    key: str
    label: str
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """All texts and buttons beside the board.

    Attributes:
        title: whose turn it is.
        card: the declared card, as printed on it; "" for none.
        card_crossed: the card was discarded, not played.
        box: a message.
        answers: big buttons below the message.
        keys: small ones, one for each card.
        orders: small ones, below the cards.
        players: all seats, shown where there is room.
        status: one line at the bottom.
        flip: switches to the other page, on a screen with pages.
        on_board: whether the board's page is shown there.
        menu: whether there is a key that opens a menu.
        holes: the numbers of the holes that the texts are about.
        may: shows possible moves; drawn in the declared card's place, as that card.
    """

    title: Title
    card: str = ""
    card_crossed: bool = False
    box: Box | None = None
    answers: tuple[Choice, ...] = ()
    keys: tuple[Choice, ...] = ()
    orders: tuple[Choice, ...] = ()
    players: tuple[Player, ...] = ()
    status: str = ""
    flip: Choice | None = None
    on_board: bool = False
    menu: bool = False
    may: Choice | None = None
    holes: Mapping[Hole, int] = field(default_factory=dict)
