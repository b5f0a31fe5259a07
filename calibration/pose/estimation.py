"""Pose estimation: the camera's pose from a picture of the board, with or without hints, verified."""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, picture_centre, project
from calibration.errors import CannotSee
from calibration.features import tapped_by_targets
from calibration.pose.candidates import HINT_ERROR, TAP_ERROR_PX, CandidateSearch, best_of
from calibration.pose.found_pose import (
    BRIGHT,
    DARK,
    PRINTED,
    RING,
    FoundPose,
    PoseHints,
    advice,
    scaled_pixel,
    shows_nothing,
    unscaled,
    working_picture,
)
from calibration.pose.orientation import choose_orientation, slides_of
from toc_pi.messages import said

SURE, QUITE_SURE = 0.85, 0.7
"""Shares of verified holes that end the search: for boards that are similar to themselves when shifted by a
row, and for others.
"""

_LIKELY_BOARDS = 2  # number of candidate boards that are searched exhaustively

CELLS = "cells without holes or printed circles can't be found: stick a dot onto each"
"""Advice if the board of another game isn't found."""

_ATTEMPTS = (DARK, DARK, BRIGHT, RING, DARK)  # kinds of holes to search for, one after the other
# The same on a board whose file describes printed circles; see `found_pose.PRINTED`.
_PRINTED_ATTEMPTS = (RING, RING, DARK, BRIGHT)


def find_pose(  # each hint is given by its name
    images: Sequence[Image],
    board: Board,
    *,
    corners: Sequence[tuple[float, float]] | None = None,
    focal: float | None = None,
    holes: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
    pawns: PawnSet | None = None,
) -> FoundPose:
    """Find the camera's pose.

    Args:
        images: pictures of a still board from a still camera, (h, w, 3) BGR, all of one size.
        corners: the board's `taps` in the picture, px, in their order, up to 15 px off;
            None to find it without help.
        focal: px, within 15 %; None if unknown.
        holes: which pawn stands in which hole; None: every camp is full, the rest is empty.
        colours: the colour of each seat's (or kind of) pawns; None if unknown.
        pawns: their kind and size, where they wait in areas.

    Raises:
        CannotSee: no pose could be verified; the message is advice.
    """
    return _find(images[-1], board, PoseHints(corners, focal, standing(board, holes), colours, pawns))


def find_board(
    images: Sequence[Image],
    boards: Sequence[Board],
    corners: Sequence[tuple[float, float]] | None = None,
    focal: float | None = None,
) -> tuple[Board, FoundPose]:
    """Identify the board, and find the camera's pose; which side is whose stays open.

    Args:
        images: as for `find_pose`, with every pawn in its camp, or no pawns at all.
        boards: the candidates, the likeliest first.
        corners, focal: as for `find_pose`.

    Raises:
        CannotSee: none of them could be verified; the message is advice.
    """
    if shows_nothing(images[-1]):
        raise CannotSee(advice(images[-1], tapped=corners is not None))
    image, scale = working_picture(images[-1])
    taps = [] if corners is None else [scaled_pixel(x, y, scale) for x, y in corners]
    shares: list[float] = []
    for board in boards:
        one = CandidateSearch(image, board, board.set_up, DARK, focal and focal * scale)
        best = best_of(one.from_taps(taps) if taps else one.search())
        shares.append(0.0 if best is None else best.share + best.proved)
        if shares[-1] > 1 + SURE:
            break
    # Of a wrong board at most half of the holes ever fit: only the best boards are searched exhaustively.
    for index in sorted(range(len(shares)), key=lambda index: -shares[index])[:_LIKELY_BOARDS]:
        board = boards[index]
        with suppress(CannotSee):
            return board, _find(images[-1], board, PoseHints(corners, focal, board.set_up, any_way=True))
    raise CannotSee(advice(images[-1], tapped=corners is not None))


def _find(image: Image, board: Board, hints: PoseHints) -> FoundPose:
    """Find a board in a picture of any size; raises as `find_pose`."""
    inner, scale = working_picture(image)
    taps = None if hints.corners is None else [scaled_pixel(x, y, scale) for x, y in hints.corners]
    scaled = replace(hints, corners=taps, focal=hints.focal and hints.focal * scale)
    found = _find_in_working_size(inner, board, hints if scale == 1.0 else scaled)
    return unscaled(found, scale, picture_centre(image.shape[1::-1]))


def _find_in_working_size(image: Image, board: Board, hints: PoseHints) -> FoundPose:
    if shows_nothing(image):
        raise CannotSee(advice(image, tapped=hints.corners is not None))
    if hints.corners is None:
        hints = replace(hints, corners=_targets(image, board, hints))
    found = _look(image, board, hints)
    if found is None and hints.focal:
        # With small holes a wrong focal length misleads the search: search again without it.
        found = _look(image, board, replace(hints, focal=None))
        if found is not None and abs(math.log(found.pose.focal / hints.focal)) > math.log(1 + HINT_ERROR):
            found = None
    if found is None:
        why = advice(image, tapped=hints.corners is not None)
        raise CannotSee(why if board.seats else said("{told}; {advice}", told=why, advice=CELLS))
    if hints.corners is not None and not _meets(found.pose, board, hints.corners):
        raise CannotSee("the board isn't where the corners say: tap its four corners again")
    return found


def _look(image: Image, board: Board, hints: PoseHints) -> FoundPose | None:
    """Search for all kinds of holes in turn; None if no pose could be verified."""
    corners = hints.corners
    best: FoundPose | None = None
    searches: dict[str, CandidateSearch] = {}
    printed = board.hole_diameter > PRINTED * board.pitch_mm
    sure = SURE if slides_of(board) and corners is None else QUITE_SURE
    for attempt, kind in enumerate(_PRINTED_ATTEMPTS if printed else _ATTEMPTS):
        if kind not in searches:
            searches[kind] = CandidateSearch(image, board, hints.holes, kind, hints.focal)
            tried = [] if corners is None else searches[kind].from_taps(corners)
            best = best_of([best, *tried])
        if best is None or not best.proved or best.share < sure:
            best = best_of([best, *searches[kind].search()])
        # With a moderate share the search is repeated once.
        if best is None or not best.proved or (attempt == 0 and best.share < sure):
            continue
        search = searches[best.kind]
        best = search.slide(best)
        turned = choose_orientation(image, search.light, board, best.pose, hints, search.half_mm)
        last = search.sharpen(turned)
        if last is not None and last.proved and search.is_likely(last):
            return last
        best = None
    return None


def _targets(image: Image, board: Board, hints: PoseHints) -> tuple[tuple[float, float], ...] | None:
    """The taps according to printed markers, if a pose from the holes confirms them."""
    taps = tapped_by_targets(image)
    if taps is None:
        return None
    best = best_of(CandidateSearch(image, board, hints.holes, DARK, hints.focal).from_taps(taps))
    return taps if best is not None and best.proved and _meets(best.pose, board, taps) else None


def _meets(pose: Pose, board: Board, corners: Sequence[tuple[float, float]]) -> bool:
    off = np.linalg.norm(project(flat(board.taps), pose) - np.asarray(corners, np.float64), axis=1)
    return bool(np.median(off) < 4 * TAP_ERROR_PX)


def standing(board: Board, holes: Mapping[str, str] | None) -> Mapping[str, str]:
    """The placement at set-up: as declared, or every camp full; homes, if there are no camps."""
    return board.set_up if holes is None else holes
