"""Makes synthetic pictures of boards with and without hands, with the mask of what a hand or a thing covers.

Tables, boards, holes, pawns, arms and light are drawn flat and at random, with more variety than any real
room: a small network learns from them what may cover a board (see `train_cover`). No photographs are used. A
scene is the crop that the network gets: the playing field with a margin around it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from arm_shapes import Arm, draw_arm
from drawn_boards import (
    DRAWN,
    PLANE,
    Pawns,
    any_colour,
    clutter,
    drill,
    find_holes,
    grown,
    lay_board,
    lay_table,
    lay_tartan,
    mixed,
    moved,
    stand_then,
)
from numpy.typing import NDArray
from scene_light import lights, reflections, shadows

Image = NDArray[np.uint8]
Singles = NDArray[np.float32]

SIZE = 144
MARGIN = 0.18  # on either side, in widths of the field
NOTHING, ARM, THING = 0, 1, 2
LOW, HELD = 0.6, 0.5  # shares of hard scenes with a low camera, and of their hands that hold a pawn
_SKINS = np.array(
    [
        [160, 185, 230],
        [135, 165, 220],
        [110, 145, 200],
        [85, 120, 175],
        [60, 88, 140],
        [45, 62, 105],
        [32, 42, 70],
    ],
    np.float32,
)


@dataclass(frozen=True)
class Scene:
    """One training picture.

    Attributes:
        now, then: (SIZE, SIZE, 3) BGR; `then` is the reference picture.
            label: (SIZE / 2, SIZE / 2) class of the cover: NOTHING, ARM or THING.
        field: (SIZE / 2, SIZE / 2) bool, the playing field.
        ignored: (SIZE / 2, SIZE / 2) bool, where either answer is right.
    """

    now: Image
    then: Image
    label: Image
    field: NDArray[np.bool_]
    ignored: NDArray[np.bool_]


def make_scene(rng: np.random.Generator, *, hard: bool = False, near: bool = False) -> Scene:
    """Draw a scene.

    Args:
        rng: random generator.
        hard: of a kind that networks find difficult: a camera low down, so that the heads of far pawns, and
            with them the field, reach over the board's edge to the cloth; hands as dark as the cloth; dim
            rooms; pictures that end close to the field; hands that move or hold a pawn.
        near: half of its arms are high over the board, near the camera, and look larger.
    """
    low = hard and rng.random() < LOW
    heads = rng.uniform(0.02, 0.14) if low else 0.0
    to_picture, outline, corners = _lie(rng, heads)
    high = heads * float(np.ptp(corners[:, 1])) / (1 + heads) if low else 0.0
    table = lay_tartan(rng) if hard and rng.random() < 0.35 else lay_table(rng)
    board = lay_board(rng, outline)
    base = _warp(table, to_picture)
    on_board = _fill(grown(outline, 1 + rng.uniform(0.04, 0.12 if low else 0.3)), to_picture)
    if rng.random() < 0.6:  # the board's side, and its shadow on the table
        down = rng.uniform(2, 9)
        side = cv2.warpAffine(on_board, np.array([[1, 0, 0], [0, 1, down]], np.float32), (DRAWN, DRAWN))
        shade = cv2.GaussianBlur(
            moved(on_board, rng.normal(0, 6, 2) + np.array([0, 4])), (0, 0), rng.uniform(1, 6)
        )
        base = base * (1 - rng.uniform(0, 0.5) * shade[..., None])
        base = mixed(base, np.median(board.reshape(-1, 3), axis=0) * rng.uniform(0.3, 0.8), side)
    base = mixed(base, _warp(board, to_picture), on_board)
    mm = DRAWN / (1 + 2 * MARGIN) / rng.uniform(270, 560)  # px per millimetre
    holes, seat = find_holes(rng, outline)
    spots = cv2.perspectiveTransform(holes[None].astype(np.float32), to_picture)[0]
    base = drill(base, rng, spots, mm)
    wood = np.median(base[on_board > 0.5], axis=0)
    cloth = base[on_board < 0.1]
    sets = Pawns(rng, mm)
    if low:
        sets.tall = high * rng.uniform(0.7, 1.1)
    taken = rng.random(len(spots)) < rng.uniform(0.02, 0.35)
    who = np.where(seat < 0, rng.integers(0, len(sets.colours), len(spots)), seat % len(sets.colours))
    camps = (seat >= 0) & (rng.random(len(spots)) < rng.choice([0.3, 0.75, 1.0]))
    taken |= camps
    then = stand_then(base, rng, spots, taken, camps, who, sets)
    then_table = clutter(then.copy(), rng, 1 - on_board)[0]
    now = sets.stand(base.copy(), spots[taken], who[taken])
    changed = np.zeros((DRAWN, DRAWN), np.float32)
    if rng.random() < 0.5:  # things on the table are in the reference picture too, or not
        beside = then_table.copy()
        now = mixed(now, beside, np.float32(1) - on_board)
        then = then_table
    else:
        now, changed = clutter(now, rng, 1 - on_board)
    label = np.zeros((DRAWN, DRAWN), np.uint8)
    if rng.random() < 0.3:
        now, thing = clutter(now, rng, np.ones_like(on_board), few=True)
        label[thing > 0.5] = THING
        changed = np.maximum(changed, thing * (1 - on_board))
    light_then, light_now = lights(rng, 0.5 if hard else 0.2)
    gloss_then, gloss_now = reflections(rng)
    shade = np.ones((DRAWN, DRAWN, 1), np.float32)
    arms = _arms(rng, corners, mm, wood, cloth if hard else None, near=near)
    for arm in arms:
        shade = shade * arm.shade[..., None]
        if hard and rng.random() < HELD:
            spot = arm.tip + np.array([0, rng.uniform(0, 0.8) * sets.tall])
            held = sets.draw(now.copy(), spot, sets.colours[rng.integers(len(sets.colours))])
            changed = np.maximum(changed, (np.abs(held - now).max(axis=2) > 1).astype(np.float32))
            now = held
    now = now * shade * shadows(rng) * (shadows(rng) if rng.random() < 0.3 else 1) * light_now
    then = then * (shadows(rng) if rng.random() < 0.3 else 1) * light_then
    now, then = now + gloss_now, then + gloss_then  # a cover hides the board's reflections, too
    for arm in arms:
        now = mixed(now, arm.colour * light_now * np.float32(np.exp(rng.normal(0, 0.15))), arm.cover)
        label[arm.cover > 0.5] = ARM
    if rng.random() < 0.06:  # an arm in the reference picture, too
        for arm in _arms(rng, corners, mm, wood)[:1]:
            then = mixed(then * arm.shade[..., None], arm.colour * light_then, arm.cover)
    camera = _Camera(rng)
    now = camera.take(now, rng, shift=True)
    then = camera.take(then, rng, shift=False)
    small = cv2.resize(label, (SIZE // 2, SIZE // 2), interpolation=cv2.INTER_NEAREST)
    half = (SIZE // 2, SIZE // 2)
    covered = _fill(outline, to_picture)
    if low:
        covered = cv2.dilate(covered, np.ones((round(high) + 1, 1), np.uint8), anchor=(0, 0))
    field = cv2.resize(covered, half, interpolation=cv2.INTER_AREA) > 0.5
    doubtful = cv2.resize(changed, half, interpolation=cv2.INTER_AREA) > 0.02
    now, then, seen = _cut(now, then, rng, far=hard and rng.random() < 0.5)
    unseen = ~(cv2.resize(seen, half, interpolation=cv2.INTER_AREA) > 0.5)
    ignored = (doubtful & (small != ARM)) | unseen
    return Scene(now, then, small, field, ignored)


def _lie(rng: np.random.Generator, heads: float) -> tuple[Singles, Singles, Singles]:
    """The field's place in the crop: the homography from the unit square, its outline there, and its corners.

    The field extends above the outline by `heads` heights of it.
    """
    kind = rng.choice(["square", "octagon", "cross", "hexagon"], p=[0.6, 0.15, 0.15, 0.1])
    if kind == "square":
        outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    elif kind == "cross":
        a = rng.uniform(0.2, 0.38)
        b = 1 - a
        outline = np.array(
            [[a, 0], [b, 0], [b, a], [1, a], [1, b], [b, b], [b, 1], [a, 1], [a, b], [0, b], [0, a], [a, a]],
            np.float32,
        )
    else:
        count = 8 if kind == "octagon" else 6
        turn = np.linspace(0, 2 * np.pi, count, endpoint=False) + np.pi / count
        outline = (0.5 + 0.5 * np.column_stack([np.cos(turn), np.sin(turn)])).astype(np.float32)
    angle = rng.choice([rng.normal(0, 0.12), rng.uniform(0, 2 * np.pi)])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) - 0.5
    seen = unit @ turn.T
    far = rng.uniform(0, 0.5)  # the far side is smaller
    seen = np.column_stack([seen[:, 0] / (1 - far * seen[:, 1]), seen[:, 1] / (1 - far * seen[:, 1])])
    rough = cv2.getPerspectiveTransform(unit.astype(np.float32) + 0.5, seen.astype(np.float32))
    points = cv2.perspectiveTransform(outline[None], rough)[0]
    low, high = points.min(axis=0), points.max(axis=0)
    low[1] -= heads * (high - low)[1]
    room = DRAWN / (1 + 2 * MARGIN)
    scale = room / (high - low)
    to_crop = np.array(
        [
            [scale[0], 0, MARGIN * room - scale[0] * low[0]],
            [0, scale[1], MARGIN * room - scale[1] * low[1]],
            [0, 0, 1],
        ]
    )
    to_picture = (to_crop @ rough).astype(np.float32)
    corners = cv2.perspectiveTransform(outline[None], to_picture)[0]
    up = heads / (1 + heads) * float(scale[1] * (high - low)[1])
    corners[corners[:, 1] < corners[:, 1].mean(), 1] -= up
    return to_picture, outline, corners


def _warp(texture: Singles, to_picture: Singles) -> Singles:
    lay = np.array([[PLANE / DRAWN, 0, -(PLANE - 1) / 2], [0, PLANE / DRAWN, -(PLANE - 1) / 2], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(texture, to_picture @ lay, (DRAWN, DRAWN), borderMode=cv2.BORDER_REFLECT),
        np.float32,
    )


def _fill(outline: Singles, to_picture: Singles) -> Singles:
    points = cv2.perspectiveTransform(outline[None], to_picture)[0]
    mask = np.zeros((DRAWN, DRAWN), np.uint8)
    cv2.fillPoly(mask, [(points * 16).round().astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _arms(
    rng: np.random.Generator,
    corners: Singles,
    mm: float,
    wood: Singles,
    table: Singles | None = None,
    *,
    near: bool = False,
) -> list[Arm]:
    """The arms of a scene: over the field, at its edge, beside it, or none.

    With a table given, some have one of its colours, or come from the far side.
    """
    count = int(rng.choice([0, 1, 2, 3], p=[0.2, 0.5, 0.22, 0.08]))
    arms = []
    for _ in range(count):
        middle = corners.mean(axis=0)
        edge = rng.integers(len(corners))
        on_edge = corners[edge] + (np.roll(corners, -1, axis=0)[edge] - corners[edge]) * rng.random()
        depth = rng.choice(
            [rng.uniform(0.15, 1.3), rng.uniform(0, 0.2), rng.uniform(-0.35, 0.0)], p=[0.5, 0.3, 0.2]
        )
        tip = on_edge + (middle - on_edge) * depth
        outward = on_edge - middle
        angle = float(np.arctan2(outward[1], outward[0])) + rng.normal(0, 0.5)
        skin = _SKINS[rng.integers(len(_SKINS))] * rng.uniform(0.7, 1.25)
        if rng.random() < 0.28:
            skin = wood * rng.uniform(0.6, 1.4) * rng.normal(1, 0.06, 3).astype(np.float32)
        cloth = any_colour(rng) if rng.random() < 0.85 else wood * rng.uniform(0.5, 1.5)
        if table is not None and len(table):
            how = rng.random()
            if how < 0.35:  # from the far side, mostly its fingers
                far = np.argmin((corners + np.roll(corners, -1, axis=0))[:, 1])
                on_edge = corners[far] + (np.roll(corners, -1, axis=0)[far] - corners[far]) * rng.random()
                angle = float(np.arctan2(*(on_edge - middle)[::-1])) + rng.normal(0, 0.5)
            if how < 0.8:  # beside it the arm casts its shadow over the field
                depth = rng.uniform(-0.05, 0.3) if how < 0.6 else rng.uniform(-0.4, -0.03)
                tip = on_edge + (middle - on_edge) * depth
            like = rng.random()
            if like < 0.3:
                skin = table[rng.integers(len(table))] * rng.uniform(0.5, 1.6)
            elif like < 0.6:
                skin = _SKINS[rng.integers(3, len(_SKINS))] * rng.uniform(0.4, 1.0)
            if rng.random() < 0.3:
                cloth = table[rng.integers(len(table))] * rng.uniform(0.5, 1.6)
            elif rng.random() < 0.3:
                cloth = wood * rng.uniform(0.6, 1.4)
        large = rng.uniform(0.9, 1.5)
        if near and rng.random() < 0.5:
            large *= rng.uniform(1.2, 2.6)
            tip = tip + (middle - on_edge) * rng.uniform(0, 0.4)
        arms.append(
            draw_arm(
                rng,
                DRAWN,
                tip,
                angle,
                mm * large,
                skin,
                cloth.astype(np.float32),
                0.2 if table is None else 0.4,
            )
        )
    return arms


class _Camera:
    """Blur, exposure, noise, compression, a little movement."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.blur = rng.uniform(0.3, 1.3)
        self.noise = rng.choice([0, rng.uniform(0.5, 4), rng.uniform(3, 12)], p=[0.3, 0.5, 0.2])
        self.grain = rng.uniform(0.3, 1.2)
        self.curve = rng.uniform(0.75, 1.3)
        self.quality = int(rng.integers(25, 95)) if rng.random() < 0.4 else 0

    def take(self, scene: Singles, rng: np.random.Generator, *, shift: bool) -> Image:
        """(SIZE, SIZE, 3), as it would be taken."""
        scene = cv2.GaussianBlur(scene, (0, 0), self.blur)
        if shift and rng.random() < 0.6:
            angle, (dx, dy) = rng.normal(0, 0.15), rng.normal(0, 0.7, 2)
            turn = cv2.getRotationMatrix2D((DRAWN / 2, DRAWN / 2), float(angle), 1.0)
            turn[:, 2] += (dx, dy)
            scene = cv2.warpAffine(scene, turn, (DRAWN, DRAWN), borderMode=cv2.BORDER_REPLICATE)
        small = cv2.resize(np.clip(scene, 0, None), (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        toned = 255 * np.clip(small / 255, 0, 1.2) ** self.curve
        noise = rng.normal(0, 1, (SIZE, SIZE, 3)).astype(np.float32)
        noise = cv2.GaussianBlur(noise, (0, 0), self.grain)
        # The reference picture is the median of several.
        most = min(self.noise, 0.12 * float(toned.mean())) * (1.0 if shift else 0.5)
        toned = toned + noise * (most / max(float(noise.std()), 1e-3))
        out = np.clip(toned, 0, 255).astype(np.uint8)
        if self.quality:
            out = cv2.imdecode(
                cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1], cv2.IMREAD_COLOR
            )
        return np.asarray(out, np.uint8)


def _cut(now: Image, then: Image, rng: np.random.Generator, *, far: bool) -> tuple[Image, Image, Singles]:
    """Cut both pictures at the camera's border within the crop (black outside); also the visible area."""
    seen = np.ones((SIZE, SIZE), np.float32)
    if rng.random() < 0.35:
        for side in rng.permutation(4)[: rng.integers(1, 3)]:
            wide = int(rng.uniform(0.02, 0.13) * SIZE)
            piece = [np.s_[:wide], np.s_[-wide:], np.s_[:, :wide], np.s_[:, -wide:]][side]
            seen[piece] = 0
    if far:
        seen[: int(rng.uniform(0.02, 0.13) * SIZE)] = 0
    mask = seen[..., None] > 0
    return np.where(mask, now, 0).astype(np.uint8), np.where(mask, then, 0).astype(np.uint8), seen
