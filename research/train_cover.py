"""Fits the network that detects what covers a board, on synthetic scenes, and writes it as ONNX.

    python research/train_cover.py make FOLDER [--scenes 16000] [--first 0]
    python research/train_cover.py fit FOLDER OUT.onnx [--steps 12000] [--start NET.onnx]
    python research/train_cover.py measure FOLDER NET.onnx

`make` draws scenes (see `cover_scenes`), a file for every 250; several can run at once, each with its own
--first. `fit` needs torch and onnx (`pip install torch==2.13.0 onnx==1.23.2`), which the program itself
never does: it runs the network with OpenCV. It augments the scenes each time (see `spoilt_scenes`) and writes
the running mean of the weights. The first two files of scenes are held out: on them `measure` prints how many
arms are found, picture by picture.

Scenes from number 10,000 on are hard (see `make_scene`), and from 20,000 on half of their arms are near the
camera, too. The shipped networks were fitted before such scenes existed.

Two networks are shipped in `toc_pi/vision/occlusion`, `cover-1.onnx` and `-2` in half precision: one of 54
minutes on 10,000 scenes, in which a small arm counted up to six times, and 10 more minutes with --start,
counted as here; and an older one, 117,000 parameters, that earlier forms of these scenes were fitted to in
several short runs, each going on from the last. That one can't be made again exactly.
`train_glance.py` fits a third, far smaller one, which is run first.
"""

import argparse
import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from cover_scenes import ARM, SIZE, THING, make_scene
from numpy.typing import NDArray
from spoilt_scenes import FIELD, IGNORED, spoil

from toc_pi.vision.occlusion.cover import is_over_field
from toc_pi.vision.occlusion.covernet import PLANES, Crop, find_covers, to_planes, use_networks

A_FILE = 250
BATCH = 16
RATE = 1.5e-3
DECAY = 0.999  # decay of the running mean of the weights
HARD, NEAR = 10000, 20000  # numbers of the first scenes that are hard, and whose arms are near the camera
UNSEEN = 2  # files
# An arm of MIN_CELLS to SMALL cells in the field gets more weight per cell
SMALL, MIN_CELLS = 100, 12
WIDTHS = (16, 24, 40, 64)
OVER = (1, 12, 40, 120)  # bin edges of the cells that an arm covers
Scenes = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]


def make(folder: Path, scenes: int, first: int) -> None:
    """Draw scenes into files."""
    folder.mkdir(parents=True, exist_ok=True)
    for begin in range(first, first + scenes, A_FILE):
        drawn = [
            make_scene(np.random.default_rng([11, number]), hard=number >= HARD, near=number >= NEAR)
            for number in range(begin, begin + A_FILE)
        ]
        labels = [scene.label | FIELD * scene.field | IGNORED * scene.ignored for scene in drawn]
        np.savez(
            folder / f"{begin:06d}.npz",
            now=np.stack([scene.now for scene in drawn]),
            then=np.stack([scene.then for scene in drawn]),
            label=np.stack(labels).astype(np.uint8),
        )
        print(f"{begin + A_FILE} scenes", flush=True)


def load(files: list[Path]) -> Scenes:
    """Scenes from files: (n, SIZE, SIZE, 3) twice, and (n, SIZE / 2, SIZE / 2) labels."""
    parts = [np.load(file) for file in files]
    now, then, label = (np.concatenate([part[name] for part in parts]) for name in ("now", "then", "label"))
    return now, then, label


