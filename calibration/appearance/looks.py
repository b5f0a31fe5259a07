"""The appearance of the empty board and of each pawn, learned from still pictures of the set-up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.areas import is_in_area
from calibration.appearance.colours import DARKEST, PawnView, find_alike, to_ratios, usual_colour
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import (
    POINTS,
    SamplingGrids,
    make_sampling_grids,
    pick_pixels,
    sample,
)
from calibration.arrays import Floats, Image, Singles, nan_median
from calibration.board.board import Board
from calibration.camera import Pose, circle, flat, measure_noise, median_picture, project, to_board
from calibration.errors import CannotSee
from toc_pi.messages import said


@dataclass(frozen=True, slots=True, eq=False)
class PawnPictures:
    """Pawns in their holes.

    Attributes:
        picture: (h, w, 3) uint8, of the looks' pose and light; black where no pawn stood.
        holes: which pawn stood in which hole.
    """

    picture: Image
    holes: Mapping[str, str]


_REACH = 1.25  # of the hole's diameter: how far a hole and its paint extend from its middle
_SIDE = 21  # points across that patch
_MODELS = 3  # number of similar free holes whose median replaces a covered one
_NEAREST = 12  # nearest free holes used for a covered one without visible paint like a free one's
_DISC = 0.58  # of the hole's diameter: radius of its dark disc
# A covered hole has paint like the free ones if its difference from them is below this share of its
# difference from plain wood.
_PAINTED = 0.92
_PICTURES = 9  # set-up pictures, evenly chosen, whose median is used


@dataclass(frozen=True, slots=True, eq=False)
class LearnedAppearance:
    """Appearance of the empty board and the pawns, learned from the set-up's pictures at the calibration's
    pose.

    Attributes:
        empty: (h, w, 3) uint8, the board without pawns; guessed where pawns stood.
        known: (h, w) uint8, 255 where the board was visible, 0 where it is guessed.
        names: the pawns, in the order of `body`.
        body: (pawns, POINTS, 3) float32, a pawn over its grid: brightness relative to the incident light
            there, red to green, blue to green; all logarithms.
        spread: (pawns, POINTS, 3) float32, the spread of that.
        light: (6) float64, brightness of the ground as a quadratic of the board's x and y.
        noise: the sensor's, grey levels, over the whole picture.
        alike: pairs of pawns whose colours can't be distinguished in this light.
        standing: the pawns as seen in their holes.
        has_surroundings: whether `empty` also shows what lies beside the board; a saved calibration never
            does.
        noise_by_grey: the noise for each of `camera.GREYS`; empty where one picture alone was seen.
    """

    empty: Image
    known: Image
    names: tuple[str, ...]
    body: Singles
    spread: Singles
    light: Floats
    noise: float
    alike: tuple[tuple[str, str], ...]
    standing: PawnPictures | None = None
    has_surroundings: bool = True
    noise_by_grey: tuple[float, ...] = ()


def light_terms(board: Board, places: Sequence[tuple[float, float]] | Floats) -> Floats:
    """(n, 6): the terms of a quadratic over the board, for `LearnedAppearance.light`."""
    outline = np.asarray(board.outline, np.float64)
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    half = float((outline.max(axis=0) - outline.min(axis=0)).max()) / 2
    x, y = ((np.asarray(places, np.float64).reshape(-1, 2) - middle) / half).T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def learn_looks(
    images: Sequence[Image],
    board: Board,
    pose: Pose,
    pawns: PawnSet,
    holes: Mapping[str, str],
    covered: Image | None = None,
) -> LearnedAppearance:
    """Learn the empty board and all pawns.

    Args:
        images: still pictures of the set-up, (h, w, 3).
        holes: where pawns stand in the pictures, by hole.
        covered: (h, w), nonzero where something else covers the board: nothing is learned there.

    Raises:
        CannotSee: no pawns are declared, or none of a colour is visible.
    """
    if not images or not holes:
        raise CannotSee("no pawn stands on the board that was shown; set all pawns up and calibrate again")
    chosen = [images[i] for i in np.unique(np.linspace(0, len(images) - 1, _PICTURES).round().astype(int))]
    picture = median_picture(chosen)
    noise, by_grey = measure_noise(chosen)
    grids = make_sampling_grids(board, pose, pawns)
    taken = [i for i, name in enumerate(grids.names) if name in holes]
    if covered is not None:
        holes = _in_view(holes, grids, covered)
    empty, known = without_pawns(picture, board, pose, grids, taken, covered)
    seen = to_ratios(sample(picture, grids.points))
    ground = to_ratios(sample(empty, grids.points))
    light = fit_light(board, grids, ground)
    names = tuple(sorted(set(holes.values())))
    body, spread, views = _bodies(board, grids, seen, holes, names, light)
    standing = PawnPictures(np.where(known[..., None] > 0, np.uint8(0), picture), dict(holes))
    return LearnedAppearance(
        empty, known, names, body, spread, light, noise, find_alike(views), standing, True, by_grey
    )


def body_hull(grids: SamplingGrids, index: int) -> NDArray[np.int32]:
    """(k, 1, 2) the outline of a pawn in one of the holes, whole pixels."""
    outline = grids.outlines[index]
    return np.zeros((0, 1, 2), np.int32) if outline is None else np.asarray(outline.round(), np.int32)


def _in_view(holes: Mapping[str, str], grids: SamplingGrids, covered: Image) -> Mapping[str, str]:
    """The pawns that nothing covers; for a seat with all pawns covered, all of them."""
    shown = np.where(grids.inside, sample(covered, grids.points), 0).sum(axis=1) == 0
    clear = {hole: holes[hole] for hole, so in zip(grids.names, shown, strict=True) if so and hole in holes}
    lost = set(holes.values()) - set(clear.values())
    return clear | {hole: pawn for hole, pawn in holes.items() if pawn in lost}


def without_pawns(
    picture: Image,
    board: Board,
    pose: Pose,
    grids: SamplingGrids,
    taken: Sequence[int],
    covered: Image | None = None,
) -> tuple[Image, Image]:
    """The board without its pawns and whatever covers it, and a mask of where it was visible.

    Args:
        taken: indices of the holes that hold a pawn.
        covered: (h, w), nonzero where something else covers the board.

    Returns:
        (h, w, 3) the board, and (h, w) 255 where it was visible, 0 where it is guessed.
    """
    hidden = np.zeros(picture.shape[:2], np.uint8)
    for index in taken:
        cv2.fillConvexPoly(hidden, body_hull(grids, index), 255)
    if covered is not None:
        hidden |= np.asarray(covered > 0, np.uint8) * np.uint8(255)
    hidden = np.asarray(cv2.dilate(hidden, np.ones((5, 5), np.uint8)), np.uint8)
    if covered is not None:
        under = pick_pixels(hidden, grids.foot) > 0
        taken = sorted({*taken, *np.flatnonzero(under).tolist()})
    empty = np.asarray(cv2.inpaint(picture, hidden, 4, cv2.INPAINT_TELEA), np.uint8)
    free = [i for i in range(len(grids.names)) if i not in set(taken)]
    if not free:
        return empty, np.asarray(255 - hidden, np.uint8)
    reach = _REACH * board.hole_diameter
    steps = np.linspace(-reach, reach, _SIDE)
    patch = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    spots = np.array([board.holes[name] for name in grids.names])
    grid = project(flat((spots[:, None] + patch).reshape(-1, 2)), pose)
    at = np.asarray(grid.reshape(len(spots), -1, 2), np.float32)
    seen = picture if covered is None else empty
    logs = np.asarray(np.log(sample(seen, at) + np.float32(DARKEST)), np.float32)
    shown = sample(hidden, at) < 1
    beyond = np.hypot(*patch.T) > 0.85 * reach
    away = np.hypot(*patch.T) / board.hole_diameter
    usable = [i for i in free if shown[i].mean() > 0.9] or free
    above = logs[usable] - np.median(logs[usable][:, beyond], axis=1, keepdims=True)
    for index in taken:
        if is_in_area(board, grids.names[index]):
            continue
        around = shown[index] & beyond
        wood = np.median(logs[index][around] if around.any() else logs[index], axis=0)
        rim = shown[index] & (away > _DISC)
        own = logs[index] - wood
        apart = _differences(own, rim, above)
        far = np.hypot(*(spots[usable] - spots[index]).T)
        chosen = np.argsort(apart + 0.02 * far / max(float(far.max()), 1.0))[:_MODELS]
        plain = float(_differences(own, rim, np.zeros_like(above[:1]))[0])
        painted = float(np.median(apart[chosen])) < _PAINTED * plain
        if not painted:
            # No paint like the other holes' is visible here: only the dark disc is copied.
            chosen = np.argsort(far)[:_NEAREST]
        ratio = np.median(above[chosen], axis=0)
        extent = reach if painted else _DISC * board.hole_diameter
        _paint_hole(empty, ratio + wood, spots[index], reach, extent, pose, hidden)
    return empty, np.asarray(255 - hidden, np.uint8)


def _differences(covered: Singles, shown: NDArray[np.bool_], others: Singles) -> Floats:
    """Mean difference of a covered hole's visible surroundings from each free one's, capped per point."""
    if shown.sum() < _SIDE:
        return np.zeros(len(others))
    apart = np.abs(others[:, shown] - covered[shown])
    return np.asarray(np.minimum(apart, 0.4).mean(axis=(1, 2)), np.float64)


def _paint_hole(
    empty: Image, logs: Singles, spot: Floats, reach: float, extent: float, pose: Pose, hidden: Image
) -> None:
    """Paint what free holes look like under a pawn, out to `extent`; `logs` reaches out to `reach`."""
    edge = project(circle(spot, reach, 16), pose)
    low = np.maximum(np.floor(edge.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(edge.max(axis=0)).astype(int) + 1, (empty.shape[1], empty.shape[0]))
    if (high <= low).any():
        return
    columns, rows = (
        part.ravel() for part in np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    )
    at = to_board(np.column_stack([columns, rows]).astype(np.float64), pose) - spot
    index = ((at / (2 * reach) + 0.5) * (_SIDE - 1)).astype(np.float32)
    painted = np.exp(sample(logs.reshape(_SIDE, _SIDE, 3).astype(np.float32), index[None])[0]) - DARKEST
    inside = (np.hypot(*at.T) < extent) & (hidden[rows, columns] > 0)
    empty[rows[inside], columns[inside]] = np.clip(painted, 0, 255)[inside].astype(np.uint8)


def fit_light(board: Board, grids: SamplingGrids, ground: Singles) -> Floats:
    """(6,) factors of `light_terms` for the brightness of the ground, (holes, POINTS, 3) ratios.

    They are robust against paint, glare and shadows.
    """
    outside = np.where(grids.inside, np.nan, ground[:, :, 0])
    terms = light_terms(board, [board.holes[name] for name in grids.names])
    return fit_quadratic(terms, nan_median(outside, axis=1)[:, None])[:, 0]


def fit_quadratic(terms: Floats, values: NDArray[np.floating]) -> Floats:
    """(6, k) robust factors of `light_terms`, (n, 6), for (n, k) logarithms."""
    trust, factors = np.ones(len(values)), np.zeros((terms.shape[1], values.shape[1]))
    stiff = np.diag([0.0, 0.02, 0.02, 0.1, 0.1, 0.1]) * len(values)
    middle = (len(values) - 1) // 2, len(values) // 2
    for _ in range(12):
        weighted = terms * trust[:, None]
        factors = np.linalg.solve(terms.T @ weighted + stiff, weighted.T @ values)
        off = np.abs(values - terms @ factors).max(axis=1)
        usual = float(np.partition(off, middle)[list(middle)].mean())  # the median, far faster for so few
        trust = 1.0 / (1.0 + (off / max(0.03, 1.5 * usual)) ** 2)
    return factors


def _bodies(
    board: Board,
    grids: SamplingGrids,
    seen: Singles,
    holes: Mapping[str, str],
    names: Sequence[str],
    light: Floats,
) -> tuple[Singles, Singles, Mapping[str, Sequence[PawnView]]]:
    """The mean appearance of each pawn name over its grid, its spread, and all pawns one by one."""
    falls = light_terms(board, [board.holes[name] for name in grids.names]) @ light
    body = np.zeros((len(names), POINTS, 3), np.float32)
    spread = np.zeros_like(body)
    inside = grids.inside.mean(axis=0) > 0.5
    seen_of: dict[str, list[PawnView]] = {name: [] for name in names}
    for index, hole in enumerate(grids.names):
        if hole in holes:
            free = grids.inside[index].copy()
            for near, hidden in grids.covers[index]:
                if grids.names[near] in holes:
                    free &= ~hidden
            look = seen[index].copy()
            look[:, 0] -= falls[index]
            seen_of[holes[hole]].append(PawnView(look, free))
    for row, name in enumerate(names):
        look = np.stack([view.look for view in seen_of[name]])
        free = np.stack([view.free for view in seen_of[name]])
        if not free.any():
            raise CannotSee(
                said("no pawn of {name} can be seen; turn the camera so that each colour shows", name=name)
            )
        middle, wide = usual_colour(look[free])
        for point in np.flatnonzero(inside | free.any(axis=0)):
            own = look[free[:, point], point]
            count = len(own)
            # Few pawns say little about a single point: the whole body's mean is added as one more sample.
            body[row, point] = (own.sum(axis=0) + 0.5 * middle) / (count + 0.5)
            apart = ((own - body[row, point]) ** 2).sum(axis=0) + 1.0 * wide**2
            spread[row, point] = np.sqrt(apart / (count + 1.0))
    return body, spread, seen_of


def pawn_colours(looks: LearnedAppearance) -> Mapping[str, Floats]:
    """The typical colour of each pawn's body: brightness, red to green and blue to green, logarithms."""
    seen = np.isfinite(looks.body).all(axis=2) & (looks.body != 0).any(axis=2)
    colours = [np.median(body[shown], axis=0) for body, shown in zip(looks.body, seen, strict=True)]
    return {
        name: np.asarray(colour + np.array([looks.light[0], 0, 0]))
        for name, colour in zip(looks.names, colours, strict=True)
    }
