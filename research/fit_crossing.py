"""Fits the network that classifies what crosses the board's edge (edge_crossings.json, decision 0008).

    python research/fit_crossing.py FOLDER... [--boards FOLDER] [--painted N] [-o OUT.json]

A FOLDER holds pictures with their truth, or is a clip (see known_pictures.py). Arms are painted into clean
pictures, and clean ones get other light. Prints, for held-out tables, how many clean pictures are flagged and
how many hands are missed, and the worst cases.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from known_pictures import Shot, shots_of, strip_of
from numpy.typing import NDArray
from painted_arms import paint_arm, relight

from calibration.arrays import Floats
from calibration.errors import BadBoard, CannotSee
from calibration.occlusion.edge_crossings import Network, compare_pieces, nearby_hole_likeness, network_inputs

FOLDS, FITS, CELLS, EPOCHS, BATCH, CLEAN_PIECES = 4, 7, 12, 30, 24, 3
SHRINK, FIRST_STEP = 2e-4, 0.02
MIN_HIDDEN_MM2 = 150.0
LIMITS = (0.0, 1.0, 2.0, 2.5, 3.0, 4.0)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """The features of a picture: (n, k), one row per piece; `made`: synthetic, painted or relit."""

    name: str
    table: str
    hand: bool
    made: bool
    numbers: Floats


def case_of(shot: Shot, *, made: bool = False) -> Case:
    """The features of a picture."""
    rim = strip_of(shot)
    pieces = compare_pieces(rim)
    numbers = network_inputs(
        pieces, rim, nearby_hole_likeness(shot.image, shot.board, shot.pose, shot.holes, rim)
    )
    return Case(shot.name, shot.table, shot.hand, made, numbers)


def cases_of(shot: Shot, painted: int, rng: np.random.Generator) -> Iterator[Case]:
    """A picture's own case, and synthetic ones made from it if it is clean."""
    yield case_of(shot)
    if shot.hand:
        return
    yield case_of(replace(shot, name=f"{shot.name} relit", image=relight(shot.image, rng)), made=True)
    for number in range(painted):
        image, hidden = paint_arm(shot.image, shot.board, shot.pose, rng, tips=number % 3 == 2)
        if hidden >= MIN_HIDDEN_MM2:
            yield case_of(replace(shot, name=f"{shot.name} arm {number}", image=image, hand=True), made=True)


def fit(cases: Sequence[Case], seeds: Sequence[int]) -> Network:
    """Fit one network per seed, and combine them.

    A picture's loss is that of its likeliest piece; a clean picture's, of a few pieces.

    Source: Dietterich, Lathrop and Lozano-Perez, Solving the multiple instance problem, 1997;
    Kingma and Ba, Adam, 2015.
    """
    cases = [case for case in cases if len(case.numbers)]
    every = np.concatenate([case.numbers for case in cases])
    middle, spread = every.mean(axis=0), every.std(axis=0) + 1e-6
    shown = [(case.numbers - middle) / spread for case in cases]
    counts = Counter((case.table, case.made, case.hand) for case in cases)
    weight = np.array([counts[(case.table, case.made, case.hand)] ** -0.5 for case in cases])
    hand = np.array([case.hand for case in cases])
    for kind in (hand, ~hand):
        weight[kind] *= len(cases) / 2 / max(weight[kind].sum(), 1e-9)
    nets = [_fit_one(shown, hand, weight, np.random.default_rng(seed)) for seed in seeds]
    cells, bias, out, threshold = zip(*nets, strict=True)
    return Network(
        middle,
        spread,
        np.hstack(cells),
        np.hstack(bias),
        np.hstack(out) / len(nets),
        float(np.mean(threshold)),
    )


