"""Fits the network that tells what covers a board, on scenes that it makes, and writes it as ONNX.

    python tools/train_cover.py make FOLDER [--scenes 12000] [--first 0]
    python tools/train_cover.py fit FOLDER OUT.onnx [--minutes 30]

`make` draws scenes (see `cover_scenes`), a file for every 250; several can run at once, each with its own
--first. `fit` needs torch and onnx (`pip install torch==2.13.0 onnx==1.23.2`), which the program itself never
does: it runs the network with OpenCV. It takes in files that come while it runs, and goes on from an earlier
network with --start. The first file of scenes isn't learned from: it measures. What ships is
`toc_pi/vision/cover.onnx`.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from cover_scenes import ARM, SIZE, THING, make_scene
from numpy.typing import NDArray

from toc_pi.vision.covernet import to_planes

A_FILE = 250
BATCH = 32
RATE = 1.5e-3
BLANK = 0.4
WIDTHS = (16, 24, 40, 64)


def make(folder: Path, scenes: int, first: int) -> None:
    """Draw scenes into files."""
    folder.mkdir(parents=True, exist_ok=True)
    for begin in range(first, first + scenes, A_FILE):
        drawn = [make_scene(np.random.default_rng([11, number])) for number in range(begin, begin + A_FILE)]
        labels = [scene.label | (scene.field << 2) | (scene.ignored << 3) for scene in drawn]
        np.savez(
            folder / f"{begin:06d}.npz",
            now=np.stack([scene.now for scene in drawn]),
            then=np.stack([scene.then for scene in drawn]),
            label=np.stack(labels).astype(np.uint8),
        )
        print(f"{begin + A_FILE} scenes", flush=True)


def load(files: list[Path]) -> tuple[NDArray[np.uint8], ...]:
    """Scenes from files: (n, SIZE, SIZE, 3) twice, and (n, SIZE / 2, SIZE / 2) labels."""
    parts = [np.load(file) for file in files]
    now, then, label = (np.concatenate([part[name] for part in parts]) for name in ("now", "then", "label"))
    told = np.array([not np.array_equal(one, two) for one, two in zip(now, then, strict=True)])
    return now[told], then[told], label[told]


def batch_of(
    scenes: tuple[NDArray[np.uint8], ...], chosen: NDArray[np.intp], chance: np.random.Generator | None
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Inputs and labels of some scenes, turned and mirrored by chance."""
    planes, labels = [], []
    for index in chosen:
        now, then, label = (values[index] for values in scenes)
        if chance is not None:
            if chance.random() < 0.5:
                now, then, label = now[:, ::-1], then[:, ::-1], label[:, ::-1]
            turns = int(chance.integers(4)) if chance.random() < 0.5 else 0
            now, then, label = (np.rot90(values, turns) for values in (now, then, label))
        field = np.kron((label & 4) > 0, np.ones((2, 2))) > 0
        if chance is not None and chance.random() < BLANK:  # nobody knows what lies beside the board
            wide = int(chance.integers(0, 16)) * 2 + 1
            board = cv2.dilate(field.astype(np.uint8), np.ones((wide, wide), np.uint8))
            then = then * board[..., None]
        planes.append(to_planes(np.ascontiguousarray(now), np.ascontiguousarray(then), field))
        labels.append(label)
    return np.stack(planes), np.stack(labels)


