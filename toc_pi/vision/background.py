"""The background for background subtraction: the set-up picture, scaled down, to find things on the board.

After a bump, the board's part of it is warped to the new pose. What lies beside the board has moved too if
the camera was bumped, and has stayed if the board was: whichever fits the picture better is used.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import Mask, Singles
from calibration.camera.lens import project
from toc_pi.vision.appearance_model import AppearanceModel, Indices
from toc_pi.vision.pyramid import Pyramid, build_pyramid

Image = NDArray[np.uint8]

WIDTH = 240  # of the small picture, px
LOG = np.log(np.arange(256, dtype=np.float32) + np.float32(DARKEST)).reshape(1, 256)  # of each grey level
RATIOS = np.array([[0, -1, 1], [1, -1, 0]], np.float32)  # of BGR logarithms: red to green, blue to green
_EVERY = 8  # px: step of the grid on which the light is fitted
COARSE = (slice(_EVERY // 2, None, _EVERY),) * 2  # that grid
PATCH = (4, 4)  # px over which structure is compared
_CLIPPED = 248  # grey level above which a pixel is overexposed
_NEAR = 45  # px from the board
_THIN, _DEEP = 7, np.float32(45)  # px: size of the median; quantisation steps per unit of the logarithm
# The set-up has stripes of shade, as from blinds, if pieces like this cover enough of the board.
_STRIPE = 15  # px: they are narrower
_SHADE, _SHADE_TINT = 0.15, 0.12  # logarithms: they are darker by more, and differ in colour by less
_SHADE_SIZE = 60  # px: they have at least this area
_STRIPED = 0.2  # share of the board that they cover together
_BODY = 1.9  # px around a pawn that belong to its outline
_RIM, _BORDER = 3, 4  # px: width of the board's edge where its surroundings are unknown, and where known
_RING = 2  # px around the board in which board and surroundings mix
_LONG, _WAYS = 2.0, 16  # longest shadow of the board, in thicknesses; number of directions sampled
_AS_IT_WAS = 0.12  # logarithm: largest difference beside the board that counts as the same
_SEEN = 250  # of 255: a small pixel was seen if at least this much of it was
_SHADED = 3  # px around pawns changed by their shadows, or because the pawns are larger than specified
_CAST = 1.5  # heights of a pawn: reach of its shadow
_HOLE_RIM = 0.7  # diameters of a hole: its rim's radius
_NEXT_TO_A_HAND = 8  # px around a hand at set-up changed by its shadow
_ASIDE = 0.7  # cosine to the outward direction: an arm may have hidden this cone beside the board
_SAME = 0.6  # share of the surroundings that must be the same


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The set-up picture, scaled down, for one pose.

    Attributes:
        small: (h, WIDTH, 3) float32, BGR.
        least: (h, WIDTH) float32, the minimum of its channels.
        logs: (3, k) float32, its logarithms on a coarse grid.
        known: (k) bool, where the background is known on that grid.
        terms: (6, k) float32, the terms of a quadratic over that grid.
        rough: (h, WIDTH) float32, local range of the colour ratios.
        fine: (h, WIDTH) float32, fine structure: log brightness of thin lines and holes relative to their
            surroundings.
        structure: (h, WIDTH) float32, the mean square of that around each pixel.
        shade: (h, WIDTH) float32, log depth of narrow stripes of shade on the board at set-up; 0 elsewhere.
        shaded: median depth of such shade; 0 if there was none.
        clipped: (h, WIDTH) uint8, not 0 where the picture was overexposed.
        board: (h, WIDTH) bool, the board, with pawns on it.
        face: (h, WIDTH) uint8, 1 on the board's top.
        inner, table: (h, WIDTH) bool, the board's top without its edge (kept where the surroundings are
            unknown), and the table at a distance from the board.
        side, cast: (h, WIDTH) uint8, 1 on the board's side, and on the table where its shadow may fall.
        near: (h, WIDTH) bool, the board and its surroundings.
        trusted: (h, WIDTH) uint8, 1 where the background is known.
        guessed: (h, WIDTH) uint8, 1 where pawns hid or shaded the board and it hasn't been seen since.
        edge: (h, WIDTH) bool, where arms may enter: the edge of the picture, or of its known part.
        rim: (h, WIDTH) bool, the board's edge where its surroundings are unknown.
        outlines: for each hole the outline of a pawn there with a margin, px of the small picture.
        beside: (holes, m) indices into the small picture of points beside each hole's body.
    """

    small: Singles
    least: Singles
    logs: Singles
    known: Mask
    terms: Singles
    rough: Singles
    fine: Singles
    structure: Singles
    shade: Singles
    shaded: float
    clipped: Image
    board: Mask
    face: Image
    inner: Mask
    table: Mask
    side: Image
    cast: Image
    near: Mask
    trusted: Image
    guessed: Image
    edge: Mask
    rim: Mask
    outlines: tuple[NDArray[np.int32], ...]
    beside: Indices


