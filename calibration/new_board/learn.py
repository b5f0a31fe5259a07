"""Learns a board file from one picture of the empty board and a few taps."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.board.board import OTHER, TOC, Board, Point, area, inside
from calibration.board.board_file import format_board, parse_board
from calibration.camera import check_size
from calibration.errors import CannotSee
from calibration.features import find_blobs
from calibration.holes import PAWNS_A_SEAT, SEAT_COUNTS, SEATS, USUAL_STRETCH
from calibration.new_board.description import CAMPS, BoardDescription
from calibration.new_board.discs import measure_radius, pitch_of, refine_centres
from calibration.new_board.numbering import Numbered, OpenQuestion, Printed, number_holes
from toc_pi.messages import said

TOP_VIEW_PX = 900  # width of the view from above
_MARGIN = 0.04  # width of the table around the board in that view, as a share of the board's longer side
_CROSS_CORNERS = 12  # of a board in the shape of a cross
_AREA_CORNERS = 4  # tapped for each camp area
_SNAP = 0.7  # a tap is moved to a disc within this distance, in diameters of a hole
_CLEARER = 1.05  # discs of another size or brightness are preferred if they are clearer by this factor
# Discs are looked for in the view from above, and in smaller ones, where large holes are small discs.
_SHRINKS = (1, 2, 4)
# Diameter, as a share of the distance to its neighbour, from which a hole is too wide for the blob detector:
# it would be found beside its middle.
_LARGE = 0.45

# Messages of `CannotSee`.
NO_HOLES = "no holes are seen: take the picture from above, in even light, the empty board alone"
NOTHING_ROUND = (
    "nothing round is seen where the holes were tapped: finding them needs holes or printed circles; "
    "stick a ring or a dot onto each place, or give the holes' size (--hole-diameter)"
)
_START_LEFT = math.radians(8)  # a start hole lies a little left of its seat's middle, as seen from that seat


@dataclass(frozen=True, slots=True)
class LearntBoard:
    """A new board.

    Attributes:
        board: checked like any file.
        description: the input, completed by the detected home entry and camps.
        guessed: holes that weren't detected but inferred from others: to be checked by the user.
        unclear: what the picture doesn't show and must be asked: "camps", "entry".
    """

    board: Board
    description: BoardDescription
    guessed: tuple[str, ...] = ()
    unclear: tuple[OpenQuestion, ...] = ()


def learn_board(image: Image, description: BoardDescription) -> LearntBoard:
    """Measure and name all holes.

    Args:
        image: (h, w, 3) BGR, the empty board from above (the outline corrects a tilt).

    Raises:
        CannotSee: holes are missing; the message says how many were found where.
        BadBoard: the detected holes don't form a valid board.
    """
    check_size(image)
    outline, to_mm = _frame(description)
    flat = _lay_flat(image, outline, to_mm)
    tapped = {name: _move(np.array([place]), to_mm)[0] for name, place in description.holes.items()}
    if description.starts:
        seen, diameter = _discs(flat, outline, description)
        tapped = {name: _snap(place, seen, diameter) for name, place in tapped.items()}
        starts, middle = _move(np.array(description.starts), to_mm), np.mean(np.array(outline), axis=0)
        camp_holes = description.camps == CAMPS[0] if description.camps else None
        printed = Printed(description.stretch, description.home_entry, description.centre, camp_holes)
        numbered = number_holes(seen, starts, middle, printed, tapped)
        seen_ones = [name for name in numbered.holes if name not in numbered.guessed]
        exact, wide = _measured(flat, np.array([numbered.holes[name] for name in seen_ones]))
        diameter = wide or diameter
        if wide > _LARGE * pitch_of(exact):
            exact_ones = dict(zip(seen_ones, exact, strict=True))
            numbered = replace(numbered, holes={**numbered.holes, **exact_ones})
    elif description.holes:
        middles, diameter = _measured(flat, np.array(list(tapped.values())))
        if not diameter:
            raise CannotSee(NOTHING_ROUND)
        numbered = Numbered(dict(zip(tapped, middles, strict=True)), ())
    else:
        raise CannotSee("no holes were tapped: tap each hole of the board (--holes)")
    count = len(outline)
    first, second, third, fourth = (outline[index * count // 4] for index in range(4))
    board = Board(
        name=description.name,
        game=TOC if description.starts else OTHER,
        seats=len(description.starts),
        home_entry=numbered.home_entry,
        centre=description.centre and bool(description.starts),
        outline=outline,
        taps=(first, second, third, fourth),
        thickness=description.thickness,
        hole_diameter=round(description.hole_diameter or diameter, 1),
        holes=MappingProxyType(dict(zip(numbered.holes, _points([*numbered.holes.values()]), strict=True))),
        stretch=numbered.stretch,
        camps=_areas(description, to_mm),
    )
    checked = parse_board(format_board(board), f"{description.name}.toml")
    seen_camps = description.camps or (CAMPS[0] if numbered.camps else "")
    described = replace(description, camps=seen_camps, home_entry=numbered.home_entry)
    return LearntBoard(checked, described, numbered.guessed, numbered.unclear)


def holes_in_picture(board: Board, description: BoardDescription) -> Mapping[str, Point]:
    """The holes of a learned board in the picture it was learned from, px."""
    _, to_mm = _frame(description)
    places = _move(np.array(list(board.holes.values())), np.asarray(np.linalg.inv(to_mm)))
    return {hole: (float(x), float(y)) for hole, (x, y) in zip(board.holes, places, strict=True)}


def move_holes(board: Board, description: BoardDescription, moved: Mapping[str, Point]) -> Board:
    """A learned board with holes moved by the user in the picture, px, by name.

    Raises:
        BadBoard: with those holes it is no valid board.
    """
    if not moved:
        return board
    _, to_mm = _frame(description)
    places = _move(np.array(list(moved.values())), to_mm)
    put = dict(zip(moved, _points(places), strict=True))
    changed = replace(board, holes=MappingProxyType({**board.holes, **put}))
    return parse_board(format_board(changed), f"{description.name}.toml")


def _frame(description: BoardDescription) -> tuple[tuple[Point, ...], Floats]:
    """The outline in mm with seat a at the bottom (FOOTAGE.md), and the (3, 3) homography from pixels."""
    outline, to_mm = _straighten(description)
    seats = len(description.starts)
    if seats not in SEAT_COUNTS:
        return outline, to_mm
    corners, starts = np.array(outline), _move(np.array(description.starts), to_mm)
    if area(tuple((float(x), float(y)) for x, y in starts)) < 0:
        raise CannotSee("the start holes go round the other way: tap them clockwise, as play goes")
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    bearing = math.atan2(*(starts[0] - middle))
    # A hexagon may lie on an edge or on a corner, a square board only on an edge.
    steps = seats if seats == SEAT_COUNTS[0] else 2 * seats
    turns = [2 * math.pi * step / steps for step in range(steps)]
    turn = max(turns, key=lambda turn: math.cos(bearing + turn + _START_LEFT))
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    turned = (corners - middle) @ spin.T
    shift = -turned.min(axis=0)
    turned = turned + shift
    turned = np.roll(turned, -int(np.argmin(turned.sum(axis=1).round(1))), axis=0)
    way = np.eye(3)
    way[:2, :2], way[:2, 2] = spin, shift - spin @ middle
    return _points(turned), way @ to_mm


def _points(places: Iterable[Floats]) -> tuple[Point, ...]:
    """Points rounded to a tenth of a millimetre, as in board files."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in places)


