"""Pictures of a table with cards as a camera takes them: its place, the table, light, wear, sensor.

Everything is drawn on the table's plane in millimetres, photographed from 33 to 82 degrees with blur, noise,
glare and compression, and rectified again as the program does it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from drawn_cards import PX, Image
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Singles = NDArray[np.float32]

PLANE_MM, PLANE_PX = 260, 3
"""Side of the drawn part of the table, mm, and its pixels a millimetre."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a camera is, as the homography from the plane (mm, from its middle) to its picture (px)."""

    to_picture: Matrix
    size: tuple[int, int]
    scale: float
    elevation_deg: float


def random_camera(rng: np.random.Generator) -> Camera:
    """A camera that looks at the plane's middle from 35 to 80 degrees."""
    elevation, azimuth = np.radians(rng.uniform(33, 82)), rng.uniform(0, 2 * np.pi)
    scale, away_mm = rng.uniform(0.75, 2.3), rng.uniform(500, 1400)
    cos, sin = np.cos(azimuth), np.sin(azimuth)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    look = np.array([[scale, 0, 0], [0, scale * np.sin(elevation), 0], [0, -np.cos(elevation) / away_mm, 1]])
    side = 230 * scale
    size = (round(side), round(side))
    shift = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1.0]])
    return Camera(shift @ look @ turn, size, scale, float(np.degrees(elevation)))


def table(rng: np.random.Generator) -> Image:
    """A part of a table or of a board's middle: plain, cloth, wood, with lines or figures."""
    side = PLANE_MM * PLANE_PX
    base = rng.integers(20, 235, 3).astype(np.float32)
    if rng.random() < 0.6:  # wood
        tone = rng.uniform(50, 220)
        base = np.array([tone * rng.uniform(0.35, 0.75), tone * rng.uniform(0.6, 0.9), tone], np.float32)
    coarse = rng.normal(0, 1, (int(rng.integers(3, 60)), int(rng.integers(3, 200)))).astype(np.float32)
    grain = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.normal(0, 1, (side // 4, side // 4)).astype(np.float32), (side, side))
    shade = base + (grain * rng.uniform(0, 16) + fine * rng.uniform(0, 8))[..., None]
    drawn = np.clip(shade, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 5))):
        tone = tuple(int(value) for value in rng.integers(0, 256, 3))
        points = rng.uniform(0, side, (int(rng.integers(2, 6)), 2)).astype(np.int32)
        cv2.polylines(drawn, [points], bool(rng.random() < 0.5), tone, int(rng.integers(1, 14)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 6)) * int(rng.random() < 0.4)):
        tone = tuple(int(value) for value in rng.integers(0, 256, 3))
        middle = tuple(int(value) for value in rng.uniform(0, side, 2))
        cv2.circle(drawn, middle, int(rng.uniform(8, 50)), tone, -1, cv2.LINE_AA)
    turned = rng.uniform(0, 360)
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), turned, 1.42)
    return np.asarray(cv2.warpAffine(drawn, spin, (side, side), borderMode=cv2.BORDER_REFLECT), np.uint8)


