"""How well each point of the holes' grids is explained by the empty board, and by each pawn.

Pawns are only asked about where the board alone (see `ground`) doesn't explain what is seen, or where it
was never seen empty.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import DARKEST
from calibration.patches import Singles
from toc_pi.vision.bodies import Bodies, weigh_bodies
from toc_pi.vision.eye import FADED, Eye, Indices
from toc_pi.vision.ground import weigh_ground

Image = NDArray[np.uint8]

_PLAIN = 2.2  # a hole whose points the board explains better than this on average holds no pawn
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
        bonus: (k) what the points beside the body add for "a pawn": they are plain without a shadow.
        gain: (3, holes) how the light has changed since the set-up, BGR logarithms.
        plain: (holes) mean misfit of the empty board at the best light.
    """

    rows: Indices
    first: Indices
    board: Singles
    pawns: Singles
    bonus: Singles
    gain: Singles
    plain: Singles


def gather(image: Image, eye: Eye) -> Evidence:
    """Explain one picture's points."""
    taken = cv2.remap(image, *eye.where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = np.asarray(taken, np.uint8)
    blue, green, red = cv2.split(seen)
    logs = [np.asarray(cv2.LUT(plane, _LOGS), np.float32) for plane in (blue, green, red)]
    ratios = np.empty((3, *blue.shape), np.float32)
    np.add(logs[0], logs[1], out=ratios[0])
    ratios[0] += logs[2]
    ratios[0] *= np.float32(1 / 3)
    np.subtract(logs[2], logs[1], out=ratios[1])
    np.subtract(logs[0], logs[1], out=ratios[2])
    gain = _gain(seen, eye)
    noise = _noise(ratios[0], eye)
    ground = weigh_ground(ratios, noise, gain, eye)
    rows = np.flatnonzero((ground.plain > _PLAIN) | eye.unseen)
    use, first = _points_of(rows, eye.first)
    bodies = weigh_bodies(ratios, noise, gain, Bodies(rows, first, use), eye)
    return Evidence(rows, first, ground.likelihood[use], bodies, ground.bonus[rows], gain, ground.plain)


def _points_of(rows: Indices, first: Indices) -> tuple[Indices, Indices]:
    """The points of some holes, one hole after the other, and where each begins among them."""
    sizes = first[rows + 1] - first[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return np.arange(starts[-1]) + np.repeat(first[rows] - starts[:-1], sizes), starts


def _gain(seen: NDArray[np.uint8], eye: Eye) -> Singles:
    """(3, holes): how the light at each hole differs from the set-up's, smooth over the board."""
    around = np.ascontiguousarray(seen[:, eye.around].transpose(2, 0, 1))
    local = _median(_FADED_LOGS[around] - eye.before)
    return _median(local[:, eye.near])


def _median(values: Singles) -> Singles:
    """Along the last axis."""
    half = values.shape[-1] // 2
    ordered = np.sort(values, axis=-1)
    if values.shape[-1] % 2:
        return np.asarray(ordered[..., half], np.float32)
    return np.asarray(0.5 * (ordered[..., half - 1] + ordered[..., half]), np.float32)


def _noise(bright: Singles, eye: Eye) -> Singles:
    """(holes, POINTS): the sensor's noise, squared, as a logarithm's, at each point's brightness."""
    noise = np.asarray(cv2.exp(np.float32(-2) * bright), np.float32)
    noise *= np.float32(eye.calibration.looks.noise**2)
    return noise
