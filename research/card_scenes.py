"""Scenes of piles and hands of cards: pictures before and after cards are laid, or something else changes.

python research/card_scenes.py OUT.png [--seed N]     some scenes and crops to look at
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from arm_shapes import draw_arm
from card_pictures import (
    PLANE_MM,
    PLANE_PX,
    Camera,
    Look,
    Matrix,
    Surface,
    photograph,
    random_camera,
    random_corners,
    rectified,
    worn,
)
from card_style import RANKS, SUITS, Style, random_style
from drawn_cards import Image, draw_back, draw_card
from numpy.typing import NDArray

CROP_W, CROP_H = 96, 132
"""A rectified card, px: 1.5 a millimetre."""
PATCH = 192
"""Side of the rectified surroundings of a change, px: 1 a millimetre."""
SCENES = 5
"""Changes of one pile."""
HAND = 5
"""Most cards of a hand that is laid open."""
FACE_MM = 55.0
"""So far from a card's middle it can't be read any more."""
NO_FACE = len(RANKS)
"""The class of a crop without a card's face."""

LabelledCard = tuple[Image, int, Matrix]
"""A card's face or back, its label, and its corners on the plane, (4, 2) mm."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table before and after a change.

    Attributes:
        before, after: the camera's pictures, BGR.
        middle: (2,) mm on the plane, of the change.
        corners: (n, 4, 2) of the cards that were laid and that nothing but each other covers, mm: upper left,
            upper right, lower right, lower left; none where no card was laid, or an arm covers it.
        labels: of each the rank's number, or NO_FACE for a card that lies face down.
        faces: (m, 2) middles of all cards that lie face up after the change, mm.
        top: of those that lay there already the uppermost, where nothing covers it.
        style, look: of the pack and of the pictures.
    """

    before: Image
    after: Image
    camera: Camera
    middle: Matrix
    corners: Matrix
    labels: tuple[int, ...]
    faces: Matrix
    top: LabelledCard | None
    style: Style
    look: Look


KINDS = {"laid": 0.7, "hand": 0.1, "thing": 0.07, "taken": 0.05, "pushed": 0.05, "none": 0.03}
"""What changes, and how often."""


def random_scenes(rng: np.random.Generator, fonts_of: slice = slice(None)) -> Iterator[Scene]:
    """SCENES changes of one pile, one after another."""
    style = random_style(rng, fonts_of)
    size = style.size[0] * (nearer := rng.uniform(0.96, 1.06)), style.size[1] * nearer
    bare = Surface.random(rng)
    pile, spread = rng.normal(0, 12, 2), rng.uniform(4, 22)
    if rng.random() < 0.3:  # the stock
        corners = random_corners(size, rng.choice([-1, 1], 2) * rng.uniform(80, 130, 2), rng)
        bare.lay(draw_back(style), corners, style.radius_mm)

    def anywhere() -> Matrix:
        return random_corners(size, pile + rng.normal(0, spread, 2), rng)

    many = int(rng.integers(0, 6) if rng.random() < 0.6 else rng.integers(6, 25))
    lying = [(*_worn_card(style, rng), anywhere()) for _ in range(many)]
    plane = _covered(bare, lying, style.radius_mm)
    camera = random_camera(rng)
    look = Look.random(camera.size, rng)
    before = photograph(plane.picture(), camera, rng, look, arm(camera, rng, 0.1))
    for _ in range(SCENES):
        kind = str(rng.choice([*KINDS], p=[*KINDS.values()]))
        then, new, at = plane, list[LabelledCard](), anywhere().mean(0)
        if kind in ("laid", "hand"):
            places = [anywhere()] if kind == "laid" else _spread_out(size, at, rng)
            new = [(*_worn_card(style, rng), corners) for corners in places]
            plane = _covered(plane, new, style.radius_mm)
            at = np.mean([corners.mean(0) for corners in places], axis=0)
        elif kind == "thing":
            plane = _with_thing(plane, at, rng)
        elif kind in ("taken", "pushed"):
            if kind == "pushed":
                lying = _pushed(lying, pile, rng)
            elif lying:
                at = lying.pop()[2].mean(0)
            plane = _covered(bare, lying, style.radius_mm)
        if kind in ("laid", "none") and rng.random() < 0.15:
            plane = _with_thing(plane, pile + rng.choice([-1, 1], 2) * rng.uniform(60, 90, 2), rng)
        over = arm(camera, rng, 0.12 if new else 0.3)
        after = photograph(plane.picture(), camera, rng, look, over)
        bare_ones = [] if over is not None and _covers(over[0], camera, new) else new
        corners = np.array([corners for _, _, corners in bare_ones]).reshape(-1, 4, 2)
        labels = tuple(label for _, label, _ in bare_ones)
        top = (
            lying[-1]
            if lying and kind != "thing" and not (over and _covers(over[0], camera, lying[-1:]))
            else None
        )
        yield Scene(before, after, camera, at, corners, labels, _faces([*lying, *new]), top, style, look)
        if kind in ("thing", "hand"):  # and taken away again
            if over is None:
                yield Scene(
                    after, before, camera, at, np.empty((0, 4, 2)), (), _faces(lying), None, style, look
                )
            plane = then
        else:
            lying += new
            before = after


def _faces(cards: list[LabelledCard]) -> Matrix:
    return np.array([corners.mean(0) for _, label, corners in cards if label != NO_FACE]).reshape(-1, 2)


def _worn_card(style: Style, rng: np.random.Generator) -> tuple[Image, int]:
    card, label = random_card(style, rng, 0.03)
    return worn(card, rng), label


