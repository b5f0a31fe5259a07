"""The appearance of camp areas and of the pawns in them, learnt from the number of pawns in each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.areas import Area, find_pawns, project_areas, sample_area
from calibration.appearance.looks import to_ratios
from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Image, Mask, Singles
from calibration.board.board import Board, Point
from calibration.camera import Pose
from calibration.errors import CannotSee
from calibration.holes import Hole, is_camp
from toc_pi.messages import said

_VARIES = np.array([0.16, 0.06, 0.06], np.float32)
"""Least spread of brightness and of the two colour ratios within one thing, logarithms."""

_GROUPS = 4  # clusters of colours that an area with its pawns is divided into; some of them are the pawns'
SHADES = 3  # colours that describe a pawn or an area

_MIN_OVERLAP = 0.35
"""Least intersection over union of the pawns' outlines and the pixels that look like pawns."""

_CAP = 3.0
"""Largest log likelihood ratio of a pixel, either way; its square is the largest misfit of one look."""

# Message of `CannotSee`.
CAN_NOT_TELL = "the pawns in camp {seat} can't be told from its floor: set them up apart, in even light"


@dataclass(frozen=True, slots=True, eq=False)
class AreaLooks:
    """Colours, as `to_ratios` has them, and how much they vary: (shades, 6) each, mean and spread.

    Attributes:
        floors: of each area when nothing stands in it, by seat.
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
        looks: of areas and pawns.
    """

    spots: Mapping[str, Point]
    holes: Mapping[str, str]
    looks: AreaLooks


def find_camp_pawns(
    picture: Image, board: Board, pose: Pose, pawns: PawnSet, declared: Mapping[str, str]
) -> CampContents:
    """Find the pawns in areas whose number is known.

    Args:
        picture: of the still board, (h, w, 3) BGR.
        declared: the declared pawns in each camp, by names of camp holes.

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
            floors[area.seat] = fit_colours(seen[area.floor])
            continue
        feet, body, floor = _segment(area, seen, len(names))
        if not feet:
            raise CannotSee(said(CAN_NOT_TELL, seat=area.seat))
        owner = Counter(names).most_common(1)[0][0]
        floors[area.seat] = fit_colours(floor)
        bodies.setdefault(owner, []).append(body)
        for number, foot in enumerate(feet, start=1):
            x, y = area.positions[foot]
            spots[f"{area.seat}C{number}"] = (float(x), float(y))
            holes[f"{area.seat}C{number}"] = owner
    looks = {owner: fit_colours(np.concatenate(seen_of)) for owner, seen_of in bodies.items()}
    return CampContents(spots, holes, AreaLooks(floors, looks))


def _segment(area: Area, seen: Singles, count: int) -> tuple[Sequence[int], Singles, Singles]:
    """Divide an area's pixels into pawns and floor.

    Every subset of its colour clusters is tried as the pawns'; the one that the outlines cover best is taken.

    Returns:
        Where the pawns stand, and the colours of pawns and floor; no feet where no way is good.
    """
    scaled = np.ascontiguousarray(seen / _VARIES)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.05)
    cv2.setRNGSeed(3)
    _, labels, _ = cv2.kmeans(scaled, _GROUPS, np.empty(0), criteria, 4, cv2.KMEANS_PP_CENTERS)
    group = labels.ravel()
    nothing = np.zeros(len(seen), np.bool_)
    best: tuple[float, Sequence[int], Mask, Mask] = (_MIN_OVERLAP, (), nothing, nothing)
    for chosen in range(1, 2**_GROUPS - 1):
        pawns = np.array([bool(chosen >> number & 1) for number in range(_GROUPS)])[group]
        log_ratios = np.where(pawns, 1.0, -1.0).astype(np.float32)[None]
        standing = find_pawns(area, log_ratios, count, -1.0).pawns
        if len(standing) < count:
            continue
        covered = area.bodies[[one.position for one in standing]].max(axis=0) > 0
        # Pixels beyond the area's far edge may have any colour: they needn't be covered.
        overlap = float((covered & pawns).sum()) / max(float((covered | pawns & area.floor).sum()), 1.0)
        if overlap > best[0]:
            best = overlap, [one.position for one in standing], covered, pawns
    _, feet, covered, pawns = best
    # Pixels where outlines and colours disagree (edges, shadows, reflections) are left out.
    return feet, seen[covered & pawns], seen[~covered & ~pawns]


def fit_colours(seen: Singles) -> Singles:
    """(SHADES, 6): the usual colours of some pixels and how much they vary."""
    if len(seen) < SHADES:
        return np.tile(np.concatenate([np.zeros(3), 9 * _VARIES]).astype(np.float32), (SHADES, 1))
    scaled = np.ascontiguousarray(seen / _VARIES)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.05)
    cv2.setRNGSeed(3)
    _, labels, _ = cv2.kmeans(scaled, SHADES, np.empty(0), criteria, 3, cv2.KMEANS_PP_CENTERS)
    rows = []
    for number in range(SHADES):
        pixels = seen[labels.ravel() == number]
        rows.append(np.concatenate([pixels.mean(axis=0), np.hypot(pixels.std(axis=0), _VARIES)]))
    return np.stack(rows).astype(np.float32)


def colour_misfit(seen: Singles, look: Singles) -> Singles:
    """(n) negative log likelihood of pixels under a look, capped."""
    apart = (seen[:, None] - look[None, :, :3]) / look[None, :, 3:]
    misfit = 0.5 * np.square(apart).sum(axis=2) + np.log(look[:, 3:] / _VARIES).sum(axis=1)
    return np.asarray(np.minimum(misfit.min(axis=1), _CAP**2), np.float32)


def pawn_log_ratios(seen: Singles, floor: Singles, pawns: Sequence[Singles]) -> Singles:
    """(pawns, n) by how much pixels look more like each pawn than like the floor, limited either way."""
    ground = colour_misfit(seen, floor)
    return np.stack([np.clip(ground - colour_misfit(seen, pawn), -_CAP, _CAP) for pawn in pawns])
