"""Trains the networks that find and read a card, and writes them as ONNX.

    python research/train_cards.py                  all of it: two hours on two cores with AMX
    python research/train_cards.py pile scenes      drawn scenes of piles, into build/cards
    python research/train_cards.py pile place       toc_pi/vision/cards/place.onnx
    python research/train_cards.py pile read        toc_pi/vision/cards/read.onnx
    python research/train_cards.py hand …           the same of hands, laid open or held up: hand_….onnx

`place` gets the rectified surroundings of a change, before and after, and says where the new card lies: on a
grid of GRID by GRID cells its middle, turn and size. `read` gets the rectified card and says its rank. The
same seeds give the same files. The packs of every tenth part are drawn with fonts of their own: half of them
set the probabilities' temperature, the others are only measured on.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice
from pathlib import Path
from typing import Literal, get_args

import cv2
import numpy as np
import onnx
import torch
from card_piles import HAND, NO_FACE
from card_scenes import CROP_H, CROP_W, HANDS, PATCH, PILES, Kinds, crop_of, patch_of, random_scenes
from numpy.typing import NDArray
from torch import nn

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "build" / "cards"  # a folder for each set of scenes
OUT = ROOT / "toc_pi" / "vision" / "cards"
PART, CROPS = 500, 3  # scenes a file, and crops of each
KEPT_FONTS = 12  # the last ones: only to measure on
EVERY = 10  # every tenth part is kept for that
GRID = 24
CLASSES = NO_FACE + 1

What = Literal["scenes", "place", "read"]


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
FEATURES = 64  # of a card's look


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


def block(before: int, after: int, *, step: int = 1, wide: int = 1) -> list[nn.Module]:
    """A convolution of 3 x 3, normalized."""
    conv = nn.Conv2d(before, after, 3, step, wide, wide, bias=False)
    return [conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]


def place_network() -> nn.Module:
    """(n, 2, PATCH, PATCH) of after and before, from -1 to 1, to (n, 7, GRID, GRID)."""
    return nn.Sequential(
        *block(2, 12, step=2),
        *block(12, 24, step=2),
        *block(24, 48, step=2),
        *block(48, 64),
        *block(64, 64, wide=2),
        *block(64, 64, wide=4),
        *block(64, 64, wide=2),
        nn.Conv2d(64, 7, 1),
    )


class ReadNetwork(nn.Module):
    """(n, 3, CROP_H, CROP_W), from -1 to 1, to (n, CLASSES + FEATURES): logits, and a card's look."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *block(3, 24, step=2),
            *block(24, 32),
            nn.MaxPool2d(2),
            *block(32, 64),
            nn.MaxPool2d(2),
            *block(64, 96),
            *block(96, 96),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.3),
            nn.Linear(96 * (CROP_H // 16) * (CROP_W // 16), FEATURES),
            nn.ReLU(inplace=True),
        )
        self.classify = nn.Linear(FEATURES, CLASSES)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Look and classify."""
        features = self.look(crops)
        return torch.cat([self.classify(features), features], 1)


def place_target(corners: torch.Tensor) -> torch.Tensor:
    """(…, 6): the middle in cells, cosine and sine of twice the turn, width and height / 100."""
    middle = corners.mean(-2) * GRID / PATCH
    across, down = corners[..., 1, :] - corners[..., 0, :], corners[..., 3, :] - corners[..., 0, :]
    turn = 2 * torch.atan2(down[..., 1], down[..., 0])
    sizes = torch.stack([across.norm(dim=-1), down.norm(dim=-1)], -1) / 100
    return torch.cat([middle, torch.stack([turn.cos(), turn.sin()], -1), sizes], -1)


def place_loss(told: torch.Tensor, corners: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the cells with a middle or of none, and errors of the rest around each.

    Args:
        told: (n, 7, GRID, GRID).
        corners: (n, HAND, 4, 2) px of the patch; NaN for no card.
    """
    middles = corners.mean(2)
    is_there = ((middles > 0) & (middles < PATCH)).all(-1)  # False for NaN
    target = place_target(torch.nan_to_num(corners))
    cell = target[..., :2].floor().clamp(0, GRID - 1).long()
    flat = cell[..., 1] * GRID + cell[..., 0]
    nowhere = told.new_zeros(len(told), 1)
    logs = torch.cat([nowhere, told[:, 0].flatten(1)], 1).log_softmax(1)
    count = is_there.sum(1)
    at_cards = (logs[:, 1:].gather(1, flat) * is_there).sum(1) / count.clamp(min=1)
    heat = -torch.where(count > 0, at_cards, logs[:, 0]).mean()
    grid = torch.arange(GRID, dtype=torch.float32)
    dx = target[..., 0, None, None] - 0.5 - grid[None, None, None, :]
    dy = target[..., 1, None, None] - 0.5 - grid[None, None, :, None]
    away = torch.where(is_there[..., None, None], dx**2 + dy**2, torch.inf)
    nearest = away.argmin(1, keepdim=True)  # (n, 1, GRID, GRID)
    near = away.amin(1, keepdim=True) < 4
    every = (-1, -1, GRID, GRID)
    wanted = torch.cat(
        [
            (dx + 0 * dy).gather(1, nearest),
            (dy + 0 * dx).gather(1, nearest),
            *(target[..., i, None, None].expand(every).gather(1, nearest) for i in range(2, 6)),
        ],
        1,
    )
    weight = torch.tensor([1, 1, 3, 3, 4, 4.0])[None, :, None, None]
    error = nn.functional.smooth_l1_loss(told[:, 1:], wanted, reduction="none", beta=0.1) * weight
    return heat + (error * near).sum() / near.sum().clamp(min=1)


def placed(told: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 4, 2) corners in the patch, px, from the network's answer."""
    n = told.shape[0]
    flat = told[:, 0].reshape(n, -1).argmax(1)
    row, column = flat // GRID, flat % GRID
    here = told[np.arange(n), 1:, row, column]
    middle = (np.stack([column + 0.5 + here[:, 0], row + 0.5 + here[:, 1]], 1)) * PATCH / GRID
    turn = np.arctan2(here[:, 3], here[:, 2]) / 2
    down = np.stack([np.cos(turn), np.sin(turn)], 1) * here[:, 5:6] * 50
    across = np.stack([np.sin(turn), -np.cos(turn)], 1) * here[:, 4:5] * 50
    return np.stack(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down], 1
    )


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


