"""The background for background subtraction: the set-up picture, scaled down, to find things on the board.

After a bump, the board's part of it is warped to the new pose. What lies beside the board has moved too if
the camera was bumped, and has stayed if the board was: whichever fits the picture better is used.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.arrays import Image, Indices, Mask, Singles
from calibration.camera.lens import project
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.planes import Pyramid, build_pyramid

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
_SAME_LOG = 0.12  # logarithm: largest difference beside the board that counts as the same
_SEEN_LEVEL = 250  # of 255: a small pixel was seen if at least this much of it was
_SHADED = 3  # px around pawns changed by their shadows, or because the pawns are larger than specified
_CAST = 1.5  # heights of a pawn: reach of its shadow
_HOLE_RIM = 0.7  # diameters of a hole: its rim's radius
_HAND_SHADOW = 8  # px around a hand at set-up changed by its shadow
_ASIDE = 0.7  # cosine to the outward direction: an arm may have hidden this cone beside the board
_SAME = 0.6  # share of the surroundings that must be the same


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The set-up picture, scaled down, for one pose.

    Attributes:
        small: (h, WIDTH, 3) float32, BGR.
        channel_minimum: (h, WIDTH) float32, the minimum of its channels.
        coarse_logs: (3, k) float32, its logarithms on a coarse grid.
        coarse_known: (k) bool, where the background is known on that grid.
        quadratic_terms: (6, k) float32, the terms of a quadratic over that grid.
        colour_roughness: (h, WIDTH) float32, local range of the colour ratios.
        fine_structure: (h, WIDTH) float32, fine structure: log brightness of thin lines and holes relative
            to their surroundings.
        structure_energy: (h, WIDTH) float32, the mean square of that around each pixel.
        shade_depth: (h, WIDTH) float32, log depth of narrow stripes of shade on the board at set-up; 0
            elsewhere.
        median_shade: median depth of such shade; 0 if there was none.
        overexposed: (h, WIDTH) uint8, not 0 where the picture was overexposed.
        board: (h, WIDTH) bool, the board, with pawns on it.
        board_interior, table: (h, WIDTH) bool, the board's top without its edge (kept where the surroundings
            are unknown), and the table at a distance from the board.
        board_side, shadow_reach: (h, WIDTH) uint8, 1 on the board's side, and on the table where its shadow
            may fall.
        near: (h, WIDTH) bool, the board and its surroundings.
        known: (h, WIDTH) uint8, 1 where the background is known.
        inpainted: (h, WIDTH) uint8, 1 where pawns hid or shaded the board and it hasn't been seen since.
        pawn_outlines: for each hole the outline of a pawn there with a margin, px of the small picture.
        beside_bodies: (holes, m) indices into the small picture of points beside each hole's body.
    """

    small: Singles
    channel_minimum: Singles
    coarse_logs: Singles
    coarse_known: Mask
    quadratic_terms: Singles
    colour_roughness: Singles
    fine_structure: Singles
    structure_energy: Singles
    shade_depth: Singles
    median_shade: float
    overexposed: Image
    board: Mask
    board_interior: Mask
    table: Mask
    board_side: Image
    shadow_reach: Image
    near: Mask
    known: Image
    inpainted: Image
    pawn_outlines: tuple[NDArray[np.int32], ...]
    beside_bodies: Indices


