"""A page of large keys, as data: one step of the set-up or the menu.

It is independent of size: `page_layout` places it on a screen, in several sheets if necessary.
"""

from dataclasses import dataclass
from enum import StrEnum

from calibration.holes import Seat

LESS, MORE = "less", "more"
"""The keys added by the layout: the sheet before, and the next one, of the same page."""


class Shape(StrEnum):
    """The arrangement of a page's keys."""

    LIST = "list"
    LETTERS = "letters"
    PICTURE = "picture"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Key:
    """A large key.

    Attributes:
        key: its meaning.
        label: a few words.
        below: a sentence under the label.
        on: whether a switch is on, or a choice is selected; None for other keys.
        seat: of the sign before the label.
        colour: of that sign, a word of FOOTAGE.md; without a seat, of a dot.
        board: a shipped board drawn as an icon before the label.
        plain: only text, not tappable.
        at: where it belongs around the page's picture, of which only the order from left to right and from
            top to bottom counts; None for a key beside the picture.
        strong: the default choice, highlighted.
    """

    key: str
    label: str
    below: str = ""
    on: bool | None = None
    seat: Seat | None = None
    colour: str = ""
    board: str = ""
    plain: bool = False
    strong: bool = False
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One step.

    Attributes:
        step: its name; a page with another name begins at its first sheet.
        title: large.
        text: one or two sentences under it; with `Shape.TEXT`, the whole page.
        keys: the choices.
        feet: keys at the bottom of every sheet: back, and on.
        shape: the arrangement of the keys.
        typed: with `Shape.LETTERS`, the text typed so far.
        sentences: the keys have sentences under their labels and need more room.
        large: use large text.
        board: with `Shape.PICTURE`, the board that is drawn where there is no picture; "" for none.
    """

    step: str
    title: str
    text: str = ""
    keys: tuple[Key, ...] = ()
    feet: tuple[Key, ...] = ()
    shape: Shape = Shape.LIST
    typed: str = ""
    sentences: bool = False
    large: bool = False
    board: str = ""

    @property
    def around(self) -> tuple[Key, ...]:
        """The keys around the picture."""
        return tuple(key for key in self.keys if key.at is not None)
