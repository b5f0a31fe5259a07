"""Scenes of piles and hands of cards: pictures before and after cards are laid, or something else changes.

python research/card_scenes.py OUT.png [--seed N]     some scenes and crops to look at
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np
from arm_shapes import draw_arm
from card_pictures import (
    Camera,
    Look,
    Matrix,
    photograph,
    random_camera,
    random_corners,
    rectified,
)
from card_piles import NO_FACE, LabelledCard, Pile, changed, rotated
from card_style import RANKS, Style
from drawn_cards import Image
from numpy.typing import NDArray

CROP_W, CROP_H = 96, 132
"""A rectified card, px: 1.5 a millimetre."""
PATCH = 192
"""Side of the rectified surroundings of a change, px: 1 a millimetre."""
SCENES = 5
"""Changes of one pile."""
FACE_MM = 55.0
"""So far from a card's middle it can't be read any more."""

Arm = tuple[NDArray[np.float32], Image]
"""An arm over a picture: its opacity, (h, w, 1), and its look."""


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


COVERED, HELD_COVERED = 0.02, 0.3
"""Most of a bare card that an arm covers, and of one that it holds."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """What happens in a set of scenes.

    Attributes:
        shares: what changes, and how often; `hand`: cards that are laid open; `held`: in the air, by a hand.
        known: how often some cards of a hand were found before the others.
        margin_px: what around a card counts as its own.
    """

    shares: Mapping[str, float]
    known: float = 0.0
    margin_px: int = 0


PILES = Kinds({"laid": 0.7, "hand": 0.1, "thing": 0.07, "taken": 0.05, "pushed": 0.05, "none": 0.03})
HANDS = Kinds({"laid": 0.05, "hand": 0.45, "held": 0.4, "thing": 0.05, "none": 0.05}, known=0.3, margin_px=3)


def random_scenes(
    rng: np.random.Generator, fonts_of: slice = slice(None), kinds: Kinds = PILES
) -> Iterator[Scene]:
    """SCENES changes of one pile, one after another."""
    pile = Pile.random(rng, fonts_of)
    surface = pile.seen()
    camera = random_camera(rng)
    look = Look.random(camera.size, rng)
    before = photograph(surface.picture(), camera, rng, look, arm(camera, rng, 0.1))
    for _ in range(SCENES):
        kind = str(rng.choice([*kinds.shares], p=[*kinds.shares.values()]))
        change = changed(kind, pile, surface, rng)
        pile = change.pile
        if kind == "held":
            over = _holding(camera, change.new, rng)
        else:
            over = arm(camera, rng, 0.12 if change.new else 0.3)
        after = photograph(change.surface.picture(), camera, rng, look, over)
        most = HELD_COVERED if kind == "held" else COVERED

        def is_bare(cards: Sequence[LabelledCard], over: Arm | None = over, most: float = most) -> bool:
            return over is None or not any(
                _share(over[0], _places(camera, [each], kinds.margin_px)) > most for each in cards
            )

        shown, earlier = change.new if is_bare(change.new) else (), before
        if kinds.known and len(shown) > 1 and rng.random() < kinds.known:
            are_known = rng.random(len(shown)) < rng.uniform(0.2, 0.8)
            again = photograph(change.surface.picture(), camera, rng, look, over)
            known = [each for each, is_known in zip(shown, are_known, strict=True) if is_known]
            earlier = np.where(_places(camera, known, kinds.margin_px), again, before)
            shown = tuple(each for each, is_known in zip(shown, are_known, strict=True) if not is_known)
        corners = np.array([corners for _, _, corners in shown]).reshape(-1, 4, 2)
        labels = tuple(label for _, label, _ in shown)
        top = pile.lying[-1] if pile.lying and kind != "thing" and is_bare(pile.lying[-1:]) else None
        faces, seen = _faces((*pile.lying, *change.new)), (pile.style, look)
        yield Scene(earlier, after, camera, change.at, corners, labels, faces, top, *seen)
        if kind not in ("thing", "hand", "held"):
            pile, surface = replace(pile, lying=(*pile.lying, *change.new)), change.surface
            before = after
        elif over is None:  # and taken away again
            faces, nothing = _faces(pile.lying), np.empty((0, 4, 2))
            yield Scene(after, before, camera, change.at, nothing, (), faces, None, *seen)


def _faces(cards: Sequence[LabelledCard]) -> Matrix:
    return np.array([corners.mean(0) for _, label, corners in cards if label != NO_FACE]).reshape(-1, 2)


def arm(camera: Camera, rng: np.random.Generator, chance: float) -> Arm | None:
    """With some chance an arm over the picture: its opacity and its look."""
    if rng.random() >= chance:
        return None
    skin = _skin(rng)
    tip = rng.uniform(0.1, 0.9, 2) * camera.size[0]
    return _arm_at(camera, tip, rng.uniform(0, 2 * np.pi), camera.scale, skin, rng)


def _holding(camera: Camera, cards: Sequence[LabelledCard], rng: np.random.Generator) -> Arm:
    """An arm that holds cards by their lower end."""
    corners = np.array([corners for _, _, corners in cards])
    low, high = corners[:, 2:].mean((0, 1)), corners[:, :2].mean((0, 1))
    down = (low - high) / np.linalg.norm(low - high)
    tip = low - rng.uniform(5, 30) * down + rng.normal(0, 8, 2)
    tip, beyond = cv2.perspectiveTransform(np.array([[tip, tip + 20 * down]]), camera.to_picture)[0]
    angle = np.arctan2(*(beyond - tip)[::-1]) + rng.normal(0, 0.3)
    return _arm_at(camera, tip, float(angle), camera.scale * rng.uniform(0.7, 1.1), _skin(rng), rng)


def _skin(rng: np.random.Generator) -> NDArray[np.float32]:
    """A skin's colour in some light, BGR."""
    tone = np.array([rng.uniform(0.45, 0.75), rng.uniform(0.6, 0.85), 1.0])
    return np.asarray(tone * rng.uniform(60, 235), np.float32)


def _arm_at(  # each of these varies on its own
    camera: Camera,
    tip: Matrix,
    angle: float,
    scale: float,
    skin: NDArray[np.float32],
    rng: np.random.Generator,
) -> Arm:
    """An arm from its fingers' tip, px, in a direction."""
    cloth = rng.integers(0, 256, 3).astype(np.float32)
    drawn = draw_arm(rng, camera.size[0], tip, angle, scale, skin, cloth)
    return drawn.cover[..., None], np.clip(drawn.colour, 0, 255).astype(np.uint8)


def _places(camera: Camera, cards: Sequence[LabelledCard], margin_px: int) -> NDArray[np.bool_]:
    """(h, w, 1): where cards are in the picture, and a margin around them."""
    where = np.zeros((camera.size[1], camera.size[0]), np.uint8)
    for _, _, corners in cards:
        at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.int32)
        cv2.fillConvexPoly(where, at, 1)
    side = 2 * margin_px + 1
    return np.asarray(cv2.dilate(where, np.ones((side, side), np.uint8))[..., None] > 0)


def _share(cover: NDArray[np.float32], where: NDArray[np.bool_]) -> float:
    """The share of some places that an arm covers."""
    return float(cover[where].sum() / max(1, where.sum()))


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
    turned = rotated(corners - middle, rng.normal(0, 1.5) * np.pi / 180)
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
