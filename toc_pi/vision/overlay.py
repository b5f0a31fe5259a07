"""Draws a reading over its picture: outlines and probabilities of pawns, empty holes, doubts, the pose."""

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.camera import flat, project
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.reading import Reading

# Colours, BGR: of pawns' outlines by their colour's name; of the board, empty holes and unsure ones.
_PAINT = {
    "red": (40, 40, 230),
    "yellow": (40, 220, 250),
    "green": (60, 190, 60),
    "blue": (230, 110, 40),
    "black": (30, 30, 30),
    "white": (250, 250, 250),
    "orange": (30, 140, 250),
    "purple": (200, 60, 160),
}
_OUTLINE, _EMPTY, _DOUBT = (255, 200, 0), (200, 255, 200), (255, 0, 255)


def draw_reading(image: Image, model: AppearanceModel, reading: Reading) -> Image:
    """Draw a reading over its picture.

    Empty holes get a small ring, pawns their outline with name and probability, unsure holes a cross.

    Returns:
        (h, w, 3) uint8, a new picture.
    """
    out = image.copy()
    calibration, grids = model.calibration, model.grids
    board = project(flat(calibration.board.outline), model.pose)
    cv2.polylines(out, [board.round().astype(np.int32)], True, _OUTLINE, 2, cv2.LINE_AA)
    for index, hole in enumerate(grids.names):
        x, y = (round(float(at)) for at in grids.foot[index])
        size = max(3, round(float(grids.scale[index]) * calibration.board.hole_diameter * 0.6))
        if hole in reading.unsure:
            cv2.drawMarker(out, (x, y), _DOUBT, cv2.MARKER_TILTED_CROSS, 3 * size, 2, cv2.LINE_AA)
        elif hole in reading.holes:
            pawn = reading.holes[hole]
            colour = _PAINT.get(calibration.colours.get(pawn, ""), (255, 255, 0))
            body = cv2.convexHull(grids.points[index][grids.inside[index]]).round().astype(np.int32)
            cv2.polylines(out, [body], True, (255, 255, 255), 3, cv2.LINE_AA)
            cv2.polylines(out, [body], True, colour, 1, cv2.LINE_AA)
            odds = reading.probability.get(hole, {}).get(pawn, 0.0)
            _write(out, f"{hole}:{pawn} {odds:.2f}", (x + size, y + size))
        else:
            cv2.circle(out, (x, y), size, _EMPTY, 1, cv2.LINE_AA)
    pose = model.pose
    _write(
        out,
        f"{reading.state}  {calibration.board.name}  error {calibration.error_px:.2f} px  "
        f"elevation {pose.elevation_deg:.0f}  focal {pose.focal:.0f}  k1 {pose.k1:+.3f}",
        (8, 20),
        0.5,
    )
    return out


def _write(image: Image, text: str, at: tuple[int, int], size: float = 0.36) -> None:
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 1, cv2.LINE_AA)
