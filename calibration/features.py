"""Features found in a picture before the board's pose is known: discs, circles, printed markers.

A printed marker is a square of paper. On the board, its corner with the triangle touches tap 1, 2, 3 or 4, in
any orientation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Image, Indices, Singles
from calibration.board.board import Point

DARK_OFFSET = 10.0  # grey levels added before a logarithm, so that noise in the dark isn't amplified
MAX_BLOBS = 2400  # maximum number of blobs; the strongest are kept

# The logarithm of each grey level.
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_OFFSET))

SIGMAS = (1.5, 2.1, 3.0, 4.2, 6.0)  # scales at which discs are looked for, px
WEAKEST = 0.03  # least strength of a disc, as in `Blobs`

RING_RADII = (5.0, 7.0, 9.5, 13.0, 18.0)  # radii at which circles are looked for, px
_EDGE = 0.05  # an edge votes for circles if the logarithm of brightness changes by this over two pixels
_CLEAR_EDGE = 0.25  # from this change on its vote counts in full
_WEAKEST_RING = 0.22  # least strength of a circle: about the share of its outline that votes for its middle


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Dark discs of one picture, strongest first.

    Attributes:
        points: (n, 2), px.
        strength: (n,), contrast to the surroundings, relative to local brightness; a clean hole: 0.2 to 0.5.
        sigma: (n,), px, the best-fitting scale; a disc's radius is about 1.4 times that.
        size: (width, height) of the picture.
    """

    points: Floats
    strength: Floats
    sigma: Floats
    size: tuple[int, int]

    def strongest(self, most: int) -> "Blobs":
        """The strongest of these blobs."""
        return Blobs(self.points[:most], self.strength[:most], self.sigma[:most], self.size)


def brightest_channel(image: Image) -> Image:
    """The maximum of the three channels of each pixel: painted boards stay bright, holes stay dark."""
    if image.ndim == 2:
        return image
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def find_blobs(image: Image, *, bright: bool = False, sigmas: Sequence[float] = SIGMAS) -> Blobs:
    """Find dark discs, of 4 to 20 pixels across unless other scales are given.

    A disc is a place where brightness (as a logarithm) is curved upward in every direction; edges and
    lines are curved in one only.

    Args:
        bright: find bright discs instead, such as printed circles.
        sigmas: the scales, px, ascending.

    Source: Lindeberg, Feature detection with automatic scale selection, 1998.
    """
    light = log_brightness(image)
    if bright:
        light = -light
    best, scale = _curvature(light, sigmas[0]), np.zeros(light.shape, np.uint8)
    for index, sigma in enumerate(sigmas[1:], start=1):
        other = _curvature(light, sigma)
        np.copyto(scale, index, where=other > best)
        best = np.asarray(cv2.max(best, other), np.float32)
    rows, columns = _peaks(best, 5, WEAKEST)
    return Blobs(
        points=_refine(best, rows, columns),
        strength=best[rows, columns].astype(np.float64),
        sigma=np.asarray(sigmas)[scale[rows, columns]],
        size=(light.shape[1], light.shape[0]),
    )


def _peaks(plane: Singles, side: int, weakest: float) -> tuple[Indices, Indices]:
    """Rows and columns of local maxima within a square, highest first."""
    highest = cv2.dilate(plane, np.ones((side, side), np.uint8))
    rows, columns = np.nonzero((plane >= highest) & (plane > weakest))
    order = np.argsort(-plane[rows, columns], kind="stable")[:MAX_BLOBS]
    return rows[order], columns[order]


def edges(image: Image) -> Singles:
    """Edge strength of a picture, 0 to 1, (h, w), independent of polarity."""
    strength = cv2.magnitude(*_gradient(log_light(image)))
    return np.asarray(np.minimum(strength / np.float32(_CLEAR_EDGE), 1), np.float32)