def batch_of(scenes: Scenes, rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Inputs and labels of some scenes, augmented at random."""
    planes, labels = [], []
    for index in rng.integers(0, len(scenes[0]), BATCH):
        now, then, label = spoil(*(values[index] for values in scenes), rng)
        field = cv2.resize(label & FIELD, (SIZE, SIZE), interpolation=cv2.INTER_NEAREST) > 0
        planes.append(to_planes(now, then, field, now.any(axis=2)))
        labels.append(label)
    return np.stack(planes), np.stack(labels)


def weights_of(labels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The weight of each cell: the field more, and a fingertip as much as a whole arm."""
    kind, field = labels & 3, (labels & FIELD) > 0
    weight = np.where(field, 1.0, 0.4) * (labels & IGNORED == 0)
    weight *= np.array([1.0, 1.0, 1.5])[kind]
    weight[(kind == THING) & ~field] *= 0.4
    over = (kind == ARM) & field
    size = over.sum(axis=(1, 2), keepdims=True)
    few = np.where(size < MIN_CELLS, 1, np.maximum(1, (SMALL / np.maximum(1, size)) ** 0.5))
    return np.where(over, weight * few, weight).astype(np.float32)


def fit(folder: Path, out: Path, steps: int, threads: int, start: Path | None) -> None:
    """Fit a network, and write the running mean of its weights."""
    import torch
    from torch import nn
    from torch.nn import functional

    torch.set_num_threads(threads)
    cv2.setNumThreads(threads)
    torch.manual_seed(1)

    def block(before: int, after: int, stride: int = 1) -> nn.Sequential:
        # A stored network has its norms folded in
        norm = nn.BatchNorm2d(after) if start is None else nn.Identity()
        return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1), norm, nn.ReLU(inplace=True))

    class Net(nn.Module):
        """An encoder down to a sixteenth, and a decoder up to half the size."""

        def __init__(self) -> None:
            super().__init__()
            a, b, c, d = WIDTHS
            self.one = block(PLANES, a, 2)
            self.two = nn.Sequential(block(a, b, 2), block(b, b))
            self.three = nn.Sequential(block(b, c, 2), block(c, c))
            self.four = nn.Sequential(block(c, d, 2), block(d, d), block(d, d))
            self.to_three, self.to_two, self.to_one = (
                nn.Conv2d(d, c, 1),
                nn.Conv2d(c, b, 1),
                nn.Conv2d(b, a, 1),
            )
            self.up_three, self.up_two = block(c, c), block(b, b)
            self.out = nn.Conv2d(a, 3, 3, 1, 1)

        def in_order(self) -> list[nn.Conv2d]:
            """Its convolutions in the order in which they are stored."""
            down = (self.one, self.two, self.three, self.four)
            up = (self.to_three, self.up_three, self.to_two, self.up_two, self.to_one, self.out)
            parts = [part for each in (*down, *up) for part in each.modules()]
            return [part for part in parts if isinstance(part, nn.Conv2d)]

        def forward(self, planes: torch.Tensor) -> torch.Tensor:
            """(n, 3, h, w): logits of nothing, an arm, a thing."""
            one = self.one(planes)
            two = self.two(one)
            three = self.three(two)
            four = self.four(three)

            def up(values: torch.Tensor) -> torch.Tensor:
                return functional.interpolate(values, scale_factor=2.0, mode="nearest")

            three = self.up_three(three + up(self.to_three(four)))
            two = self.up_two(two + up(self.to_two(three)))
            return self.out(functional.relu(one + up(self.to_one(two))))

    files = sorted(folder.glob("*.npz"))
    scenes = load(files[UNSEEN:])
    net = Net().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start is not None:
        go_on_from(start, net.in_order())
    print(f"{len(scenes[0])} scenes, {sum(p.numel() for p in net.parameters())} parameters", flush=True)
    rate = RATE if start is None else RATE / 3

    def loss_of(planes: NDArray[np.float32], labels: NDArray[np.uint8]) -> torch.Tensor:
        weight = torch.from_numpy(weights_of(labels))
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(torch.from_numpy(planes).to(memory_format=torch.channels_last))
        each = functional.cross_entropy(
            logits.float(), torch.from_numpy((labels & 3).astype(np.int64)), reduction="none"
        )
        return (each * weight).sum() / weight.sum()

    write(fitted(net, loss_of, scenes, Schedule(steps, rate, DECAY, seed=3), out), out)
    measure(folder, out)


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a network is fitted.

    Attributes:
        steps: number of batches.
        rate: the largest learning rate; it is warmed up over 200 steps, then falls as a cosine.
        decay: of the running mean of the weights, per step.
        seed: of the drawn batches and their augmentation.
    """

    steps: int
    rate: float
    decay: float
    seed: int


Loss = Callable[[NDArray[np.float32], NDArray[np.uint8]], Any]
"""The loss of a network on a batch of inputs and labels."""


def fitted(net: Any, loss_of: Loss, scenes: Scenes, schedule: Schedule, out: Path) -> Any:
    """Fit a network in place by AdamW; give one with the running mean of its weights, stored now and then."""
    import torch

    mean = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), schedule.rate, weight_decay=1e-4)
    rng = np.random.default_rng(schedule.seed)
    begin, shown = time.monotonic(), 0.0
    for step in range(schedule.steps):
        for group in optimizer.param_groups:
            falling = 0.5 * (1 + np.cos(np.pi * step / schedule.steps)) + 0.003
            group["lr"] = schedule.rate * min(1.0, step / 200 + 0.05) * falling
        loss = loss_of(*batch_of(scenes, rng))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        follow(mean, net, min(schedule.decay, (1 + step) / (10 + step)))
        shown = 0.99 * shown + 0.01 * loss.item()
        if step % 100 == 99:
            spent = time.monotonic() - begin
            print(f"{spent:6.0f} s, step {step + 1}, loss {shown / (1 - 0.99 ** (step + 1)):.4f}", flush=True)
        if step % 1000 == 999:
            write(mean, out)
    return mean


def follow(mean: Any, net: Any, kept: float) -> None:
    """Update the running mean of a network's weights."""
    values = net.state_dict()
    for name, value in mean.state_dict().items():
        if value.is_floating_point():
            value.lerp_(values[name], 1 - kept)
        else:
            value.copy_(values[name])


