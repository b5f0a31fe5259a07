"""Measures vision on the shipped film, 1280x720, on one thread: gate, reading, check, memory.

Run it with OMP_NUM_THREADS=1, or the linear-algebra library uses several threads.
"""

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import closing
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import learn_looks
from calibration.pose.tracking import check_pose
from calibration.setup.calibration_file import Calibration
from hardware.capture import Film
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.motion_gate import MotionGate, make_field
from toc_pi.vision.occlusion.cover import find_cover
from toc_pi.vision.reading import make_reader, read_with

Picture = NDArray[np.uint8]

TRUTH = Path(__file__).parents[1] / "tests" / "data" / "sample_truth.json"
BEFORE_S = 0.4  # before the end of a still span
BARS_MS = {"gate and alignment": 2.0, "full reading": 10.0, "board check": 25.0}
PI_4, ZERO_2 = (6, 10), (20, 30)


def median_ms(work: Callable[[], object], times: int) -> float:
    """The median of some runs, after a warm-up run."""
    work()
    spans = []
    for _ in range(times):
        begin = time.process_time()
        work()
        spans.append(1e3 * (time.process_time() - begin))
    return statistics.median(spans)


def stills(clip: Clip) -> tuple[Calibration, list[Picture]]:
    """The shipped film: its calibration, and a picture of every third still span."""
    ends = [span["to"] - BEFORE_S for span in json.loads(TRUTH.read_text())["stills"][::3]]
    with closing(Film(clip.film)) as film:
        first = [frame.image for frame in setup_pictures(clip, film)]
        pictures = first[-1:]
        for frame in iter(film.read, None):
            if len(pictures) < len(ends) and frame.t >= ends[len(pictures)]:
                pictures.append(frame.image)
    return find_board(clip, first), pictures


def main() -> int:
    cv2.setNumThreads(1)
    calibration, pictures = stills(load_clip("sample"))
    board, pose, pawns = calibration.board, calibration.pose, calibration.pawns
    setup = pictures[0]
    later = pictures[len(pictures) // 2]
    reader = make_reader(calibration)
    model = reader.model
    camps = {hole: hole[0] for hole in board.holes if hole[1] == "C"}
    gate = MotionGate(make_field(board, pose, pawns, (1280, 720)))
    gate.process(setup)
    turn = cycle(pictures)
    rows = {
        "gate and alignment": median_ms(lambda: gate.process(later), 60),
        "full reading": median_ms(lambda: read_with(next(turn), reader), 3 * len(pictures)),
        "- evidence": median_ms(lambda: compute_evidence(later, model)[0], 25),
        "- decision": median_ms(lambda: decide(compute_evidence(later, model)[0], model), 15),
        "- cover": median_ms(lambda: find_cover(later, model, reader.free_field), 25),
        "board check": median_ms(lambda: check_pose(later, board, pose), 15),
        "tables for a pose": median_ms(lambda: make_reader(calibration), 3),
        "learning": median_ms(lambda: learn_looks([setup], board, pose, pawns, camps), 2),
    }
    rows["- decision"] -= rows["- evidence"]
    short = False
    print(f"{'':20}{'ms':>8}  bar")
    for name, figure in rows.items():
        bar = BARS_MS.get(name)
        missed = bar is not None and figure > bar
        short |= missed
        print(f"{name:20}{figure:8.2f}  {'' if bar is None else f'{bar:g}'}{'  SHORT' if missed else ''}")
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'resident, at most':20}{resident:8.0f}  188 (MB)")
    for machine, (low, high) in {"Pi 4": PI_4, "Zero 2 W": ZERO_2}.items():
        passed = rows["gate and alignment"]
        gate = [1e3 / (passed * factor) for factor in (high, low)]
        read = [1e3 / ((rows["full reading"] + passed) * factor) for factor in (high, low)]
        print(
            f"{machine}, {low} to {high} times slower (estimated): passes {gate[0]:.0f} to {gate[1]:.0f} "
            f"pictures a second, reads {read[0]:.1f} to {read[1]:.1f}"
        )
    return 1 if short or resident > 188 else 0


if __name__ == "__main__":
    sys.exit(main())
