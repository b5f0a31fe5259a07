"""Camps that are areas without holes: possible positions of pawns, detected pawns, and their appearance.

A pawn may stand anywhere in an area. Positions on a fine grid are tried, each with a pawn's outline; the few
pawns that together explain the area's pixels best are chosen.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.colours import to_ratios
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import profile, sample
from calibration.arrays import Floats, Image, Mask, Singles
from calibration.board.board import Board, Point, inside
from calibration.camera import Pose, circle, flat, project
from calibration.errors import CannotSee
from calibration.holes import Hole, is_camp
from toc_pi.messages import said

_ACROSS = 7.0  # number of samples across a pawn; fewer in coarse pictures
_FEET = 0.3  # distance between places that are tried, in diameters of a pawn
_WITHIN = 0.3  # least distance of a pawn's middle from the area's edge, in its diameters
_APART = 0.8  # least distance between two pawns, in their diameters
# Number of points around a pawn's body, and of heights, from which its outline is drawn.
_TURNS, _LEVELS = 12, 6
# The search is repeated from several first pawns where more than the first share of a pawn's outline is left
# unexplained, or less than the second share of a found pawn is visible: there pawns hide each other.
_MUCH, _WHOLE = 0.3, 0.6
_FIRST_PAWNS = 5  # number of these first pawns
_LIKE_A_PAWN = 1.0  # log likelihood ratio above which a pixel looks like a pawn rather than the empty area


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """One seat's area for one pose and size of pawns.

    Attributes:
        seat: its owner.
        positions: (n, 2) mm, where a pawn may stand.
        points: (m, 2) float32, px: every point of the picture that may show a pawn in it.
        bodies: (n, m) float32, 1 where a pawn at that position is visible.
        hulls: (n) the outlines of these pawns, (k, 2) px.
        compatible: (n, n) bool, whether there is room for pawns at both positions.
        floor: (m) bool, where the area itself is visible.
    """

    seat: str
    positions: Floats
    points: Singles
    bodies: Singles
    hulls: tuple[NDArray[np.float32], ...]
    compatible: Mask
    floor: Mask


@dataclass(frozen=True, slots=True)
class PlacedPawn:
    """A pawn found in an area.

    Attributes:
        kind: index of the appearance.
        position: index of where it stands.
        visible_share: share of its outline that no other pawn explains.
        log_ratio: log likelihood ratio against the empty area over that part, per pixel.
    """

    kind: int
    position: int
    visible_share: float
    log_ratio: float

    @property
    def gain(self) -> float:
        """Log-likelihood gain over the empty area, per pixel of its whole outline."""
        return self.visible_share * self.log_ratio


def project_areas(board: Board, pose: Pose, pawns: PawnSet) -> tuple[Area, ...]:
    """The areas of a board; none where its camps have holes, or where it has no camps."""
    return tuple(_project_area(seat, corners, pose, pawns) for seat, corners in board.camps.items())


def _project_area(seat: str, corners: tuple[Point, ...], pose: Pose, pawns: PawnSet) -> Area:
    outline = np.array(corners)
    low, high = outline.min(axis=0), outline.max(axis=0)
    step = _FEET * pawns.diameter
    x, y = np.meshgrid(np.arange(low[0], high[0] + step, step), np.arange(low[1], high[1] + step, step))
    tried = np.column_stack([x.ravel(), y.ravel()])
    rim = outline.astype(np.float32)
    deep = np.array([cv2.pointPolygonTest(rim, (float(a), float(b)), True) for a, b in tried])
    enough = deep >= min(_WITHIN * pawns.diameter, 0.8 * float(deep.max()))
    feet = tried[enough]
    hulls = tuple(_outline(foot, pose, pawns) for foot in feet)
    around = project(flat(corners), pose)
    seen = np.vstack([*hulls, around])
    across = pawns.diameter * pose.focal / float(np.linalg.norm(pose.camera - [*feet.mean(axis=0), 0.0]))
    fine = max(1.0, across / _ACROSS)
    begin, end = seen.min(axis=0) - fine, seen.max(axis=0) + fine
    columns, rows = np.meshgrid(np.arange(begin[0], end[0], fine), np.arange(begin[1], end[1], fine))
    shape = (columns.shape[1], columns.shape[0])
    bodies = np.stack([_fill_outline(hull, begin, fine, shape) for hull in hulls])
    floor = _fill_outline(around, begin, fine, shape) > 0
    used = (bodies.max(axis=0) > 0) | floor
    points = np.column_stack([columns.ravel(), rows.ravel()])[used]
    between = np.hypot(*(feet[:, None] - feet[None]).transpose(2, 0, 1))
    return Area(
        seat,
        feet,
        points.astype(np.float32),
        np.ascontiguousarray(bodies[:, used]),
        hulls,
        np.asarray(between >= _APART * pawns.diameter),
        floor[used],
    )


def _outline(foot: Floats, pose: Pose, pawns: PawnSet) -> NDArray[np.float32]:
    """(k, 2) px, the outline of a pawn at a position."""
    shape = profile(pawns)
    shape = shape[np.linspace(0, len(shape) - 1, _LEVELS).round().astype(int)]
    space = np.vstack([circle(foot, radius, _TURNS, -height) for height, radius in shape])
    return np.asarray(cv2.convexHull(project(space, pose).astype(np.float32))[:, 0], np.float32)


def _fill_outline(
    outline: NDArray[np.floating], begin: Floats, fine: float, shape: tuple[int, int]
) -> Singles:
    """(pixels) 1 inside an outline, on a pixel grid with spacing `fine`."""
    image = np.zeros((shape[1], shape[0]), np.uint8)
    cv2.fillPoly(image, [((outline - begin) / fine).round().astype(np.int32)], 1)
    return image.ravel().astype(np.float32)


def sample_area(image: NDArray[np.uint8], area: Area) -> NDArray[np.float32]:
    """(m, 3) BGR of an area's points."""
    low = np.maximum(np.floor(area.points.min(axis=0)).astype(int) - 4, 0)
    high = np.ceil(area.points.max(axis=0)).astype(int) + 5
    piece = image[low[1] : high[1], low[0] : high[0]]
    if not piece.size:
        return np.zeros((len(area.points), 3), np.float32)
    spacing = float(area.points[1, 0] - area.points[0, 0]) if len(area.points) > 1 else 1.0
    if spacing > 1.5:
        piece = np.asarray(cv2.GaussianBlur(piece, (0, 0), 0.4 * spacing), np.uint8)
    return np.asarray(sample(piece, (area.points - low.astype(np.float32))[None])[0], np.float32)


