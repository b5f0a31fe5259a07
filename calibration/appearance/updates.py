"""Updates of the appearance from later pictures: after a bump, in another light, under departed pawns."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import cv2
import numpy as np

from calibration.appearance.colours import to_ratios
from calibration.appearance.looks import LearnedAppearance, PawnPictures, body_hull, fit_light, without_pawns
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import SamplingGrids, make_sampling_grids, sample
from calibration.arrays import Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, project, to_board
from calibration.errors import CannotSee


def update_after_bump(
    looks: LearnedAppearance,
    image: Image,
    board: Board,
    pose: Pose,
    pawns: PawnSet,
    taken: Collection[str],
) -> LearnedAppearance:
    """The pawns' appearance with the board as in a later picture, after a bump.

    Under its pawns the old picture is used where it showed the board, elsewhere the look of free holes.
    `taken` holes hold a pawn or aren't certainly empty.
    """
    grids = make_sampling_grids(board, pose, pawns)
    standing = [i for i, name in enumerate(grids.names) if name in taken]
    empty, known = without_pawns(image, board, pose, grids, standing)
    old, sure = looks.empty, looks.known
    for index in standing:
        piece = _bodies(known, grids, [index], 5)
        rim = (cv2.dilate(piece, np.ones((7, 7), np.uint8)) > 0) & (piece == 0) & (known > 0) & (sure > 0)
        repainted = (piece > 0) & (sure > 0)
        if rim.sum() < 10 or not repainted.any():
            continue
        gain = np.median((image[rim] + 4.0) / (old[rim] + 4.0), axis=0)
        empty[repainted] = np.clip(old[repainted] * gain, 0, 255).astype(np.uint8)
        known[repainted] = 255
    light = fit_light(board, grids, to_ratios(sample(empty, grids.points)))
    return replace(looks, empty=empty, known=known, light=light, has_surroundings=True)


def warp_looks(looks: LearnedAppearance, pose: Pose, before: Pose) -> LearnedAppearance:
    """The appearance with the board's picture warped from one pose to another."""
    stood = looks.standing
    if stood is not None:
        stood = replace(stood, picture=_moved(stood.picture, pose, before))
    empty, known = (_moved(picture, pose, before) for picture in (looks.empty, looks.known))
    return replace(looks, empty=empty, known=known, standing=stood)


def update_light(
    looks: LearnedAppearance,
    image: Image,
    board: Board,
    pose: Pose,
    pawns: PawnSet,
    holes: Mapping[str, str],
    doubtful: Collection[str],
) -> LearnedAppearance:
    """The appearance in the light of a later still picture: reflections or the lamp's colour have changed.

    `holes` certainly hold pawns; doubtful ones may hold one.
    """
    taken = {*holes, *doubtful}
    fresh = update_after_bump(looks, image, board, pose, pawns, taken)
    fresh = replace(fresh, standing=PawnPictures(image, dict(holes)))
    grids = make_sampling_grids(board, pose, pawns)
    free = [index for index, name in enumerate(grids.names) if name not in taken]
    if not free:
        return fresh
    points = grids.points[free]
    change = to_ratios(sample(fresh.empty, points)) - to_ratios(sample(looks.empty, points))
    # The median over the board is the lamp's colour; reflections change a few places only.
    tint = np.median(change.reshape(-1, 3), axis=0)
    tint[0] = 0.0  # brightness is taken from the board itself
    return replace(fresh, body=looks.body + tint.astype(np.float32))


def update_surroundings(
    looks: LearnedAppearance, image: Image, board: Board, pose: Pose, pawns: PawnSet
) -> LearnedAppearance:
    """The appearance with the board's surroundings taken from a later picture of the same pose."""
    on = np.zeros(looks.known.shape, np.uint8)
    for z in (0.0, -pawns.height):
        corners = project(np.array([[x, y, z] for x, y in board.outline]), pose)
        cv2.fillPoly(on, [corners.round().astype(np.int32)], 1)
    few = on[::8, ::8] > 0
    if not few.any():
        return looks
    gain = np.median((looks.empty[::8, ::8][few] + 4.0) / (image[::8, ::8][few] + 4.0), axis=0)
    empty = np.where(on[..., None] > 0, looks.empty, np.clip(image * gain, 0, 255)).astype(np.uint8)
    return replace(looks, empty=empty, has_surroundings=True)


def update_vacated(
    looks: LearnedAppearance,
    image: Image,
    grids: SamplingGrids,
    vacated: Collection[str],
    taken: Collection[str],
) -> LearnedAppearance:
    """The appearance with the board under departed pawns taken from a later picture.

    Returns `looks` itself if nothing of it is visible.

    Args:
        image: from the same pose, still and without a hand.
        vacated: holes that are certainly empty now.
        taken: holes that hold a pawn or may hold one.
    """
    empty, known = looks.empty.copy(), looks.known.copy()
    hidden = _bodies(known, grids, [index for index, name in enumerate(grids.names) if name in taken], 7)
    for index, name in enumerate(grids.names):
        if name not in vacated:
            continue
        piece = _bodies(known, grids, [index], 7)
        around = (cv2.dilate(piece, np.ones((9, 9), np.uint8)) > 0) & (known > 0) & (hidden == 0)
        fresh = (piece > 0) & (known == 0) & (hidden == 0)
        if around.sum() < 20 or not fresh.any():
            continue
        gain = np.median((looks.empty[around] + 4.0) / (image[around] + 4.0), axis=0)
        empty[fresh] = np.clip(image[fresh] * gain, 0, 255).astype(np.uint8)
        known[fresh] = 255
    return looks if (known == looks.known).all() else replace(looks, empty=empty, known=known)


def _bodies(like: Image, grids: SamplingGrids, holes: Iterable[int], wider: int) -> Image:
    """A mask of a picture's size, 255 on and near pawns in some holes."""
    mask = np.zeros_like(like)
    for index in holes:
        cv2.fillConvexPoly(mask, body_hull(grids, index), 255)
    return np.asarray(cv2.dilate(mask, np.ones((wider, wider), np.uint8)), np.uint8)


def _moved(picture: Image, pose: Pose, before: Pose) -> Image:
    """A picture of the board warped to another pose."""
    height, width = picture.shape[:2]
    step = 8
    columns, rows = np.meshgrid(np.arange(0, width + step, step), np.arange(0, height + step, step))
    at = to_board(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64), pose)
    at = np.nan_to_num(at, nan=1e6)
    try:
        source = project(flat(at), before)
    except CannotSee:
        return np.zeros_like(picture)
    coarse = source.reshape(*columns.shape, 2).astype(np.float32)
    size = (columns.shape[1] * step, columns.shape[0] * step)
    # The grid's points are pixels 0, 8, 16 …: enlarge so that they stay there.
    scale = np.array([[step, 0, 0], [0, step, 0]], np.float32)
    fine = cv2.warpAffine(coarse, scale, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    fine = np.ascontiguousarray(fine[:height, :width])
    way, border = (
        (cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
        if picture.ndim == 3
        else (cv2.INTER_NEAREST, cv2.BORDER_CONSTANT)
    )
    return np.asarray(cv2.remap(picture, fine[..., 0], fine[..., 1], way, borderMode=border), np.uint8)
