"""Points tapped by a person in a picture, as data: rows of taps, and the holes found from them; no drawing.

A board's corners are one row, its start holes another. When all rows are done, holes are found and shown over
the picture for review; wrong ones can be dragged before everything is accepted.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.board.board import Point
from toc_pi.languages import Language, load_texts
from toc_pi.screen.frames import Rect, finger_of


@dataclass(frozen=True, slots=True)
class PointRow:
    """Points that are tapped one after another.

    Attributes:
        key: of the sentence that asks for them.
        counts: allowed numbers of points, ascending.
        names: of the points; their numbers by default.
        joined: whether they are joined by a closed line.
    """

    key: str
    counts: tuple[int, ...]
    names: tuple[str, ...] = ()
    joined: bool = False

    def name(self, index: int) -> str:
        """The name of one of its points."""
        return self.names[index] if index < len(self.names) else str(index + 1)


# What is tapped on a picture, with the numbers of points that are enough.
OUTLINE = PointRow("outline", tuple(range(4, 41)), joined=True)
STARTS = PointRow("starts", (4, 6, 8), names=tuple("abcdefgh"))
AREAS = PointRow(
    "areas", (16, 24, 32), names=tuple(f"{seat}{corner}" for seat in "abcdefgh" for corner in range(1, 5))
)
HOLES = PointRow("holes", tuple(range(8, 401)))
CORNERS = PointRow("corners", (4,), joined=True)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A small drawing of a board, in any units, that shows which points to tap, in order."""

    outline: tuple[Point, ...]
    holes: tuple[Point, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FoundHoles:
    """The holes found from taps: the place of each in the picture, px, and those that weren't seen.

    `unclear` means that something has to be asked before they can be checked.
    """

    holes: Mapping[str, Point]
    guessed: frozenset[str] = frozenset()
    unclear: bool = False


PointName = tuple[int, int] | str
"""What can be dragged: a tap, by its row and its index in it, or a found hole, by its name."""


@dataclass(frozen=True, slots=True)
class Tapping:
    """The state of tapping; places are pixels of the picture, the centre of the first at (0, 0).

    Attributes:
        size: (width, height) of the picture.
        rows: the rows to tap.
        taps: a tuple for each row.
        at: the index of the current row; the number of rows when all are done.
        held: the point being dragged; None for none.
        away: offset from the pointer to it, px, so that it doesn't jump when picked up.
        found: the holes found; None before all rows are done.
        moved: found holes that were dragged, in that order.
        trouble: why no holes were found; "" if not tried, or successful.
    """

    size: tuple[int, int]
    rows: tuple[PointRow, ...]
    taps: tuple[tuple[Point, ...], ...]
    at: int = 0
    held: PointName | None = None
    away: Point = (0.0, 0.0)
    found: FoundHoles | None = None
    moved: tuple[tuple[str, Point], ...] = ()
    trouble: str = ""

    @property
    def row(self) -> PointRow | None:
        """The current row; None when all are done."""
        return self.rows[self.at] if self.at < len(self.rows) else None

    @property
    def is_enough(self) -> bool:
        """Whether the row may be finished."""
        return self.row is None or len(self.taps[self.at]) in self.row.counts

    @property
    def is_full(self) -> bool:
        """Whether the row takes no further tap."""
        return self.row is None or len(self.taps[self.at]) >= self.row.counts[-1]

    @property
    def holes(self) -> Mapping[str, Point]:
        """The found holes, with dragged ones in their new places."""
        return {} if self.found is None else {**self.found.holes, **dict(self.moved)}

    @property
    def points(self) -> Mapping[PointName, Point]:
        """The places of everything that can be dragged: the taps, or the holes found from them."""
        if self.found is not None:
            return dict(self.holes.items())
        return {(row, at): tap for row, taps in enumerate(self.taps) for at, tap in enumerate(taps)}

    @property
    def place(self) -> Point | None:
        """The place of the held point."""
        return None if self.held is None else self.points[self.held]

    def with_taps(self, row: int, taps: tuple[Point, ...]) -> "Tapping":
        """The state with other taps in a row."""
        return replace(self, taps=(*self.taps[:row], taps, *self.taps[row + 1 :]))


def begin(
    size: tuple[int, int], rows: tuple[PointRow, ...], taps: tuple[tuple[Point, ...], ...] = ()
) -> Tapping:
    """The initial state, with taps of the first rows if they are known already."""
    known = (*taps, *(() for _ in rows[len(taps) :]))
    at = next((at for at, row in enumerate(rows) if len(known[at]) not in row.counts), len(rows) - 1)
    return Tapping(size, rows, known, at)


def press(state: Tapping, place: Point, reach: float) -> Tapping:
    """Pick up the point within `reach` of a place of the picture, px, or add a new tap there."""
    points = state.points
    near = min(points, key=lambda point: math.dist(points[point], place), default=None)
    if near is not None and math.dist(points[near], place) <= reach:
        x, y = points[near]
        return replace(state, held=near, away=(x - place[0], y - place[1]), trouble="")
    if state.found is not None or state.is_full:
        return state
    taps = state.taps[state.at]
    tapped = state.with_taps(state.at, (*taps, _within(state.size, place)))
    return replace(tapped, held=(state.at, len(taps)), away=(0.0, 0.0), trouble="")


def drag(state: Tapping, place: Point) -> Tapping:
    """Move the held point."""
    held = state.held
    if held is None:
        return state
    place_now = _within(state.size, (place[0] + state.away[0], place[1] + state.away[1]))
    if isinstance(held, str):
        others = tuple(one for one in state.moved if one[0] != held)
        return replace(state, moved=(*others, (held, place_now)))
    row, at = held
    return state.with_taps(row, (*state.taps[row][:at], place_now, *state.taps[row][at + 1 :]))


def release(state: Tapping) -> Tapping:
    """Release the held point."""
    return replace(state, held=None)


def take_back(state: Tapping) -> Tapping:
    """Undo the last step: a dragged hole, the review, or a tap."""
    state = replace(state, held=None, trouble="")
    if state.moved:
        return replace(state, moved=state.moved[:-1])
    if state.found is not None:
        return replace(state, found=None, at=len(state.rows) - 1)
    if not state.taps[state.at] and state.at:
        return take_back(replace(state, at=state.at - 1))
    return state.with_taps(state.at, state.taps[state.at][:-1])


def go_on(state: Tapping) -> Tapping:
    """Go to the next row, if this one may be finished."""
    if state.held is not None or state.row is None or not state.is_enough:
        return state
    return replace(state, at=state.at + 1)


def look(state: Tapping, found: FoundHoles) -> Tapping:
    """Show the holes found, for review."""
    return replace(state, found=found, moved=(), held=None, trouble="")


def fail(state: Tapping, why: str) -> Tapping:
    """No holes were found: go back to tapping."""
    return replace(state, at=len(state.rows) - 1, found=None, moved=(), held=None, trouble=why)


def _within(size: tuple[int, int], place: Point) -> Point:
    return min(max(place[0], 0.0), size[0] - 1.0), min(max(place[1], 0.0), size[1] - 1.0)


MAX_BAR = 84.0
"""Largest height of the bar, px: a mouse needs no larger keys."""
GAP = 6.0
"""Space between keys, px."""
BUTTON_SHARE = 0.155
"""Width of a key, as a share of the canvas's; never narrower than a finger."""
NAMED_GUESSES = 6
"""Maximum number of guessed holes that are named."""
REACH = 16.0
"""How far beside a tap or hole a touch picks it up, px of the canvas."""
KEYS = ("back", "done", "leave")
"""From left to right."""


@dataclass(frozen=True, slots=True)
class TapPlaces:
    """The layout of the canvas, px.

    Attributes:
        words: of the sentence.
        buttons: by key: `back`, `done`, `leave`.
        bar: bottom of the bar, px.
        picture: of the whole picture.
        scale: px of the canvas for one of the picture.
    """

    words: Rect
    buttons: dict[str, Rect]
    bar: float
    picture: Rect
    scale: float

    def on_canvas(self, place: Point) -> Point:
        """A place of the picture on the canvas."""
        return (
            self.picture.left + (place[0] + 0.5) * self.scale,
            self.picture.top + (place[1] + 0.5) * self.scale,
        )

    def in_picture(self, at: Point) -> Point:
        """The place in the picture of a point of the canvas."""
        return (
            (at[0] - self.picture.left) / self.scale - 0.5,
            (at[1] - self.picture.top) / self.scale - 0.5,
        )


def place_taps(canvas: tuple[int, int], picture: tuple[int, int]) -> TapPlaces:
    """Place bar and picture on a canvas; both sizes are (width, height), px."""
    width, height = canvas
    row = min(finger_of(canvas) + GAP, MAX_BAR)
    tall = height > width
    wide = (width - GAP) / len(KEYS) - GAP if tall else max(BUTTON_SHARE * width, finger_of(canvas))
    lefts = {key: width - (len(KEYS) - number) * (wide + GAP) for number, key in enumerate(KEYS)}
    bar = 2 * row if tall else row
    scale = min(width / picture[0], (height - bar) / picture[1])
    size = picture[0] * scale, picture[1] * scale
    return TapPlaces(
        words=Rect(2 * GAP, 0, (width if tall else lefts["back"]) - 4 * GAP, row),
        buttons={key: Rect(left, bar - row + GAP / 2, wide, row - GAP) for key, left in lefts.items()},
        bar=bar,
        picture=Rect((width - size[0]) / 2, bar + (height - bar - size[1]) / 2, *size),
        scale=scale,
    )


def place_loupe(canvas: tuple[int, int], places: TapPlaces, at: Point, radius: float) -> Point:
    """The centre of the magnifier for a point: beside the finger, inside the canvas."""
    away = 1.65 * radius
    x, y = (min(max(at[axis], radius), canvas[axis] - radius) for axis in (0, 1))
    if at[1] - away >= places.bar + radius:
        return x, at[1] - away
    if at[1] + away <= canvas[1] - radius:
        return x, at[1] + away
    return (at[0] - away if at[0] > canvas[0] / 2 else at[0] + away), y


# The sentence that is shown once enough points are tapped, by what is tapped.
_ENOUGH = {
    "outline": "outline_more",
    "starts": "starts_enough",
    "holes": "holes_enough",
    "areas": "areas_enough",
}


def ask(state: Tapping, language: Language) -> str:
    """The sentence that says what to do next."""
    words = load_texts("screen", language)["tapping"]
    if state.trouble:
        return words["trouble"]
    if state.found is not None:
        guessed = [hole for hole in state.found.holes if hole in state.found.guessed]
        return (
            words["review_guessed"].format(names=_listed(guessed, words["and_more"]))
            if guessed
            else words["review"]
        )
    row = state.row
    if row is None:
        return words["wait"]
    count = len(state.taps[state.at])
    if state.is_full:
        return words["full"]
    name = {"name": row.name(count), "number": count + 1}
    asked = "starts_next" if row is STARTS and count else row.key
    key = _ENOUGH.get(row.key) if state.is_enough else asked
    return words[key or row.key].format(**name)


def label(key: str, state: Tapping, language: Language) -> str:
    """The label of a button."""
    words = load_texts("screen", language)["tapping"]
    return words["accept" if key == "done" and state.found is not None else key]


def can(key: str, state: Tapping) -> bool:
    """Whether a button is enabled."""
    if key == "done":
        return state.is_enough
    return key == "leave" or state.found is not None or any(state.taps)


def _listed(names: Sequence[str], more: str) -> str:
    if len(names) <= NAMED_GUESSES:
        return ", ".join(names)
    return more.format(names=", ".join(names[:NAMED_GUESSES]), count=len(names) - NAMED_GUESSES)
