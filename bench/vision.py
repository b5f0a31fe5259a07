"""The eye's speed at 1280x720 on one thread: gate, reading, check, memory.

Run it with OMP_NUM_THREADS=1, or the matrix library takes more threads than one.
"""

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from calibration.board import load_board
from calibration.colours import learn_looks
from calibration.follow import check_pose
from calibration.lens import make_pose
from calibration.patches import PawnSet
from calibration.record import Calibration
from toc_pi.vision.cover import find_cover
from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import gather
from toc_pi.vision.reading import open_reader, read_with
from toc_pi.vision.view import board_mask, compare, glance

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "vision"
BARS_MS = {"gate": 1.5, "full reading": 15.0, "board check": 25.0}
PI_4, ZERO_2 = (6, 10), (20, 30)


def median_ms(work: Callable[[], object], times: int) -> float:
    """The median of some runs, after one that doesn't count."""
    work()
    spans = []
    for _ in range(times):
        begin = time.process_time()
        work()
        spans.append(1e3 * (time.process_time() - begin))
    return statistics.median(spans)


def main() -> int:
    cv2.setNumThreads(1)
    told = json.loads((FOLDER / "truth.json").read_text())["kitchen"]
    board, lens = load_board(told["board"]), told["pose"]
    pose = make_pose(
        np.array(lens["rvec"]), np.array(lens["translation"]), 2 * lens["focal"], (639.5, 359.5), lens["k1"]
    )

    def picture(file: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        half = cv2.imread(str(FOLDER / "kitchen" / file))
        return np.asarray(cv2.resize(half, (1280, 720), interpolation=cv2.INTER_CUBIC), np.uint8)

    setup, later = picture(told["setup"]), picture(told["stills"][3]["picture"])
    camps = {hole: hole[0] for hole in board.holes if hole[1] == "C"}
    pawns = PawnSet(**told["pawns"])
    looks = learn_looks([setup], board, pose, pawns, camps, {})
    calibration = Calibration(board, pose, 0.3, pawns, looks, (1280, 720), {})
    reader = open_reader(calibration)
    eye = reader.eye
    mask = board_mask(board, pose, (1280, 720), pawns.height)
    before = glance(setup)
    held = frozenset(decide(gather(later, eye), eye).holes)
    rows = {
        "gate": median_ms(lambda: compare(glance(later), before, mask, looks.noise), 60),
        "full reading": median_ms(lambda: read_with(later, reader), 25),
        "- evidence": median_ms(lambda: gather(later, eye), 25),
        "- decision": median_ms(lambda: decide(gather(later, eye), eye), 15),
        "- cover": median_ms(lambda: find_cover(later, held, eye, reader.backdrop), 25),
        "board check": median_ms(lambda: check_pose(later, board, pose), 15),
        "tables for a pose": median_ms(lambda: open_reader(calibration), 3),
        "learning": median_ms(lambda: learn_looks([setup], board, pose, pawns, camps, {}), 2),
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
    print(f"{'resident, at most':20}{resident:8.0f}  200 (MB)")
    for machine, (low, high) in {"Pi 4": PI_4, "Zero 2 W": ZERO_2}.items():
        gate = [1e3 / (rows["gate"] * factor) for factor in (high, low)]
        read = [1e3 / ((rows["full reading"] + rows["gate"]) * factor) for factor in (high, low)]
        print(
            f"{machine}, {low} to {high} times slower (estimated): passes {gate[0]:.0f} to {gate[1]:.0f} "
            f"pictures a second, reads {read[0]:.1f} to {read[1]:.1f}"
        )
    return 1 if short or resident > 200 else 0


if __name__ == "__main__":
    sys.exit(main())
