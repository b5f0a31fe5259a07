"""How well each point of the holes' grids is explained by the empty board, and by each pawn.

Pawns are only asked about where the board alone (see `ground`) doesn't explain what is seen, or where it
was never seen empty.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import Mask, Singles
from calibration.camera.noise import noise_table
from toc_pi.vision.bodies import Bodies, weigh_bodies
from toc_pi.vision.eye import FADED, Eye, Indices, find_grain
from toc_pi.vision.ground import weigh_ground
from toc_pi.vision.otherlight import eye_in
from toc_pi.vision.pattern import is_kept
from toc_pi.vision.planes import TO_SKY, sums
from toc_pi.vision.tone import find_tone, unexplained

Image = NDArray[np.uint8]

_PLAIN = 2.2  # a hole whose points the board explains better than this on average holds no pawn
_NOISY = 3.0  # grey levels of noise at which the board explains nearly anything
_QUIET = 0.3  # share of the places that may be quieter than the noise that is believed
_FINEST = 0.1  # grey levels
_LOST = 0.6  # share of the set-up's fine detail that a sharp picture has at least
_CLIPPED = 250
_CLIPPED_SHARE = 0.3
_ALIKE_POINTS = 0.15  # logarithm: so much points around a hole differ in one light, but for the noise,
_ALIKE_HOLES = 0.15  # and holes
_NOISES = 2.0  # times the sensor's: so much two points of three colours differ by it
_SUNNY, _SUNNY_SHARE = 0.4, 0.1  # logarithm: so much brighter is so much of the ground beside sunny holes
_VEILED = 0.6  # logarithm of colours' ratios, off the way from lamp to sky; real light stays below 0.25
_GREYS = np.arange(256, dtype=np.float32)
_LOGS = np.log(_GREYS + np.float32(DARKEST))
_FADED_LOGS = np.log(_GREYS + np.float32(FADED))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Log likelihoods of the points on the bodies of those holes that may hold a pawn.

    Attributes:
        rows: (k) holes that may hold a pawn; all others are surely empty.
        first: (k + 1) where each one's points begin.
        board: (n) float32, of the empty board.
        pawns: (states, n): each pawn, then, with white faces, each pawn that shows white, then something
            that nobody told of.
        board_misfit, misfit: the same points' squared misfits, capped.
        hollow: (n) which of the points show the hole itself, dark, if it is empty.
        bonus: (k) what the points beside the body add for "a pawn": they are plain without a shadow.
        kept: (k) holes that show the pattern that they showed when they were seen empty.
        clear: (holes) share of the points on a body, or of those around, that the sensor could take: the
            less of both; 0 for what may be a pawn where a reflection lies over all colours.
        gain: (3, holes) how the light has changed since the set-up, BGR logarithms.
        plain: (holes) mean misfit of the empty board at the best light.
        blur: how much of the fine detail is lost, 0 to 1.
        odd: (m) which points of `Eye.known`'s few look otherwise.
    """

    rows: Indices
    first: Indices
    board: Singles
    pawns: Singles
    board_misfit: Singles
    misfit: Singles
    hollow: Mask
    bonus: Singles
    kept: Mask
    clear: Singles
    gain: Singles
    plain: Singles
    blur: float
    odd: Mask


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """How the light at each hole differs from the set-up's, smooth over the board.

    Attributes:
        gain: (3, holes) BGR logarithms.
        sunny: (holes) whether some of the ground around is in much more light.
        veiled: (holes) whether the board's colour has changed as no light from lamp to sky can change it.
    """

    gain: Singles
    sunny: Mask
    veiled: Mask


def gather(image: Image, eye: Eye) -> Evidence:
    """Explain one picture's points."""
    return gather_in_light(image, eye)[0]


