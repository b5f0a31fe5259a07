"""Scenes of piles of cards as a camera sees them, before and after one more card is laid.

    python research/card_scenes.py OUT.png [--seed N]     some scenes and crops to look at

Everything is drawn on the table's plane in millimetres, photographed from 35 to 80 degrees with blur, noise,
glare and compression, and rectified again as the program does it, with its errors.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from arm_shapes import draw_arm
from drawn_cards import PX, RANKS, SUITS, Image, Style, draw_back, draw_card, random_style
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

CROP_W, CROP_H = 96, 132
"""A rectified card, px: 1.5 a millimetre."""
PATCH = 192
"""Side of the rectified surroundings of a change, px: 1 a millimetre."""
PLANE_MM, PLANE_PX = 260, 3
"""Side of the drawn part of the table, mm, and its pixels a millimetre."""
SCENES = 5
"""Changes of one pile."""
NO_FACE = len(RANKS)
"""The class of a crop without a card's face."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a camera is, as the homography from the plane (mm, from its middle) to its picture (px)."""

    to_picture: Matrix
    size: tuple[int, int]
    scale: float
    elevation_deg: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A pile before and after a card was laid.

    Attributes:
        before, after: the camera's pictures, BGR.
        corners: (4, 2) of the new card on the plane, mm: upper left, upper right, lower right, lower left.
        label: its rank's number, or NO_FACE for a card that lies face down.
        bare: whether a card was laid and nothing covers it.
        style, look: of the pack and of the pictures.
    """

    before: Image
    after: Image
    camera: Camera
    corners: Matrix
    label: int
    bare: bool
    style: Style
    look: "Look"


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


def lay(plane: Image, card: Image, corners: Matrix, rng: np.random.Generator) -> None:
    """Lay a card on the plane, with its thin shadow and round corners.

    Args:
        plane: changed.
        corners: (4, 2) mm, from the plane's middle.
    """
    height, width = card.shape[:2]
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    # Only the part of the plane around the card is touched.
    at = (corners + PLANE_MM / 2) * PLANE_PX
    pad = 6 * PLANE_PX
    x0, y0 = (max(0, int(value) - pad) for value in at.min(0))
    x1, y1 = (min(plane.shape[0], int(value) + pad) for value in at.max(0))
    if x1 <= x0 or y1 <= y0:
        return
    plane = plane[y0:y1, x0:x1]
    target = (at - (x0, y0)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    radius = int(rng.uniform(2.2, 4.2) * PX)
    shape = np.zeros((height, width), np.uint8)
    cv2.rectangle(shape, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(shape, (0, radius), (width, height - radius), 255, -1)
    for at in (
        (radius, radius),
        (width - radius, radius),
        (radius, height - radius),
        (width - radius, height - radius),
    ):
        cv2.circle(shape, at, radius, 255, -1)
    size = (plane.shape[1], plane.shape[0])
    mask = (
        cv2.warpPerspective(shape, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    )
    off = rng.normal(0, 0.7, 2) * PLANE_PX
    shifted = cv2.warpAffine(mask[..., 0], np.array([[1, 0, off[0]], [0, 1, off[1]]], np.float32), size)
    shadow = cv2.GaussianBlur(shifted, (0, 0), rng.uniform(0.6, 2.5) * PLANE_PX / 2) * rng.uniform(0.1, 0.55)
    plane[:] = (plane * (1 - shadow[..., None])).astype(np.uint8)
    laid = cv2.warpPerspective(cv2.GaussianBlur(card, (0, 0), 0.7), matrix, size, flags=cv2.INTER_LINEAR)
    edge = np.clip(mask - cv2.erode(mask, np.ones((5, 5), np.uint8))[..., None], 0, 1) * rng.uniform(0, 0.25)
    plane[:] = (plane * (1 - mask) + laid * (1 - edge) * mask).astype(np.uint8)


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


def random_scenes(rng: np.random.Generator, fonts_of: slice = slice(None)) -> Iterator[Scene]:
    """SCENES changes of one pile, one after another; at four of five a card is laid."""
    style = random_style(rng, fonts_of)
    bare = table(rng)
    pile, spread = rng.normal(0, 12, 2), rng.uniform(4, 22)
    if rng.random() < 0.3:  # the stock
        corners = random_corners(style.size, rng.choice([-1, 1], 2) * rng.uniform(80, 130, 2), rng)
        lay(bare, draw_back(style), corners, rng)
    lying = [
        (random_card(style, rng, 0.04)[0], random_corners(style.size, pile + rng.normal(0, spread, 2), rng))
        for _ in range(int(rng.integers(0, 6)))
    ]
    plane = bare.copy()
    for each, corners in lying:
        lay(plane, each, corners, rng)
    camera = random_camera(rng)
    look = Look.random(camera.size, rng)
    before = photograph(plane, camera, rng, look, arm(camera, rng, 0.1))
    for _ in range(SCENES):
        kind = str(rng.choice(["laid", "thing", "taken", "pushed", "none"], p=[0.8, 0.07, 0.05, 0.05, 0.03]))
        card, label = random_card(style, rng, 0.03)
        corners = random_corners(style.size, pile + rng.normal(0, spread, 2), rng)
        then = plane.copy()
        if kind == "laid":
            card = worn(card, rng)
            lay(plane, card, corners, rng)
            lying.append((card, corners))
        elif kind == "thing":
            _lay_thing(plane, corners.mean(0), rng)
        elif kind in ("taken", "pushed"):
            if kind == "pushed":
                lying = _pushed(lying, pile, rng)
            elif lying:
                _, corners = lying.pop()
            plane = bare.copy()
            for each, at in lying:
                lay(plane, each, at, rng)
        if kind in ("laid", "none") and rng.random() < 0.15:
            _lay_thing(plane, pile + rng.choice([-1, 1], 2) * rng.uniform(60, 90, 2), rng)
        over = arm(camera, rng, 0.12 if kind == "laid" else 0.3)
        after = photograph(plane, camera, rng, look, over)
        is_bare = kind == "laid" and (over is None or not _covers(over[0], camera, corners))
        yield Scene(before, after, camera, corners, label if is_bare else NO_FACE, is_bare, style, look)
        if kind == "thing":
            yield Scene(after, before, camera, corners, NO_FACE, bare=False, style=style, look=look)
            plane = then
        else:
            before = after


def _pushed(
    lying: list[tuple[Image, Matrix]], pile: Matrix, rng: np.random.Generator
) -> list[tuple[Image, Matrix]]:
    """The cards of a pile that was pushed and turned a little."""
    turn, away = rng.normal(0, 0.15), rng.normal(0, 12, 2)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return [(card, (corners - pile) @ spin + pile + away) for card, corners in lying]


def arm(camera: Camera, rng: np.random.Generator, chance: float) -> tuple[NDArray[np.float32], Image] | None:
    """With some chance an arm over the picture: its opacity and its look."""
    if rng.random() >= chance:
        return None
    size = camera.size[0]
    skin = np.array([rng.uniform(0.45, 0.75), rng.uniform(0.6, 0.85), 1.0]) * rng.uniform(60, 235)
    drawn = draw_arm(
        rng,
        size,
        rng.uniform(0.1, 0.9, 2) * size,
        rng.uniform(0, 2 * np.pi),
        camera.scale,
        skin.astype(np.float32),
        rng.integers(0, 256, 3).astype(np.float32),
    )
    return drawn.cover[..., None], np.clip(drawn.colour, 0, 255).astype(np.uint8)


def _covers(mask: NDArray[np.float32], camera: Camera, corners: Matrix) -> bool:
    """Whether an arm covers something of a card."""
    at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.int32)
    card = np.zeros(mask.shape[:2], np.uint8)
    cv2.fillConvexPoly(card, at, 1)
    return bool(mask[card > 0].sum() > 0.02 * card.sum())


def _lay_thing(plane: Image, middle: Matrix, rng: np.random.Generator) -> None:
    """Something that isn't a card: a pawn, a cup, a note."""
    at = (middle + rng.normal(0, 15, 2) + PLANE_MM / 2) * PLANE_PX
    tone = tuple(int(value) for value in rng.integers(0, 256, 3))
    kind = rng.random()
    if kind < 0.5:  # a pawn, seen from the side, with its shadow
        turn, tall, wide = (
            rng.uniform(0, 2 * np.pi),
            rng.uniform(15, 45) * PLANE_PX,
            rng.uniform(5, 10) * PLANE_PX,
        )
        top = at + np.array([np.cos(turn), np.sin(turn)]) * tall
        ends = [tuple(int(value) for value in end) for end in (at, top)]
        shade = plane.copy()
        aside = at + np.array([np.cos(turn + 2), np.sin(turn + 2)]) * tall
        cv2.line(
            shade, ends[0], tuple(int(value) for value in aside), (0, 0, 0), int(wide * 1.6), cv2.LINE_AA
        )
        share = rng.uniform(0.1, 0.5)
        plane[:] = cv2.addWeighted(plane, 1 - share, cv2.GaussianBlur(shade, (0, 0), 2 * PLANE_PX), share, 0)
        cv2.line(plane, ends[0], ends[1], tone, int(wide * 2), cv2.LINE_AA)
        light = tuple(min(255, int(value * 1.3)) for value in tone)
        cv2.circle(plane, ends[1], int(wide * rng.uniform(0.6, 1.1)), light, -1, cv2.LINE_AA)
    elif kind < 0.75:
        cv2.circle(
            plane,
            tuple(int(value) for value in at),
            int(rng.uniform(5, 40) * PLANE_PX),
            tone,
            -1,
            cv2.LINE_AA,
        )
    else:
        points = at + rng.normal(0, 30 * PLANE_PX, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(plane, [points.astype(np.int32)], tone)


def random_card(style: Style, rng: np.random.Generator, face_down: float) -> tuple[Image, int]:
    """A card of a pack, and its label."""
    if rng.random() < face_down:
        return draw_back(style), NO_FACE
    # Each rank as often, a joker, too.
    label = int(rng.integers(len(RANKS)))
    return draw_card(style, RANKS[label], SUITS[rng.integers(4)]), label


def rectified(picture: Image, camera: Camera, corners: Matrix, size: tuple[int, int]) -> Image:
    """A quadrilateral of the plane (mm) as a rectangle of `size` px."""
    at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.float32)
    width, height = size
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(at, target), size), np.uint8)