def find_pawns(
    area: Area, log_ratios: Singles, limit: int, least_gain: float
) -> tuple[tuple[PlacedPawn, ...], float]:
    """The set of pawns that explains an area best.

    Args:
        log_ratios: (kinds, m), log likelihood ratio of a pawn of that kind against the empty
            area; 0 where unknown.
        least_gain: the least log-likelihood gain of a pawn, per pixel of its outline.

    Returns:
        The pawns, most certain first; and the largest share of a pawn's outline that looks like a pawn and is
        explained by none of them.
    """
    size = float(area.bodies.sum(axis=1).mean())
    found = _add_pawns(area, log_ratios, (), limit, least_gain)
    unexplained = _unexplained_share(area, log_ratios, found, size)
    if unexplained < _MUCH and all(one.visible_share > _WHOLE for one in found):
        return found, unexplained
    # Greedy search depends on the first pawn, so several are tried.
    best, gain = found, _total_gain(area, log_ratios, found, least_gain * size)
    for first in _first_pawns(area, log_ratios):
        other = _add_pawns(area, log_ratios, (first,), limit, least_gain)
        other_gain = _total_gain(area, log_ratios, other, least_gain * size)
        if other_gain > gain:
            best, gain = other, other_gain
    return best, _unexplained_share(area, log_ratios, best, size)


def _add_pawns(
    area: Area, log_ratios: Singles, start: tuple[PlacedPawn, ...], limit: int, least_gain: float
) -> tuple[PlacedPawn, ...]:
    """Add pawns one by one, improving the positions of the others each time."""
    chosen = list(start)
    while len(chosen) < limit:
        found = _best_addition(area, log_ratios, chosen)
        if found is None or found.gain < least_gain:
            break
        chosen.append(found)
        for number in range(len(chosen) if len(chosen) > 1 else 0):
            others = [*chosen[:number], *chosen[number + 1 :]]
            again = _best_addition(area, log_ratios, others)
            if again is not None:
                chosen[number] = again
    return tuple(sorted((one for one in chosen if one.gain >= least_gain), key=lambda one: -one.gain))


def _first_pawns(area: Area, log_ratios: Singles) -> list[PlacedPawn]:
    """Distant positions at which a single pawn would explain much."""
    gains = log_ratios @ area.bodies.T
    kind, gain_alone = gains.argmax(axis=0), gains.max(axis=0)
    out: list[PlacedPawn] = []
    for foot in np.argsort(-gain_alone, kind="stable"):
        if len(out) == _FIRST_PAWNS:
            break
        if all(area.compatible[foot, other.position] for other in out):
            out.append(PlacedPawn(int(kind[foot]), int(foot), 1.0, 0.0))
    return out