def _covered(plane: Surface, cards: list[LabelledCard], radius_mm: float) -> Surface:
    """The plane with cards laid on it, in order."""
    plane = plane.copy()
    for card, _, corners in cards:
        plane.lay(card, corners, radius_mm)
    return plane


def _spread_out(size: tuple[float, float], middle: Matrix, rng: np.random.Generator) -> list[Matrix]:
    """The corners of a hand that is laid open, in order from the lowest: fanned, or in a row."""
    count = int(rng.integers(2, HAND + 1))
    turn = rng.uniform(0, 2 * np.pi)
    card = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.asarray(size) / 2
    step = rng.uniform(11, 30) if rng.random() < 0.7 else size[0] + rng.uniform(-8, 15)
    reach = rng.uniform(60, 400)  # from the fan's pivot to the cards' middles
    places = []
    for i in range(count):
        swing = (i - (count - 1) / 2) * step / (reach + size[1] / 2)
        uneven = _rotated(card, rng.normal(0, 0.02))
        inner = _rotated(uneven - np.array([0, reach]), swing) + np.array([0, reach])
        places.append(_rotated(inner + rng.normal(0, 1.5, 2), turn) + middle)
    return places


def _rotated(points: Matrix, angle: float) -> Matrix:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def _pushed(lying: list[LabelledCard], pile: Matrix, rng: np.random.Generator) -> list[LabelledCard]:
    """The cards of a pile that was pushed and turned a little."""
    turn, away = rng.normal(0, 0.15), rng.normal(0, 12, 2)
    return [(card, label, _rotated(corners - pile, turn) + pile + away) for card, label, corners in lying]


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


def _covers(mask: NDArray[np.float32], camera: Camera, cards: list[LabelledCard]) -> bool:
    """Whether an arm covers something of a card."""
    for _, _, corners in cards:
        at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.int32)
        card = np.zeros(mask.shape[:2], np.uint8)
        cv2.fillConvexPoly(card, at, 1)
        if mask[card > 0].sum() > 0.02 * card.sum():
            return True
    return False


def _with_thing(surface: Surface, middle: Matrix, rng: np.random.Generator) -> Surface:
    """The plane with something on it that isn't a card: a pawn, a cup, a note."""
    surface = surface.copy()
    plane = surface.colours
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
    return surface


def random_card(style: Style, rng: np.random.Generator, face_down: float) -> tuple[Image, int]:
    """A card of a pack, and its label."""
    if rng.random() < face_down:
        return draw_back(style), NO_FACE
    # Each rank as often, a joker, too.
    label = int(rng.integers(len(RANKS)))
    return draw_card(style, RANKS[label], SUITS[rng.integers(4)]), label


def crop_of(scene: Scene, rng: np.random.Generator, jitter_mm: float = 1.0) -> tuple[Image, int]:
    """A bare card rectified with errors, upright or upside down; sometimes something that is no card."""
    if scene.labels and rng.random() > 0.06:
        which = int(rng.integers(len(scene.labels)))
        corners, label = scene.corners[which], scene.labels[which]
    elif scene.top is not None and rng.random() < 0.7 and not scene.labels:
        _, label, corners = scene.top
    else:
        corners, label = random_corners(scene.style.size, _place_without_face(scene, rng), rng), NO_FACE
    jitter_mm *= rng.choice([0.6, 1.0, 1.7])
    error = rng.normal(0, jitter_mm, 2) + rng.normal(0, 0.5 * jitter_mm, (4, 2))
    middle = corners.mean(0)
    turned = _rotated(corners - middle, rng.normal(0, 1.5) * np.pi / 180)
    corners = turned * (1 + rng.normal(0, 0.015, 2)) + middle + error
    if rng.random() < 0.5:
        corners = np.roll(corners, 2, axis=0)
    return rectified(scene.after, scene.camera, corners, (CROP_W, CROP_H)), label


def _place_without_face(scene: Scene, rng: np.random.Generator) -> Matrix:
    """A place near the change where no card's face is to be read, (2,) mm."""
    reach = 20.0
    while True:
        place = np.asarray(scene.middle + rng.normal(0, reach, 2))
        if not len(scene.faces) or np.linalg.norm(scene.faces - place, axis=1).min() > FACE_MM:
            return place
        reach *= 1.1


def patch_of(scene: Scene, rng: np.random.Generator) -> tuple[Image, Image, Matrix]:
    """Before and after around the change, rectified, and (2,) mm of the patch's upper left corner."""
    middle = scene.middle + rng.normal(0, 12, 2)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * PATCH / 2 + middle
    before, after = (
        rectified(each, scene.camera, square, (PATCH, PATCH)) for each in (scene.before, scene.after)
    )
    origin = middle - PATCH / 2
    if rng.random() < 0.15:
        beyond = _beyond_an_edge(scene.corners - origin, rng)
        before[beyond], after[beyond] = 0, 0
    return before, after, origin


def _beyond_an_edge(corners: Matrix, rng: np.random.Generator) -> NDArray[np.bool_]:
    """(PATCH, PATCH): what is beyond the camera's picture, whose edge cuts through none of the cards."""
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    inside = np.append((corners @ way).ravel(), PATCH / 2 * way.sum()).max()
    rows, columns = np.mgrid[:PATCH, :PATCH]
    return np.asarray(columns * way[0] + rows * way[1] > inside + rng.uniform(2, 60))


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
            before, after, origin = patch_of(scene, rng)
            cv2.polylines(after, list((scene.corners - origin).astype(np.int32)), True, (0, 255, 0), 1)
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
