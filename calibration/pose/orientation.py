"""Resolves a symmetric board's orientation from pawn colours: its holes look the same after a turn."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from calibration.appearance.areas import find_camp_pawns, with_area_holes
from calibration.appearance.colours import PAINTS
from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Floats, Image, Singles
from calibration.board.board import Board
from calibration.camera import Pose, flat, project
from calibration.errors import CannotSee
from calibration.pose.found_pose import SEVERAL_SIDES, PoseHints, patch_half_mm, verify

# Where a pawn's colour is sampled, low on its body: z (up is negative) and distance sideways, mm.
_BODY_MM = ((-3.0, 0.0), (-5.0, 0.0), (-7.0, 0.0), (-5.0, 1.5), (-5.0, -1.5))
_DARKEST = 12.0  # grey levels added before a logarithm, so that noise in the dark isn't amplified
# Least share of holes that fall on holes under a rotation of the board, or a rotation with a shift.
_TURN_SHARE = 0.4
_STRIDE = 1 << 20  # factor by which the two indices of a cell in a histogram of shifts are made one number
_MAX_SLIDES = 12  # the most frequent shifts that are examined for each angle
# Holes alone decide if one orientation fits better than the others by this number of holes, or by this
# share of the board's holes where that is less.
_CLEAR_HOLES, _CLEAR_SHARE = 3.0, 0.05
_MANY_WAYS = 12  # with more orientations than this, only this many are compared by their pawns
# Number of holes by which those are chosen: the ones with the fewest others at their distance from the
# middle.
_LONELY = 36
# The best orientation wins if its colour error, or its unlikeness, is below this share of the next.
_CLEAR_COLOURS, _CLEAR_LIKENESS = 0.75, 0.6
# None is sure if in another one, which fits the holes not worse by this number of them, the colour error is
# clearly smaller. Measured on 86 pictures: in the right one it is at most 1.13 times the next smallest (in 77
# less than 0.75 times), but in four of them a wrong one fits more holes, by up to 7.
_RIVAL_HOLES = 9.0
# Orientations are dropped if their corners are on average this much farther from the tapped ones than those
# of the nearest orientation.
_TAP_SLACK_PX = 30.0


@dataclass(frozen=True, slots=True, eq=False)
class _Orientation:
    """One possible orientation of the board.

    Attributes:
        pose: its pose.
        fitting: half the difference between the numbers of holes that look as declared (empty or taken) and
            that don't.
        colour_error: how far the pawns' colours are from their names'; not a number if it can't be measured.
        unlikeness: how different pawns of one name look; not a number if no name has two.
    """

    pose: Pose
    fitting: float
    colour_error: float
    unlikeness: float


def turn_matrix(angle_deg: float) -> Floats:
    """(2, 2): clockwise on the board as seen, by an angle."""
    sine, cosine = math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))
    return np.array([[cosine, -sine], [sine, cosine]])


def turns_of(board: Board) -> tuple[tuple[float, float], ...]:
    """The rotations that map many of a board's holes onto holes, quarter turns for instance.

    Returns:
        Pairs of an angle in degrees (0 first) and the share of holes mapped onto holes.
    """
    return _turns(*_around_middle(board))


@lru_cache(maxsize=8)
def _turns(places: tuple[tuple[float, float], ...], close: float) -> tuple[tuple[float, float], ...]:
    away = np.array(places)
    radius, angle = np.hypot(*away.T), np.degrees(np.arctan2(away[:, 1], away[:, 0]))
    outer = radius > 0.3 * radius.max()
    ring = (np.abs(radius[:, None] - radius[None]) < close) & outer[:, None] & outer[None]
    between = ((angle[None] - angle[:, None]) % 360.0)[ring]
    width = math.degrees(close / float(radius.max()))
    counts = np.bincount(np.floor(between / width).astype(np.intp), minlength=math.ceil(360 / width))
    likely = np.nonzero(counts + np.roll(counts, 1) >= _TURN_SHARE * outer.sum())[0]
    turns = [(0.0, 1.0)]
    for cell in likely:
        near = between[np.abs((between - cell * width + 180) % 360 - 180) < width]
        if not cell or not len(near):
            continue
        turn = float(np.median(near))
        turned = away @ turn_matrix(turn).T
        apart = np.abs(turned[:, None, 0] - away[None, :, 0]) + np.abs(turned[:, None, 1] - away[None, :, 1])
        share = float((apart.min(axis=1) < 1.3 * close).mean())
        if share >= _TURN_SHARE and all(abs((turn - other + 180) % 360 - 180) > width for other, _ in turns):
            turns.append((turn, share))
    return tuple(turns)


def slides_of(board: Board) -> tuple[tuple[float, float, float], ...]:
    """Rotations with a shift that map many holes onto holes, as on boards made of rows.

    Returns:
        Angle in degrees, and the shift in x and y, mm, after turning about the board's middle.
    """
    return _slides(*_around_middle(board))


def _around_middle(board: Board) -> tuple[tuple[tuple[float, float], ...], float]:
    """Holes relative to the board's middle, and the distance within which two coincide, mm."""
    middle = middle_of(board)[0]
    return tuple((x - middle[0], y - middle[1]) for x, y in board.holes.values()), 0.2 * board.pitch_mm


