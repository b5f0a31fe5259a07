"""Which way round a board lies that looks the same after a turn: only the pawns tell."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.blobs import Image, Plane
from calibration.board import Board
from calibration.errors import CannotSee
from calibration.lens import Floats, Pose, flat, project
from calibration.proof import ALIKE, patch_half_mm, prove

_BODY_MM = ((-3.0, 0.0), (-5.0, 0.0), (-7.0, 0.0), (-5.0, 1.5), (-5.0, -1.5))
_DARKEST = 12.0
_CLEAR_HOLES = 3.0
_CLEAR_COLOURS = 0.75
_OCCUPIED = 0.35

PAINTS = {  # BGR as a lamp of neutral light shows them
    "red": (40, 35, 190),
    "yellow": (45, 180, 220),
    "green": (60, 130, 45),
    "blue": (170, 80, 35),
    "black": (32, 32, 32),
    "white": (215, 225, 230),
    "orange": (35, 110, 225),
    "purple": (130, 50, 95),
    "brown": (40, 65, 100),
    "grey": (125, 125, 125),
    "pink": (150, 120, 220),
}
"""Words for colours and about how they look; other words are taken as unknown."""


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """One way round.

    Attributes:
        pose: the pose that it means.
        angle_deg: by how much the board is turned against the first one.
        fitting: holes that look as told (empty or occupied), less those that don't, halved.
        colour_error: how badly the pawns' colours fit their names; not a number if that can't be said.
    """

    pose: Pose
    angle_deg: float
    fitting: float
    colour_error: float


def turn_matrix(angle_deg: float) -> Floats:
    """(2, 2): clockwise on the board as seen, by an angle."""
    sine, cosine = math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))
    return np.array([[cosine, -sine], [sine, cosine]])


def turns_of(board: Board) -> list[tuple[float, float]]:
    """Quarter turns and the like: by how far a board can be turned so that holes fall on holes.

    Returns:
        Pairs of an angle in degrees (0 first) and the share of holes that find another hole there.
    """
    middle = middle_of(board)[0][:2]
    away = np.array(list(board.holes.values())) - middle
    turns, close = [(0.0, 1.0)], 0.2 * board.pitch_mm
    for angle in sorted({360.0 * part / parts for parts in (2, 3, 4, 5, 6, 8) for part in range(1, parts)}):
        turned = away @ turn_matrix(angle).T
        apart = np.sqrt(((turned[:, None] - away[None]) ** 2).sum(axis=2)).min(axis=1)
        share = float((apart < close).mean())
        if share >= 0.4:
            turns.append((angle, share))
    return turns


def turned_pose(pose: Pose, board: Board, angle_deg: float) -> Pose:
    """The pose if the board were turned about its middle by an angle."""
    origin = middle_of(board)[0]
    turn = np.eye(3)
    turn[:2, :2] = turn_matrix(angle_deg)
    return Pose(
        pose.rotation @ turn,
        pose.translation + pose.rotation @ (origin - turn @ origin),
        pose.focal,
        pose.centre,
        pose.k1,
    )


def middle_of(board: Board) -> tuple[Floats, float]:
    """The middle of a board's outline, (3,) mm, and from there to its farthest corner, mm."""
    outline = np.asarray(board.outline)
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return np.array([*middle, 0.0]), float(np.linalg.norm(outline - middle, axis=1).max())


def choose_turn(
    image: Image,
    light: Plane,
    board: Board,
    pose: Pose,
    holes: Mapping[str, str],
    colours: Mapping[str, str] | None,
) -> Turned:
    """Of all the ways round under which a pose is as good, the one that the pawns speak for.

    Args:
        image: the picture, BGR.
        light: from `log_light`.
        board: what lies there.
        pose: right but for a turn.
        holes: which pawn stands where.
        colours: the pawns' colours, as words.

    Raises:
        CannotSee: pawns and colours leave more than one way.
    """
    ways = [
        _look(image, light, board, turned_pose(pose, board, angle), angle, holes, colours)
        for angle, share in turns_of(board)
    ]
    best = max(way.fitting for way in ways)
    left = [way for way in ways if way.fitting > best - _CLEAR_HOLES]
    if len(left) == 1:
        return left[0]
    if all(math.isfinite(way.colour_error) for way in left):
        left.sort(key=lambda way: way.colour_error)
        if left[0].colour_error < _CLEAR_COLOURS * left[1].colour_error:
            return left[0]
    raise CannotSee(
        "the board looks the same from several sides, and the pawns don't tell which is which: "
        "tap its corners, or say where pawns stand and what colours they have"
    )


def _look(
    image: Image,
    light: Plane,
    board: Board,
    pose: Pose,
    angle: float,
    holes: Mapping[str, str],
    colours: Mapping[str, str] | None,
) -> Turned:
    names = list(board.holes)
    taken = np.array([name in holes for name in names])
    proof = prove(light, flat(list(board.holes.values())), pose, patch_half_mm(board), ~taken)
    alike = np.nan_to_num(proof.alike, nan=0.5)
    good = np.where(taken, alike < _OCCUPIED, alike > ALIKE)
    bad = np.where(taken, alike > ALIKE, alike < _OCCUPIED)
    fitting = 0.5 * float(good.sum() - bad.sum())
    return Turned(pose, angle, fitting, _colour_error(image, board, pose, holes, colours))


def _colour_error(
    image: Image, board: Board, pose: Pose, holes: Mapping[str, str], colours: Mapping[str, str] | None
) -> float:
    """How far the pawns' colours are from their names', whatever the lamp's colour and strength."""
    words = {pawn: word.lower() for pawn, word in (colours or {}).items() if word.lower() in PAINTS}
    seen: dict[str, list[Floats]] = {}
    for hole, pawn in holes.items():
        if hole in board.holes and pawn in words:
            colour = _body_colour(image, board.holes[hole], pose)
            if colour is not None:
                seen.setdefault(pawn, []).append(colour)
    if len(seen) < 2:
        return math.nan
    pawns = sorted(seen)
    shown = np.array([np.median(seen[pawn], axis=0) for pawn in pawns])
    named = np.log(np.array([PAINTS[words[pawn]] for pawn in pawns], np.float64) + _DARKEST)
    away = shown - named
    away -= np.median(away, axis=0)
    return float(np.minimum(np.abs(away), 1.5).mean())


def _body_colour(image: Image, place: Sequence[float], pose: Pose) -> Floats | None:
    """Logarithm of the colour low on a pawn's body, (3,) BGR; None outside the picture."""
    across = pose.rotation[0, :2] / max(float(np.hypot(*pose.rotation[0, :2])), 1e-6)
    spots = np.array([[place[0] + side * across[0], place[1] + side * across[1], z] for z, side in _BODY_MM])
    pixels = np.round(project(spots, pose)).astype(int)
    height, width = image.shape[:2]
    within = (pixels >= 0).all(axis=1) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
    if not within.all():
        return None
    colours = image[pixels[:, 1], pixels[:, 0]].astype(np.float64)
    return np.asarray(np.log(np.median(colours, axis=0) + _DARKEST))
