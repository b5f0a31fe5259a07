"""Measures the size of the pawns on the board at set-up.

The given size may be wrong or missing. Silhouettes of several kinds and sizes are compared with the picture:
the right one has the pawn's colour inside and the ground's outside.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.appearance.colours import to_ratios, usual_colour
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import profile, silhouette, viewing_axes
from calibration.arrays import Floats, Image, Mask, Singles, nan_median
from calibration.board.board import Board
from calibration.camera import Pose
from calibration.holes import Hole, is_home, seat_of

UNKNOWN = PawnSet("cylinder", 20.0, 10.0, white_face=False)
"""Assumed if nothing is known and nothing can be measured."""

MAX_SCALE = 1.8  # largest size that is tried, as a multiple of the one given; the smallest is its inverse
_TALLEST_MM, _WIDEST_MM = 40.0, 17.0  # largest height and diameter of a pawn that are tried

# The grid of points around a foot, mm: across and up in the picture, and of all points; (1, points) each.
_COLUMNS, _ROWS = np.arange(-13.0, 13.1), np.arange(-10.0, 46.1, 1.5)[None]
_A, _B = (part.reshape(1, -1) for part in np.meshgrid(_COLUMNS, _ROWS))
# Prior spread of the logarithm of a size, around the one given, and around a kind's usual one.
_LIKELY, _USUAL_VARIES = 0.35, 0.2
# Neighbouring points are correlated: each has this weight at this many pixels per millimetre, and
# less in coarser pictures.
_PIXELS, _FINE_PX = 0.15, 1.5
# Log odds above which a point counts as pawn: at a body's edge its colour is mixed with the ground's.
_EDGE = 0.6
_GAIN = 4.0  # log odds by which another size must explain the picture better than the one given
# With fewer free holes, or fewer comparable pawns, the declared size is kept.
_MIN_FREE, _MIN_PAWNS = 6, 3
_MAX_A_SEAT = 5  # number of best visible pawns of each seat that are compared
_MIN_POINTS = 8  # seats with fewer points than this in the middle of their pawns are left out
_SHOWN = 0.3  # least share of a pawn that no other pawn may hide
_LARGER = 1.6  # factor on the declared size for the body that surely contains the pawn
# Mean log odds per point in a pawn's middle, above which its colour differs enough from the ground's.
_APART = 0.5

_PAINTED = 0.1
"""Share of the points beside the widest possible body that look like the pawn. Above it the pawn stands on
paint of its own colour, such as its camp's, and its outline isn't visible: pegs of 6 mm were measured as
10.5. On seven boards without such paint half of the pawns stay below it in any light; on one with it, in ten
films, at most one pawn in six does.
"""

_OUTLINED = 0.45
"""Least share of the pawns that can be compared for their kind to be sure. In set-up pictures of nine clips,
as filmed and with the faults of four cameras, 32 kinds are found rightly with a share of 0.5 to 1; on a board
with paint of the pawns' own colours it is 0.38 as filmed, found rightly, and 0.09 to 0.34 by four cameras,
with a wrong kind each time.
"""

_ON_TOP, _CROWN_MM = 0.65, 5.0
"""A kind isn't certain if at least this share of what is seen up to this far above such pawns isn't ground:
then only the lower part of two-coloured pawns was found. In pictures of nine clips and twelve other tables it
is at most 0.39; with tops or bands of another colour painted onto the clips' pawns at most 0.47 where the
kind is found correctly, and 0.84 to 1.0 where halma pawns are taken for marbles or cylinders.
"""

_PAINT_PRICE = 3.0
"""Cost, added to a point's misfit, of explaining it by the seat's own paint (as around its home holes) rather
than by its pawn.

