"""A page of large keys, as data: what the set-up and the menu show, one step at a time.

A page knows no size: `page_layout` puts it onto a screen of any size, in several sheets where it must.
"""

from dataclasses import dataclass
from enum import StrEnum

from calibration.holes import Seat

MORE = "more"
"""The key that the layout adds itself: the next sheet of the same page."""


class Shape(StrEnum):
    """How a page's keys stand."""

    LIST = "list"
    LETTERS = "letters"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class Key:
    """Something large to tap.

    Attributes:
        key: what a tap on it means.
        label: a few words.
        below: a sentence under them.
        on: whether a switch is on, or a choice is the present one; None for a key that is neither.
        seat: whose sign stands before the words.
        colour: of that sign, a word of FOOTAGE.md; without a seat, a dot of that colour.
        board: a shipped board that is drawn small before the words.
        plain: there is nothing to tap: words alone.
        strong: the way on that most people want.
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


@dataclass(frozen=True, slots=True)
class Page:
    """One step.

    Attributes:
        step: its name; another name begins at the first sheet.
        title: large.
        text: one or two sentences under it.
        keys: what can be chosen.
        feet: keys that stand at the bottom of every sheet: back, and on.
        shape: how the keys stand.
        typed: with `Shape.LETTERS`, what was typed so far.
        sentences: the keys have whole sentences under their words, and want more room.
        large: words are large.
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
