"""Checks the declared placement against the picture: each hole is compared with those of the same content.

If it is wrong (camps declared full while pawns are out, the placement of another game), pawns would later be
read wrongly with high confidence. Only clear contradictions are reported: a hole that looks like the empty
ones in shape and colour, or like another seat's pawn. Fresh pawns show their white side and look like no
seat's; hands and lamps change colours. That alone is no contradiction.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.colours import to_ratios
from calibration.appearance.looks import fit_light, light_terms
from calibration.appearance.sampling_grid import SamplingGrids, make_sampling_grids, sample
from calibration.arrays import Floats, Image, Mask, Singles
from calibration.board.board import TOC, Board
from calibration.camera import flat, median_picture
from calibration.features import log_light
from calibration.holes import (
    PAWNS_A_SEAT,
    Hole,
    Seat,
    camp_holes,
    is_camp,
    is_home,
    seat_of,
    seats_of,
    start_hole,
)
from calibration.occlusion.occluder import occluder_mask
from calibration.pose.found_pose import cut_patches, patch_half_mm, verify
from calibration.setup.calibration_file import Calibration

MIN_KINDS = 3
"""Two seats' pawns may look alike; if this many do, the picture shows no pawns."""

_VARIES = np.array([0.25, 0.09, 0.09], np.float32)
"""Spread of brightness and of the two colour ratios over bodies or holes of one kind, logarithms."""

_LIGHTS = np.array([0.0, 0.3, -0.3, 0.6, -0.6], np.float32)
"""Changes of light that are tried, logarithms of brightness."""

_LIGHT_PRICE = 2.4
"""Cost of a change of light, times its square, added to a distance."""

_CAP = 9.0
"""Largest squared distance of one point, in spreads, for brightness and for colour each."""

_MIN_POINTS = 12
"""Least number of points that must be seen of a hole, and of both holes of a pair."""

_EMPTIES, _FELLOWS = 3, 2
"""How many of the most similar empty holes, and pawns of a kind, a hole is compared with."""

_HOLE, _HALF = 0.6, 0.3
"""Correlation with the median hole's shape, -1 to 1, above which a hole is certainly empty, or may be empty.
"""

_QUARTER, _UNLIKE = 0.25, 0.2
"""A hole is occupied if its correlation is this much below the lowest quarter of the empty holes."""

_BY_SHAPE = 6.0
"""How much farther from the empty ones in colour a hole with a hole's shape must be to count as occupied.
Measured in 36 pictures of twelve clips: the mean over a seat's four pawns is never below 0 (least 0.7); for
single camp holes that their pawns have left, it is for 30 of 42 seats. By a dim lamp white pegs on white
paint, seen from above, have -0.1 without `_depth` and 2.2 with it.
"""

_FURTHER = 2.5
"""How much farther a hole must be from its own kind than from another. Measured in 194 pictures with the
right placement: pawns on places with a hole's shape reach 1.9 at most (others, fresh ones excepted, 2.8), and
so do empty holes without that shape; the other conditions add as much margin again.
"""


@dataclass(frozen=True, slots=True)
class PlacementErrors:
    """Contradictions between a picture and the declared placement; false if there are none.

    Attributes:
        missing: holes declared with a pawn that are empty, in the board's order.
        undeclared: holes declared empty that hold a pawn.
        wrong_colour: holes declared with one pawn that hold another, with that one.
    """

    missing: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    wrong_colour: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.missing or self.undeclared or self.wrong_colour)


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """Each hole's colour distances from others (0 is equal, nan unknown), and its shape.

    Attributes:
        names: (n) the holes.
        declared: (n) the declared pawn of each, "" for none.
        empty: (n) how unlike the empty ones.
        pawns: pawn -> (n), how unlike that kind.
        shape: (n) -1 to 1; nan outside the picture.
        contrast: (n) standard deviation of the logarithm of brightness over it and its surroundings.
        seen: (n) whether enough of it is visible.
    """

    names: tuple[str, ...]
    declared: NDArray[np.str_]
    empty: Floats
    pawns: Mapping[str, Floats]
    shape: Floats
    contrast: Floats
    seen: Mask

    @property
    def own(self) -> Floats:
        """(n): distance from the declared kind; nan if none is declared."""
        own = np.full(len(self.declared), np.nan)
        for pawn, unlike in self.pawns.items():
            own[self.declared == pawn] = unlike[self.declared == pawn]
        return own

    @property
    def fresh(self) -> Mask:
        """(n): where a pawn may stand white side up, which looks like no seat's."""
        holes = zip(self.names, self.declared, strict=True)
        return np.array([bool(pawn) and name == start_hole(Seat(pawn)) for name, pawn in holes])