def gather_in_light(image: Image, eye: Eye) -> tuple[Evidence, Eye]:
    """Explain one picture's points.

    Returns:
        What is found, and the tables that it was found with: the eye's own, or those of another light.
    """
    taken = cv2.remap(image, *eye.where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = [np.asarray(plane, np.uint8) for plane in cv2.split(taken)]
    blue, green, red = seen
    logs = np.empty((3, *blue.shape), np.float32)
    for plane, levels in zip(logs, seen, strict=True):
        cv2.LUT(levels, _LOGS, dst=plane)
    ratios = np.empty((3, *blue.shape), np.float32)
    np.add(logs[0], logs[1], out=ratios[0])
    ratios[0] += logs[2]
    ratios[0] *= np.float32(1 / 3)
    np.subtract(logs[2], logs[1], out=ratios[1])
    np.subtract(logs[0], logs[1], out=ratios[2])
    sensor, blur = _grain(image, eye)
    looks = eye.calibration.looks
    by_grey = noise_table(looks.noise, looks.noise_by_grey) * np.float32(sensor / looks.noise)
    light = _light(seen, by_grey, eye)
    tone, strange = find_tone(logs, light.gain, eye.known, blur, by_grey)
    if tone is not None:
        eye = eye_in(eye, tone)
        light = _light(seen, by_grey, eye)
        strange = unexplained(logs, light.gain, eye.known, tone, by_grey)
    gain = light.gain
    noise = np.asarray(cv2.exp(np.float32(-2) * ratios[0]), np.float32)
    noise *= cv2.LUT(green, by_grey * by_grey)
    clear = _clear(np.minimum(np.minimum(blue, green), red), eye)
    settled = _PLAIN * (1.0 - blur) / (1.0 + (sensor / _NOISY) ** 2)
    ground = weigh_ground(ratios, noise, gain, blur, settled, eye)
    rows = np.flatnonzero((ground.plain > settled) | eye.paint.unseen)
    kept = is_kept(ratios[0, rows], eye.pattern[rows], eye.places.inside[rows]) & ~eye.paint.unseen[rows]
    clear[rows[light.veiled[rows] & ~kept]] = 0.0
    use, first = _points_of(rows, eye.first)
    quarters = (eye.quarters.reshape(-1, 4)[rows] + (first[:-1] - eye.first[rows])[:, None]).ravel()
    bodies, far = weigh_bodies(ratios, noise, gain, Bodies(rows, first, quarters, use, light.sunny), eye)
    found = Evidence(
        rows,
        first,
        ground.weigh(use),
        bodies,
        ground.misfit[use],
        far,
        eye.hollow[use],
        ground.bonus[rows],
        kept,
        clear,
        gain,
        ground.plain,
        blur,
        strange,
    )
    return found, eye


def _clear(darkest: Image, eye: Eye) -> Singles:
    """(holes) share of the points that aren't blown out by too much light, on the body or around."""
    if int(darkest.max()) < _CLIPPED:
        return np.ones(len(darkest), np.float32)
    blown = (darkest >= _CLIPPED).astype(np.float32)
    body = np.add.reduceat(blown[eye.hole, eye.point], eye.first[:-1]) / np.diff(eye.first)
    return np.asarray(1.0 - np.maximum(body, blown[:, eye.around].mean(axis=1)), np.float32)


def _points_of(rows: Indices, first: Indices) -> tuple[Indices, Indices]:
    """The points of some holes, one hole after the other, and where each begins among them."""
    sizes = first[rows + 1] - first[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return np.arange(starts[-1]) + np.repeat(first[rows] - starts[:-1], sizes), starts


def _light(seen: Sequence[NDArray[np.uint8]], by_grey: Singles, eye: Eye) -> _Light:
    """Measure the light on the ground around each hole.

    Args:
        seen: blue, green and red, (holes, POINTS) each.
        by_grey: (256) the sensor's noise for each grey level.
        eye: tables.
    """
    around = np.stack([plane.take(eye.around, 1) for plane in seen])
    change = np.asarray(cv2.LUT(around.reshape(3, -1), _FADED_LOGS), np.float32).reshape(around.shape)
    change -= eye.before
    bright = sums(around.astype(np.float32)).mean(axis=0) / np.float32(around.shape[2]) + np.float32(FADED)
    grain = np.float32(_NOISES) * by_grey.take(bright.astype(np.intp), mode="clip") / bright
    local = _usual(change, np.hypot(np.float32(_ALIKE_POINTS), grain))
    # Where a colour is at the sensor's end it says too little: the others tell how bright it must be.
    if int(around.max()) >= _CLIPPED:
        clipped = (around >= _CLIPPED).mean(axis=2) > _CLIPPED_SHARE
        least = np.where(clipped, -np.inf, local).max(axis=0)
        local = np.where(clipped, np.maximum(local, least), local)
    gain = _usual(local.take(eye.near, 1), np.full_like(bright, _ALIKE_HOLES))
    sunny = gain.mean(axis=0) + np.hypot(np.float32(_SUNNY), grain)
    brighter = change[0] + change[1] + change[2] > np.float32(3) * sunny[:, None]
    red, blue = gain[2] - gain[1], gain[0] - gain[1]
    off = np.abs(red * TO_SKY[1] - blue * TO_SKY[0])
    return _Light(
        gain,
        np.asarray(brighter.mean(axis=1) > _SUNNY_SHARE),
        np.asarray(off > np.hypot(np.float32(_VEILED), grain)),
    )


def _usual(values: Singles, alike: Singles) -> Singles:
    """(3, holes): the mode along the last axis: a light that there is, and most of.

    A median would be no light at all where the edge of a shadow lies across.

    Args:
        values: (3, holes, n) BGR logarithms.
        alike: (holes) how much what is one light may differ.
    """
    rows = values / alike[:, None]
    square = rows * rows
    # One product of matrices gives all squared distances: far cheaper than adding up their parts.
    left, right = (np.empty((rows.shape[1], 5, rows.shape[2]), np.float32) for _ in range(2))
    left[:, :3], right[:, :3] = -2 * rows.swapaxes(0, 1), rows.swapaxes(0, 1)
    left[:, 3] = right[:, 4] = square[0] + square[1] + square[2]
    left[:, 4] = right[:, 3] = 1
    near = left.swapaxes(1, 2) @ right
    near *= near
    near += np.float32(1)
    np.divide(np.float32(1), near, out=near)
    best = sums(near).argmax(axis=1)
    weight = near[np.arange(len(best)), best]
    return sums(values * weight) / sums(weight)


def _quantile(values: Singles, share: float) -> float:
    """The value nearest to a share of the way up: many times faster than one between two."""
    place = round(share * (len(values) - 1))
    return float(np.partition(values, place)[place])


def _grain(image: Image, eye: Eye) -> tuple[float, float]:
    """The sensor's noise in grey levels, and how much of the fine detail is lost, 0 to 1."""
    now, bright = find_grain(image)[:, eye.grained]
    then, was_bright = eye.grain[:, eye.grained]
    then = then * ((bright + FADED) / (was_bright + FADED))
    more = _quantile(now**2 - then**2, _QUIET)
    kept = _quantile(now / np.maximum(then, _FINEST), 0.5)
    return float(np.hypot(eye.calibration.looks.noise, np.sqrt(max(0.0, more)))), max(0.0, 1.0 - kept / _LOST)