def make_background(
    model: AppearanceModel, before: AppearanceModel | None = None, image: Image | None = None
) -> Background:
    """Make the background.

    Args:
        model: the appearance model of the pose.
        before: after a bump, the model of the old pose.
        image: after a bump, a current picture; without one nothing beside the board is trusted.
    """
    small = shrink(model.calibration.looks.empty)
    height = small.shape[0]
    scale = WIDTH / model.calibration.looks.empty.shape[1]
    mask, face = board_mask(model, height, scale), board_mask(model, height, scale, rising=(0.0,))
    trusted, unseen = np.ones_like(mask), np.zeros_like(mask)
    if not model.calibration.looks.beside:
        trusted = mask.copy()
    elif before is not None:
        small, trusted, unseen = _lay_table(small, mask, model, before, image)
    trusted = trusted & ~_visited(model, mask)
    edge = np.asarray(_grown(unseen, 2) & trusted)
    edge[[0, -1]] = edge[:, [0, -1]] = True
    rim = mask & _grown(~mask & ~trusted, _RIM)
    ratios = np.asarray(cv2.transform(cv2.LUT(small, LOG), RATIOS), np.float32)
    shade = _shade(small, ratios, face)
    fine = _fine(small, _grown(rim, 2 * _BORDER))
    block = np.ones((3, 3), np.uint8)
    rough = (cv2.dilate(ratios, block) - cv2.erode(ratios, block)).sum(axis=2)
    beside = ((model.places.points[:, model.surrounding_points] + 0.5) * scale - 0.5).round()
    columns, rows = np.clip(beside, 0, [WIDTH - 1, height - 1]).astype(np.intp).transpose(2, 0, 1)
    y, x = np.mgrid[0:height, 0:WIDTH].astype(np.float32)
    x, y = x[COARSE] / WIDTH - np.float32(0.5), y[COARSE] / WIDTH - np.float32(0.28)
    return Background(
        small.astype(np.float32),
        small.min(axis=2).astype(np.float32),
        np.log(small[COARSE].astype(np.float32) + np.float32(4)).reshape(-1, 3).T.copy(),
        trusted[COARSE].ravel(),
        np.stack([np.ones_like(x), x, y, x * x, x * y, y * y]).reshape(6, -1),
        np.asarray(0.125 * rough, np.float32),
        fine,
        np.asarray(cv2.blur(cv2.multiply(fine, fine), PATCH), np.float32),
        shade,
        float(np.median(shade[shade > 0])) if shade.any() else 0.0,
        find_clipped(small),
        mask,
        face.astype(np.uint8),
        ~_grown(~face, _BORDER) | _grown(rim, _BORDER),
        ~_grown(mask, _BORDER),
        _side(model, mask, scale),
        _cast(model, mask, scale),
        _grown(mask, _NEAR),
        trusted.astype(np.uint8),
        (
            _grown(mask & (shrink(model.calibration.looks.known) < _SEEN), _SHADED)
            | _cast_by_pawns(small, model, scale)
        ).view(np.uint8),
        edge,
        rim,
        _outlines(model, scale),
        rows * WIDTH + columns,
    )