def _straighten(description: BoardDescription) -> tuple[tuple[Point, ...], Floats]:
    """The outline in mm, and the (3, 3) homography from the picture's pixels."""
    corners = np.array(description.outline, np.float64)
    if len(corners) < 4:
        raise CannotSee(
            said("the outline has {count} corners; tap at least 4, clockwise", count=len(corners))
        )
    if area(tuple((float(x), float(y)) for x, y in corners)) < 0:
        corners = corners[::-1]
    best: tuple[float, Floats, Floats] | None = None
    for shape in _shapes(len(corners), description, corners):
        for first in range(len(corners)):
            turned = np.roll(shape, first, axis=0)
            found = np.asarray(cv2.findHomography(corners, turned)[0], np.float64)
            if found.shape != (3, 3):
                continue
            error = float(np.linalg.norm(_move(corners, found) - turned, axis=1).mean())
            # Of rotations that fit equally well, the one that leaves the picture upright.
            seen = _as_seen(corners, 1.0)
            upright = float(np.linalg.norm(turned / description.width_mm - seen))
            cost = error / description.width_mm * 200 + upright
            if best is None or cost < best[0]:
                best = cost, found, turned
    if best is None:
        raise CannotSee("the outline's corners lie on a line: tap them again, clockwise")
    _, found, turned = best
    return _points(turned), found


def _shapes(count: int, description: BoardDescription, corners: Floats) -> list[Floats]:
    """Possible shapes of an outline with this number of corners, mm, with the top left at 0."""
    width, height = description.width_mm, description.height_mm or description.width_mm
    if count == 4:
        return [np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)]
    if count == _CROSS_CORNERS:
        lows = np.linspace(0.08, 0.42, 69) * width
        # Each corner of the cross by its place among 0, the cut, the cut from the other side, and the width.
        x, y = [1, 2, 2, 3, 3, 2, 2, 1, 1, 0, 0, 1], [0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1]
        steps = [np.array([0.0, low, width - low, width]) for low in lows]
        return [np.column_stack([step[x], step[y]]) for step in steps]
    shapes = []
    for start in (0.0, math.pi / count):
        angle = start + 2 * math.pi * np.arange(count) / count
        ring = np.column_stack([np.cos(angle), np.sin(angle)])
        ring = (ring - ring.min(axis=0)) / np.ptp(ring[:, 0]) * width
        shapes.append(ring)
    return shapes if count in (6, 8) or count > _CROSS_CORNERS else [_as_seen(corners, width), *shapes]


