"""Something that covers the board in all set-up pictures, most likely a hand: its place and outline.

The median of several pictures shows no moving hand. What crosses the board's edge in it, or in a single
picture (see `edge_crossings`), and what is connected with that, isn't part of the table; nor is what hides
several holes side by side (see `unseen_holes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.colours import to_ratios
from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, project
from calibration.occlusion.edge_crossings import Crossing, board_sides, find_crossings
from calibration.occlusion.unseen_holes import find_unseen_holes
from calibration.pose.found_pose import hole_likeness

SURE = 2.5
"""Log odds above which something counts as covering the board. Measured on pictures that the network wasn't
fitted to: 2 of 197 clean ones are above, 14 of 165 with a hand below (docs/decisions/0009).
"""

WIDTH = 320  # width of the small picture in which an occluder is outlined, px
_CUTS = 4  # number of rounds of GrabCut
_SEED_MM = 7.0  # how far from the edge, on either side, a crossing counts as part of the occluder
# Correlation with the median hole above which a hole isn't covered, and below which it may be; and the radius
# around it, in pitches, that is marked with it.
_CLEAN, _HIDDEN, _CLEAR = 0.75, 0.35, 0.4
_REACH = 4.0  # how far the object is looked for around holes that it covers, in pitches
# Lines along the edge are marked as uncovered: their sampling step, their distance from the edge on either
# side, and how far from a crossing's ends they stop.
_STEP_MM, _BESIDE_MM, _MORE_MM = 4.0, 7.0, 18.0
_MARGIN = 2  # pixels of the small picture by which the mask is dilated
# Another picture shows it too if at least this share of its pixels differ by no more, as logarithms.
_SAME, _SAME_SHARE = 0.13, 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Occluder:
    """Something that covered part of the board, across its edge, at set-up.

    Attributes:
        mask: (h, WIDTH) uint8, 1 where it is visible in the small picture.
        picture: (h, WIDTH, 3) uint8, the small picture; black where it wasn't kept.
        nearest_hole: the hole next to which it crosses the edge.
    """

    mask: Image
    picture: Image
    nearest_hole: str


def find_occluder(
    image: Image, board: Board, pose: Pose, holes: Mapping[str, str], pawns: PawnSet
) -> Occluder | None:
    """Find something that covers a board across its edge in a single picture; the pose is verified."""
    found = find_crossings(image, board, pose, holes, pawns)
    sure = [crossing for crossing in found if crossing.log_odds >= SURE]
    unseen = () if sure else find_unseen_holes(image, board, pose, holes)
    if not sure and not unseen:
        return None
    places, alike = hole_likeness(image, board, pose, holes)
    scale = WIDTH / image.shape[1]
    small = _SmallScene(_shrink(image), scale, board, pose, places, np.nan_to_num(alike))
    if not sure:
        return Occluder(_outline_over(small, unseen, holes, pawns), small.picture, unseen[0])
    # An arm may cross the whole board.
    masks = [_outline(small, crossing, found, holes, pawns) for crossing in sure]
    mask = np.asarray(np.max(masks, axis=0), np.uint8)
    middle = (np.array(sure[0].start) + np.array(sure[0].end)) / 2
    near = min(board.holes, key=lambda hole: float(np.hypot(*(np.array(board.holes[hole]) - middle))))
    return Occluder(mask, small.picture, near)


def is_occluder_present(image: Image, occluder: Occluder) -> bool:
    """Whether a picture from the same pose shows the same occluder."""
    small = _shrink(image)
    if small.shape != occluder.picture.shape:
        return False
    kept = occluder.picture.any(axis=2)
    covered = (occluder.mask > 0) & kept
    if not covered.any():
        return False
    difference = to_ratios(small[covered]) - to_ratios(occluder.picture[covered])
    elsewhere = to_ratios(small[kept & ~covered][::7]) - to_ratios(occluder.picture[kept & ~covered][::7])
    difference -= np.median(elsewhere, axis=0)
    return float((np.abs(difference).sum(axis=1) < _SAME).mean()) > _SAME_SHARE


def occluder_mask(occluder: Occluder, size: tuple[int, int]) -> Image:
    """(h, w) uint8, 255 on and near the occluder in a picture of `size` (width, height)."""
    grown = cv2.dilate(occluder.mask * np.uint8(255), np.ones((2 * _MARGIN + 1,) * 2, np.uint8))
    return np.asarray(cv2.resize(grown, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _shrink(image: Image) -> Image:
    height = max(1, round(image.shape[0] * WIDTH / image.shape[1]))
    return np.asarray(cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)


def _clear_edge_lines(board: Board, crossings: Sequence[Crossing]) -> list[Floats]:
    """Line segments, mm, along the board's edge on either side, free of crossings."""
    found = []
    for side in board_sides(board):
        steps = side.start + np.arange(0, side.length, _STEP_MM)[:, None] * side.along
        free = np.ones(len(steps), np.bool_)
        for one in crossings:
            two = np.array([one.start, one.end])
            reach = _MORE_MM + np.linalg.norm(two[1] - two[0]) / 2
            free &= np.hypot(*(steps - two.mean(axis=0)).T) > reach
        ends = np.flatnonzero(np.diff(np.concatenate([[0], free.astype(np.int8), [0]])))
        for first, last in zip(ends[::2], ends[1::2], strict=True):
            if last - first > 1:
                found += [steps[first:last] + away * side.outward for away in (-_BESIDE_MM, _BESIDE_MM)]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _SmallScene:
    """A small picture of a board, and which of its free holes look like holes.

    Attributes:
        picture: (h, WIDTH, 3) uint8.
        scale: its size, relative to the whole picture.
        board, pose: of the whole picture.
        places: (n, 2), mm: holes without a pawn.
        alike: (n), each one's correlation with the median hole, 0 if unknown.
    """

    picture: Image
    scale: float
    board: Board
    pose: Pose
    places: Floats
    alike: Floats

    def at(self, places: Floats) -> Floats:
        """(n, 2) px of (n, 2) or (n, 3) mm."""
        points = places if places.shape[1] == 3 else flat(places)
        return np.asarray((project(points, self.pose) + 0.5) * self.scale - 0.5)

    def length_px(self, place: Floats, length_mm: float) -> float:
        """Apparent length of a piece of the board's width at a place, px."""
        start, end = self.at(np.array([place, place + np.array([length_mm, 0.0])]))
        return float(np.hypot(*(end - start)))


