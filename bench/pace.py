"""Referees the shipped film at its own pace on simulated slower machines.

Measures how many pictures they process, and the delay of their verdicts. Each picture takes as long as here,
times a factor (estimates: a Pi 4 is 6 to 10 times slower, a Pi Zero 2 W 20 to 30 times); pictures that arrive
meanwhile are skipped, as in `toc_pi.app.camera.board_watcher`. Run it with OMP_NUM_THREADS=1, or the
library for linear algebra uses several threads.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2

from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame
from hardware.capture import Film
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.watch import Passed, film_events
from toc_pi.effects import Verdict
from toc_pi.referee.referee import Referee
from toc_pi.vision.observer import Observer

TRUTH = Path(__file__).parents[1] / "tests" / "data" / "sample_truth.json"
FACTORS = (1, 3, 8, 15, 25)
SOONEST_S = 0.4


def refereed(
    clip: Clip, calibration: Calibration, frames: list[Frame], factor: float
) -> tuple[int, list[Verdict]]:
    """The number of processed pictures, and the verdicts with the time at which they came, s."""
    now, looked = 0.0, 0
    verdicts: list[Verdict] = []

    def newest() -> Iterator[Frame]:
        waiting = list(frames)
        while waiting:
            due = [frame for frame in waiting if frame.t <= now] or waiting[:1]
            waiting = waiting[len(due) :]
            yield due[-1]

    referee, judged = Referee(game_of(clip)), list[Verdict]()
    begin = time.process_time()
    for event in film_events(newest(), Observer(calibration), clip.taps):
        if isinstance(event, Passed):
            now = max(now, event.frame.t) + factor * (time.process_time() - begin)
            looked += 1
            verdicts += [_at(each, now) for each in judged]
            judged.clear()
            begin = time.process_time()
        else:
            effects = referee.step(event)
            judged += [each for each in effects if isinstance(each, Verdict) and each.do == "card"]
    verdicts += judged
    return looked, verdicts


def _at(verdict: Verdict, t: float) -> Verdict:
    return Verdict(**{name: getattr(verdict, name) for name in verdict.__slots__} | {"t": t})


def judged(verdicts: list[Verdict]) -> list[float]:
    """The delay of each correct verdict after the hand had gone, s; the others are left out."""
    turns = sorted(json.loads(TRUTH.read_text())["turns"], key=lambda turn: turn["hand_gone"])
    delays, left = [], list(verdicts)
    for turn in turns:
        begin = turn["hand_gone"] - SOONEST_S
        said = (turn["n"], turn["legal"], tuple(turn["reasons"][:1]))
        matching = [
            each for each in left if each.t >= begin and (each.n, each.legal, each.reasons[:1]) == said
        ]
        if matching:
            left.remove(matching[0])
            delays.append(matching[0].t - turn["hand_gone"])
    return sorted(delays)


def main() -> int:
    cv2.setNumThreads(1)
    clip = load_clip("sample")
    with closing(Film(clip.film)) as film:
        pictures = setup_pictures(clip, film)
        frames = [*pictures, *iter(film.read, None)]
        fps = film.fps
    begin = time.process_time()
    calibration = find_board(clip, [frame.image for frame in pictures])
    finding_s = time.process_time() - begin
    print(f"{len(frames)} pictures, {fps:g} a second; finding the board takes {finding_s:.1f} s here")
    print("slower  looks/s  verdicts  right  median delay s  longest s  finding s")
    for factor in FACTORS:
        looked, verdicts = refereed(clip, calibration, frames, factor)
        delays = judged(verdicts)
        print(
            f"{factor:5}x  {looked / (frames[-1].t - frames[0].t):7.1f}  {len(verdicts):8}  {len(delays):5}  "
            f"{delays[len(delays) // 2]:14.1f}  {delays[-1]:9.1f}  {factor * finding_s:9.0f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