@lru_cache(maxsize=8)
def _slides(places: tuple[tuple[float, float], ...], close: float) -> tuple[tuple[float, float, float], ...]:
    away = np.array(places)
    slides: list[tuple[float, float, float]] = []
    for angle in sorted({*range(0, 360, 30), *range(0, 360, 45)}):
        turned = away @ turn_matrix(angle).T
        shifts = (away[None] - turned[:, None]).reshape(-1, 2)
        column, row = np.round(shifts / (2 * close)).astype(np.int64).T
        keys, counts = np.unique(column * _STRIDE + row + _STRIDE // 2, return_counts=True)
        most = np.argsort(-counts, kind="stable")[:_MAX_SLIDES]
        for key in keys[most[counts[most] > 0.5 * _TURN_SHARE * len(away)]]:
            cell = np.array([key // _STRIDE, key % _STRIDE - _STRIDE // 2])
            near = np.abs(shifts - cell * 2 * close).max(axis=1) < 1.5 * close
            shift = np.median(shifts[near], axis=0)
            moved = turned + shift
            apart = np.abs(moved[:, None] - away[None]).max(axis=2).min(axis=1)
            new = all(angle != a or math.hypot(shift[0] - x, shift[1] - y) > 2 * close for a, x, y in slides)
            if new and float((apart < close).mean()) >= _TURN_SHARE and float(np.hypot(*shift)) > 2 * close:
                slides.append((float(angle), float(shift[0]), float(shift[1])))
    return tuple(slides)


def turned_pose(pose: Pose, board: Board, angle_deg: float, shift: Sequence[float] = (0.0, 0.0)) -> Pose:
    """The pose if the board were turned about its middle by an angle, then shifted, mm."""
    origin = middle_of(board)[0]
    turn = np.eye(3)
    turn[:2, :2] = turn_matrix(angle_deg)
    away = origin + np.array([*shift, 0.0]) - turn @ origin
    return replace(pose, rotation=pose.rotation @ turn, translation=pose.translation + pose.rotation @ away)


def same_looking(board: Board, pose: Pose) -> tuple[Pose, ...]:
    """The poses that project every hole onto a hole of this pose, itself first."""
    return tuple(turned_pose(pose, board, angle) for angle, share in turns_of(board) if share > 0.99)


def middle_of(board: Board) -> tuple[Floats, float]:
    """The middle of a board's outline, (3,) mm, and from there to its farthest corner, mm."""
    outline = np.asarray(board.outline)
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return np.array([*middle, 0.0]), float(np.linalg.norm(outline - middle, axis=1).max())


def choose_orientation(
    image: Image, light: Singles, board: Board, pose: Pose, hints: PoseHints, half_mm: float
) -> Pose:
    """Of all orientations that fit the holes equally well, the one that fits the pawns best.

    Args:
        light: from `log_light`.
        pose: right up to a rotation.
        hints: what is known; orientations far from the given corners are left out.
        half_mm: from the middle to the side of the patches to compare.

    Raises:
        CannotSee: the pawns leave several orientations, and the caller needs the right one; or their colours
            contradict the holes or the corners.
    """
    turned = [turned_pose(pose, board, angle) for angle, _ in turns_of(board)]
    ways = turned + [turned_pose(pose, board, angle, shift) for angle, *shift in slides_of(board)]
    if hints.corners is not None:
        tapped = np.asarray(hints.corners, np.float64)
        apart = [float(np.hypot(*(project(flat(board.taps), way) - tapped).T).mean()) for way in ways]
        ways = [way for way, off in zip(ways, apart, strict=True) if off < min(apart) + _TAP_SLACK_PX]
    if len(ways) > _MANY_WAYS:
        ways = _likelier(light, board, ways)
    looks = [_look(image, light, board, way, hints, half_mm) for way in ways]
    looks.sort(key=lambda way: -way.fitting)
    clear = min(_CLEAR_HOLES, _CLEAR_SHARE * len(board.holes))
    left = [way for way in looks if way.fitting > looks[0].fitting - clear]
    if hints.any_way:
        return left[0].pose
    chosen = left[0]
    if len(left) > 1 and hints.corners is None:
        chosen = _by_colours(left) or _by_pawns(image, board, left, hints)
    # Corners may have been tapped in a wrong order: the board's other sides are compared too.
    if len(turned) > _MANY_WAYS:
        turned = _likelier(light, board, turned)
    others = [_look(image, light, board, way, hints, half_mm) for way in turned if way not in ways]
    for other in (*looks, *others):
        alike = other.fitting > chosen.fitting - _RIVAL_HOLES
        if alike and other.colour_error < _CLEAR_COLOURS * chosen.colour_error:
            raise CannotSee(
                "the pawns' colours say that the board lies the other way round: check which seat has which "
                "colour, where the pawns stand, and the order of the corners"
            )
    return chosen.pose


def _by_colours(ways: Sequence[_Orientation]) -> _Orientation | None:
    """The orientation in which the pawns' colours are clearly nearest to their names, if there is one."""
    errors = [way.colour_error for way in ways]
    if len(ways) < 2 or not all(map(math.isfinite, errors)):
        return None
    best, second = np.argsort(errors, kind="stable")[:2]
    return ways[int(best)] if errors[best] < _CLEAR_COLOURS * errors[second] else None


def _by_pawns(image: Image, board: Board, left: Sequence[_Orientation], hints: PoseHints) -> _Orientation:
    """Of orientations that fit the holes equally well, the one that fits the pawns.

    Raises:
        CannotSee: several do.
    """
    if board.camps and hints.pawns is not None:
        errors = [_area_error(image, board, way.pose, hints.pawns, hints) for way in left]
        coloured = [replace(way, colour_error=error) for way, error in zip(left, errors, strict=True)]
        if (chosen := _by_colours(coloured)) is not None:
            return chosen
    if left[0].unlikeness < _CLEAR_LIKENESS * float(np.min([way.unlikeness for way in left[1:]])):
        return left[0]
    raise CannotSee(SEVERAL_SIDES)


def _area_error(image: Image, board: Board, pose: Pose, pawns: PawnSet, hints: PoseHints) -> float:
    """The colour error of the pawns in areas; not a number if unknown."""
    try:
        waiting = find_camp_pawns(image, board, pose, pawns, hints.holes)
    except CannotSee:
        return math.nan
    spotted = with_area_holes(board, waiting.spots)
    seen = _by_pawn(_bodies(image, spotted, pose), spotted.holes, waiting.holes)
    return _colour_error(seen, hints.colours)


def _likelier(light: Singles, board: Board, ways: list[Pose]) -> list[Pose]:
    """Of a round board's many rotations, those whose homes and camps look like holes."""
    places = np.array(list(board.holes.values()))
    away = places - middle_of(board)[0][:2]
    radius = np.hypot(*away.T)
    close = 0.2 * board.pitch_mm
    company = (np.abs(radius[:, None] - radius[None]) < close).sum(axis=1)
    lonely = flat(places[np.argsort(company, kind="stable")[:_LONELY]])
    shares = [verify(light, lonely, way, patch_half_mm(board)).alike for way in ways]
    marks = np.array([np.nan_to_num(alike, nan=0.0).mean() for alike in shares])
    return [ways[index] for index in np.argsort(-marks, kind="stable")[:_MANY_WAYS]]


def likeliest_pose(
    image: Image, light: Singles, board: Board, ways: Sequence[Pose], holes: Mapping[str, str]
) -> Pose:
    """Of several poses, the one under which most holes look as declared."""
    half_mm = patch_half_mm(board)
    looks = [_look(image, light, board, way, PoseHints(holes=holes), half_mm) for way in ways]
    return max(looks, key=lambda way: way.fitting).pose


def _look(
    image: Image, light: Singles, board: Board, pose: Pose, hints: PoseHints, half_mm: float
) -> _Orientation:
    names, holes = list(board.holes), hints.holes
    taken = np.array([name in holes for name in names])
    proof = verify(light, flat(list(board.holes.values())), pose, half_mm, ~taken)
    # For each hole, from -1 (looks empty) to 1 (looks taken): by its shape, and by what stands above it.
    by_shape = np.clip((0.5 - np.nan_to_num(proof.alike, nan=0.5)) / 0.3, -1.0, 1.0)
    bodies = _bodies(image, board, pose)
    shown = np.isfinite(bodies).all(axis=1)
    by_body = np.zeros(len(names))
    bare = bodies[shown & ~taken]
    if len(bare) >= 6:
        usual = np.median(bare, axis=0)
        spread = 1.5 * np.median(np.abs(bare - usual), axis=0) + 0.06
        strange = np.sqrt((((bodies[shown] - usual) / spread) ** 2).mean(axis=1))
        by_body[shown] = np.clip((strange - 2.5) / 1.5, -1.0, 1.0)
    evidence = np.where(taken, 0.5, -0.5) * (by_shape + by_body)
    seen = _by_pawn(bodies, names, holes)
    return _Orientation(
        pose, 0.5 * float(evidence.sum()), _colour_error(seen, hints.colours), _unlikeness(seen)
    )


def _by_pawn(bodies: Floats, names: Iterable[str], holes: Mapping[str, str]) -> Mapping[str, list[Floats]]:
    """For each pawn name, the colours of the bodies that are in the picture."""
    seen: dict[str, list[Floats]] = {}
    for hole, body in zip(names, bodies, strict=True):
        if hole in holes and np.isfinite(body).all():
            seen.setdefault(holes[hole], []).append(body)
    return seen


def _unlikeness(seen: Mapping[str, list[Floats]]) -> float:
    """Mean distance of pawns of one name from their median colour."""
    away = [
        np.minimum(np.abs(np.array(group) - np.median(group, axis=0)).mean(axis=1), 1.0)
        for group in seen.values()
        if len(group) > 1
    ]
    return float(np.concatenate(away).mean()) if away else math.nan


def _colour_error(seen: Mapping[str, list[Floats]], colours: Mapping[str, str] | None) -> float:
    """Distance of the pawns' colours from their names, whatever the lamp's colour and strength."""
    # In other games a pawn is often named by its colour.
    words = {pawn: (colours or {}).get(pawn, pawn).lower() for pawn in sorted(seen)}
    known = [pawn for pawn, word in words.items() if word in PAINTS]
    if len(known) < 2:
        return math.nan
    shown = np.array([np.median(seen[pawn], axis=0) for pawn in known])
    named = np.log(np.array([PAINTS[words[pawn]] for pawn in known], np.float64) + _DARKEST)
    away = shown - named
    away -= np.median(away, axis=0)
    return float(np.minimum(np.abs(away), 1.5).mean())


def _bodies(image: Image, board: Board, pose: Pose) -> Floats:
    """Logarithm of the colour low on the body of a pawn in each hole, (n, 3) BGR; not a number outside."""
    places = np.array(list(board.holes.values()))
    across = pose.rotation[0, :2] / max(float(np.hypot(*pose.rotation[0, :2])), 1e-6)
    spots = np.array([[side * across[0], side * across[1], z] for z, side in _BODY_MM])
    at = np.column_stack([places, np.zeros(len(places))])[:, None, :] + spots[None]
    pixels = np.round(project(at.reshape(-1, 3), pose)).astype(np.intp)
    height, width = image.shape[:2]
    column, row = np.clip(pixels[:, 0], 0, width - 1), np.clip(pixels[:, 1], 0, height - 1)
    within = ((column == pixels[:, 0]) & (row == pixels[:, 1])).reshape(len(places), -1).all(axis=1)
    colours = image[row, column].astype(np.float64).reshape(len(places), -1, 3)
    bodies = np.log(np.median(colours, axis=1) + _DARKEST)
    return np.asarray(np.where(within[:, None], bodies, np.nan))