def _as_seen(corners: Floats, width: float) -> Floats:
    return np.asarray((corners - corners.min(axis=0)) / np.ptp(corners[:, 0]) * width)


@dataclass(frozen=True, slots=True, eq=False)
class _Flat:
    """The board rectified to a top view.

    Attributes:
        image: (h, TOP_VIEW_PX, 3).
        to_mm: (3, 3), from its pixels.
        px_mm: pixels a millimetre.
    """

    image: Image
    to_mm: Floats
    px_mm: float


def _lay_flat(image: Image, outline: tuple[Point, ...], to_mm: Floats) -> _Flat:
    shape = np.array(outline)
    span = float(np.ptp(shape, axis=0).max())
    px_mm = TOP_VIEW_PX / (span * (1 + 2 * _MARGIN))
    view = np.array([[px_mm, 0, px_mm * span * _MARGIN], [0, px_mm, px_mm * span * _MARGIN], [0, 0, 1.0]])
    size = round(TOP_VIEW_PX * (np.ptp(shape[:, 1]) / span + 2 * _MARGIN))
    flat = cv2.warpPerspective(image, view @ to_mm, (TOP_VIEW_PX, size), flags=cv2.INTER_CUBIC)
    return _Flat(np.asarray(flat, np.uint8), np.asarray(np.linalg.inv(view)), px_mm)


def _discs(flat: _Flat, outline: tuple[Point, ...], description: BoardDescription) -> tuple[Floats, float]:
    """Discs of one size on the board, dark or else bright: (n, 2) mm, clearest first; and their diameter, mm.

    Raises:
        CannotSee: there are none.
    """
    wanted = _count(description)
    best = (np.zeros((0, 2)), 0.0, 0.0)
    for shrink in _SHRINKS:
        image = cv2.resize(flat.image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        for bright in (False, True):
            blobs = find_blobs(np.asarray(image, np.uint8), bright=bright)
            places = _move((blobs.points + 0.5) * shrink - 0.5, flat.to_mm)
            on_board = np.array([inside((float(x), float(y)), outline) for x, y in places], np.bool_)
            places, strength, sigma = places[on_board], blobs.strength[on_board], blobs.sigma[on_board]
            if len(places) < 8:
                continue
            usual = float(np.median(np.sort(strength)[::-1][: max(wanted // 2, 4)]))
            kept = strength > 0.4 * usual
            weight = usual * min(int(kept.sum()), wanted)
            if weight > _CLEARER * best[2]:
                width = 2 * math.sqrt(2) * float(np.median(sigma[kept])) * shrink / flat.px_mm
                best = places[kept][np.argsort(-strength[kept])], width, weight
    if not len(best[0]):
        raise CannotSee(NO_HOLES)
    return best[0], best[1]


def _measured(flat: _Flat, places: Floats) -> tuple[Floats, float]:
    """Refined middles of round holes near given places, mm, and their diameter, mm; 0.0 if there are none."""
    middles = _move(places, np.asarray(np.linalg.inv(flat.to_mm)))
    pitch = pitch_of(middles)
    radius = measure_radius(flat.image, middles, pitch)
    if not radius:
        return places, 0.0
    middles = refine_centres(flat.image, middles, radius, pitch)
    radius = measure_radius(flat.image, middles, pitch) or radius
    return _move(middles, flat.to_mm), 2 * radius / flat.px_mm


def _areas(description: BoardDescription, to_mm: Floats) -> Mapping[str, tuple[Point, ...]]:
    """Each seat's camp area, mm."""
    if description.camps != "areas" or not description.starts:
        return {}
    wanted = _AREA_CORNERS * len(description.starts)
    if len(description.areas) != wanted:
        raise CannotSee(
            said(
                "{count} corners of camps were tapped: tap four around each seat's area, {wanted} in all",
                count=len(description.areas),
                wanted=wanted,
            )
        )
    corners = _move(np.array(description.areas), to_mm).round(1).reshape(-1, _AREA_CORNERS, 2).tolist()
    return {str(seat): tuple((x, y) for x, y in four) for seat, four in zip(SEATS, corners, strict=False)}


def _count(description: BoardDescription) -> int:
    seats = len(description.starts)
    a_seat = (description.stretch or USUAL_STRETCH) + 2 * PAWNS_A_SEAT
    return seats * a_seat + int(description.centre) if seats else max(len(description.holes), 8)


def _snap(place: Floats, seen: Floats, diameter: float) -> Floats:
    """The disc under a tap, or the tap itself."""
    apart = np.linalg.norm(seen - place, axis=1)
    nearest = int(np.argmin(apart))
    return np.asarray(seen[nearest] if apart[nearest] < _SNAP * diameter else place)


def _move(points: Floats, matrix: Floats) -> Floats:
    """(n, 2) points through a homography."""
    away = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(away[:, :2] / away[:, 2:])
