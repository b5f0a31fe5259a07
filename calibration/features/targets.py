"""Printable markers for boards whose holes are hard to see: one for each of the four taps.

Each is a square of paper with a marker in it. Laid on the board, its corner with the triangle touches
tap 1, 2, 3 or 4; which way it is turned doesn't matter.
"""

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.board.board import Point

DICTIONARY = cv2.aruco.DICT_4X4_50  # OpenCV's smallest set of markers
COUNT = 4  # one for each tap
MARKER_MM = 30.0  # side of a marker, its black border included
QUIET_MM = 7.0  # white margin around it, up to the paper's edge
_CELLS = 6  # cells along a side: four of the code, and the border

# The instructions printed on the page; one page serves both languages.
_ENGLISH = "toc-pi: cut out, lay each on the board, the corner with the triangle on taps 1 to 4."
_FRENCH = "À découper ; le coin au triangle de chacun sur les points 1 à 4 du plateau."
_PAGE_MM = (210.0, 297.0)  # A4


def sheet() -> str:
    """An A4 page with the four markers, to be printed at 100 %, as SVG."""
    paper = MARKER_MM + 2 * QUIET_MM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_PAGE_MM[0]:g}mm" height="{_PAGE_MM[1]:g}mm" '
        f'viewBox="0 0 {_PAGE_MM[0]:g} {_PAGE_MM[1]:g}">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="4.5" fill="#000">',
        f'<text x="20" y="20">{_ENGLISH}</text>',
        f'<text x="20" y="27">{_FRENCH}</text>',
        "</g>",
    ]
    for number in range(COUNT):
        left, top = 30 + (number % 2) * 85, 45 + (number // 2) * 85
        parts.append(f'<g transform="translate({left:g} {top:g})">')
        parts.append(
            f'<rect width="{paper:g}" height="{paper:g}" fill="none" stroke="#999" stroke-width="0.2" '
            'stroke-dasharray="2 1"/>'
        )
        parts.append('<path d="M0.5 0.5h4l-4 4z" fill="#000"/>')
        cell = MARKER_MM / _CELLS
        for row, line in enumerate(_cells(number)):
            for column, dark in enumerate(line):
                if dark:
                    x, y = QUIET_MM + column * cell, QUIET_MM + row * cell
                    # A hair wider, so that no light shows between neighbours.
                    parts.append(
                        f'<rect x="{x:g}" y="{y:g}" width="{cell + 0.02:g}" height="{cell + 0.02:g}"/>'
                    )
        parts.append(
            f'<text x="{paper / 2:g}" y="{paper + 6:g}" font-family="sans-serif" font-size="5" '
            f'text-anchor="middle">{number + 1}</text></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def find_targets(image: Image) -> Mapping[int, Point]:
    """Where the papers' marked corners are seen.

    Args:
        image: (h, w, 3) BGR or (h, w).

    Returns:
        For each marker seen, 0 to 3, its marked corner in px.
    """
    found, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), _parameters()).detectMarkers(image)
    inset = QUIET_MM / MARKER_MM
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen: dict[int, Point] = {}
    if not found:
        return seen
    for number, corners in zip(np.asarray(numbers).reshape(-1), found, strict=True):
        if int(number) < COUNT:
            flat = cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32).reshape(4, 2))
            x, y, w = flat @ np.array([-inset, -inset, 1.0])
            seen[int(number)] = (float(x / w), float(y / w))
    return seen


def tapped_by_targets(image: Image) -> tuple[Point, ...] | None:
    """The four taps, where all four markers are seen."""
    seen = find_targets(image)
    return tuple(seen[number] for number in range(COUNT)) if len(seen) == COUNT else None


def _cells(number: int) -> list[list[bool]]:
    """Which of a marker's cells are dark, its black border included."""
    picture = cv2.aruco.generateImageMarker(_dictionary(), number, _CELLS)
    return [[bool(cell < 128) for cell in row] for row in picture]


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


def _parameters() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters
