"""Trains the networks that find and read a card, and writes them as ONNX.

    python research/train_cards.py                  all of it: two hours on two cores with AMX
    python research/train_cards.py pile scenes      drawn scenes of piles, into build/cards
    python research/train_cards.py pile place       toc_pi/vision/cards/place.onnx
    python research/train_cards.py pile read        toc_pi/vision/cards/read.onnx
    python research/train_cards.py hand …           the same of hands, laid open or held up: hand_….onnx

`place` gets the rectified surroundings of a change, before and after, and says where the new card lies: on a
grid of GRID by GRID cells its middle, turn and size. `read` gets the rectified card and says its rank. The
same seeds give the same files.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import onnx
import torch
from card_data import CROPS, PART, ROOT, SETS, batches, draw, parts
from card_networks import (
    CLASSES,
    ReadNetwork,
    measure_place,
    measure_read,
    place_loss,
    place_network,
)
from card_scenes import CROP_H, CROP_W, PATCH
from numpy.typing import NDArray
from torch import nn

OUT = ROOT / "toc_pi" / "vision" / "cards"
What = Literal["scenes", "place", "read"]


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
