"""Sharpens a nearly right pose, at the scale at which the board's holes are small discs.

Inside a large hole there are smaller dark spots: its shaded side, its bottom, a stain. They lie to the same
side in every hole, so a pose that is fitted to them looks right and is off by part of a hole. Light from one
side does the same to a lesser degree to the rims of single holes. So discs of the holes' own size are fitted,
then rims, and at last the outermost edge of the median hole, in which noise, grain and writing are gone.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Singles
from calibration.board.board import Board
from calibration.camera import Pose, project, to_board
from calibration.features import Blobs, brightest_channel, find_blobs, log_light
from calibration.pose.fit import Nearest, Prior, find_rims, fit_pose, fit_rims
from calibration.pose.found_pose import BRIGHT, DARK, HOLE_LEAN, FoundPose, cut_patches, scaled_pose, unscaled

DISC_PX = 13.0  # px: holes larger than this are made as small
_TO_SIGMA = 2.83  # a disc's diameter, in sigmas of the scale at which it is strongest
_SCALES = (0.71, 1.0, 1.41)  # the scales at which discs are looked for, relative to the holes' own
_RADII = (0.38, 0.25, 0.16, 0.12)  # search radii, in pitches

# The median hole: half the side of its patch, in diameters, if no other hole is nearer, and samples along it.
_HALF, _SIZE = 1.0, 61
_HALF_PITCH = 0.6  # the same in pitches
_BLUR = 0.036  # sigma of the smoothing, in diameters
_RAYS = 48  # directions in which the outermost edge is looked for
_RADIUS = (0.4, 0.8)  # distances from the middle at which it may lie, in diameters
_STEP = 0.006  # of those distances
_EDGE = 0.5  # least strength of an edge, as a share of that of the strong ones (a quarter is stronger)
_FEWEST_RAYS = 14
_FITS, _STEPS = 5, 15  # how often edges are looked for, and steps of each fit of a circle

# The error of a pose, from what can be measured; chosen on 48 drawn boards with holes of 6 to 44 px.
_CLEAR = 0.4  # least contrast of a rim that counts, as a share of the median contrast
_OFFSET = 0.03  # how far the median hole's edge usually is from the holes' middles, in diameters
_UNEVEN = 0.5  # share of the usual scatter of rims by which all of them may be off together
_PARAMETERS = 8  # of a pose and its lens


@dataclass(frozen=True, slots=True, eq=False)
class _SmallPicture:
    """A picture scaled so that its holes are small discs.

    Attributes:
        image: (h, w, 3) BGR.
        scale: its size, relative to the whole picture.
        discs: the discs of the holes' own size in it.
        hole_px: the holes' diameter in the whole picture.
    """

    image: Image
    scale: float
    discs: Blobs
    hole_px: float


def sharpen_pose(image: Image, board: Board, places: Floats, found: FoundPose, prior: Prior) -> FoundPose:
    """Fit a pose to the holes at their own scale, and measure its error.

    Args:
        image: (h, w, 3) BGR.
        places: (n, 3), mm: the holes that should be empty and visible.
        found: off by a third of a pitch at most; its kind isn't `RING`.
        prior: of the lens, in px of this picture.

    Returns:
        The pose with its error: how far holes lie from where it has them, root mean square.
    """
    small = _make_small(image, board, places, found)
    centred = _centre(image, board, places, found)
    fit = _fit(small, board, places, centred.pose, found.kind, prior)
    if fit is not None:
        centred = _centre(image, board, places, fit)
    return replace(centred, error_px=_error_px(small, board, places, centred))


def _make_small(image: Image, board: Board, places: Floats, found: FoundPose) -> _SmallPicture:
    pose = found.pose
    hole_px = board.hole_diameter * pose.focal / float(np.linalg.norm(pose.camera - places.mean(axis=0)))
    scale = min(1.0, DISC_PX / hole_px)
    small = image
    if scale < 1.0:
        small = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    sigmas = [share * hole_px * scale / _TO_SIGMA for share in _SCALES]
    return _SmallPicture(small, scale, find_blobs(small, bright=found.kind == BRIGHT, sigmas=sigmas), hole_px)


def _fit(
    small: _SmallPicture, board: Board, places: Floats, pose: Pose, kind: str, prior: Prior
) -> FoundPose | None:
    """Fit a pose to discs, then to rims; None if too few discs are seen."""
    if not len(small.discs.points):
        return None
    pitch_px = small.hole_px * small.scale * board.pitch_mm / board.hole_diameter
    lens = replace(prior, focal=prior.focal * small.scale)
    lean_mm = HOLE_LEAN * board.hole_diameter if kind == DARK else 0.0
    radii = tuple(share * pitch_px for share in _RADII)
    fit = fit_pose(scaled_pose(pose, small.scale), places, Nearest(small.discs), radii, lens, lean_mm)
    if fit is not None and kind == DARK:
        fit = fit_rims(log_light(small.image), places, fit, board.hole_diameter, lens)
    return None if fit is None else replace(unscaled(fit, small.scale, pose.centre), kind=kind)


def _error_px(small: _SmallPicture, board: Board, places: Floats, found: FoundPose) -> float:
    """How far holes lie from where a pose has them, px of the whole picture, root mean square.

    Every hole is measured twice, by its rim and as a disc. The noise of both is independent, so the mean
    product of their offsets is what the holes themselves are off (the board's file, the lens). Not seen by
    it, and added, are an offset that all holes share, and the noise that the fit took over.
    """
    floor = (_OFFSET * small.hole_px) ** 2
    if found.kind != DARK or len(small.discs.points) == 0:
        return float(np.sqrt(floor + found.error_px**2))
    inner = scaled_pose(found.pose, small.scale)
    rims, contrast = find_rims(log_light(small.image), places, inner, board.hole_diameter)
    pixels = project(places, inner)
    apart = np.linalg.norm(pixels[:, None] - small.discs.points[None], axis=2)
    discs = to_board(small.discs.points[apart.argmin(axis=1)], inner)
    seen = np.isfinite(contrast)
    seen &= np.nan_to_num(contrast) > _CLEAR * float(np.median(contrast[seen])) if seen.any() else False
    seen &= apart.min(axis=1) < 0.5 * small.hole_px * small.scale
    if seen.sum() <= _PARAMETERS:
        return float(np.sqrt(floor + found.error_px**2))
    px_mm = found.pose.focal / np.linalg.norm(found.pose.camera - places[seen], axis=1)
    by_rim, by_disc = (
        (middles[seen] - places[seen, :2] - np.median(middles[seen] - places[seen, :2], axis=0))
        * px_mm[:, None]
        for middles in (rims, discs)
    )
    scatter = (by_rim**2).sum(axis=1)
    own = max(0.0, float((by_rim * by_disc).sum(axis=1).mean()))
    taken = _PARAMETERS * float(scatter.mean()) / float(seen.sum())
    return float(np.sqrt(floor + own + taken + _UNEVEN**2 * float(np.median(scatter))))


def _centre(image: Image, board: Board, places: Floats, found: FoundPose) -> FoundPose:
    """Shift the board under a pose so that its median hole is where its outermost edge is seen.

    Returns:
        The same pose if the median hole has no clear edge all around.
    """
    pose = found.pose
    large = board.hole_diameter * pose.focal / float(np.linalg.norm(pose.camera - places.mean(axis=0)))
    light = brightest_channel(image).astype(np.float32)
    smooth = np.asarray(cv2.GaussianBlur(light, (0, 0), max(0.6, _BLUR * large)), np.float32)
    half = min(_HALF, _HALF_PITCH * board.pitch_mm / board.hole_diameter)
    patches = cut_patches(smooth, places, pose, half * board.hole_diameter, _SIZE)
    patches = patches[np.isfinite(patches).all(axis=(1, 2))]
    if not len(patches):
        return found
    line = np.linspace(-half, half, _SIZE)
    around = np.hypot(*np.meshgrid(line, line))
    wood = (around > 0.85 * half) & (around < half)
    usual = np.maximum(np.median(patches[:, wood], axis=1), 1.0)
    middle = _outermost_circle(np.median(patches / usual[:, None, None], axis=0).astype(np.float32), half)
    if middle is None:
        return found
    shift = np.array([*(middle * board.hole_diameter), 0.0])
    return replace(found, pose=replace(pose, translation=pose.translation + pose.rotation @ shift))


def _outermost_circle(patch: Singles, half: float) -> Floats | None:
    """The middle of the circle of a patch's outermost edges, (2,) in diameters; None if there is none.

    Args:
        patch: (n, n), brightness.
        half: half its side, in diameters.
    """
    turn = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
    ways = np.column_stack([np.cos(turn), np.sin(turn)])
    radii = np.arange(_RADIUS[0], min(_RADIUS[1], 0.95 * half), _STEP)
    middle, radius = np.zeros(2), 0.5
    for _ in range(_FITS):
        spots = middle + radii[None, :, None] * ways[:, None]
        cells = ((spots / half + 1) * (len(patch) - 1) / 2).astype(np.float32)
        profile = cv2.remap(
            patch, cells[..., 0], cells[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        strength = np.abs(np.gradient(profile, axis=1))
        strong = float(np.quantile(strength.max(axis=1), 0.75))
        inner = strength[:, 1:-1]
        edge = (inner >= strength[:, :-2]) & (inner > strength[:, 2:]) & (inner > _EDGE * strong)
        rays = np.flatnonzero(edge.any(axis=1))
        if len(rays) < _FEWEST_RAYS or strong <= 0:
            return None
        last = edge.shape[1] - np.argmax(edge[rays, ::-1], axis=1)
        points = middle + radii[last, None] * ways[rays]
        middle, radius = _fit_circle(points, np.minimum(strength[rays, last], strong), middle)
    return middle if float(np.hypot(*middle)) < 0.5 and radius > 0 else None


def _fit_circle(points: Floats, weights: Floats, middle: Floats) -> tuple[Floats, float]:
    """The middle and radius of a circle through most of (n, 2) points, by Tukey's weights."""
    radius = float(np.median(np.hypot(*(points - middle).T)))
    for _ in range(_STEPS):
        away = points - middle
        distance = np.maximum(np.hypot(*away.T), 1e-9)
        off = distance - radius
        spread = max(2.2 * float(np.median(np.abs(off))), 0.018)
        trust = weights / (1 + (off / spread) ** 2) ** 2
        terms = np.column_stack([away / distance[:, None], np.ones(len(away))])
        step = np.linalg.lstsq(terms * trust[:, None], off * trust, rcond=None)[0]
        middle, radius = middle + step[:2], radius + float(step[2])
    return middle, radius