def _total_gain(area: Area, log_ratios: Singles, chosen: tuple[PlacedPawn, ...], cost: float) -> float:
    """Total gain of some pawns, minus the cost of each."""
    if not chosen:
        return 0.0
    shown = np.stack(
        [np.where(area.bodies[one.position] > 0, log_ratios[one.kind], -np.inf) for one in chosen]
    )
    most = shown.max(axis=0)
    return float(most[np.isfinite(most)].sum()) - cost * len(chosen)


def _unexplained_share(area: Area, log_ratios: Singles, chosen: tuple[PlacedPawn, ...], size: float) -> float:
    free = np.ones(log_ratios.shape[1], np.bool_)
    for one in chosen:
        free &= area.bodies[one.position] == 0
    unexplained = np.asarray(free & (log_ratios.max(axis=0) > _LIKE_A_PAWN), np.float32)
    return float((area.bodies @ unexplained).max()) / max(size, 1.0)


def _best_addition(area: Area, log_ratios: Singles, others: Sequence[PlacedPawn]) -> PlacedPawn | None:
    """The pawn that explains most of what the others leave unexplained, if any."""
    allowed, free = np.ones(len(area.positions), np.bool_), np.ones(log_ratios.shape[1], np.float32)
    for other in others:
        allowed &= area.compatible[other.position]
        free *= 1.0 - area.bodies[other.position]
    if not allowed.any():
        return None
    gains = (log_ratios * free) @ area.bodies.T
    gains[:, ~allowed] = -np.inf
    kind, foot = np.unravel_index(int(gains.argmax()), gains.shape)
    shown = float(area.bodies[foot] @ free)
    whole = max(float(area.bodies[foot].sum()), 1.0)
    return PlacedPawn(int(kind), int(foot), shown / whole, float(gains[kind, foot]) / max(shown, 1.0))


def with_area_holes(board: Board, spots: Mapping[str, Point]) -> Board:
    """A board with an extra hole for each pawn in an area, so that all pawns stand in holes."""
    if not spots:
        return board
    return replace(board, holes=MappingProxyType({**board.holes, **spots}))


def is_in_area(board: Board, hole: str) -> bool:
    """Whether a hole name stands for a pawn's place in a camp area, where there is no hole."""
    place = board.holes[hole]
    return any(inside(place, corners) for corners in board.camps.values())


def within_outlines(outlines: Sequence[NDArray[np.floating] | NDArray[np.int32]], points: Singles) -> Mask:
    """(n) whether points of the picture lie inside any of some outlines."""
    low = np.floor(points.min(axis=0))
    size = np.ceil(points.max(axis=0) - low).astype(int) + 1
    mask = np.zeros((size[1], size[0]), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, (outline - low).round().astype(np.int32), 1)
    columns, rows = (points - low).round().astype(np.intp).T
    return np.asarray(mask[np.minimum(rows, size[1] - 1), np.minimum(columns, size[0] - 1)] > 0)


# Least spread of brightness and of the two colour ratios within one object, logarithms.
_VARIES = np.array([0.16, 0.06, 0.06], np.float32)
_GROUPS = 4  # colour clusters into which an area with its pawns is divided; some of them are the pawns'
SHADES = 3  # colours that describe a pawn or an area
# Least intersection over union of the pawns' outlines and the pixels that look like pawns.
_MIN_OVERLAP = 0.35
# Largest log likelihood ratio of a pixel, either way; its square is the largest misfit of one look.
_MISFIT_CAP = 3.0

# Message of `CannotSee`.
_CAN_NOT_TELL = "the pawns in camp {seat} can't be told from its floor: set them up apart, in even light"


@dataclass(frozen=True, slots=True, eq=False)
class AreaAppearance:
    """Colours as ratios (see `to_ratios`) and their spread: (shades, 6) each, mean and spread.

    Attributes:
        floors: of each empty area, by seat.
        pawns: of each pawn, by name.
    """

    floors: Mapping[str, Singles]
    pawns: Mapping[str, Singles]


@dataclass(frozen=True, slots=True, eq=False)
class CampContents:
    """The pawns in the areas at set-up.

    Attributes:
        spots: where each pawn stands, mm, by its name in the camp (aC1 …).
        holes: the seat of each pawn.
        looks: the appearance of areas and pawns.
    """

    spots: Mapping[str, Point]
    holes: Mapping[str, str]
    looks: AreaAppearance