def _visited(model: AppearanceModel, board: Mask) -> Mask:
    """Where a hand, its arm and sleeve hid the only set-up picture, and nothing has been seen since.

    Args:
        model: the appearance model of the pose.
        board: (h, WIDTH), where the board is seen.
    """
    occluder = model.calibration.occluder
    if occluder is None:
        return np.zeros_like(board)
    hand = cv2.resize(occluder.mask * np.uint8(255), board.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    visited = _grown(hand, _NEXT_TO_A_HAND) & (shrink(model.calibration.looks.known) < _SEEN)
    entry = np.argwhere(visited & ~board & _grown(board, _RING))
    if not len(entry):
        return visited
    # The arm may extend further outward than was detected: a sleeve has other colours.
    middle = entry.mean(axis=0)
    outward = np.argwhere(visited & ~board).mean(axis=0) - middle
    down, right = np.mgrid[: board.shape[0], : board.shape[1]] - middle[:, None, None]
    ahead = (down * outward[0] + right * outward[1]) / max(float(np.hypot(*outward)), 1.0)
    return np.asarray(visited | (~board & (ahead > _ASIDE * np.hypot(down, right))))


def _fine(small: Image, blind: Mask) -> Singles:
    """(h, WIDTH) the picture minus its median: lines and holes, without steps, which may be shadow edges.

    Where the surroundings are unknown, fingers can only be recognised at the board's edge: there steps are
    kept.
    """
    logs = _brightness(small)
    calm = cv2.medianBlur(np.asarray(logs * _DEEP, np.uint8), _THIN)
    thin = logs - (calm + np.float32(0.5)) / _DEEP
    return np.asarray(np.where(blind, logs - cv2.blur(logs, (_THIN, _THIN)), thin), np.float32)


def _brightness(small: Image) -> Singles:
    """(h, WIDTH) log brightness."""
    return np.asarray(np.log(small.mean(axis=2, dtype=np.float32) + np.float32(DARKEST)), np.float32)


def _darker_than_around(small: Image) -> Singles:
    """(h, WIDTH) log depth of narrow spots and stripes that are darker than their surroundings."""
    logs = _brightness(small)
    block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_STRIPE, _STRIPE))
    return np.asarray(cv2.morphologyEx(logs, cv2.MORPH_CLOSE, block) - logs, np.float32)


def _shade(small: Image, ratios: Singles, face: Mask) -> Singles:
    """(h, WIDTH) depth of stripes darker than their surroundings, of the same colour, and wider than a hole.

    Zero if they cover too little of the board: then they may be paint.
    """
    depth = _darker_than_around(small)
    usual = np.stack([cv2.blur(plane, (_STRIPE, _STRIPE)) for plane in cv2.split(ratios)], axis=-1)
    plain = np.abs(ratios - usual).max(axis=2) < _SHADE_TINT
    dark = np.asarray(plain & (depth > _SHADE), np.uint8)
    wide = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, pieces, sizes, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    long = (sizes[:, cv2.CC_STAT_AREA] >= _SHADE_SIZE) & (np.arange(len(sizes)) > 0)
    shade = np.where(_grown(long[pieces], 1), depth, 0).astype(np.float32)
    return shade if (shade[face] > 0).mean() > _STRIPED else np.zeros_like(shade)


