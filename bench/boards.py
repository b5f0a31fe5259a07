"""Measures finding and checking a board, on one thread: `python bench/boards.py [PICTURE …]`.

Without pictures, those of the tests are used. Prints the median of a few runs for each step beside its limit.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from calibration.board.board_file import load_board
from calibration.features import find_blobs
from calibration.pose.estimation import find_pose
from calibration.pose.tracking import check_pose, find_again

DATA = Path(__file__).parents[1] / "tests" / "data" / "calibration"
BARS_MS = {"find without help": 3000.0, "check": 25.0, "find again": 1000.0}


def measure(work: Callable[[], object], times: int) -> float:
    """The median duration of some runs, ms."""
    took = []
    for _ in range(times):
        begin = time.process_time()
        work()
        took.append((time.process_time() - begin) * 1e3)
    return statistics.median(took)


def main(pictures: list[str]) -> None:
    """Measure each picture; its truth (board, holes, focal) is in a JSON file beside it."""
    cv2.setNumThreads(1)
    print(f"{'picture':12} {'step':18} {'ms':>8} {'bar':>8}")
    for path in [Path(name) for name in pictures] or sorted(DATA.glob("*.jpg")):
        if not path.with_suffix(".json").exists():  # a board without pawns: for the tests of proposals
            continue
        truth = json.loads(path.with_suffix(".json").read_text())
        if not pictures and truth["board"].endswith(".toml"):  # it can't be found without help
            continue
        board, image = load_board(truth["board"]), np.asarray(cv2.imread(str(path)), np.uint8)
        holes, focal = truth["holes"], truth["focal"]
        pose = find_pose([image], board, focal=focal, holes=holes).pose
        bumped = np.asarray(
            cv2.warpAffine(image, np.array([[1, 0.03, 8], [-0.03, 1, 25.0]]), image.shape[1::-1])
        )
        steps = {
            "blobs": measure(lambda image=image: find_blobs(image), 5),
            "find without help": measure(
                lambda image=image, board=board, holes=holes: find_pose([image], board, holes=holes), 3
            ),
            "find again": measure(
                lambda image=bumped, board=board, pose=pose, holes=holes: find_again(
                    image, board, pose, holes=holes
                ),
                3,
            ),
            "check": measure(lambda image=image, board=board, pose=pose: check_pose(image, board, pose), 20),
        }
        for step, took in steps.items():
            bar = BARS_MS.get(step)
            print(f"{path.stem:12} {step:18} {took:8.1f} {'' if bar is None else f'{bar:8.0f}'}")


if __name__ == "__main__":
    main(sys.argv[1:])
