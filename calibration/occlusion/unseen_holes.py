"""Finds holes that a single picture doesn't show free, though they are declared empty.

A hand that comes in over a side of the board that isn't in the picture crosses no edge. But under it there
are several holes side by side that show neither their circle nor the ground's colour. A hole in paint may
have lost one of the two; a hole in the dark may have lost its shape.
"""

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.appearance.colours import distance_beyond_light, to_ratios
from calibration.appearance.sampling_grid import sample
from calibration.arrays import Floats, Image, Mask
from calibration.board.board import Board
from calibration.camera import Pose, flat, project
from calibration.features import edges, log_light
from calibration.pose.found_pose import PRINTED, patch_half_mm, verify

# A hole isn't seen free if its shape is less like the median hole's than this, less than this share of its
# circle has an edge, and the ground around it has a colour this far from the usual one, beyond any light.
# Measured on 25 free pictures (8 films, 12 stills, a printed board): no three neighbours are all of this.
_ALIKE, _CIRCLE, _FOREIGN = 0.5, 0.6, 0.1
_FEWEST = 3  # neighbours
_NEXT, _NEAR = 1.5, 2.6  # how far neighbours are apart, and others under the same thing, in pitches
_EDGE = 0.25  # least strength of an edge, as `edges` has it
_RADII, _AROUND = (0.42, 0.5, 0.58), 0.68  # of the circle and of the ground around it, in diameters
_DIRECTIONS = 24


def find_unseen_holes(image: Image, board: Board, pose: Pose, holes: Mapping[str, str]) -> tuple[str, ...]:
    """Holes that something seems to cover, besides the declared pawns, in the board's order.

    Args:
        image: (h, w, 3) BGR.
        pose: verified.
        holes: where pawns stand.
    """
    names = [name for name in board.holes if name not in holes]
    places = np.array([board.holes[name] for name in names]).reshape(-1, 2)
    if len(names) < _FEWEST:
        return ()
    shapeless = _is_shapeless(image, board, pose, places)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) / board.pitch_mm
    unseen = _in_groups(shapeless & _is_foreign(image, board, pose, places), apart < _NEXT)
    while True:
        more = unseen | (shapeless & (apart[:, unseen] < _NEAR).any(axis=1))
        if (more == unseen).all():
            return tuple(name for name, so in zip(names, unseen, strict=True) if so)
        unseen = more


def _in_groups(chosen: Mask, near: Mask) -> Mask:
    """(n): of the chosen ones those with enough chosen neighbours, and these neighbours."""
    both = near & chosen[None] & chosen[:, None]  # each is its own neighbour
    return np.asarray(both[:, both.sum(axis=1) >= _FEWEST].any(axis=1))


def _circles(places: Floats, radii_mm: list[float], pose: Pose) -> Floats:
    """(n, radii, directions, 2) px: points on circles around places."""
    turn = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
    ways = np.column_stack([np.cos(turn), np.sin(turn)])
    spots = places[:, None, None] + np.array(radii_mm)[None, :, None, None] * ways[None, None]
    return project(flat(spots.reshape(-1, 2)), pose).reshape(len(places), len(radii_mm), -1, 2)


def _is_shapeless(image: Image, board: Board, pose: Pose, places: Floats) -> Mask:
    """(n): neither like the median hole nor with a circle."""
    printed = board.hole_diameter > PRINTED * board.pitch_mm
    light = edges(image) if printed else log_light(image)
    half_mm = 0.65 * board.hole_diameter if printed else patch_half_mm(board)
    alike = verify(light, flat(places), pose, half_mm).alike
    points = _circles(places, [share * board.hole_diameter for share in _RADII], pose).astype(np.float32)
    strength = np.max([edges(np.ascontiguousarray(plane)) for plane in cv2.split(image)], axis=0)
    seen = sample(strength, points.reshape(len(places), -1, 2)).reshape(points.shape[:3])
    circle = (seen.max(axis=1) > _EDGE).mean(axis=1)
    return np.asarray((np.nan_to_num(alike, nan=1.0) < _ALIKE) & (circle < _CIRCLE))


def _is_foreign(image: Image, board: Board, pose: Pose, places: Floats) -> Mask:
    """(n): on a ground of another colour than most."""
    radius_mm = min(_AROUND * board.hole_diameter, 0.5 * board.pitch_mm)
    points = _circles(places, [radius_mm], pose)[:, 0].astype(np.float32)
    ground = np.median(to_ratios(sample(image, points)), axis=1)
    return distance_beyond_light(ground, np.median(ground, axis=0)) > _FOREIGN