def fit(folder: Path, out: Path, minutes: float, threads: int, start: Path | None) -> None:
    """Fit a network for so many minutes, and write it."""
    import onnx
    import torch
    from onnx import numpy_helper
    from torch import nn
    from torch.nn import functional

    torch.set_num_threads(threads)
    torch.manual_seed(1)

    def block(before: int, after: int, stride: int = 1) -> nn.Sequential:
        return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1), nn.ReLU(inplace=True))

    class Net(nn.Module):
        """Down to a sixteenth and up again; half the size comes out."""

        def __init__(self) -> None:
            super().__init__()
            a, b, c, d = WIDTHS
            self.one = block(6, a, 2)
            self.two = nn.Sequential(block(a, b, 2), block(b, b))
            self.three = nn.Sequential(block(b, c, 2), block(c, c))
            self.four = nn.Sequential(block(c, d, 2), block(d, d))
            self.to_three, self.to_two, self.to_one = (
                nn.Conv2d(d, c, 1),
                nn.Conv2d(c, b, 1),
                nn.Conv2d(b, a, 1),
            )
            self.up_three, self.up_two = block(c, c), block(b, b)
            self.out = nn.Conv2d(a, 3, 3, 1, 1)

        def forward(self, planes: torch.Tensor) -> torch.Tensor:
            """(n, 3, h, w): what speaks for nothing, an arm, a thing."""
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
    unseen = load(files[:1])
    scenes = load(files[1:])
    net = Net()
    if start is not None:
        given = {each.name: numpy_helper.to_array(each).copy() for each in onnx.load(start).graph.initializer}
        net.load_state_dict({name: torch.from_numpy(given[name]) for name in net.state_dict()})
    print(f"{len(scenes[0])} scenes, {sum(p.numel() for p in net.parameters())} parameters", flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    importance = torch.tensor([1.0, 1.6, 2.0])
    chance = np.random.default_rng(3)
    begin, step, shown = time.monotonic(), 0, 0.0
    total = 60 * minutes

    def loss_of(values: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        kind, weight = (labels & 3).long(), (labels & 8 == 0) * (0.4 + 0.6 * (labels & 4 > 0))
        weight = weight * (1 - 0.6 * ((kind == THING) & (labels & 4 == 0)))
        each = functional.cross_entropy(values, kind, weight=importance, reduction="none")
        return (each * weight).sum() / weight.sum()

    while (spent := time.monotonic() - begin) < total:
        for group in optimizer.param_groups:
            group["lr"] = (
                RATE * min(1.0, step / 100 + 0.05) * (0.5 * (1 + np.cos(np.pi * spent / total)) + 0.01)
            )
        planes, labels = batch_of(scenes, chance.integers(0, len(scenes[0]), BATCH), chance)
        loss = loss_of(net(torch.from_numpy(planes)), torch.from_numpy(labels))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step, shown = step + 1, 0.98 * shown + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"{spent:6.0f} s, step {step}, loss {shown / (1 - 0.98**step):.4f}", flush=True)
        if step % 150 == 0:
            write(net, out)
            if more := sorted(set(folder.glob("*.npz")) - set(files)):  # they are still being made
                files += more
                scenes = tuple(np.concatenate(both) for both in zip(scenes, load(more), strict=True))
    write(net, out)
    measure(net, unseen)


def measure(net: object, unseen: tuple[NDArray[np.uint8], ...]) -> None:
    """Print how well it tells arms and things in the field, pixel by pixel."""
    import torch

    hits = np.zeros((3, 3), np.int64)
    with torch.no_grad():
        for begin in range(0, len(unseen[0]), BATCH):
            planes, labels = batch_of(unseen, np.arange(begin, min(begin + BATCH, len(unseen[0]))), None)
            told = net(torch.from_numpy(planes)).argmax(1).numpy()  # type: ignore[operator]
            counted = (labels & 12) == 4
            np.add.at(hits, ((labels & 3)[counted], told[counted]), 1)
    for name, kind in (("arm", ARM), ("thing", THING)):
        found, all_of, said = hits[kind, kind], hits[kind].sum(), hits[:, kind].sum()
        print(
            f"{name}: {100 * found / all_of:.1f} % found, {100 * found / said:.1f} % of what is said is right"
        )


def write(net: object, out: Path) -> None:
    """Write a network as ONNX, its norms folded in by OpenCV."""
    import torch

    net.eval()  # type: ignore[attr-defined]
    torch.onnx.export(
        net,  # type: ignore[arg-type]
        (torch.zeros(1, 6, SIZE, SIZE),),
        str(out),
        input_names=["planes"],
        output_names=["covers"],
        opset_version=12,
        dynamo=False,
    )
    net.train()  # type: ignore[attr-defined]


def main() -> None:
    """Make scenes, or fit to them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["make", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--scenes", type=int, default=12000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="go on from this network")
    options = parser.parse_args()
    if options.what == "make":
        make(options.folder, options.scenes, options.first)
    else:
        fit(options.folder, options.out, options.minutes, options.threads, options.start)


if __name__ == "__main__":
    main()