Measured on the set-up pictures of twelve clips, as filmed and by night, with kind and size unknown: without
paint 4 of 24 are found as another kind or more than 15 % off, at cost 0 7, at this cost 2.
"""

_RING_MM = 9.0  # how far from its middle a hole may be painted as others of its seat
# Caps of the misfits to ground and body, and of a point's log odds. The body's is lower: a point like neither
# is more likely a lit part of the pawn than ground.
_CAP, _BODY_CAP, _LOG_ODDS_CAP = 12.0, 8.0, 3.0
# Spread of brightness and of the two colour ratios, logarithms, that is added to the measured one.
_BODY_SPREAD, _GROUND_SPREAD = (0.3, 0.09, 0.1), (0.18, 0.06, 0.07)
_STEPS = (0.16, 0.08, 0.04)  # steps of the search, in the logarithms of height and diameter
_MARBLES = (0.6, 1.0)  # visible height of marbles, as a share of their diameter: the rest is in the hole


@dataclass(frozen=True, slots=True, eq=False)
class _PawnEvidence:
    """Evidence at the pawns' positions.

    Attributes:
        log_odds: (n, points), log odds that a point shows a pawn rather than ground; 0 where unknown.
        strange: (n, points), certainly not ground.
        sine, cosine: (n), of the viewing elevation.
        point_weight: the weight of one point.
    """

    log_odds: Floats
    strange: Mask
    sine: Floats
    cosine: Floats
    point_weight: float


@dataclass(frozen=True, slots=True, eq=False)
class _Samples:
    """Colours around every hole, less the ground's own beside it; n holes, on a grid of points each.

    Attributes:
        names: (n), the holes.
        holes: (n), what stands in each; None for nothing.
        seen: (n, points, 3).
        usual, varies: (points, 3), median and spread over free holes.
        alone: (n, points), visible without another pawn before or behind.
        wide: (n, points), on the largest body that may stand there.
        whole: (n), entirely in the picture.
        cosine: (n), of the viewing elevation.
    """

    names: Sequence[str]
    holes: Sequence[str | None]
    seen: Singles
    usual: Singles
    varies: Singles
    alone: Mask
    wide: Mask
    whole: Mask
    cosine: Floats


@dataclass(frozen=True, slots=True)
class FittedPawns:
    """The pawns' kind and size, measured in a picture.

    Attributes:
        pawns: their kind and size.
        sure: whether the kind is certain; always if it was declared.
    """

    pawns: PawnSet
    sure: bool = True


def fit_pawns(
    image: Image,
    board: Board,
    pose: Pose,
    declared: PawnSet,
    holes: Mapping[str, str],
    usual: Sequence[PawnSet] = (),
) -> FittedPawns:
    """Measure the size of the pawns; the given size is kept if it explains the picture as well.

    Args:
        usual: the candidates, with their usual sizes, if neither kind nor size is known.

    Returns:
        The given size if too little is visible.
    """
    evidence = _gather_evidence(image, board, pose, declared, holes)
    if evidence is None:
        return FittedPawns(declared, sure=not usual)
    if usual:
        found = (_search_size(evidence, pawns, _USUAL_VARIES) for pawns in usual)
        best, _ = max(found, key=lambda one: one[1])
        outlined = len(evidence.sine) >= _OUTLINED * len(holes)
        return FittedPawns(best, sure=outlined and _above(evidence, best) < _ON_TOP)
    best, score = _search_size(evidence, declared, _LIKELY)
    better = score > _score(evidence, declared, declared, _LIKELY) + _GAIN
    return FittedPawns(best if better else declared)


def _search_size(evidence: _PawnEvidence, start: PawnSet, likely: float) -> tuple[PawnSet, float]:
    """The best size of one kind, searched step by step from the given one, and its score."""
    tall, wide = 0.0, 0.0
    best = -math.inf
    scores: dict[tuple[float, float], float] = {}
    reach = math.log(MAX_SCALE)
    for turn, step in enumerate(_STEPS):
        moves = 4 if turn == 0 else 2
        middle = (tall, wide)
        for up in range(-moves, moves + 1):
            for out in range(-moves, moves + 1):
                at = (round(middle[0] + up * step, 3), round(middle[1] + out * step, 3))
                if at in scores or max(map(abs, at)) > reach:
                    continue
                size = _resized(start, *at)
                scores[at] = _score(evidence, size, start, likely) if size is not None else -math.inf
        (tall, wide), best = max(scores.items(), key=lambda pair: pair[1])
    return _resized(start, tall, wide) or start, best


def _resized(pawns: PawnSet, tall: float, wide: float) -> PawnSet | None:
    """The same pawns with another size, as logarithms; None if such pawns are impossible."""
    size = replace(pawns, height=pawns.height * math.exp(tall), diameter=pawns.diameter * math.exp(wide))
    if size.height > _TALLEST_MM or size.diameter > _WIDEST_MM:
        return None
    if size.kind == "marble" and not _MARBLES[0] <= size.height / size.diameter <= _MARBLES[1]:
        return None
    return size


def _score(evidence: _PawnEvidence, pawns: PawnSet, declared: PawnSet, likely: float) -> float:
    """Mean log odds per pawn of a size's silhouettes, with a prior around the declared size."""
    on = silhouette(profile(pawns), _COLUMNS, _ROWS, evidence.sine, evidence.cosine)
    mean_log_odds = evidence.point_weight * float((evidence.log_odds * on).sum()) / len(evidence.sine)
    taller, wider = pawns.height / declared.height, pawns.diameter / declared.diameter
    prior_distance = math.log(taller) ** 2 + math.log(wider) ** 2
    return mean_log_odds - 0.5 * prior_distance / likely**2


