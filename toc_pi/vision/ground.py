"""How well the empty board explains what is seen at each hole, and what the surroundings say for a pawn.

The board is explained under the light around, with one more light allowed a hole (a shadow, a sun stripe)
whose edges are straight: a shadow darkens the hole and its rim alike, a pawn replaces them.
"""

from dataclasses import dataclass

import numpy as np

from calibration.appearance.sampling_grid import POINTS, Singles
from toc_pi.vision.eye import HALVES, Eye, Indices
from toc_pi.vision.paint import repaint
from toc_pi.vision.planes import cap, to_likelihood, to_ratios, to_scatter

LIGHTS = (-0.3, -0.6, -0.9, -1.25, 0.3, 0.6, 0.9)  # other lights on the ground, logarithms
GRAINS = (0.5, 2.0, 2.0)  # how much of the noise, squared, is left in a ratio
_TINT = 0.12  # how much the other light's colour may differ, a unit of brightness
_LOOSE = 0.12  # how much its strength may differ from those that are tried
_EXPLAINED = 0.8  # mean misfit of a grid that needs no other light
_LIGHT_PRICE = 4.0  # of one more light over the whole grid, and with an edge
_EDGE_PRICE = 9.0
_SMEARED = 4.0  # more of the squared change within a pixel in a picture without any fine detail


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What speaks for the empty board.

    Attributes:
        misfit: (n) squared misfit of each point on a body, as `Eye.first` says.
        spread: (3, n) each point's squared spread.
        bonus: (holes) what the points beside the body add for "a pawn": they are plain without a shadow.
        plain: (holes) mean misfit of the board at the best light.
    """

    misfit: Singles
    spread: Singles
    bonus: Singles
    plain: Singles

    def weigh(self, use: Indices) -> Singles:
        """Log likelihoods of some of the points."""
        return to_likelihood(self.misfit[use], to_scatter(self.spread.take(use, 1)))


def weigh_ground(
    ratios: Singles, noise: Singles, gain: Singles, blur: float, settled: float, eye: Eye
) -> Ground:
    """Explain every grid by the empty board.

    Args:
        ratios: (3, holes, POINTS) what is seen.
        noise: (holes, POINTS) the sensor's, squared.
        gain: (3, holes) how the light has changed.
        blur: how much of the fine detail is lost, 0 to 1.
        settled: mean misfit up to which a hole is known to be empty.
        eye: tables.
    """
    wide = eye.wide + np.array(GRAINS, np.float32)[:, None, None] * noise
    if blur:
        wide += np.float32(blur * _SMEARED) * eye.rough
    lit = eye.empty * np.exp(gain)[:, :, None]
    final = _misfit(ratios, wide, lit, None)
    best = final.sum(axis=1)
    best_free = np.einsum("ij,ij->i", final, eye.beside)
    flat = eye.hole * POINTS + eye.point
    size = np.maximum(np.diff(eye.first), 1)
    # Most holes are plain: other lights are tried where something is to be explained that matters. What the
    # points beside a body may add for a pawn is at most half of all misfit.
    open_still = np.add.reduceat(final.ravel()[flat], eye.first[:-1]) / size + 0.5 / POINTS * best > settled
    odd = np.flatnonzero((best > _EXPLAINED * POINTS) & (open_still | eye.paint.unseen))
    if len(odd):
        final[odd], best[odd], best_free[odd] = _relit(
            ratios.take(odd, 1), wide.take(odd, 1), gain.take(odd, 1), final[odd], odd, eye
        )
    # What isn't on the body counts for a pawn as far as the shadow that the board would need spoils it.
    mine = final.ravel()[flat]
    body = np.add.reduceat(mine, eye.first[:-1])
    bonus = np.zeros(len(best), np.float32)
    bonus[odd] = 0.5 * (best - best_free - body)[odd]
    if eye.paint.unseen.any():
        repaint(final, ratios, wide, lit, gain, eye.paint)
        mine = final.ravel()[flat]
        body = np.add.reduceat(mine, eye.first[:-1])
    plain = body / size + np.maximum(bonus, 0) / POINTS
    return Ground(mine, wide.reshape(3, -1).take(flat, 1), bonus, np.asarray(plain, np.float32))


def _misfit(ratios: Singles, wide: Singles, empty: Singles, lights: Singles | None) -> Singles:
    """Squared misfit of the board under some lights, of each point, capped.

    Args:
        ratios: (3, holes, POINTS) what is seen.
        wide: the same, squared spread.
        empty: (3, …, holes, POINTS) the board in that light.
        lights: (lights, 1, 1) how much they differ from the light around; None for that one alone.
    """
    bright, red, blue = to_ratios(empty)
    tint = 0.0 if lights is None else np.float32(_TINT**2) * lights * lights
    loose = np.float32(0.0 if lights is None else _LOOSE**2)
    bright -= ratios[0]
    bright *= bright
    bright /= wide[0] + loose
    red -= ratios[1]
    red *= red
    red /= wide[1] + tint
    blue -= ratios[2]
    blue *= blue
    blue /= wide[2] + tint
    red += blue
    cap(bright)
    bright += cap(red)
    return bright


def _relit(
    ratios: Singles, wide: Singles, gain: Singles, plain: Singles, odd: Indices, eye: Eye
) -> tuple[Singles, Singles, Singles]:
    """The best of one more light, over the whole grid or beyond a straight edge.

    Returns:
        Each point's misfit under it, the whole grid's, and that of the points beside the body alone.
    """
    lights = np.array(LIGHTS, np.float32)
    rows = np.arange(len(odd))
    # Axes: colours, lights, holes, points.
    lit = eye.empty.take(odd, 1)[:, None] * np.exp(gain[:, None] + lights[:, None])[..., None]
    misfit = _misfit(ratios, wide, lit, lights[:, None, None])
    less = misfit - plain
    every = plain.sum(axis=1)
    total = less.sum(axis=2)
    cut = _cut(less, total, eye.edges)
    at = cut.argmin(axis=2)
    edged = np.take_along_axis(cut, at[..., None], axis=2)[..., 0] + np.float32(_EDGE_PRICE)
    whole = total + np.float32(_LIGHT_PRICE)
    gained = np.minimum(whole, edged)
    light = gained.argmin(axis=0)
    gained = gained[light, rows]
    beyond = eye.edges.T[at[light, rows]] > 0
    beyond |= (whole[light, rows] < edged[light, rows])[:, None]
    beyond &= (gained < 0)[:, None]
    final = np.where(beyond, misfit[light, rows], plain)
    beside = eye.beside[odd]
    less *= beside
    total = less.sum(axis=2)
    cut = _cut(less, total, eye.edges)
    free = np.minimum(
        (total + np.float32(_LIGHT_PRICE)).min(axis=0),
        cut.min(axis=(0, 2)) + np.float32(_EDGE_PRICE),
    )
    best_free = np.einsum("ij,ij->i", plain, beside) + np.minimum(free, 0)
    return final, every + np.minimum(gained, 0), best_free


def _cut(less: Singles, total: Singles, edges: Singles) -> Singles:
    """(lights, holes, masks) the sums of what is gained within each mask."""
    one_side = (less.reshape(-1, POINTS) @ edges[:, : 2 * HALVES]).reshape(*less.shape[:2], -1)
    return np.concatenate([one_side, total[..., None] - one_side[..., :HALVES]], axis=2)
