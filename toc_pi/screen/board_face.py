"""The board's face as it is drawn, a place for each pawn; moves on it: routes, back, to camp, in a repair."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from calibration.board.board import Board, Point
from calibration.holes import (
    USUAL_STRETCH,
    Hole,
    Seat,
    camp_holes,
    home_holes,
    is_camp,
    is_home,
    seats_of,
    start_hole,
    track_hole,
    track_index,
)
from toc_pi.effects import Offer, Question, Verdict
from toc_pi.languages import HOLE_NAME


@dataclass(frozen=True, slots=True)
class Face:
    """The board's top face, in its own frame: mm, x right, y down, seat a at the bottom.

    Attributes:
        outline: its corners.
        holes: every hole's centre, and a place for each pawn in a camp without holes.
        pitch_mm: median distance between neighbouring holes.
        bare: the places without a hole.
        areas: camps without holes, their corners.
        stretch: track holes of each seat.
        home_entry: the printed number of the hole where a pawn may turn into its home.
    """

    outline: tuple[Point, ...]
    holes: Mapping[Hole, Point]
    pitch_mm: float
    bare: frozenset[Hole] = frozenset()
    areas: tuple[tuple[Point, ...], ...] = ()
    stretch: int = USUAL_STRETCH
    home_entry: int = USUAL_STRETCH - 2

    def __hash__(self) -> int:
        """Hashable, as the drawn board is cached by its face."""
        return hash((self.outline, tuple(self.holes.items())))


def face_of_board(board: Board) -> Face:
    """The face of a Toc board."""
    waiting = camp_places(board)
    return Face(
        outline=tuple(board.outline),
        holes=MappingProxyType({**{Hole(name): place for name, place in board.holes.items()}, **waiting}),
        pitch_mm=board.pitch_mm,
        bare=frozenset(waiting),
        areas=tuple(board.camps.values()),
        stretch=board.stretch,
        home_entry=board.home_entry,
    )


_APART = 1.25
"""Distance between pawns' places, in hole distances; two by two in a camp."""

_STEPS = 44
"""Steps of the grid of places that are tried, along each side of the board."""

_FREE = 2.3
"""Distance from holes, in hole distances, beyond which more room is no better."""

_NEARER = 0.12
"""Weight of the distance to the seat's start hole relative to room."""


def camp_places(board: Board) -> Mapping[Hole, Point]:
    """A place, mm, for each pawn of a camp without holes; empty for boards whose camps have holes."""
    if board.has_camp_holes or not board.seats:
        return {}
    middle = middle_of(list(board.outline))
    places: dict[Hole, Point] = {}
    step = _APART * board.pitch_mm
    for seat in seats_of(board.seats):
        area = board.camps.get(seat)
        at = middle_of(list(area)) if area else _free_place(board, seat, middle, [*places.values()])
        if area:
            step = min(_APART * board.pitch_mm, 0.8 * min(math.dist(at, corner) for corner in area))
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        for hole, (across, down) in zip(camp_holes(seat), corners, strict=True):
            places[hole] = at[0] + step * across, at[1] + step * down
    return places


def _free_place(board: Board, seat: Seat, middle: Point, taken: Sequence[Point]) -> Point:
    """The place on the board with the most room near a seat's start hole."""
    start, pitch = board.holes[start_hole(seat)], board.pitch_mm
    xs, ys = zip(*board.outline, strict=True)
    low, high = (min(xs), min(ys)), (max(xs), max(ys))
    rim = _APART * pitch

    def worth(place: Point) -> float:
        room = min(math.dist(place, other) for other in (*board.holes.values(), *taken))
        return min(room / pitch, _FREE) - _NEARER * math.dist(place, start) / pitch

    rows = [low[1] + rim + (high[1] - low[1] - 2 * rim) * step / _STEPS for step in range(_STEPS + 1)]
    columns = [low[0] + rim + (high[0] - low[0] - 2 * rim) * step / _STEPS for step in range(_STEPS + 1)]
    side = math.pi / board.seats
    sector = [(x, y) for x in columns for y in rows if _turn((x, y), start, middle) <= side]
    return max(sector, key=worth)


def _turn(place: Point, start: Point, middle: Point) -> float:
    """The angle between two places, seen from the middle."""
    one, other = (math.atan2(at[1] - middle[1], at[0] - middle[0]) for at in (place, start))
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)