def find_placement_errors(
    images: Sequence[Image], found: Calibration, holes: Mapping[str, str]
) -> PlacementErrors:
    """Contradictions between set-up pictures and the declared placement; none on boards of other games.

    Args:
        images: of the still board, (h, w, 3) BGR.
        found: the calibration learned from them.
        holes: the declared placement. What a hand covers isn't judged.
    """
    # Pawns in areas stand in no hole: they were verified when they were counted.
    holes = {hole: pawn for hole, pawn in holes.items() if hole in found.board.holes}
    if found.board.game != TOC or not holes:
        return PlacementErrors()
    if _all_alike(found):
        return PlacementErrors(tuple(name for name in found.board.holes if name in holes))
    hand = found.occluder is not None
    evidence = _gather(median_picture(images), found, holes)
    missing = _missing(evidence, hand=hand)
    undeclared = _undeclared(evidence, hand=hand) | _undeclared_in_camps(evidence, found.board)
    wrong_colour = {} if hand else _wrong_colours(evidence, found.looks.alike)
    names = evidence.names
    return PlacementErrors(
        tuple(compress(names, missing)),
        tuple(compress(names, undeclared)),
        {names[index]: pawn for index, pawn in wrong_colour.items() if not missing[index]},
    )


def seats_without_pawns(images: Sequence[Image], found: Calibration) -> frozenset[str]:
    """The seats whose places at set-up all look empty, on a board where pawns start in holes.

    Args:
        images: of the still board, (h, w, 3) BGR.
        found: the calibration learned from them as if every seat had its pawns.
    """
    evidence = _gather(median_picture(images), found, found.board.set_up)
    shaped = evidence.shape * _depth(evidence)
    filled = evidence.empty - _BY_SHAPE * shaped
    filled[~evidence.seen] = np.nan
    own = {pawn: filled[evidence.declared == pawn] for pawn in evidence.pawns}
    return frozenset(
        pawn for pawn, holes in own.items() if np.isfinite(holes).any() and float(np.nanmean(holes)) < 0
    )


def _depth(evidence: _Evidence) -> Floats:
    """(n): contrast of each hole relative to that of its seat's home, at most 1; 1 if that isn't visible.

    From above, the shadows around pegs have the shape of a hole; a hole in the same paint is darker.
    """
    depth = np.ones(len(evidence.names))
    for pawn in evidence.pawns:
        home = [is_home(Hole(name)) and seat_of(Hole(name)) == pawn for name in evidence.names]
        usual = evidence.contrast[np.array(home) & (evidence.declared == "")]
        if np.isfinite(usual).any():
            own = evidence.declared == pawn
            depth[own] = np.minimum(evidence.contrast[own] / float(np.nanmedian(usual)), 1.0)
    return depth


def _all_alike(found: Calibration) -> bool:
    """Whether all seats' pawns look the same: then the picture shows bare wood, or empty holes.

    If camps were wrongly declared full, the pose itself can be wrong, with camps where there are no holes.
    """
    kinds = len(found.looks.names)
    return kinds >= MIN_KINDS and len(found.looks.alike) == math.comb(kinds, 2)


def _gather(picture: Image, found: Calibration, holes: Mapping[str, str]) -> _Evidence:
    board = found.board
    covered = None if found.occluder is None else occluder_mask(found.occluder, found.size)
    grids = make_sampling_grids(board, found.pose, found.pawns)
    declared = np.array([holes.get(name, "") for name in grids.names])
    seen = to_ratios(sample(picture, grids.points))
    falls = light_terms(board, list(board.holes.values())) @ fit_light(board, grids, seen)
    seen[..., 0] -= falls[:, None].astype(np.float32)
    free = _in_view(grids, declared != "", picture.shape, covered)
    apart = _apart(seen, free)
    places_mm, half_mm = flat(list(board.holes.values())), patch_half_mm(board)
    light = log_light(picture)
    contrast = cut_patches(light, places_mm, found.pose, half_mm).std(axis=(1, 2))
    return _Evidence(
        grids.names,
        declared,
        _nearest(apart[:, declared == ""], _EMPTIES),
        {
            pawn: _nearest(apart[:, declared == pawn], _FELLOWS)
            for pawn in sorted({*declared.tolist()} - {""})
        },
        verify(light, places_mm, found.pose, half_mm, declared == "").alike,
        np.asarray(contrast, np.float64),
        free.sum(axis=1) >= _MIN_POINTS,
    )


def _in_view(grids: SamplingGrids, taken: Mask, shape: tuple[int, ...], covered: Image | None) -> Mask:
    """(n, POINTS): the points on a body that no pawn in front and nothing else hides."""
    free = grids.inside.copy()
    for index, fronts in enumerate(grids.covers):
        for near, hidden in fronts:
            if taken[near]:
                free[index] &= ~hidden
    free &= ((grids.points >= 1) & (grids.points <= np.array([shape[1] - 2, shape[0] - 2]))).all(axis=2)
    if covered is not None:
        free &= sample(covered, grids.points) < 1
    return free