def make_background(
    model: AppearanceModel, before: AppearanceModel | None = None, image: Image | None = None
) -> Background:
    """Make the background.

    Args:
        model: the appearance model of the pose.
        before: after a bump, the model of the old pose.
        image: after a bump, a current picture; without one nothing beside the board is known.
    """
    small = shrink(model.calibration.looks.empty)
    height = small.shape[0]
    scale = WIDTH / model.calibration.looks.empty.shape[1]
    mask, face = board_mask(model, height, scale), board_mask(model, height, scale, rising=(0.0,))
    known = np.ones_like(mask)
    if not model.calibration.looks.has_surroundings:
        known = mask.copy()
    elif before is not None:
        small, known = _choose_surroundings(small, mask, model, before, image)
    known = known & ~_under_occluder(model, mask)
    unknown_border = mask & _dilate(~mask & ~known, _RIM)
    ratios = np.asarray(cv2.transform(cv2.LUT(small, LOG), RATIOS), np.float32)
    shade_depth = _shade_stripes(small, ratios, face)
    fine_structure = _fine_structure(small, _dilate(unknown_border, 2 * _BORDER))
    block = np.ones((3, 3), np.uint8)
    colour_range = (cv2.dilate(ratios, block) - cv2.erode(ratios, block)).sum(axis=2)
    beside_bodies = ((model.grids.points[:, model.surrounding_points] + 0.5) * scale - 0.5).round()
    columns, rows = np.clip(beside_bodies, 0, [WIDTH - 1, height - 1]).astype(np.intp).transpose(2, 0, 1)
    y, x = np.mgrid[0:height, 0:WIDTH].astype(np.float32)
    x, y = x[COARSE] / WIDTH - np.float32(0.5), y[COARSE] / WIDTH - np.float32(0.28)
    return Background(
        small.astype(np.float32),
        small.min(axis=2).astype(np.float32),
        np.log(small[COARSE].astype(np.float32) + np.float32(4)).reshape(-1, 3).T.copy(),
        known[COARSE].ravel(),
        np.stack([np.ones_like(x), x, y, x * x, x * y, y * y]).reshape(6, -1),
        np.asarray(0.125 * colour_range, np.float32),
        fine_structure,
        np.asarray(cv2.blur(cv2.multiply(fine_structure, fine_structure), PATCH), np.float32),
        shade_depth,
        float(np.median(shade_depth[shade_depth > 0])) if shade_depth.any() else 0.0,
        find_overexposed(small),
        mask,
        ~_dilate(~face, _BORDER) | _dilate(unknown_border, _BORDER),
        ~_dilate(mask, _BORDER),
        _board_side(model, mask, scale),
        _shadow_reach(model, mask, scale),
        _dilate(mask, _NEAR),
        known.astype(np.uint8),
        (
            _dilate(mask & (shrink(model.calibration.looks.known) < _SEEN_LEVEL), _SHADED)
            | _pawn_shadows(small, model, scale)
        ).view(np.uint8),
        _outlines(model, scale),
        rows * WIDTH + columns,
    )


def _under_occluder(model: AppearanceModel, board: Mask) -> Mask:
    """Where a hand, its arm and sleeve hid the only set-up picture, and nothing has been seen since.

    Args:
        model: the appearance model of the pose.
        board: (h, WIDTH), where the board is seen.
    """
    occluder = model.calibration.occluder
    if occluder is None:
        return np.zeros_like(board)
    hand = cv2.resize(occluder.mask * np.uint8(255), board.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    hidden = _dilate(hand, _HAND_SHADOW) & (shrink(model.calibration.looks.known) < _SEEN_LEVEL)
    entry = np.argwhere(hidden & ~board & _dilate(board, _RING))
    if not len(entry):
        return hidden
    # The arm may extend further outward than was detected: a sleeve has other colours.
    middle = entry.mean(axis=0)
    outward = np.argwhere(hidden & ~board).mean(axis=0) - middle
    down, right = np.mgrid[: board.shape[0], : board.shape[1]] - middle[:, None, None]
    ahead = (down * outward[0] + right * outward[1]) / max(float(np.hypot(*outward)), 1.0)
    return np.asarray(hidden | (~board & (ahead > _ASIDE * np.hypot(down, right))))


def _fine_structure(small: Image, keep_steps: Mask) -> Singles:
    """(h, WIDTH) the picture minus its median: lines and holes, without steps, which may be shadow edges.

    Where the surroundings are unknown, fingers can only be recognised at the board's edge: there steps are
    kept.
    """
    logs = _brightness(small)
    median = cv2.medianBlur(np.asarray(logs * _DEEP, np.uint8), _THIN)
    fine = logs - (median + np.float32(0.5)) / _DEEP
    return np.asarray(np.where(keep_steps, logs - cv2.blur(logs, (_THIN, _THIN)), fine), np.float32)


def _brightness(small: Image) -> Singles:
    """(h, WIDTH) log brightness."""
    return np.asarray(np.log(small.mean(axis=2, dtype=np.float32) + np.float32(DARKEST)), np.float32)


def _darker_than_around(small: Image) -> Singles:
    """(h, WIDTH) log depth of narrow spots and stripes that are darker than their surroundings."""
    logs = _brightness(small)
    block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_STRIPE, _STRIPE))
    return np.asarray(cv2.morphologyEx(logs, cv2.MORPH_CLOSE, block) - logs, np.float32)