def _above(evidence: _PawnEvidence, pawns: PawnSet) -> float:
    """The share of points just above pawns of a size that certainly aren't ground."""
    taller = PawnSet("cylinder", pawns.height + _CROWN_MM, pawns.diameter, white_face=False)
    on, higher = (
        silhouette(profile(one), _COLUMNS, _ROWS, evidence.sine, evidence.cosine) for one in (pawns, taller)
    )
    crown = higher & ~on & (np.abs(_A) <= 0.25 * pawns.diameter) & (_B > 0)
    return float(evidence.strange[crown].mean()) if crown.any() else 0.0


def _gather_evidence(
    image: Image, board: Board, pose: Pose, declared: PawnSet, holes: Mapping[str, str]
) -> _PawnEvidence | None:
    names = list(board.holes)
    feet = np.array([[*board.holes[name], 0.0] for name in names])
    axes = viewing_axes(feet, pose)
    generous = PawnSet(
        "cylinder",
        min(_TALLEST_MM, _LARGER * declared.height),
        min(_WIDEST_MM, _LARGER * declared.diameter),
        white_face=False,
    )
    wide = silhouette(profile(generous), _COLUMNS, _ROWS, axes.sine, axes.cosine)
    nearer = np.maximum(_B, 0) * 0.6 * axes.sine[:, None]
    pixels = axes.project(feet, _A, _B, nearer, pose).astype(np.float32)
    across, down = pixels[..., 0], pixels[..., 1]
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)
    seen = to_ratios(np.asarray(cv2.remap(smooth, across, down, cv2.INTER_LINEAR), np.uint8))
    taken = np.array([name in holes for name in names])
    bodies = np.zeros(image.shape[:2], np.uint8)
    for index in np.flatnonzero(taken):
        one = np.zeros_like(bodies)
        cv2.fillConvexPoly(one, cv2.convexHull(pixels[index][wide[index]]).round().astype(np.int32), 1)
        bodies += one
    count = cv2.remap(bodies, across, down, cv2.INTER_NEAREST, borderValue=255)
    whole = np.asarray((count < 255).all(axis=1), np.bool_)
    ground = nan_median(np.where(wide[..., None], np.float32(np.nan), seen), axis=1)
    ground = np.where(np.all(wide, axis=1, keepdims=True), seen.mean(axis=1), ground)
    seen = seen - ground[:, None]
    free = np.flatnonzero(whole & ~taken & ((count * wide).max(axis=1) == 0))
    if len(free) < _MIN_FREE:
        return None
    usual, varies = _usual_colour(seen[free], _GROUND_SPREAD)
    alone = np.asarray(count <= wide, np.bool_)
    stands = [holes.get(name) for name in names]
    samples = _Samples(names, stands, seen, usual, varies, alone, wide, whole, axes.cosine)
    chosen, log_odds, strange = _compare(samples, declared)
    if len(chosen) < _MIN_PAWNS:
        return None
    scale = float(np.median(np.hypot(*np.moveaxis(pixels[chosen, 1] - pixels[chosen, 0], -1, 0))))
    point_weight = _PIXELS * min(1.0, scale / _FINE_PX) ** 2
    return _PawnEvidence(
        np.array(log_odds), np.array(strange), axes.sine[chosen], axes.cosine[chosen], point_weight
    )


def _usual_colour(seen: Singles, added: tuple[float, ...]) -> tuple[Singles, Singles]:
    """The typical colour of (n, …, 3) pixels, and its spread plus `added`."""
    middle, spread = usual_colour(seen)
    return middle, np.sqrt(spread**2 + np.square(added))