def find_camp_pawns(
    picture: Image, board: Board, pose: Pose, pawns: PawnSet, declared: Mapping[str, str]
) -> CampContents:
    """Locate the pawns in areas whose number of pawns is known: `declared`, by names of camp holes.

    Raises:
        CannotSee: pawns and floor look the same.
    """
    spots: dict[str, Point] = {}
    holes: dict[str, str] = {}
    floors: dict[str, Singles] = {}
    bodies: dict[str, list[Singles]] = {}
    for area in project_areas(board, pose, pawns):
        names = [pawn for hole, pawn in declared.items() if hole[0] == area.seat and is_camp(Hole(hole))]
        seen = to_ratios(sample_area(picture, area))
        if not names:
            floors[area.seat] = _fit_colours(seen[area.floor])
            continue
        feet, body, floor = _segment(area, seen, len(names))
        if not feet:
            raise CannotSee(said(_CAN_NOT_TELL, seat=area.seat))
        owner = Counter(names).most_common(1)[0][0]
        floors[area.seat] = _fit_colours(floor)
        bodies.setdefault(owner, []).append(body)
        for number, foot in enumerate(feet, start=1):
            x, y = area.positions[foot]
            spots[f"{area.seat}C{number}"] = (float(x), float(y))
            holes[f"{area.seat}C{number}"] = owner
    looks = {owner: _fit_colours(np.concatenate(seen_of)) for owner, seen_of in bodies.items()}
    return CampContents(spots, holes, AreaAppearance(floors, looks))


def _segment(area: Area, seen: Singles, count: int) -> tuple[Sequence[int], Singles, Singles]:
    """The positions of an area's pawns, and the colours of pawns and floor; no positions if it isn't visible.

    Each subset of its colour clusters is tried as the pawns'; the one that outlines cover best wins.
    """
    group = _cluster(seen, _GROUPS, 4)
    least, feet, inner, outer = _MIN_OVERLAP, [0][:0], seen[:0], seen[:0]
    for chosen in range(1, 2**_GROUPS - 1):
        pawns = np.array([bool(chosen >> number & 1) for number in range(_GROUPS)])[group]
        log_ratios = np.where(pawns, 1.0, -1.0).astype(np.float32)[None]
        standing = [one.position for one in find_pawns(area, log_ratios, count, -1.0)[0]]
        if len(standing) < count:
            continue
        covered = area.bodies[standing].max(axis=0) > 0
        # Pixels beyond the area's far edge may have any colour: they needn't be covered.
        overlap = float((covered & pawns).sum()) / max(float((covered | pawns & area.floor).sum()), 1.0)
        if overlap > least:
            # Pixels where outlines and colours disagree (edges, shadows, reflections) are left out.
            least, feet, inner, outer = overlap, standing, seen[covered & pawns], seen[~covered & ~pawns]
    return feet, inner, outer


def _fit_colours(seen: Singles) -> Singles:
    """(SHADES, 6): the typical colours of some pixels, and their spread."""
    if len(seen) < SHADES:
        return np.tile(np.concatenate([np.zeros(3), 9 * _VARIES]).astype(np.float32), (SHADES, 1))
    group = _cluster(seen, SHADES, 3)
    shades = [seen[group == number] for number in range(SHADES)]
    rows = [np.concatenate([pixels.mean(axis=0), np.hypot(pixels.std(axis=0), _VARIES)]) for pixels in shades]
    return np.stack(rows).astype(np.float32)


def _cluster(seen: Singles, groups: int, attempts: int) -> NDArray[np.int32]:
    """(n) the cluster of each pixel's colour."""
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.05)
    cv2.setRNGSeed(3)
    scaled = np.ascontiguousarray(seen / _VARIES)
    found = cv2.kmeans(scaled, groups, np.empty(0), criteria, attempts, cv2.KMEANS_PP_CENTERS)
    return np.asarray(found[1], np.int32).ravel()


def _colour_misfit(seen: Singles, look: Singles) -> Singles:
    """(n) negative log likelihood of pixels under an appearance, capped."""
    apart = (seen[:, None] - look[None, :, :3]) / look[None, :, 3:]
    misfit = 0.5 * np.square(apart).sum(axis=2) + np.log(look[:, 3:] / _VARIES).sum(axis=1)
    return np.asarray(np.minimum(misfit.min(axis=1), _MISFIT_CAP**2), np.float32)


def pawn_log_ratios(seen: Singles, floor: Singles, pawns: Sequence[Singles]) -> Singles:
    """(pawns, n) log likelihood ratio of each pawn against the floor, limited either way."""
    ground = _colour_misfit(seen, floor)
    return np.stack(
        [np.clip(ground - _colour_misfit(seen, pawn), -_MISFIT_CAP, _MISFIT_CAP) for pawn in pawns]
    )