def _apart(looks: Singles, free: Mask) -> Singles:
    """(n, n): difference between holes in the best-fitting light; nan on the diagonal.

    Args:
        looks: (n, POINTS, 3) ratios, brightness above the light that falls there.
        free: (n, POINTS) where each is visible.
    """
    count = len(looks)
    apart = np.full((count, count), np.nan, np.float32)
    scaled = looks / _VARIES
    lights = _LIGHTS / _VARIES[0]
    for index in np.flatnonzero(free.sum(axis=1) >= _MIN_POINTS):
        own = free[index]
        both = free[:, own]
        shared = both.sum(axis=1)
        off = scaled[:, own] - scaled[index, own]
        colour = np.minimum(off[..., 1] ** 2 + off[..., 2] ** 2, _CAP)
        best = np.full(count, np.inf, np.float32)
        for light, price in zip(lights, _LIGHT_PRICE * _LIGHTS**2, strict=True):
            misfit = np.minimum((off[..., 0] - light) ** 2, _CAP) + colour
            np.minimum(best, (misfit * both).sum(axis=1) / np.maximum(shared, 1) + price, out=best)
        apart[index] = np.where(shared >= _MIN_POINTS, best, np.nan)
    np.fill_diagonal(apart, np.nan)
    return apart


def _nearest(apart: Singles, count: int) -> Floats:
    """(n): mean difference from the most similar of some holes; nan if there are none."""
    if not apart.shape[1]:
        return np.full(len(apart), np.nan)
    least = np.sort(apart, axis=1)[:, :count]  # nan sorts last
    known = np.isfinite(least)
    total = np.where(known, least, 0.0).sum(axis=1)
    return np.where(known.any(axis=1), total / np.maximum(known.sum(axis=1), 1), np.nan)


def _missing(evidence: _Evidence, *, hand: bool) -> Mask:
    """(n): declared with a pawn, but empty."""
    declared, empty, own, shape = evidence.declared, evidence.empty, evidence.own, evidence.shape
    gone = (shape > _HOLE) & ((own - empty > _FURTHER) | (own > 1.6 * empty + 0.4))
    if not hand:
        gone |= (shape > _HALF) & (own - empty > 4.0) & (own > 1.7 * empty + 2.0) & ~evidence.fresh
    # If all pawns of a seat are missing, its holes look alike, so each must have a hole's shape.
    free = (declared == "") & np.isfinite(shape)
    usual = float(np.quantile(shape[free], _QUARTER)) if free.any() else 1.0
    for pawn in evidence.pawns:
        of_pawn = (declared == pawn) & np.isfinite(shape) & evidence.seen
        if of_pawn.sum() > 1 and float(shape[of_pawn].min()) > max(_HOLE, usual):
            gone |= of_pawn
    return gone


def _undeclared(evidence: _Evidence, *, hand: bool) -> Mask:
    """(n): declared empty, but like one of the pawns."""
    pawn, empty = np.fmin.reduce(list(evidence.pawns.values())), evidence.empty
    least = 4.0 if hand else _FURTHER
    none = evidence.shape < 0.5
    return np.asarray((evidence.declared == "") & none & (empty - pawn > least) & (empty > 1.4 * pawn))


def _undeclared_in_camps(evidence: _Evidence, board: Board) -> Mask:
    """(n): camp holes declared empty without anything of a hole's shape.

    Only if at most one pawn per seat was given, and half of the camps look so: pawns never leave a Toc board,
    but an unused seat may have none on it.
    """
    declared, shape = evidence.declared, evidence.shape
    none = np.zeros(len(declared), np.bool_)
    seats = seats_of(board.seats)
    free = (declared == "") & np.isfinite(shape) & evidence.seen
    elsewhere = free & ~np.array([is_camp(Hole(name)) for name in evidence.names])
    if not elsewhere.any() or any((declared == seat).sum() > 1 for seat in seats):
        return none
    least = float(np.quantile(shape[elsewhere], _QUARTER)) - _UNLIKE
    camps = [np.isin(evidence.names, camp_holes(seat)) & free for seat in seats]
    taken = [camp for camp in camps if camp.sum() == PAWNS_A_SEAT and float(shape[camp].max()) < least]
    return np.asarray(np.any(taken, axis=0)) if 2 * len(taken) >= len(seats) else none


def _wrong_colours(evidence: _Evidence, alike: Sequence[tuple[str, str]]) -> Mapping[int, str]:
    """The holes declared with one pawn that look like another, by index."""
    found = {}
    for index in np.flatnonzero(np.isfinite(evidence.own) & ~evidence.fresh):
        declared, own, empty = evidence.declared[index], evidence.own[index], evidence.empty[index]
        same = {declared, *(pawn for pair in alike if declared in pair for pawn in pair)}
        unlike = [(float(row[index]), pawn) for pawn, row in evidence.pawns.items() if pawn not in same]
        unlike = [one for one in unlike if np.isfinite(one[0])]
        nearest, pawn = min(unlike, default=(np.inf, ""))
        if own - nearest > 3.0 and own > 1.5 * nearest and nearest < empty:
            found[int(index)] = pawn
    return found