def worn(card: Image, rng: np.random.Generator) -> Image:
    """A card that has been used: shaded as it is curled, a little bent."""
    height, width = card.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    u, v = x / width - 0.5, y / height - 0.5
    bend = rng.normal(0, 1.2) * PX
    card = cv2.remap(card, x + bend * (v * v - 0.08), y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = 1 + rng.normal(0, 0.05) * u + rng.normal(0, 0.08) * v + rng.normal(0, 0.1) * (v * v - 0.1)
    return np.clip(card * light[..., None], 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The drawn part of the table, and what lies on it.

    A shadow is as far from what casts it as that is higher than what it falls on: a card on a pile has
    another one on the table than on the card below. Shadows over shadows aren't darker.

    Attributes:
        colours: (n, n, 3) without shadows.
        height: (n, n) mm above the table.
        shade: (n, n) the share of light that shadows take.
        light: (2,) mm between a thing and its shadow, for each mm of height.
        depth: the share of light that a shadow takes.
        softness: of its edge, mm.
        gap: between a card's face and the one below, mm: its thickness, and how it is curled.
        edge: how much darker a card's edge is.
    """

    colours: Image
    height: Singles
    shade: Singles
    light: Matrix
    depth: float
    softness: float
    gap: float
    edge: float

    @staticmethod
    def random(rng: np.random.Generator) -> "Surface":
        """A bare table."""
        colours = table(rng)
        height, shade = (np.zeros(colours.shape[:2], np.float32) for _ in range(2))
        light = rng.normal(0, 0.7, 2)
        depth, softness = float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.3, 1.5))
        gap, edge = float(rng.uniform(0.25, 0.9)), float(rng.uniform(0, 0.25))
        return Surface(colours, height, shade, light, depth, softness, gap, edge)

    def copy(self) -> "Surface":
        """The same, to lay something on."""
        return replace(self, colours=self.colours.copy(), height=self.height.copy(), shade=self.shade.copy())

    def picture(self) -> Image:
        """What is seen from above, (n, n, 3)."""
        light = 1 - self.shade
        return np.asarray(cv2.multiply(self.colours, cv2.merge([light] * 3), dtype=cv2.CV_8U), np.uint8)

    def lay(self, card: Image, corners: Matrix, radius_mm: float) -> None:
        """Lay a card with round corners on what lies there.

        Args:
            corners: (4, 2) mm, from the middle.
            radius_mm: of its own corners.
        """
        # Only the part around the card and its shadow is touched.
        at = corners * PLANE_PX + self.height.shape[0] / 2
        reach = float(np.abs(self.light).max() * (self.height.max() + self.gap) + 3 * self.softness + 2)
        pad = int(reach * PLANE_PX)
        x0, y0 = (max(0, int(value) - pad) for value in at.min(0))
        x1, y1 = (min(self.height.shape[0], int(value) + pad) for value in at.max(0))
        if x1 <= x0 or y1 <= y0:
            return
        colours, height, shade = (each[y0:y1, x0:x1] for each in (self.colours, self.height, self.shade))
        tall, wide = card.shape[:2]
        source = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
        matrix = cv2.getPerspectiveTransform(source, (at - (x0, y0)).astype(np.float32))
        size = (colours.shape[1], colours.shape[0])
        shape = _rounded(wide, tall, int(radius_mm * PX))
        mask = cv2.warpPerspective(shape, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
        inside = mask > 0.5
        if not inside.any():
            return
        top = float(height[inside].max()) + self.gap
        y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
        away = np.maximum(top - height, 0) * PLANE_PX
        cast = cv2.remap(
            mask, x - away * np.float32(self.light[0]), y - away * np.float32(self.light[1]), cv2.INTER_LINEAR
        )
        soft = cv2.GaussianBlur(cast, (0, 0), self.softness * PLANE_PX)
        np.maximum(shade, soft * np.float32(self.depth), out=shade)
        laid = cv2.warpPerspective(cv2.GaussianBlur(card, (0, 0), 0.7), matrix, size, flags=cv2.INTER_LINEAR)
        rim = np.maximum(mask - cv2.erode(mask, np.ones((5, 5), np.uint8)), 0)
        colours[:] = cv2.blendLinear(laid, colours, mask, 1 - mask)
        shade[:] = shade * (1 - mask) + rim * np.float32(self.edge)
        height[inside] = top


def _rounded(width: int, height: int, radius: int) -> Image:
    """The mask of a rectangle with round corners."""
    shape = np.zeros((height, width), np.uint8)
    cv2.rectangle(shape, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(shape, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - radius):
        for y in (radius, height - radius):
            cv2.circle(shape, (x, y), radius, 255, -1)
    return shape


def random_corners(size: tuple[float, float], middle: Matrix, rng: np.random.Generator) -> Matrix:
    """A card's corners at a random turn, mm."""
    turn = rng.uniform(0, 2 * np.pi)
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.asarray(size) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + middle)


def photograph(
    plane: Image,
    camera: Camera,
    rng: np.random.Generator,
    look: "Look",
    over: tuple[NDArray[np.float32], Image] | None = None,
) -> Image:
    """A picture of the plane, and of an arm over it."""
    to_mm = np.array([[1 / PLANE_PX, 0, -PLANE_MM / 2], [0, 1 / PLANE_PX, -PLANE_MM / 2], [0, 0, 1]])
    blurred = cv2.GaussianBlur(plane, (0, 0), max(0.3, 0.42 * PLANE_PX / camera.scale))
    seen = cv2.warpPerspective(
        blurred, camera.to_picture @ to_mm, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if over is not None:
        seen = (seen * (1 - over[0]) + over[1] * over[0]).astype(np.uint8)
    return look.apply(np.asarray(seen, np.uint8), rng)


@dataclass(frozen=True, slots=True)
class Look:
    """Light and sensor, the same for all pictures of a scene."""

    gain: NDArray[np.float32]
    glare: NDArray[np.float32]
    gamma: float
    blur: float
    noise: float
    colour_noise: float
    quality: int

    @staticmethod
    def random(size: tuple[int, int], rng: np.random.Generator) -> "Look":
        width, height = size
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        slope = rng.normal(0, 0.18, 2)
        bright = np.exp(rng.normal(-0.1, 0.3)) * (1 + slope[0] * x + slope[1] * y)
        warm = np.exp(rng.normal(0, 0.06, 3) + np.array([-0.06, 0.0, 0.06]) * rng.normal(0.5, 1))
        glare = np.zeros((height, width))
        for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.4 else 0):
            cx, cy = rng.uniform(-1, 1, 2)
            turn, long, wide = rng.uniform(0, np.pi), rng.uniform(0.1, 0.7), rng.uniform(0.05, 0.3)
            u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
            v = -(x - cx) * np.sin(turn) + (y - cy) * np.cos(turn)
            glare += rng.uniform(20, 260) * np.exp(-0.5 * ((u / long) ** 2 + (v / wide) ** 2))
        dark = rng.random() < 0.2
        return Look(
            gain=(bright[..., None] * warm * (0.45 if dark else 1.0)).astype(np.float32),
            glare=glare[..., None].astype(np.float32),
            gamma=float(rng.uniform(0.75, 1.3)),
            blur=float(abs(rng.normal(0, 0.6))),
            noise=float(abs(rng.normal(0, 8 if dark else 3.0))),
            colour_noise=float(abs(rng.normal(0, 5 if dark else 1.5))),
            quality=int(rng.integers(25, 98)),
        )

    def apply(self, picture: Image, rng: np.random.Generator) -> Image:
        """A picture as this camera delivers it."""
        seen = picture.astype(np.float32) * self.gain + self.glare
        if self.blur > 0.3:
            seen = cv2.GaussianBlur(seen, (0, 0), self.blur)
        seen = 255 * (np.clip(seen, 0, 255) / 255) ** self.gamma
        seen += rng.standard_normal((*seen.shape[:2], 1), np.float32) * self.noise
        seen += rng.standard_normal(seen.shape, np.float32) * self.colour_noise
        coded = cv2.imencode(
            ".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, self.quality]
        )[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def rectified(picture: Image, camera: Camera, corners: Matrix, size: tuple[int, int]) -> Image:
    """A quadrilateral of the plane (mm) as a rectangle of `size` px."""
    at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.float32)
    width, height = size
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(at, target), size), np.uint8)
