"""Removes all pixels from a calibration's pictures except those of the board and the pawns on it.

Reading also uses the surroundings, to tell an arm from the table. They are learned again after each start and
kept in memory only: people sit around a board, and no picture of them is written.
"""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from calibration.appearance.looks import LearnedAppearance, body_hull
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import make_sampling_grids
from calibration.arrays import Image
from calibration.board.board import Board
from calibration.camera import Pose, project
from calibration.occlusion.occluder import Occluder

_LEVELS = 4
"""Heights, from the board up to a pawn's head, at which the board's outline is filled."""
_MARGIN_PX = 2
"""Interpolation mixes a pixel with its neighbours."""


def board_pixels(board: Board, pose: Pose, pawns: PawnSet, size: tuple[int, int]) -> Image:
    """(h, w) uint8, 255 for pixels that show the board or a pawn on it, 0 for the others."""
    shown = np.zeros((size[1], size[0]), np.uint8)
    for z in np.linspace(0.0, -pawns.height, _LEVELS):
        corners = project(np.array([[x, y, z] for x, y in board.outline]), pose)
        cv2.fillPoly(shown, [corners.round().astype(np.int32)], 255)
    grids = make_sampling_grids(board, pose, pawns)
    for points in grids.points:
        cv2.fillConvexPoly(shown, cv2.convexHull(points.round().astype(np.int32)), 255)
    return np.asarray(cv2.dilate(shown, np.ones((2 * _MARGIN_PX + 1,) * 2, np.uint8)), np.uint8)


def blank_looks(
    looks: LearnedAppearance, shown: Image, board: Board, pose: Pose, pawns: PawnSet
) -> LearnedAppearance:
    """Appearance with pictures that are black except for the board, and in the pawns' picture except for the
    pawns.
    """
    standing = looks.standing
    if standing is not None:
        pawns_alone = _where_pawns_stand(standing.holes, shown, board, pose, pawns)
        standing = replace(standing, picture=_blank(standing.picture, pawns_alone))
    known = np.asarray(np.where(shown > 0, looks.known, 255), np.uint8)
    return replace(
        looks, empty=_blank(looks.empty, shown), known=known, standing=standing, has_surroundings=False
    )


def blank_occluder(occluder: Occluder, shown: Image) -> Occluder:
    """An occluder, restricted to the board."""
    height, width = occluder.mask.shape
    few = cv2.resize(shown, (width, height), interpolation=cv2.INTER_AREA)
    on = np.asarray(np.where(few == 255, 255, 0), np.uint8)
    return replace(
        occluder,
        mask=np.where(on > 0, occluder.mask, 0).astype(np.uint8),
        picture=_blank(occluder.picture, on),
    )


def fill_beside(picture: Image, shown: Image) -> Image:
    """A picture with blank pixels filled from their nearest known one, so that no edge appears there."""
    if not shown.any():
        return picture
    away = np.where(shown > 0, 0, 255).astype(np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(away, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    colours = np.zeros((int(nearest.max()) + 1, 3), np.uint8)
    colours[nearest[shown > 0]] = picture[shown > 0]
    return np.asarray(np.where(shown[..., None] > 0, picture, colours[nearest]), np.uint8)


def _where_pawns_stand(
    holes: Mapping[str, str], shown: Image, board: Board, pose: Pose, pawns: PawnSet
) -> Image:
    grids = make_sampling_grids(board, pose, pawns)
    on = np.zeros_like(shown)
    for index, name in enumerate(grids.names):
        if name in holes:
            cv2.fillConvexPoly(on, body_hull(grids, index), 255)
    return np.asarray(np.minimum(cv2.dilate(on, np.ones((5, 5), np.uint8)), shown), np.uint8)


def _blank(picture: Image, shown: Image) -> Image:
    return np.asarray(np.where(shown[..., None] > 0, picture, 0), np.uint8)