def _outline(
    small: _SmallScene,
    crossing: Crossing,
    others: Sequence[Crossing],
    holes: Mapping[str, str],
    pawns: PawnSet,
) -> Image:
    """(h, WIDTH) uint8, 1 where the object that crosses the edge is visible."""
    around, cut = _grabcut_seeds(small, crossing, others)
    seeded = np.zeros_like(cut)
    cv2.fillPoly(seeded, [small.at(_seed(small.board, crossing)).round().astype(np.int32)], 1)
    mask = _segment(small, cut, seeded, holes, pawns)
    return around if mask is None else mask


def _outline_over(
    small: _SmallScene, unseen: Sequence[str], holes: Mapping[str, str], pawns: PawnSet
) -> Image:
    """(h, WIDTH) uint8, 1 where the object that covers some holes is visible; these at least."""
    pitch_mm, spots = small.board.pitch_mm, np.array([small.board.holes[name] for name in unseen])
    cut = np.full(small.picture.shape[:2], cv2.GC_BGD, np.uint8)
    seeded = np.zeros_like(cut)
    _draw_circles(small, cut, spots, _REACH * pitch_mm, cv2.GC_PR_FGD)
    _draw_circles(small, cut, small.places[small.alike > _CLEAN], _CLEAR * pitch_mm, cv2.GC_BGD)
    _draw_circles(small, seeded, spots, _CLEAR * pitch_mm, 1)
    mask = _segment(small, cut, seeded, holes, pawns)
    return seeded if mask is None else mask


def _draw_circles(small: _SmallScene, onto: Image, places: Floats, radius_mm: float, value: int) -> None:
    for place in places:
        x, y = small.at(place[None])[0]
        wide = max(2, round(small.length_px(place, radius_mm)))
        cv2.circle(onto, (round(x), round(y)), wide, value, -1)


def _segment(
    small: _SmallScene, cut: Image, seeded: Image, holes: Mapping[str, str], pawns: PawnSet
) -> Image | None:
    """(h, WIDTH) uint8, 1 where the object is visible, segmented by colour; None if that fails.

    Args:
        cut: GrabCut's initial labels; it is changed.
        seeded: 1 where the object certainly is.

    Source: Rother, Kolmogorov and Blake, GrabCut, 2004.
    """
    for hole in holes:
        body = np.array([[*small.board.holes[hole], z] for z in (0.0, -pawns.height)])
        foot, head = small.at(body).round().astype(int)
        cv2.line(cut, tuple(foot.tolist()), tuple(head.tolist()), cv2.GC_PR_BGD, 2)
    cut[seeded > 0] = cv2.GC_FGD
    try:
        cv2.grabCut(
            small.picture, cut, None, np.zeros((1, 65)), np.zeros((1, 65)), _CUTS, cv2.GC_INIT_WITH_MASK
        )  # type: ignore[call-overload]
    except cv2.error:
        return None
    front = np.isin(cut, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    _, labels = cv2.connectedComponents(front, connectivity=8)
    touched = np.unique(labels[(seeded > 0) & (front > 0)])
    mask = np.isin(labels, touched[touched > 0]) | (seeded > 0)
    return np.asarray(
        cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8
    )


def _grabcut_seeds(small: _SmallScene, crossing: Crossing, others: Sequence[Crossing]) -> tuple[Image, Image]:
    """The circle to search, and GrabCut's initial labels: uncovered places are background."""
    cut = np.full(small.picture.shape[:2], cv2.GC_PR_BGD, np.uint8)
    start, end = np.array(crossing.start), np.array(crossing.end)
    middle, length = (start + end) / 2, float(np.linalg.norm(end - start))
    reach = max(90.0, 1.5 * length)
    around = np.zeros_like(cut)
    hub = small.at(middle[None])[0]
    radius = max(6, round(small.length_px(middle, reach)))
    cv2.circle(around, (round(hub[0]), round(hub[1])), radius, 1, -1)
    cut[around > 0] = cv2.GC_PR_FGD
    for ring in _clear_edge_lines(small.board, [crossing, *others]):
        cv2.polylines(cut, [small.at(ring).round().astype(np.int32)], False, cv2.GC_BGD, 2)
    away = np.hypot(*(small.places - middle).T)
    for which, kind in (
        ((small.alike > _CLEAN) & (away > 12), cv2.GC_BGD),
        ((small.alike < _HIDDEN) & (away < 2 * reach), cv2.GC_FGD),
    ):
        _draw_circles(small, cut, small.places[which], _CLEAR * small.board.pitch_mm, kind)
    return around, cut


def _seed(board: Board, crossing: Crossing) -> Floats:
    """(4, 2) mm: a quadrilateral across the edge, in the middle of the crossing."""
    start, end = np.array(crossing.start), np.array(crossing.end)
    inward = np.asarray(board.outline).mean(axis=0) - (start + end) / 2
    across = _SEED_MM * inward / max(float(np.linalg.norm(inward)), 1e-6)
    margin = 0.2 * (end - start)
    return np.array(
        [start + margin - across, end - margin - across, end - margin + across, start + margin + across]
    )
