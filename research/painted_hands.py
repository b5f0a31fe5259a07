"""Open hands of drawn cards, painted into the picture of a real or filmed table: laid on it, or held up."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from arm_shapes import draw_arm
from card_pictures import PLANE_PX, Matrix, Surface, worn
from card_piles import LabelledCard, random_card, spread_out
from card_style import KEPT_FONTS, random_style
from drawn_cards import Image

from calibration.camera import project, to_board
from calibration.setup.card_place import CARD_MM
from toc_pi.vision.cards.laid_card import Plane

SIDE_MM = 420  # of the part of the plane that is painted
FINE = 3  # each pixel is the mean of FINE² points


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """Cards of a pack that was not trained on, around (0, 0), from the lowest one, and the light on them."""

    cards: Sequence[LabelledCard]
    radius_mm: float
    gain: Matrix
    held: bool
    seed: int

    @staticmethod
    def random(rng: np.random.Generator, held: bool) -> "Hand":
        """Two to five cards that are laid, fanned or in a row; or one to five that are held up."""
        style = random_style(rng, slice(-KEPT_FONTS, None))
        cards = list[LabelledCard]()
        for corners in spread_out(CARD_MM, np.zeros(2), rng, held):
            card, label = random_card(style, rng, 0.0)
            cards.append((worn(card, rng), label, corners))
        gain = rng.uniform(0.5, 0.9) * (1 + rng.normal(0, 0.03, 3))
        return Hand(cards, style.radius_mm, gain, held, int(rng.integers(1 << 30)))


def painted(picture: Image, plane: Plane, middle: Matrix, hand: Hand) -> Image:
    """A copy of a picture with a hand around a place of a plane, mm, and the arm that holds it."""
    rng = np.random.default_rng(hand.seed)
    side = SIDE_MM * PLANE_PX
    corner = middle - SIDE_MM / 2
    points = (np.mgrid[:side, :side][::-1].reshape(2, -1).T + 0.5) / PLANE_PX + corner
    seen = _project(points, plane).astype(np.float32)
    x, y = (each.reshape(side, side) for each in seen.T)
    surface = _surface(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), rng)
    for card, _, corners in hand.cards:
        surface.lay(np.clip(card * hand.gain, 0, 255).astype(np.uint8), corners, hand.radius_mm)
    changed = ((surface.height > 0) | (surface.shade > 0)).astype(np.float32)
    left, top, wide, tall = cv2.boundingRect(seen[cv2.dilate(changed, np.ones((5, 5))).ravel() > 0])
    left, top, right, bottom = max(left, 0), max(top, 0), left + wide, top + tall
    out = picture.copy()
    part = out[top:bottom, left:right]
    size = part.shape[1], part.shape[0]
    pixels = np.mgrid[: size[1] * FINE, : size[0] * FINE][::-1].reshape(2, -1).T
    places = to_board((pixels + 0.5) / FINE - 0.5 + (left, top), plane.pose, plane.z) - corner
    u, v = (each.reshape(size[1] * FINE, -1).astype(np.float32) for each in (places * PLANE_PX - 0.5).T)

    def from_plane(values: Image) -> Image:
        fine = cv2.remap(values, u, v, cv2.INTER_LINEAR)
        return np.asarray(cv2.GaussianBlur(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), (0, 0), 0.5))

    share = from_plane(changed)[..., None]
    part[:] = (part * (1 - share) + from_plane(surface.picture()).astype(np.float32) * share).round()
    return _with_arm(out, plane, middle, hand, rng) if hand.held else out


def _surface(colours: Image, rng: np.random.Generator) -> Surface:
    none = np.zeros(colours.shape[:2], np.float32)
    light, depth, softness = rng.normal(0, 0.7, 2), rng.uniform(0.1, 0.6), rng.uniform(0.3, 1.5)
    gap, edge = rng.uniform(0.25, 0.9), rng.uniform(0, 0.25)
    return Surface(np.asarray(colours, np.uint8), none, none.copy(), light, depth, softness, gap, edge)


def _with_arm(picture: Image, plane: Plane, middle: Matrix, hand: Hand, rng: np.random.Generator) -> Image:
    corners = np.array([corners for _, _, corners in hand.cards]) + middle
    low, high = corners[:, 2:].mean((0, 1)), corners[:, :2].mean((0, 1))
    down = (low - high) / np.linalg.norm(low - high)
    tip = low - rng.uniform(5, 25) * down
    tip, beyond = _project(np.array([tip, tip + 20 * down]), plane)
    angle, mm = float(np.arctan2(*(beyond - tip)[::-1])), float(np.linalg.norm(beyond - tip) / 20)
    skin = np.array([0.6, 0.75, 1.0], np.float32) * float(255 * rng.uniform(0.3, 0.9) * hand.gain.mean())
    cloth = rng.uniform(10, 230, 3).astype(np.float32)
    arm = draw_arm(rng, max(picture.shape[:2]), tip, angle, mm * 0.85, skin, cloth, 0.0)
    height, width = picture.shape[:2]
    cover = arm.cover[:height, :width, None]
    return np.clip(picture * (1 - cover) + arm.colour[:height, :width] * cover, 0, 255).astype(np.uint8)


def _project(points: Matrix, plane: Plane) -> Matrix:
    return np.asarray(project(np.column_stack([points, np.full(len(points), plane.z)]), plane.pose))