def _shade_stripes(small: Image, ratios: Singles, face: Mask) -> Singles:
    """(h, WIDTH) depth of stripes darker than their surroundings, of the same colour, and wider than a hole.

    Zero if they cover too little of the board: then they may be paint.
    """
    depth = _darker_than_around(small)
    mean_ratios = np.stack([cv2.blur(plane, (_STRIPE, _STRIPE)) for plane in cv2.split(ratios)], axis=-1)
    same_colour = np.abs(ratios - mean_ratios).max(axis=2) < _SHADE_TINT
    dark = np.asarray(same_colour & (depth > _SHADE), np.uint8)
    wide = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, pieces, sizes, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    large = (sizes[:, cv2.CC_STAT_AREA] >= _SHADE_SIZE) & (np.arange(len(sizes)) > 0)
    shade = np.where(_dilate(large[pieces], 1), depth, 0).astype(np.float32)
    return shade if (shade[face] > 0).mean() > _STRIPED else np.zeros_like(shade)


def _pawn_shadows(small: Image, model: AppearanceModel, scale: float) -> Mask:
    """(h, WIDTH) dark spots around pawns at set-up: their shadows, or their reflections in varnish."""
    calibration = model.calibration
    around, holes = np.zeros(small.shape[:2], np.uint8), np.zeros(small.shape[:2], np.uint8)
    turn = np.linspace(0, 2 * np.pi, _WAYS, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    for stood, place in zip(model.unmoved.pawn >= 0, calibration.board.holes.values(), strict=True):
        reach = calibration.board.hole_diameter * _HOLE_RIM
        _fill_outline(holes, np.array(place) + reach * ring, model, scale)
        if stood:
            _fill_outline(around, np.array(place) + _CAST * calibration.pawns.height * ring, model, scale)
    if not around.any():
        return np.asarray(around > 0)
    return _dilate((around > holes) & (_darker_than_around(small) > _SHADE), 1)


def _fill_outline(mask: Image, outline: NDArray[np.float64], model: AppearanceModel, scale: float) -> None:
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


def _board_side(model: AppearanceModel, board: Mask, scale: float) -> Image:
    """(h, WIDTH) uint8, 1 on the visible side of the board."""
    body = np.zeros(board.shape, np.uint8)
    outline, thickness = model.calibration.board.outline, model.calibration.board.thickness
    around = [project(np.array([[x, y, z] for x, y in outline]), model.pose) for z in (0.0, thickness)]
    for one in range(len(outline)):
        two = (one + 1) % len(outline)
        quad = np.array([around[0][one], around[0][two], around[1][two], around[1][one]])
        cv2.fillConvexPoly(body, cv2.convexHull((quad * scale).round().astype(np.int32)), 1)
    return np.asarray(_dilate(body > 0, 1) & ~board, np.uint8)


def _shadow_reach(model: AppearanceModel, board: Mask, scale: float) -> Image:
    """(h, WIDTH) uint8, 1 beside the board where its shadow may fall, unless a lamp is very low."""
    mask = np.zeros(board.shape, np.uint8)
    outline, thickness = np.array(model.calibration.board.outline), model.calibration.board.thickness
    for way in np.linspace(0, 2 * np.pi, _WAYS, endpoint=False):
        shadow = outline + _LONG * thickness * np.array([np.cos(way), np.sin(way)])
        ground = np.column_stack([shadow, np.full(len(shadow), thickness)])
        cv2.fillPoly(mask, [(project(ground, model.pose) * scale).round().astype(np.int32)], 1)
    return np.asarray(_dilate(mask > 0, 1) & ~board, np.uint8)


def shrink(picture: Image | Pyramid) -> Image:
    """A picture scaled to a width of WIDTH."""
    pyramid = build_pyramid(picture)
    height, width = pyramid.whole.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    times = 0
    while width >> times >= 2.5 * WIDTH:
        times += 1
    return np.asarray(cv2.resize(pyramid.take(times), size, interpolation=cv2.INTER_LINEAR), np.uint8)


def find_overexposed(small: Image) -> Image:
    """Not 0 where a pixel, or a neighbour, is overexposed."""
    if int(small.max()) <= _CLIPPED:
        return np.zeros(small.shape[:2], np.uint8)
    bright = cv2.inRange(small, (0, 0, 0), (_CLIPPED,) * 3)
    return np.asarray(cv2.dilate(cv2.bitwise_not(bright), np.ones((3, 3), np.uint8)), np.uint8)


def _choose_surroundings(
    warped: Image, mask: Mask, model: AppearanceModel, before: AppearanceModel, image: Image | None
) -> tuple[Image, Mask]:
    """Find the background beside the board after a bump.

    Args:
        warped: (h, WIDTH, 3), the whole picture warped as the board moved.
        mask: (h, WIDTH), the board in it.
        model: the appearance model of the new pose.
        before: the model of the old pose.
        image: a current picture.

    Returns:
        The background, and where it is known.
    """
    if image is None:
        return warped, mask
    now = shrink(image)
    free = ~_dilate(mask, _RING)
    unseen = shrink(model.calibration.looks.known) < _SEEN_LEVEL
    unmoved = shrink(before.calibration.looks.empty)
    old_mask = board_mask(before, now.shape[0], WIDTH / image.shape[1])
    candidates = (
        (warped, free & ~unseen),
        (unmoved, free & ~_dilate(old_mask, _RING)),
    )
    similarities = [_same_share(now, chosen, where) for chosen, where in candidates]
    best = int(np.argmax(similarities))
    if similarities[best] < _SAME:
        return warped, mask
    chosen, where = candidates[best]
    return np.where(where[..., None], chosen, warped), np.asarray(mask | where)


def _same_share(now: Image, then: Image, where: Mask) -> float:
    """Share of the pixels in a mask that look the same in two pictures, apart from the light."""
    if not where.any():
        return 0.0
    difference = LOG[0, now[where]] - LOG[0, then[where]]
    return float((np.abs(difference - np.median(difference, axis=0)).mean(axis=1) < _SAME_LOG).mean())


def _outlines(model: AppearanceModel, scale: float) -> tuple[NDArray[np.int32], ...]:
    rim = _BODY * np.array([[-1, 0], [1, 0], [0, -1], [0, 1]], np.float32)
    outlines = []
    for points, inside in zip(model.grids.points, model.grids.inside, strict=True):
        body = (points[inside] + 0.5) * scale - 0.5
        wide = (body[:, None] + rim).reshape(-1, 2).astype(np.float32)
        outlines.append(np.asarray(cv2.convexHull(wide).round(), np.int32))
    return tuple(outlines)


def _dilate(mask: Mask, by_px: int) -> Mask:
    block = np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), block) > 0)