def go_on_from(start: Path, convolutions: list[Any]) -> None:
    """Load the weights of a stored network."""
    import onnx
    import torch
    from onnx import numpy_helper

    graph = onnx.load(str(start)).graph
    given = {each.name: numpy_helper.to_array(each).astype(np.float32) for each in graph.initializer}
    steps = [node.input[1:] for node in graph.node if node.op_type == "Conv"]
    for convolution, names in zip(convolutions, steps, strict=True):
        for parameter, name in zip((convolution.weight, convolution.bias), names, strict=True):
            parameter.data.copy_(torch.from_numpy(given[name]))


def measure(folder: Path, net: Path) -> None:
    """Print in how many held-out scenes an arm over the field is detected, and in how many falsely."""
    use_networks((net.read_bytes(),))
    counts = np.zeros((len(OVER) + 1, 2), np.int64)
    everything = np.ones((SIZE, SIZE), np.bool_)
    for now, then, label in zip(*load(sorted(folder.glob("*.npz"))[:UNSEEN]), strict=True):
        field = (label & FIELD) > 0
        crop = Crop(0, 0, SIZE, SIZE, field, everything & (now.max(axis=2) > 0))
        over = int((((label & 3) == ARM) & field).sum())
        counts[np.searchsorted(OVER, over, side="right")] += (
            is_over_field(find_covers(now, then, crop)[0], crop),
            1,
        )
    ranges = [
        "no arm",
        *(f"{low} to {high - 1} places" for low, high in zip(OVER, (*OVER[1:], SIZE**2), strict=True)),
    ]
    for name, (detected, all_of) in zip(ranges, counts, strict=True):
        print(f"{name}: detected in {100 * detected / max(1, all_of):.1f} % of {all_of}")


def write(net: object, out: Path) -> None:
    """Write a network as ONNX: norms folded into the convolutions before them, weights in half precision."""
    import onnx
    import torch
    from onnx import numpy_helper

    net.eval()  # type: ignore[attr-defined]
    torch.onnx.export(
        net,  # type: ignore[arg-type]
        (torch.zeros(1, PLANES, SIZE, SIZE),),
        str(out),
        input_names=["planes"],
        output_names=["covers"],
        opset_version=12,
        dynamo=False,
    )
    model = onnx.load(str(out))
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.ndim == 4:
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), weight.name))
    onnx.save(model, str(out))
    net.train()  # type: ignore[attr-defined]


def main() -> None:
    """Make scenes, or fit to them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["make", "fit", "measure"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--scenes", type=int, default=16000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="go on from this network")
    options = parser.parse_args()
    if options.what == "make":
        make(options.folder, options.scenes, options.first)
    elif options.what == "measure":
        measure(options.folder, options.out)
    else:
        fit(options.folder, options.out, options.steps, options.threads, options.start)


if __name__ == "__main__":
    main()