def train(
    network: nn.Module,
    of: str,
    names: tuple[str, str],
    loss: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    measure: Callable[[NDArray[np.float32], NDArray[np.float32]], str],
    epochs: int,
) -> None:
    """Train, and print what is measured after each epoch."""
    rng, files = np.random.default_rng(1), parts(of, "train")
    rate = SETS[of].rate
    network.to(memory_format=torch.channels_last)
    steps = epochs * len(files) * PART * (CROPS if names[0] == "crops" else 1) // 64 + epochs * len(files)
    optimizer = torch.optim.AdamW(network.parameters(), rate / 2, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    for epoch in range(epochs):
        network.train()
        if SETS[of].prefix:  # its normalization is part of the convolutions already
            for part in network.modules():
                if isinstance(part, nn.BatchNorm2d):
                    part.eval()
        total, count = 0.0, 0
        for inputs, answers in batches(files, names, 64, rng):
            optimizer.zero_grad()
            value = loss(_answer(network, inputs), answers)
            value.backward()
            optimizer.step()
            schedule.step()
            total, count = total + value.item(), count + 1
        print(
            f"epoch {epoch + 1}/{epochs}: loss {total / count:.4f}; {measured(network, of, names, measure)}",
            flush=True,
        )


def _answer(network: nn.Module, inputs: torch.Tensor) -> torch.Tensor:
    """A network's answer, computed with bfloat16: 2.5 times as fast on a processor with AMX."""
    with torch.autocast("cpu", torch.bfloat16):
        told: torch.Tensor = network(inputs.contiguous(memory_format=torch.channels_last))
    return told.float()


def measured(
    network: nn.Module,
    of: str,
    names: tuple[str, str],
    measure: Callable[[NDArray[np.float32], NDArray[np.float32]], str],
) -> str:
    """What a network does on packs that it has never seen."""
    network.eval()
    told, right = [], []
    with torch.no_grad():
        for inputs, answers in batches(parts(of, "measure"), names, 256, None):
            told.append(_answer(network, inputs).numpy())
            right.append(answers.numpy())
    return measure(np.concatenate(told), np.concatenate(right))


def measure_place(told: NDArray[np.float32], corners: NDArray[np.float32]) -> str:
    """Errors of a single card's corners, mm, either way up; cards missed, and seen where none is bare."""
    is_there = ~np.isnan(corners).any((2, 3))
    heat = told[:, 0].reshape(len(told), -1)
    found_any = np.log(np.exp(heat).sum(1)) > 0
    none, single = is_there.sum(1) == 0, is_there.sum(1) == 1
    missed, invented = (~found_any[~none]).mean(), found_any[none].mean()
    found, corners = placed(told[single]), corners[single, 0]
    errors = np.minimum(*(np.abs(np.roll(found, turn, 1) - corners).max((1, 2)) for turn in (0, 2)))
    shares = ", ".join(f"{(errors > limit).mean():.2%} over {limit} mm" for limit in (2, 4, 8, 20))
    return f"median {np.median(errors):.2f} mm, {shares}; missed {missed:.2%}, invented {invented:.2%}"


def measure_read(logits: NDArray[np.float32], labels: NDArray[np.float32]) -> str:
    """Errors, and what is unsure and surely wrong at some limits."""
    logits = logits[:, :CLASSES]
    shares = np.exp(logits - logits.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    best, sure = shares.argmax(1), shares.max(1)
    wrong, face = best != labels, labels != NO_FACE
    told = [f"wrong {wrong.mean():.3%}"]
    for limit in (0.9, 0.99, 0.999):
        unsure, surely_wrong = (sure < limit)[face].mean(), (wrong & (sure >= limit)).mean()
        told.append(f"at {limit}: unsure {unsure:.2%}, surely wrong {surely_wrong:.3%}")
    return "; ".join(told)


def set_temperature(network: ReadNetwork, of: str) -> float:
    """Scale the logits so that the probabilities are right on packs that were not trained on.

    Source: Guo et al., On Calibration of Modern Neural Networks, 2017.

    Returns:
        The temperature.
    """
    network.eval()
    with torch.no_grad():
        pairs = [
            (_answer(network, crops)[:, :CLASSES], labels.long())
            for crops, labels in batches(parts(of, "calibrate"), ("crops", "labels"), 256, None)
        ]
    logits, labels = (torch.cat(each) for each in zip(*pairs, strict=True))
    candidates = [0.5 * 1.02**step for step in range(100)]
    losses = [nn.functional.cross_entropy(logits / each, labels).item() for each in candidates]
    best = candidates[int(np.argmin(losses))]
    with torch.no_grad():
        network.classify.weight /= best
        network.classify.bias /= best
    return best


def write(network: nn.Module, shape: tuple[int, ...], path: Path) -> None:
    """Write a network as ONNX."""
    network.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(network, (torch.zeros(1, *shape),), str(path), opset_version=13, dynamo=False)


def draw(of: str, count: int, processes: int) -> None:
    """Draw the scenes of a set, in files that aren't drawn again."""
    (DATA / of).mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        for done, _ in enumerate(pool.map(partial(draw_part, of), range(count // PART)), 1):
            print(f"{of}: {done * PART} scenes", flush=True)


def begun(network: nn.Module, of: str, name: str) -> nn.Module:
    """A network with the weights of the one that was trained on piles, unless this is it."""
    if not SETS[of].prefix:
        return network
    graph = onnx.load(OUT / f"{name}.onnx").graph
    values = {
        each.name: torch.from_numpy(onnx.numpy_helper.to_array(each).copy()) for each in graph.initializer
    }
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    parts = [*network.modules()]
    places = [at for at, part in enumerate(parts) if isinstance(part, nn.Conv2d | nn.Linear)]
    with torch.no_grad():
        for node, at in zip(nodes, places, strict=True):
            part, (weight, bias) = parts[at], (values[each] for each in node.input[1:])
            part.weight.copy_(weight)
            if part.bias is not None:
                part.bias.copy_(bias)
            else:  # the normalization behind it was made a part of it
                parts[at + 1].bias.copy_(bias)
    return network


def train_place(of: str) -> None:
    """Train the network that finds a card."""
    network = begun(place_network(), of, "place")
    train(network, of, ("patches", "corners"), place_loss, measure_place, SETS[of].epochs["place"])
    write(network, (2, PATCH, PATCH), OUT / f"{SETS[of].prefix}place.onnx")


def train_read(of: str) -> None:
    """Train the network that reads a card."""
    network, names = ReadNetwork(), ("crops", "labels")
    begun(network, of, "read")

    def loss(told: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return nn.functional.cross_entropy(told[:, :CLASSES], labels.long())

    train(network, of, names, loss, measure_read, SETS[of].epochs["read"])
    temperature = set_temperature(network, of)
    print(f"temperature {temperature:.2f}; {measured(network, of, names, measure_read)}")
    write(network, (3, CROP_H, CROP_W), OUT / f"{SETS[of].prefix}read.onnx")


def main() -> int:
    """Draw or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("of", nargs="?", choices=[*SETS])
    parser.add_argument("what", nargs="?", choices=get_args(What))
    parser.add_argument("--count", type=int, help="of scenes")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(2)  # sums in another order give another file
    torch.use_deterministic_algorithms(True)
    for of in (options.of,) if options.of else SETS:
        for what in (options.what,) if options.what else get_args(What):
            torch.manual_seed(1)
            if what == "scenes":
                draw(of, options.count or SETS[of].count, options.processes)
            elif what == "place":
                train_place(of)
            else:
                train_read(of)
    return 0


if __name__ == "__main__":
    sys.exit(main())