def _gradient(light: Singles) -> tuple[Singles, Singles]:
    across, down = (cv2.Sobel(light, cv2.CV_32F, *way, ksize=3, scale=0.25) for way in ((1, 0), (0, 1)))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def find_rings(image: Image) -> Blobs:
    """Find circles of 9 to 40 pixels across, as printed on boards without holes, drawn or filled.

    Every edge votes for the two places straight across it, one radius away.

    Source: Loy and Zelinsky, Fast radial symmetry for detecting points of interest, 2003.
    """
    across, down = _gradient(log_light(image))
    height, width = across.shape
    size = cv2.magnitude(across, down)
    row, column = np.nonzero(size > _EDGE)
    clear = size[row, column]
    weight = np.minimum(clear / np.float32(_CLEAR_EDGE), 1)
    x, y = across[row, column] / clear, down[row, column] / clear
    best = np.zeros((height, width), np.float32)
    sigma = np.zeros((height, width), np.float32)
    for radius in RING_RADII:
        votes = np.zeros(height * width)
        for side in (-radius, radius):
            to_column = np.round(column + side * x).astype(np.intp)
            to_row = np.round(row + side * y).astype(np.intp)
            within = (to_column >= 0) & (to_column < width) & (to_row >= 0) & (to_row < height)
            at = (to_row * width + to_column)[within]
            votes += np.bincount(at, weight[within], height * width)
        blur = max(1.0, 0.18 * radius)
        share = cv2.GaussianBlur(votes.reshape(height, width).astype(np.float32), (0, 0), blur)
        share = np.asarray(share * (blur * blur / radius), np.float32)
        np.copyto(sigma, np.float32(radius / 1.41), where=share > best)
        best = np.asarray(cv2.max(best, share), np.float32)
    rows, columns = _peaks(best, 7, _WEAKEST_RING)
    strength, sigmas = best[rows, columns].astype(np.float64), sigma[rows, columns].astype(np.float64)
    return Blobs(_refine(best, rows, columns), strength, sigmas, (width, height))


def log_brightness(image: Image) -> Singles:
    """The logarithm of a picture's brightest channel, (h, w)."""
    return np.asarray(cv2.LUT(brightest_channel(image), _LOGARITHMS), np.float32)


def log_light(image: Image) -> Singles:
    """The logarithm of a picture's brightest channel, (h, w), slightly smoothed."""
    return np.asarray(cv2.GaussianBlur(log_brightness(image), (0, 0), 0.8), np.float32)


def _curvature(light: Singles, sigma: float) -> Singles:
    """The smaller eigenvalue of the second derivatives at one scale, times the scale's square."""
    plane, width = light, sigma
    if sigma >= 3.0:
        half = cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        plane, width = np.asarray(half, np.float32), sigma / 2
    smooth = cv2.GaussianBlur(plane, (0, 0), width)
    xx, yy, xy = (
        cv2.Sobel(smooth, cv2.CV_32F, *way, ksize=3, scale=width * width / 4)
        for way in ((2, 0), (0, 2), (1, 1))
    )
    smaller = np.asarray((xx + yy) / 2 - cv2.magnitude((xx - yy) / 2, xy), np.float32)
    if plane is not light:
        large = cv2.resize(smaller, light.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(large, np.float32)
    return smaller


def _refine(plane: Singles, rows: Indices, columns: Indices) -> Floats:
    """Sub-pixel positions of peaks, by a parabola along each axis."""
    row = np.clip(rows, 1, plane.shape[0] - 2)
    column = np.clip(columns, 1, plane.shape[1] - 2)
    middle = plane[row, column].astype(np.float64)
    x = column + vertex(plane[row, column - 1], middle, plane[row, column + 1], flat=1e-9, most=0.5)
    y = row + vertex(plane[row - 1, column], middle, plane[row + 1, column], flat=1e-9, most=0.5)
    return np.column_stack([x, y])


def vertex(
    before: NDArray[np.floating], middle: Floats, after: NDArray[np.floating], *, flat: float, most: float = 1
) -> Floats:
    """The vertex of parabolas through three equally spaced values, in steps from the middle one.

    Flatter ones than `flat` have it in the middle; offsets are limited to `most`.
    """
    bend = before + after - 2 * middle
    shift = np.where(bend < -flat, (before - after) / (2 * np.minimum(bend, -flat)), 0.0)
    return np.asarray(np.clip(np.nan_to_num(shift), -most, most))


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
        # The cells of the black border and the code; slightly wider, so that no gaps are visible.
        for row, column in np.argwhere(cv2.aruco.generateImageMarker(_dictionary(), number, _CELLS) < 128):
            x, y, wide = QUIET_MM + column * cell, QUIET_MM + row * cell, cell + 0.02
            parts.append(f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{wide:g}"/>')
        parts.append(
            f'<text x="{paper / 2:g}" y="{paper + 6:g}" font-family="sans-serif" font-size="5" '
            f'text-anchor="middle">{number + 1}</text></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def find_targets(image: Image) -> Mapping[int, Point]:
    """For each marker in view, 0 to 3, the position of its paper's marked corner, px."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), parameters).detectMarkers(image)
    inset = QUIET_MM / MARKER_MM
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen: dict[int, Point] = {}
    for number, corners in zip(np.asarray(numbers).reshape(-1) if found else (), found, strict=True):
        if int(number) < COUNT:
            flat = cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32).reshape(4, 2))
            x, y, w = flat @ np.array([-inset, -inset, 1.0])
            seen[int(number)] = (float(x / w), float(y / w))
    return seen


def tapped_by_targets(image: Image) -> tuple[Point, ...] | None:
    """The four taps, if all four markers are in view."""
    seen = find_targets(image)
    return tuple(seen[number] for number in range(COUNT)) if len(seen) == COUNT else None


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)