def _fit_one(
    shown: Sequence[Floats], hand: NDArray[np.bool_], weight: Floats, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats, Floats]:
    wide = shown[0].shape[1]
    parts = [
        rng.normal(0, 0.3, (wide, CELLS)),
        np.zeros(CELLS),
        rng.normal(0, 0.3, CELLS),
        np.array(-2.0),
    ]
    pace, power = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    step = 0
    for epoch in range(EPOCHS):
        order = rng.permutation(len(shown))
        for begin in range(0, len(order), BATCH):
            slopes = [SHRINK * part for part in parts]
            for one in order[begin : begin + BATCH]:
                inner = np.tanh(shown[one] @ parts[0] + parts[1])
                odds = inner @ parts[2] + parts[3]
                tops = np.argsort(-odds)[: 1 if hand[one] else CLEAN_PIECES]
                wrong = (1 / (1 + np.exp(-odds[tops])) - hand[one]) * weight[one] / len(tops) / BATCH
                back = wrong[:, None] * parts[2] * (1 - inner[tops] ** 2)
                more = (shown[one][tops].T @ back, back.sum(axis=0), wrong @ inner[tops], wrong.sum())
                slopes = [slope + part for slope, part in zip(slopes, more, strict=True)]
            step += 1
            rate = FIRST_STEP * (1 - epoch / EPOCHS) + 0.001
            for at, slope in enumerate(slopes):
                pace[at] = 0.9 * pace[at] + 0.1 * slope
                power[at] = 0.999 * power[at] + 0.001 * slope**2
                moved = pace[at] / (1 - 0.9**step) / (np.sqrt(power[at] / (1 - 0.999**step)) + 1e-8)
                parts[at] = parts[at] - rate * moved
    return parts[0], parts[1], parts[2], parts[3]


def cross_validate(cases: Sequence[Case]) -> Floats:
    """(n): each picture's log odds from networks that were fitted to other tables."""
    tables = sorted({case.table for case in cases})
    fold = {table: number % FOLDS for number, table in enumerate(tables)}
    odds = np.full(len(cases), -np.inf)
    for part in range(FOLDS):
        net = fit([case for case in cases if fold[case.table] != part], range(FITS))
        for at, case in enumerate(cases):
            if fold[case.table] == part and len(case.numbers):
                odds[at] = net.log_odds(case.numbers).max()
    return odds


def table_of(cases: Sequence[Case], odds: Floats) -> str:
    """A readable summary of cross-validated odds."""
    hand, made = (np.array([getattr(case, key) for case in cases]) for key in ("hand", "made"))
    kinds = {
        "clean flagged": ~hand & ~made,
        "relit flagged": ~hand & made,
        "hands missed": hand & ~made,
        "painted missed": hand & made,
    }
    lines = ["above  " + "  ".join(f"{name} of {int(of.sum())}" for name, of in kinds.items())]
    for limit in LIMITS:
        wrong = [int(((odds > limit) != hand)[of].sum()) for of in kinds.values()]
        lines.append(
            f"{limit:5.1f}  "
            + "  ".join(f"{count:{len(name) + 4}}" for count, name in zip(wrong, kinds, strict=True))
        )
    for name, of, sign in (("highest clean", ~hand, -1), ("lowest hands", hand & ~made, 1)):
        worst = [at for at in np.argsort(sign * odds) if of[at]][:12]
        lines.append(f"{name}: " + ", ".join(f"{cases[at].name} {odds[at]:.1f}" for at in worst))
    return "\n".join(lines)


def write(net: Network, path: Path) -> None:
    """Write a network in the format of calibration/occlusion/edge_crossings.json."""
    weights = {
        key: np.round(getattr(net, key), 4 if key == "out" else 3).tolist()
        for key in ("middle", "spread", "cells", "bias", "out")
    }
    path.write_text(json.dumps({**weights, "threshold": round(net.threshold, 4)}), "utf-8")


def main() -> None:
    """Read the pictures, cross-validate over tables, then fit the network to all of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="of stills, or a clip")
    parser.add_argument(
        "--boards", type=Path, metavar="FOLDER", help="board files that don't ship with the program"
    )
    parser.add_argument(
        "--painted", type=int, default=3, metavar="N", help="arms painted a clean picture (default: 3)"
    )
    parser.add_argument("-o", dest="out", type=Path, metavar="OUT.json", help="write the network there")
    options = parser.parse_args()
    rng = np.random.default_rng(11)
    cases: list[Case] = []
    for folder in options.folders:
        try:
            for shot in shots_of(folder, options.boards):
                cases += cases_of(shot, options.painted, rng)
        except (BadBoard, CannotSee) as error:
            print(f"{folder}: left out ({error})")
        print(f"{folder}: {len(cases)} pictures so far", flush=True)
    print(table_of(cases, cross_validate(cases)))
    if options.out is not None:
        write(fit(cases, range(FITS)), options.out)
        print(f"written to {options.out}")


if __name__ == "__main__":
    main()
