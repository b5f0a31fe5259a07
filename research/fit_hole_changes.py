"""Fits the log odds that a doubtful hole has changed since it was last read surely (see `vision/priors.py`).

    python research/fit_hole_changes.py CLIP... [--every 0.4]

Still pictures of clips with truth are read in order, averaged as in a game; doubtful holes whose last sure
content was right are labelled changed or not. Prints the constants of a logistic regression (Newton's method,
with the odds of the present picture as offset), and for several limits how many holes become sure, rightly
and wrongly.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.decision import SURE, decide
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.motion_gate import MotionGate, make_field
from toc_pi.vision.priors import measure_changes, with_change
from toc_pi.vision.reading import Reading, make_reader, read_with

EDGE_S = 0.2  # of a still span, left out at both ends
STEPS = 50
LIMITS = ((2.0, 1.5), (2.5, 1.0), (2.5, 1.5), (2.5, 2.5), (3.0, 1.5))
SMALL = 1e-6

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """A doubtful hole.

    Attributes:
        row: its probabilities in the present picture alone.
        before: what it held when it was last sure, which was right.
        now: what it holds.
        misfit, usual: see `Changes`.
    """

    row: dict[str, float]
    before: str
    now: str
    misfit: float
    usual: float


def samples_of(folder: Path, every_s: float) -> Iterator[Sample]:
    """The doubtful holes of a clip's still pictures."""
    clip = load_clip(str(folder))
    stills: list[dict[str, Any]] = json.loads((folder / "truth.json").read_text())["stills"]
    with closing(Film(clip.film)) as film:
        reader = make_reader(find_board(clip, [frame.image for frame in setup_pictures(clip, film)]))
        its = reader.model.calibration
        gate = MotionGate(make_field(its.board, reader.model.pose, its.pawns, its.size))
        held: dict[str, str] = {}  # each hole's true content when it was last sure
        before: Reading | None = None
        due = 0.0
        while (frame := film.read()) is not None:
            gate.process(frame.image)
            image = gate.denoised(frame.image)
            truth = next(
                (one["holes"] for one in stills if one["from"] + EDGE_S <= frame.t <= one["to"] - EDGE_S),
                None,
            )
            if truth is None or frame.t < due:
                continue
            due = frame.t + every_s - SMALL
            if before is not None and before.last_sure is not None:
                evidence, model = compute_evidence(image, reader.model)
                decision = decide(evidence, model)
                changes = measure_changes(decision, evidence, model, before.last_sure)
                for hole, misfit in ({} if changes is None else changes.misfit).items():
                    was = changes.before[hole]
                    if was == held.get(hole):
                        row = dict(decision.probability[hole])
                        yield Sample(row, was, truth.get(hole, ""), misfit, changes.usual)
            reading = read_with(image, reader, before)
            if reading.state == "clear":
                before = reading
                sure = set(reader.model.grids.names) - reading.unsure
                held |= {hole: truth.get(hole, "") for hole in sure}


def fit(samples: list[Sample]) -> Floats:
    """(3) the constant, and the factors of the hole's and of the usual misfit."""
    inputs = np.array([(1.0, one.misfit, one.usual) for one in samples])
    changed = np.array([one.now != one.before for one in samples], np.float64)
    same = np.array([one.row.get(one.before, 0.0) for one in samples]).clip(SMALL, 1 - SMALL)
    offset = np.log((1 - same) / same)
    found = np.zeros(3)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(inputs @ found + offset)))
        slope = inputs.T @ (chance - changed)
        curve = inputs.T @ (inputs * (chance * (1 - chance))[:, None])
        found -= np.linalg.solve(curve + SMALL * np.eye(3), slope)
    return found


def outcomes(samples: list[Sample], weights: Floats, most_unchanged: float, most_changed: float) -> str:
    """How many holes become sure, rightly and wrongly, and the mean log loss."""
    right = wrong = 0
    loss = 0.0
    for one in samples:
        odds = float(np.clip(weights @ (1.0, one.misfit, one.usual), -most_unchanged, most_changed))
        row = with_change(one.row, one.before, odds)
        likeliest = max(row, key=row.__getitem__)
        if row[likeliest] >= SURE:
            right += likeliest == one.now
            wrong += likeliest != one.now
        loss -= log(max(SMALL, row.get(one.now, 0.0)))
    return f"{right} right, {wrong} wrong, log loss {loss / len(samples):.3f}"


def main() -> None:
    """Print the constants and the table of limits."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--every", type=float, default=0.4, help="seconds between pictures (default: 0.4)")
    options = parser.parse_args()
    samples: list[Sample] = []
    for folder in options.clips:
        mine = list(samples_of(folder, options.every))
        changed = sum(one.now != one.before for one in mine)
        print(f"{folder.name}: {len(mine)} doubtful holes, {changed} changed", flush=True)
        samples += mine
    if not samples:
        raise SystemExit("no doubtful holes")
    weights = fit(samples)
    print("constant {:.2f}, by misfit {:.2f}, by usual {:.2f}".format(*weights))
    print("without       ", outcomes(samples, np.zeros(3), 0.0, 0.0))
    for unchanged, changed in LIMITS:
        print(f"-{unchanged} to {changed}:  ", outcomes(samples, weights, unchanged, changed))


if __name__ == "__main__":
    main()