def crop_of(scene: Scene, rng: np.random.Generator, jitter_mm: float = 1.0) -> tuple[Image, int]:
    """The new card rectified with errors, upright or upside down; rarely something that is no card."""
    corners, label = scene.corners, scene.label
    if scene.bare and rng.random() < 0.06:
        corners = corners + rng.normal(0, 1, 2) / np.sqrt(2) * rng.uniform(25, 70)
        label = NO_FACE
    error = rng.normal(0, jitter_mm, 2) + rng.normal(0, 0.5 * jitter_mm, (4, 2))
    middle = corners.mean(0)
    turn = rng.normal(0, 1.5) * np.pi / 180
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = (corners - middle) @ spin * (1 + rng.normal(0, 0.015, 2)) + middle + error
    if rng.random() < 0.5:
        corners = np.roll(corners, 2, axis=0)
    return rectified(scene.after, scene.camera, corners, (CROP_W, CROP_H)), label


def patch_of(scene: Scene, rng: np.random.Generator) -> tuple[Image, Image, Matrix]:
    """Before and after around the change, rectified, and the card's corners in the patch, px."""
    middle = scene.corners.mean(0) + rng.normal(0, 12, 2)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * PATCH / 2 + middle
    before, after = (
        rectified(each, scene.camera, square, (PATCH, PATCH)) for each in (scene.before, scene.after)
    )
    return before, after, scene.corners - middle + PATCH / 2


def main() -> None:
    """Draw some scenes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng, rows = np.random.default_rng(options.seed), []
    for _ in range(6):
        row: list[Image] = []
        for scene in islice(random_scenes(rng), 3):
            before, after, corners = patch_of(scene, rng)
            cv2.polylines(after, [corners.astype(np.int32)], True, (0, 255, 0), 1)
            crop, label = crop_of(scene, rng)
            name = (*RANKS, "none")[label]
            side = np.zeros((PATCH, CROP_W, 3), np.uint8)
            side[:CROP_H] = crop
            cv2.putText(side, name, (10, 170), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (255, 255, 255), 2)
            row += [before, after, side]
        rows.append(np.concatenate(row, 1))
    cv2.imwrite(options.out, np.concatenate(rows))


if __name__ == "__main__":
    main()
