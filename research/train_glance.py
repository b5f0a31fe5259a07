"""Fits the small network that looks first whether anything may lie over the field (see `covernet`).

    python research/train_glance.py FOLDER OUT.onnx [--steps 5000]

FOLDER holds scenes that `train_cover.py make` has drawn; it needs the same packages. The shipped one,
`toc_pi/vision/occlusion/cover-glance.onnx`, saw 9,500 scenes, half of them hard, for 5,000
steps.

It gives, for each cell of CELL x CELL places, the log odds that an arm or a thing covers some of the field.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from spoilt_scenes import FIELD, IGNORED
from train_cover import UNSEEN, Schedule, fitted, load, write

from toc_pi.vision.occlusion.covernet import CELL, PLANES

RATE = 2e-3
DECAY = 0.998  # decay of the running mean of the weights
WIDTHS = (16, 16, 32)
COVERED = 3.0  # weight of a covered cell; a free one has 1
SMALL, MAX_WEIGHT = 60, 3  # covers of fewer places than this count more, at most so much


def cells(values: NDArray[np.generic]) -> NDArray[np.float32]:
    """(n, h / CELL, w / CELL) the largest of each cell."""
    count, height, width = values.shape
    parts = values.reshape(count, height // CELL, CELL, width // CELL, CELL)
    return np.asarray(parts.max(axis=(2, 4)), np.float32)


def aims(labels: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Whether each cell is covered, and its weight."""
    field, unclear = (labels & FIELD) > 0, (labels & IGNORED) > 0
    covered = ((labels & 3) > 0) & field & ~unclear
    size = np.maximum(1, covered.sum(axis=(1, 2)))[:, None, None]
    small = np.sqrt(SMALL / size).clip(1, MAX_WEIGHT)
    free = cells(field) * (1 - cells(unclear & field))
    aim = cells(covered)
    return aim, np.where(aim > 0, COVERED * small, free).astype(np.float32)


def fit(folder: Path, out: Path, steps: int) -> None:
    """Fit the network, and write the running mean of its weights."""
    import torch
    from torch import nn
    from torch.nn import functional

    torch.manual_seed(1)

    def block(before: int, after: int, size: int = 3, stride: int = 1) -> list[nn.Module]:
        rim = size // 2 if size % 2 else 0
        return [nn.Conv2d(before, after, size, stride, rim), nn.BatchNorm2d(after), nn.ReLU()]

    a, b, c = WIDTHS
    net = nn.Sequential(
        *block(PLANES, a, 4, 4),
        *block(a, b),
        *block(b, c, stride=2),
        *block(c, c),
        *block(c, c),
        nn.Conv2d(c, 1, 1),
    )
    scenes = load(sorted(folder.glob("*.npz"))[UNSEEN:])

    def loss_of(planes: NDArray[np.float32], labels: NDArray[np.uint8]) -> torch.Tensor:
        aim, weight = map(torch.from_numpy, aims(labels))
        logits = net(torch.from_numpy(planes))[:, 0]
        each = functional.binary_cross_entropy_with_logits(logits, aim, reduction="none")
        return (each * weight).sum() / weight.sum()

    write(fitted(net, loss_of, scenes, Schedule(steps, RATE, DECAY, seed=5), out), out)


def main() -> None:
    """Fit to drawn scenes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=5000)
    options = parser.parse_args()
    fit(options.folder, options.out, options.steps)


if __name__ == "__main__":
    main()
