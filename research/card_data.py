"""The drawn scenes that the networks for cards are trained on: drawn into files, and read in batches.

The packs of every tenth file are drawn with fonts of their own: half of them set the probabilities'
temperature, the others are only measured on.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import torch
from card_piles import HAND
from card_scenes import CROP_H, CROP_W, HANDS, PATCH, PILES, Kinds, crop_of, patch_of, random_scenes
from card_style import KEPT_FONTS
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "build" / "cards"  # a folder for each set of scenes
PART, CROPS = 500, 3  # scenes a file, and crops of each
EVERY = 10  # every tenth part is kept for that


@dataclass(frozen=True, slots=True)
class Scenes:
    """A set of drawn scenes, and how long is learned from them.

    Attributes:
        kinds: what they show.
        first: the seed of the first file.
        count: of the scenes.
        epochs: of each network.
        rate: highest learning rate.
        prefix: of the networks' names.
    """

    kinds: Kinds
    first: int
    count: int
    epochs: Mapping[str, int]
    rate: float
    prefix: str = ""


SETS = {
    "pile": Scenes(PILES, 3000, 34_000, {"place": 7, "read": 8}, 4e-3),
    "hand": Scenes(HANDS, 600_000, 20_000, {"place": 4, "read": 3}, 1e-3, "hand_"),
}
"""Those of hands go on from the networks that were trained on piles."""


def draw_part(of: str, number: int) -> None:
    """Draw the scenes of one file of a set."""
    path = DATA / of / f"{number:04}.npz"
    if path.exists():
        return
    rng = np.random.default_rng(SETS[of].first + number)
    fonts_of = slice(-KEPT_FONTS, None) if number % EVERY == 0 else slice(0, -KEPT_FONTS)
    patches = np.empty((PART, 2, PATCH, PATCH), np.uint8)
    corners = np.full((PART, HAND, 4, 2), np.nan, np.float32)
    crops = np.empty((PART * CROPS, CROP_H, CROP_W, 3), np.uint8)
    labels = np.empty(PART * CROPS, np.uint8)
    piles = (random_scenes(rng, fonts_of, SETS[of].kinds) for _ in count())
    for i, scene in enumerate(islice(chain.from_iterable(piles), PART)):
        before, after, origin = patch_of(scene, rng)
        corners[i, : len(scene.corners)] = scene.corners - origin
        patches[i] = cv2.cvtColor(after, cv2.COLOR_BGR2GRAY), cv2.cvtColor(before, cv2.COLOR_BGR2GRAY)
        for j in range(CROPS):
            crops[i * CROPS + j], labels[i * CROPS + j] = crop_of(scene, rng, 1.4)
    np.savez(path, patches=patches, corners=corners, crops=crops, labels=labels)


def parts(of: str, what: Literal["train", "calibrate", "measure"]) -> list[Path]:
    """The files of a set for a purpose."""
    found = []
    for path in sorted((DATA / of).glob("*.npz")):
        kept, odd = int(path.stem) % EVERY == 0, int(path.stem) // EVERY % 2 == 1
        if what == (("calibrate" if odd else "measure") if kept else "train"):
            found.append(path)
    return found


def draw(of: str, count: int, processes: int) -> None:
    """Draw the scenes of a set, in files that aren't drawn again."""
    (DATA / of).mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        for done, _ in enumerate(pool.map(partial(draw_part, of), range(count // PART)), 1):
            print(f"{of}: {done * PART} scenes", flush=True)


def batches(
    files: list[Path], names: tuple[str, str], size: int, rng: np.random.Generator | None
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Batches of inputs (from -1 to 1) and answers; shuffled and varied if there is an `rng`."""
    order = list(files)
    if rng is not None:
        rng.shuffle(order)
    for begin in range(0, len(order), 6):
        loaded = [np.load(path) for path in order[begin : begin + 6]]
        inputs, answers = (np.concatenate([each[name] for each in loaded]) for name in names)
        rows = np.arange(len(inputs)) if rng is None else rng.permutation(len(inputs))
        for start in range(0, len(rows), size):
            some = rows[start : start + size]
            batch, right = inputs[some].astype(np.float32) / 127.5 - 1, answers[some]
            if names[0] == "crops":
                batch = batch.transpose(0, 3, 1, 2)
            if rng is not None:
                batch, right = (varied if names[0] == "crops" else turned)(batch, right, rng)
            yield torch.from_numpy(np.ascontiguousarray(batch)), torch.from_numpy(right)


Batch = tuple[NDArray[np.float32], NDArray[np.float32]]


def varied(crops: NDArray[np.float32], labels: NDArray[np.float32], rng: np.random.Generator) -> Batch:
    """Crops in other colours, shifted, turned by half, and some with a part hidden (Zhong et al., Random
    Erasing Data Augmentation, 2017), so that no crop is seen twice.
    """
    count, channels, height, width = crops.shape
    gain = np.exp(rng.normal(0, 0.12, (count, channels, 1, 1)) + rng.normal(0, 0.15, (count, 1, 1, 1)))
    crops = np.clip((crops + 1) * gain - 1 + rng.normal(0, 0.06, (count, 1, 1, 1)), -1, 1).astype(np.float32)
    crops = np.roll(crops, rng.integers(-3, 4, 2), (2, 3))
    if rng.random() < 0.5:
        crops = crops[:, :, ::-1, ::-1].copy()
    for which in np.flatnonzero(rng.random(count) < 0.25):
        high, wide = (int(rng.uniform(0.1, 0.4) * side) for side in (height, width))
        top, left = int(rng.integers(height - high)), int(rng.integers(width - wide))
        crops[which, :, top : top + high, left : left + wide] = rng.uniform(-1, 1, (channels, 1, 1))
    return crops, labels


def turned(patches: NDArray[np.float32], corners: NDArray[np.float32], rng: np.random.Generator) -> Batch:
    """Patches turned by quarters, and mirrored, with the cards' corners in them."""
    if rng.random() < 0.5:
        patches, corners = patches.swapaxes(2, 3), corners[..., ::-1]
    if rng.random() < 0.5:
        patches, corners = patches[..., ::-1], corners * (-1, 1) + (PATCH - 1, 0)
    if rng.random() < 0.5:
        patches, corners = patches[:, :, ::-1], corners * (1, -1) + (0, PATCH - 1)
    return patches, np.ascontiguousarray(corners, np.float32)
