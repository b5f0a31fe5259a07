"""Points that a person taps in a picture, as data: rows of taps and what was found from them; no drawing.

A board's corners are one row, its start holes another. When all rows are done, holes are found from them and
lie over the picture to be looked at: a wrong one is dragged into place before all is accepted.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Row:
    """Points that are tapped one after another.

    Attributes:
        key: of the sentence that asks for them.
        counts: how many there may be, rising; the last is the most.
        names: what each is called; its number where left out.
        joined: whether a line goes round them.
    """

    key: str
    counts: tuple[int, ...]
    names: tuple[str, ...] = ()
    joined: bool = False

    def name(self, index: int) -> str:
        """What one of its points is called."""
        return self.names[index] if index < len(self.names) else str(index + 1)


OUTLINE = Row("outline", tuple(range(4, 41)), joined=True)
STARTS = Row("starts", (4, 6, 8), names=tuple("abcdefgh"))
AREAS = Row(
    "areas", (16, 24, 32), names=tuple(f"{seat}{corner}" for seat in "abcdefgh" for corner in range(1, 5))
)
HOLES = Row("holes", tuple(range(8, 401)))
CORNERS = Row("corners", (4,), joined=True)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A small drawing of a board that shows which points are meant, in one frame of any unit.

    Attributes:
        outline: of the board.
        holes: of the board.
        points: those that are to be tapped, in order.
    """

    outline: tuple[Point, ...]
    holes: tuple[Point, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FoundHoles:
    """What the taps led to.

    Attributes:
        holes: where each hole lies in the picture, px.
        guessed: those that weren't seen.
    """

    holes: Mapping[str, Point]
    guessed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HeldPoint:
    """What a finger or the mouse holds.

    Attributes:
        row: of a tap; None for a found hole.
        index: within its row.
        hole: a found hole's name; "" for a tap.
        away: from the pointer to it, px, so that it doesn't jump when it is taken.
    """

    row: int | None
    index: int
    hole: str
    away: Point


@dataclass(frozen=True, slots=True)
class Tapping:
    """How far somebody has come; places are pixels of the picture, the middle of the first at (0, 0).

    Attributes:
        size: (width, height) of the picture.
        rows: what is to be tapped.
        taps: a tuple for each row.
        at: the row that is being tapped; all of them are done where it is their number.
        held: what is held at this moment.
        found: what the taps led to; None before all rows are done.
        moved: found holes that were dragged elsewhere, in the order in which it was done.
        trouble: why nothing was found from the taps; "" if nobody has tried or it went well.
    """

    size: tuple[int, int]
    rows: tuple[Row, ...]
    taps: tuple[tuple[Point, ...], ...]
    at: int = 0
    held: HeldPoint | None = None
    found: FoundHoles | None = None
    moved: tuple[tuple[str, Point], ...] = ()
    trouble: str = ""

    @property
    def row(self) -> Row | None:
        """What is being tapped; None when all is done."""
        return self.rows[self.at] if self.at < len(self.rows) else None

    @property
    def is_enough(self) -> bool:
        """Whether the row may be called done."""
        return self.row is None or len(self.taps[self.at]) in self.row.counts

    @property
    def is_full(self) -> bool:
        """Whether the row takes no further tap."""
        return self.row is None or len(self.taps[self.at]) >= self.row.counts[-1]

    @property
    def holes(self) -> Mapping[str, Point]:
        """The found holes, the dragged ones where they are now."""
        return {} if self.found is None else {**self.found.holes, **dict(self.moved)}

    @property
    def place(self) -> Point | None:
        """Where that lies which is held."""
        if self.held is None:
            return None
        return (
            self.holes[self.held.hole] if self.held.row is None else self.taps[self.held.row][self.held.index]
        )


def begin(size: tuple[int, int], rows: tuple[Row, ...], taps: tuple[tuple[Point, ...], ...] = ()) -> Tapping:
    """Begin, with the taps of the first rows where they are known already."""
    known = (*taps, *(() for _ in rows[len(taps) :]))
    at = next((at for at, row in enumerate(rows) if len(known[at]) not in row.counts), len(rows) - 1)
    return Tapping(size, rows, known, at)


def press(state: Tapping, place: Point, reach: float) -> Tapping:
    """Take what lies under a finger, or set a new tap there.

    Args:
        state: how far somebody has come.
        place: px of the picture.
        reach: how far beside a tap or a hole a finger may land, px.
    """
    if state.found is not None:
        hole = min(state.holes, key=lambda hole: math.dist(state.holes[hole], place), default=None)
        if hole is None or math.dist(state.holes[hole], place) > reach:
            return state
        return replace(state, held=HeldPoint(None, 0, hole, _apart(place, state.holes[hole])))
    near = [
        (math.dist(tap, place), row, index)
        for row, taps in enumerate(state.taps)
        for index, tap in enumerate(taps)
    ]
    away, row, index = min(near, default=(math.inf, 0, 0))
    if away <= reach:
        return replace(
            state, held=HeldPoint(row, index, "", _apart(place, state.taps[row][index])), trouble=""
        )
    if state.is_full:
        return state
    taps = (*state.taps[state.at], _within(state.size, place))
    held = HeldPoint(state.at, len(taps) - 1, "", (0.0, 0.0))
    return replace(state, taps=_put(state.taps, state.at, taps), held=held, trouble="")


def drag(state: Tapping, place: Point) -> Tapping:
    """Move what is held."""
    held = state.held
    if held is None:
        return state
    there = _within(state.size, (place[0] + held.away[0], place[1] + held.away[1]))
    if held.row is None:
        others = tuple(one for one in state.moved if one[0] != held.hole)
        return replace(state, moved=(*others, (held.hole, there)))
    taps = state.taps[held.row]
    return replace(
        state,
        taps=_put(state.taps, held.row, (*taps[: held.index], there, *taps[held.index + 1 :])),
    )


def release(state: Tapping) -> Tapping:
    """Let go."""
    return replace(state, held=None)


def take_back(state: Tapping) -> Tapping:
    """Take the last thing back: a dragged hole, the look at what was found, or a tap."""
    state = replace(state, held=None, trouble="")
    if state.moved:
        return replace(state, moved=state.moved[:-1])
    if state.found is not None:
        return replace(state, found=None, at=len(state.rows) - 1)
    if not state.taps[state.at] and state.at:
        return take_back(replace(state, at=state.at - 1))
    return replace(state, taps=_put(state.taps, state.at, state.taps[state.at][:-1]))


def go_on(state: Tapping) -> Tapping:
    """To the next row, where this one is done; to the end after the last."""
    if state.held is not None or state.row is None or not state.is_enough:
        return state
    return replace(state, at=state.at + 1)


def look(state: Tapping, found: FoundHoles) -> Tapping:
    """What was found from the taps, to be looked at."""
    return replace(state, found=found, moved=(), held=None, trouble="")


def fail(state: Tapping, why: str) -> Tapping:
    """Nothing was found from the taps: back to them."""
    return replace(state, at=len(state.rows) - 1, found=None, moved=(), held=None, trouble=why)


def _apart(place: Point, other: Point) -> Point:
    return other[0] - place[0], other[1] - place[1]


def _within(size: tuple[int, int], place: Point) -> Point:
    return min(max(place[0], 0.0), size[0] - 1.0), min(max(place[1], 0.0), size[1] - 1.0)


def _put(
    rows: tuple[tuple[Point, ...], ...], at: int, taps: tuple[Point, ...]
) -> tuple[tuple[Point, ...], ...]:
    return (*rows[:at], taps, *rows[at + 1 :])