def _compare(samples: _Samples, declared: PawnSet) -> tuple[list[int], list[Floats], list[Mask]]:
    """For the best visible pawns: each point's log odds of being pawn, and which points aren't ground."""
    seen, alone, wide = samples.seen, samples.alone, samples.wide
    shown = (alone & wide).sum(axis=1) / np.maximum(wide.sum(axis=1), 1)
    chosen: list[int] = []
    log_odds: list[Floats] = []
    strange: list[Mask] = []
    narrow = np.abs(_A[0]) <= max(1.0, 0.2 * declared.diameter)
    for pawn in sorted({stands for stands in samples.holes if stands is not None}):
        rows = [
            i
            for i, stands in enumerate(samples.holes)
            if stands == pawn and samples.whole[i] and shown[i] > _SHOWN
        ]
        rows = sorted(rows, key=lambda i: -shown[i])[:_MAX_A_SEAT]
        middles: dict[int, Mask] = {}
        for i in rows:
            top = declared.height * samples.cosine[i]
            low = (_B[0] >= 0.1 * top - 1) & (_B[0] <= 0.55 * top + 1.5)
            middles[i] = np.asarray(narrow & alone[i] & low, np.bool_)
        rows = [i for i in rows if middles[i].any()]
        if sum(int(middles[i].sum()) for i in rows) < _MIN_POINTS:
            continue
        paint = _paint_of(pawn, samples)
        body, spread = _usual_colour(np.concatenate([seen[i][middles[i]] for i in rows]), _BODY_SPREAD)
        for i in rows:
            as_body = np.minimum((((seen[i] - body) / spread) ** 2).sum(axis=1), _BODY_CAP)
            as_body = as_body + 2 * np.log(spread).sum()
            as_ground = np.minimum((((seen[i] - samples.usual) / samples.varies) ** 2).sum(axis=1), _CAP)
            foreign = np.asarray((as_ground >= _CAP) & alone[i], np.bool_)
            as_ground = as_ground + 2 * np.log(samples.varies).sum(axis=1)
            # Paint is a ring around the hole or, if visible beside the widest body too, a whole field.
            for painted in _painted_points(samples, i, paint):
                ground = np.where(painted, np.minimum(as_ground, _as_paint(seen[i], paint)), as_ground)
                point_log_odds = np.asarray(
                    np.clip(0.5 * (ground - as_body) - _EDGE, -_LOG_ODDS_CAP, _LOG_ODDS_CAP) * alone[i]
                )
                beside = point_log_odds[alone[i] & ~wide[i]] > 0
                if beside.sum() <= _PAINTED * len(beside):
                    if float(point_log_odds[middles[i]].mean()) > _APART:
                        chosen.append(i)
                        log_odds.append(point_log_odds)
                        strange.append(foreign)
                    break
    return chosen, log_odds, strange


def _painted_points(samples: _Samples, index: int, paint: Singles | None) -> Sequence[Mask]:
    """Where a seat's paint may be around one of its pawns: (points), more likely ones first."""
    everywhere = np.ones(_A.shape[1], np.bool_)
    if paint is None:
        return (~everywhere,)
    sine = math.sqrt(1 - float(samples.cosine[index]) ** 2)
    return np.hypot(_A[0], _B[0] / max(sine, 0.1)) < _RING_MM, everywhere


def _as_paint(seen: Singles, paint: Singles | None) -> Floats:
    """(points) the misfit of colours to a seat's paint; infinite without paint."""
    if paint is None:
        return np.full(len(seen), np.inf)
    misfit = (((seen - paint) / _GROUND_SPREAD) ** 2).sum(axis=1)
    return np.asarray(misfit + 2 * np.log(_GROUND_SPREAD).sum() + _PAINT_PRICE)


def _paint_of(pawn: str, samples: _Samples) -> Singles | None:
    """(3,) the colour of the paint around a seat's free holes, minus the ground's; None if there is none."""
    rows = [
        i
        for i, (name, stands) in enumerate(zip(samples.names, samples.holes, strict=True))
        if stands is None and samples.whole[i] and seat_of(Hole(name)) == pawn and is_home(Hole(name))
    ]
    if not rows:
        return None
    near = np.hypot(_A[0], _B[0]) < _RING_MM
    seen = samples.seen[rows][:, near]
    apart = (((seen - samples.usual[near]) / samples.varies[near]) ** 2).sum(axis=2)
    painted = seen[apart > _CAP]
    return np.median(painted, axis=0) if len(painted) >= 5 * len(rows) else None