def middle_of(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


MAX_NUMBERS = 10  # numbers in rings that the font has; the rest are in brackets


def way_back(verdict: Verdict, pawns: Mapping[Hole, Seat]) -> tuple[tuple[Hole, Hole, Seat], ...]:
    """The moves that restore the board before an illegal move: (from, to, seat) for each misplaced pawn.

    A captured pawn comes back from its camp; pawns of one seat are paired in the order of their holes.
    """
    moves: list[tuple[Hole, Hole, Seat]] = []
    for seat in sorted(set(verdict.back_to.values()) | set(verdict.holes.values())):
        standing = {hole for hole, owner in verdict.holes.items() if owner == seat}
        right = {hole for hole, owner in verdict.back_to.items() if owner == seat}
        camp = sorted(hole for hole, owner in pawns.items() if owner == seat and is_camp(hole))
        wrong, missing = sorted(standing - right), sorted(right - standing)
        while len(wrong) < len(missing) and camp:
            wrong.append(camp.pop(0))
        free = [hole for hole in camp_holes(seat) if hole not in pawns]
        while len(missing) < len(wrong) and free:
            missing.append(free.pop(0))
        moves += [(start, end, seat) for start, end in zip(wrong, missing, strict=False)]
    return tuple(moves)


def numbered(texts: Sequence[str], numbers: dict[Hole, int]) -> tuple[str, ...]:
    """Sentences with a number in a ring for each hole's name, for people who don't read those names.

    Numbers of further holes are added to `numbers`, to be drawn beside them.
    """

    def number(found: re.Match[str]) -> str:
        count = numbers.setdefault(Hole(found[0]), len(numbers) + 1)
        return chr(ord("①") + count - 1) if count <= MAX_NUMBERS else f"({count})"

    return tuple(HOLE_NAME.sub(number, text) for text in texts)


@dataclass(frozen=True, slots=True)
class RepairStep:
    """One step of a repair: a seat's pawn goes from `start` (None if unknown) to `end`.

    Without a seat, the pawn on `start` is removed.
    """

    seat: Seat | None
    start: Hole | None
    end: Hole | None


def repair_steps(repair: Mapping[Hole, str], pawns: Mapping[Hole, Seat]) -> tuple[RepairStep, ...]:
    """The steps of `Repair.holes`, in its order: a misplaced pawn goes where one of its seat is missing."""
    wrong = {hole: pawns[hole] for hole, owner in repair.items() if hole in pawns and pawns[hole] != owner}
    paired: dict[Hole, Hole] = {}
    for end, owner in repair.items():
        if owner and pawns.get(end) != owner:
            found = next((start for start, seat in wrong.items() if seat == owner), None)
            if found is not None:
                del wrong[found]
                paired[end] = found
    moved = set(paired.values())
    return tuple(
        RepairStep(Seat(owner), paired.get(hole), hole) if owner else RepairStep(None, hole, None)
        for hole, owner in repair.items()
        if owner or hole not in moved
    )


def ways_home(verdict: Verdict, face: Face) -> tuple[tuple[Hole, Hole, Seat], ...]:
    """The moves of captured pawns to their camps: (from, to, seat) for each."""
    ways: list[tuple[Hole, Hole, Seat]] = []
    for seat in dict.fromkeys(verdict.captured):
        gone = [h for h, owner in verdict.before.items() if owner == seat and verdict.holes.get(h) != seat]
        camp = [hole for hole in camp_holes(seat) if hole in face.holes]
        ways += [(start, end, seat) for start, end in zip(gone, camp, strict=False)]
    return tuple(ways)


def ways_gone(verdict: Verdict) -> tuple[tuple[Hole, Hole, Seat], ...]:
    """The moves of a legal play, without captured pawns: (from, to, seat) for each.

    A pawn that came out begins in its camp's first hole. Pawns of one seat are paired in the order of holes.
    """
    ways: list[tuple[Hole, Hole, Seat]] = []
    for seat in sorted(set(verdict.before.values()) | set(verdict.holes.values())):
        was = {hole for hole, owner in verdict.before.items() if owner == seat}
        stands = {hole for hole, owner in verdict.holes.items() if owner == seat}
        left, arrived = sorted(was - stands), sorted(stands - was)
        came = [camp_holes(seat)[0]] * (len(arrived) - len(left))
        ways += [(start, end, seat) for start, end in zip([*left, *came], arrived, strict=False)]
    return tuple(ways)


def doubted(asked: Question | Offer | None) -> tuple[Hole, ...]:
    """The holes in which a question's choices differ."""
    if not isinstance(asked, Question):
        return ()
    texts = [asked.values[choice] for choice in asked.choices if asked.values.get(choice)]
    ways = [move.partition(":")[2].split(">") for moves in texts for move in moves.split()]
    ends = (Hole(hole) for way in ways for hole in way if hole != "camp")
    return tuple(dict.fromkeys(ends))


def route(face: Face, start: Hole, end: Hole) -> tuple[Hole, ...]:
    """The holes from one to another, as a pawn walks there, forward or back; both ends included.

    Only the ends where no pawn walks: a camp, the centre, or farther than a seat's stretch (a swap).
    """
    return _onward(face, start, end) or _onward(face, end, start)[::-1] or (start, end)


def _onward(face: Face, start: Hole, end: Hole) -> tuple[Hole, ...]:
    """The holes clockwise, and on into a home; empty if `end` can't be reached within a stretch."""
    track = [hole for hole in face.holes if track_index(hole, face.stretch) is not None]
    seats = len(track) // face.stretch
    first, last = track_index(start, face.stretch), track_index(end, face.stretch)
    lane: tuple[Hole, ...] = ()
    if is_home(end):
        home = home_holes(Seat(end[0]))
        lane = home[: home.index(end) + 1]
        if start in lane:
            return lane[lane.index(start) :]
        last = (track_index(start_hole(Seat(end[0])), face.stretch) or 0) - face.stretch + face.home_entry
    if (
        first is None
        or last is None
        or not 0 < (steps := (last - first) % len(track)) + len(lane) <= face.stretch
    ):
        return ()
    return (*(track_hole(first + step, seats, face.stretch) for step in range(steps + 1)), *lane)
