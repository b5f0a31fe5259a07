"""Things on the board, such as cards, cups and telephones: what is seen in their place is not the board.

Around a hole below a thing, the ground has a colour that no light can give it; and a hole that is taken to be
empty must show its own pattern (the dark hole, its rim, the lines through it).
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.colours import distance_beyond_light
from calibration.appearance.looks import body_hull, fit_quadratic, light_terms
from calibration.appearance.sampling_grid import pick_pixels
from calibration.arrays import Mask, Singles
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.board_likelihood import RATIO_NOISE
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.planes import find_pattern, shows_pattern, to_ratios, without_gradient

Outlines = Sequence[NDArray[np.float32]]  # of pawns in camps without holes, (k, 2) px each

_TINT = 0.12
"""Change of the colour ratios (logarithms) beyond what light explains, from which a point is covered."""

_DARK, _GLARING = -1.3, 1.0  # log brightness beyond which no shadow and no stripe of sun lies
_SPREADS = 1.5  # the usual deviations of a point's ratios that don't count
_COVERED = 0.3  # share of the ground around a hole that must be covered; noise in dim films covers up to 0.25
_MIN_POINTS = 4  # points of the ground that must be in view: else the nearest holes decide
_NEAREST = slice(1, 3)  # these, among `AppearanceModel.neighbours`
_PAWN_RIM = 0.008  # width of a pawn's edge, which belongs to it, as a share of the picture's width

_SHOWN, _SHOWN_GUESS, _SHOWN_BESIDE, _SHOWN_MOST = 0.2, 0.12, 5.0, 0.75
"""Share of its pattern's contrast that an empty hole shows at least; the same for a hole that was never seen
empty; how much more it shows for each share of the ground around it that is covered; the most that is asked.

Measured on 11,109 empty holes in view in 24 still pictures of eight clips, and 84 of fourteen films with
people at the rim or a sensor's noise: 99 % show more than 0.67, and one that was once seen empty less than
0.3; of those that never were, whose pattern is inpainted, the least is 0.2. Of 995 holes below painted cards
and telephones 73 % show less than 0.2. Of 1,862 hidden holes (`research/hidden_holes.py`, seeds 1, 5 and 23)
4 are wrong and sure with this check and 21 without, 17 of them below cards on pawns in camps; 97.1 % of those
below loose cards are unsure, 91.3 % without. In the other films no further hole is unsure; with 0.85 for the
most, three are.
"""

_MIN_IN_VIEW = 40  # points of a hole's grid that no pawn hides


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The ground around the holes.

    Attributes:
        covered: (holes) the share of it that isn't the board in any light.
        hidden_holes: those where this is so much that a thing lies there.
    """

    covered: Singles
    hidden_holes: frozenset[str]

    @property
    def share(self) -> float:
        """The share of all the ground that things cover."""
        return float(self.covered[self.covered > _COVERED].sum() / len(self.covered))


def compare_ground(
    evidence: Evidence, explained: Set[str], model: AppearanceModel, area_pawns: Outlines = ()
) -> Ground:
    """Compare the ground around all holes with the board's.

    Args:
        explained: the holes whose pawns explain the picture there.
    """
    points = model.grids.points[:, model.surrounding_points]
    ground = model.ground & ~_on_pawns(explained, model, points, area_pawns)
    seen = ground.sum(axis=1)
    covered = (_beyond_light(evidence, model) & ground).sum(axis=1) / np.maximum(seen, _MIN_POINTS)
    covered = np.where(seen < _MIN_POINTS, covered[model.neighbours[:, _NEAREST]].mean(axis=1), covered)
    # A hole that still shows its own pattern is only seen in another light.
    covered *= ~shows_pattern(evidence.ratios[0], model.empty.pattern, model.grids.inside)
    names = model.grids.names
    hidden = frozenset(names[at] for at in np.flatnonzero(covered > _COVERED))
    return Ground(np.asarray(covered, np.float32), hidden)


def find_lost_patterns(
    evidence: Evidence, pawns: Set[str], ground: Ground, model: AppearanceModel, area_pawns: Outlines = ()
) -> frozenset[str]:
    """Find the holes without a pawn that are in view and don't show their own pattern.

    Args:
        pawns: the holes that probably hold one.
    """
    names = model.grids.names
    asked = evidence.candidates[~evidence.pattern_kept].tolist()
    rows = np.array([at for at in asked if names[at] not in pawns], np.intp)
    if not len(rows):
        return frozenset()
    lit = model.empty.levels.take(rows, 1) * np.exp(evidence.gain.take(rows, 1))[..., None]
    in_view = (~_on_pawns(pawns, model, model.grids.points[rows], area_pawns)).astype(np.float32)
    count = in_view.sum(axis=1, keepdims=True)
    pattern, seen = (
        in_view * (values - (in_view * values).sum(axis=1, keepdims=True) / np.maximum(count, 1))
        for values in (find_pattern(lit), without_gradient(evidence.ratios[0, rows]))
    )
    contrast = np.maximum((pattern * pattern).sum(axis=1), 1e-6)
    noise = np.sqrt((pattern * pattern * evidence.noise_variance[rows]).sum(axis=1))
    shown = ((seen * pattern).sum(axis=1) + 2 * noise) / contrast
    known = np.minimum(_SHOWN + _SHOWN_BESIDE * ground.covered[rows], _SHOWN_MOST)
    expected = (1 - evidence.blur) * np.where(model.never_seen[rows], _SHOWN_GUESS, known)
    return frozenset(names[at] for at in rows[(shown < expected) & (count[:, 0] >= _MIN_IN_VIEW)])


def _beyond_light(evidence: Evidence, model: AppearanceModel) -> Mask:
    """(holes, m) which points around the holes differ from the board as no light makes them differ."""
    around = model.surrounding_points
    board = model.calibration.board
    terms = light_terms(board, list(board.holes.values()))
    # The light of the whole board: around a hole below a card the ground would be taken to be lit otherwise.
    gain = np.asarray(terms @ fit_quadratic(terms, evidence.gain.T), np.float32).T
    expected = np.stack(to_ratios(model.empty.levels[:, :, around] * np.exp(gain)[..., None]))
    seen = evidence.ratios[:, :, around]
    change = seen[0] - expected[0]
    tint = distance_beyond_light(np.moveaxis(seen, 0, -1), np.moveaxis(expected, 0, -1))
    variance = model.empty.variance[1:, :, around].mean(axis=0)
    variance += np.float32(RATIO_NOISE[1]) * evidence.noise_variance[:, around]
    strange = tint - _SPREADS * np.sqrt(variance) > _TINT
    return np.asarray(strange | (change < _DARK) | (change > _GLARING))


def _on_pawns(explained: Set[str], model: AppearanceModel, points: Singles, area_pawns: Outlines) -> Mask:
    """(n, m) which points, px, show a pawn or its edge."""
    grids = model.grids
    width, height = model.calibration.size
    bodies = [body_hull(grids, at)[:, 0] for at, hole in enumerate(grids.names) if hole in explained]
    pawns = np.zeros((height, width), np.uint8)
    for outline in (*bodies, *(hull.round().astype(np.int32) for hull in area_pawns)):
        cv2.fillConvexPoly(pawns, outline, 1)
        cv2.polylines(pawns, [outline], True, 1, round(_PAWN_RIM * width))
    return np.asarray(pick_pixels(pawns, points) > 0)