def _cast_by_pawns(small: Image, model: AppearanceModel, scale: float) -> Mask:
    """(h, WIDTH) dark spots around pawns at set-up: their shadows, or their reflections in varnish."""
    calibration = model.calibration
    around, holes = np.zeros(small.shape[:2], np.uint8), np.zeros(small.shape[:2], np.uint8)
    turn = np.linspace(0, 2 * np.pi, _WAYS, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    for stood, place in zip(model.unmoved.pawn >= 0, calibration.board.holes.values(), strict=True):
        reach = calibration.board.hole_diameter * _HOLE_RIM
        _fill(holes, np.array(place) + reach * ring, model, scale)
        if stood:
            _fill(around, np.array(place) + _CAST * calibration.pawns.height * ring, model, scale)
    if not around.any():
        return np.asarray(around > 0)
    return _grown((around > holes) & (_darker_than_around(small) > _SHADE), 1)


def _fill(mask: Image, outline: NDArray[np.float64], model: AppearanceModel, scale: float) -> None:
    """Fill an outline (mm, on the board's top) in a mask."""
    seen = project(np.column_stack([outline, np.zeros(len(outline))]), model.pose) * scale
    cv2.fillConvexPoly(mask, seen.round().astype(np.int32), 1)


def board_mask(
    model: AppearanceModel, height: int, scale: float, rising: tuple[float, ...] = (0.0, 0.5)
) -> Mask:
    """(height, WIDTH): which pixels of a small picture show the board or what stands on it.

    Args:
        model: the appearance model of the pose.
        height: px.
        scale: of the small picture.
        rising: heights above the board to include, in heights of a pawn.
    """
    seen = np.zeros((height, WIDTH), np.uint8)
    for z in (-share * model.calibration.pawns.height for share in rising):
        corners = (
            project(np.array([[x, y, z] for x, y in model.calibration.board.outline]), model.pose) * scale
        )
        cv2.fillPoly(seen, [corners.round().astype(np.int32)], 1)
    return np.asarray(seen > 0)


def _side(model: AppearanceModel, board: Mask, scale: float) -> Image:
    """(h, WIDTH) uint8, 1 on the visible side of the board."""
    body = np.zeros(board.shape, np.uint8)
    outline, thickness = model.calibration.board.outline, model.calibration.board.thickness
    around = [project(np.array([[x, y, z] for x, y in outline]), model.pose) for z in (0.0, thickness)]
    for one in range(len(outline)):
        two = (one + 1) % len(outline)
        quad = np.array([around[0][one], around[0][two], around[1][two], around[1][one]])
        cv2.fillConvexPoly(body, cv2.convexHull((quad * scale).round().astype(np.int32)), 1)
    return np.asarray(_grown(body > 0, 1) & ~board, np.uint8)


def _cast(model: AppearanceModel, board: Mask, scale: float) -> Image:
    """(h, WIDTH) uint8, 1 beside the board where its shadow may fall, unless a lamp is very low."""
    reach = np.zeros(board.shape, np.uint8)
    outline, thickness = np.array(model.calibration.board.outline), model.calibration.board.thickness
    for way in np.linspace(0, 2 * np.pi, _WAYS, endpoint=False):
        fallen = outline + _LONG * thickness * np.array([np.cos(way), np.sin(way)])
        ground = np.column_stack([fallen, np.full(len(fallen), thickness)])
        cv2.fillPoly(reach, [(project(ground, model.pose) * scale).round().astype(np.int32)], 1)
    return np.asarray(_grown(reach > 0, 1) & ~board, np.uint8)


def shrink(picture: Image | Pyramid) -> Image:
    """A picture scaled to a width of WIDTH."""
    pyramid = build_pyramid(picture)
    height, width = pyramid.whole.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    times = 0
    while width >> times >= 2.5 * WIDTH:
        times += 1
    return np.asarray(cv2.resize(pyramid.take(times), size, interpolation=cv2.INTER_LINEAR), np.uint8)


def find_clipped(small: Image) -> Image:
    """Not 0 where a pixel, or a neighbour, is overexposed."""
    if int(small.max()) <= _CLIPPED:
        return np.zeros(small.shape[:2], np.uint8)
    bright = cv2.inRange(small, (0, 0, 0), (_CLIPPED,) * 3)
    return np.asarray(cv2.dilate(cv2.bitwise_not(bright), np.ones((3, 3), np.uint8)), np.uint8)


def _lay_table(
    moved: Image, mask: Mask, model: AppearanceModel, before: AppearanceModel, image: Image | None
) -> tuple[Image, Mask, Mask]:
    """Find the background beside the board after a bump.

    Args:
        moved: (h, WIDTH, 3), the whole picture warped as the board moved.
        mask: (h, WIDTH), the board in it.
        model: the appearance model of the new pose.
        before: the model of the old pose.
        image: a current picture.

    Returns:
        The background, where it is known, and which of its parts were outside the old picture.
    """
    nothing = np.zeros_like(mask)
    if image is None:
        return moved, mask, nothing
    now = shrink(image)
    free = ~_grown(mask, _RING)
    unseen = shrink(model.calibration.looks.known) < _SEEN
    stayed = shrink(before.calibration.looks.empty)
    was = board_mask(before, now.shape[0], WIDTH / image.shape[1])
    choices = (
        (moved, free & ~unseen, free & unseen),
        (stayed, free & ~_grown(was, _RING), nothing),
    )
    shares = [_alike(now, then, where) for then, where, _ in choices]
    best = int(np.argmax(shares))
    if shares[best] < _SAME:
        return moved, mask, nothing
    then, where, unseen = choices[best]
    return np.where(where[..., None], then, moved), np.asarray(mask | where), unseen


def _alike(now: Image, then: Image, where: Mask) -> float:
    """Share of the pixels in a mask that look the same in two pictures, apart from the light."""
    if not where.any():
        return 0.0
    change = LOG[0, now[where]] - LOG[0, then[where]]
    return float((np.abs(change - np.median(change, axis=0)).mean(axis=1) < _AS_IT_WAS).mean())


def _outlines(model: AppearanceModel, scale: float) -> tuple[NDArray[np.int32], ...]:
    rim = _BODY * np.array([[-1, 0], [1, 0], [0, -1], [0, 1]], np.float32)
    outlines = []
    for points, inside in zip(model.places.points, model.places.inside, strict=True):
        body = (points[inside] + 0.5) * scale - 0.5
        wide = (body[:, None] + rim).reshape(-1, 2).astype(np.float32)
        outlines.append(np.asarray(cv2.convexHull(wide).round(), np.int32))
    return tuple(outlines)


def _grown(mask: Mask, by_px: int) -> Mask:
    block = np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), block) > 0)
