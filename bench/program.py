"""Measures the whole program: from power-on to the first move, and its pace on slow machines.

    python bench/program.py start [--write]
    python bench/program.py pace

Computation is measured as processor time, so that other work on this machine counts little. Run it with
OMP_NUM_THREADS=1, or the library for linear algebra uses several threads.

`start` estimates the time until the first move of a known table is judged, here and on slower machines;
the time of devices and people is the same everywhere. `--write` puts the table into docs/appliance.md.

`pace` referees the shipped film at its own pace on slower machines: how many pictures they process, and the
delay of their verdicts. Each picture takes as long as here, times a factor; those that arrive meanwhile are
skipped, as in `toc_pi.app.camera.board_watcher`.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from processor_time import timed

if TYPE_CHECKING:  # what is loaded is measured
    from calibration.setup.calibration_file import Calibration
    from hardware.camera import Frame
    from toc_pi.app.recording.clip import Clip
    from toc_pi.effects import Verdict

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "appliance.md"
BEGIN, END = "<!-- bench/program.py start -->", "<!-- end -->"
FACTORS = (1, 4, 8, 25)
"""Slowness relative to this machine: 1, the target machine, a Pi 4 at its slower end, and a Pi Zero 2 W."""
UNIT_S = 22.0
"""Power-on to the service's first line, with Raspberry Pi OS Lite: an emulated machine took 16 to 30 s."""
CAMERA_S = 3.0
"""Opening a camera module, including two seconds of automatic exposure before it is locked."""
TAPS, TAP_S = 2, 2.0
"""Reading the page and tapping: the last table, and the card, if it is declared first."""
IMPORTS = 7
FIRST = ("toc_pi.app.session", "toc_pi.app.setup.setup_window")
"""What is loaded before the first page; `make setup` has compiled it."""
VISION = ("toc_pi.app.setup.live_view", "toc_pi.app.setup.finding")
"""What is loaded while the first page is read."""
LAST = ("toc_pi.app.teaching.coach", "gpiozero")
"""What is loaded once the game's window is shown."""
SENSE_S = 0.5
"""How long the board must be still and clear before an undisputed verdict."""

TRUTH = ROOT / "tests" / "data" / "sample_truth.json"
PACES = (1, 3, 8, 15, 25)
SOONEST_S = 0.4


@cache
def filmed() -> "tuple[Clip, list[Frame], Calibration, float]":
    """The shipped film: its clip, all pictures, its calibration, and the processor time of finding it, s."""
    from hardware.capture import Film
    from toc_pi.app.recording.clip import load_clip
    from toc_pi.app.setup.finding import find_board, setup_pictures

    clip, found = load_clip("sample"), []
    with closing(Film(clip.film)) as film:
        still = setup_pictures(clip, film)
        frames = [*still, *iter(film.read, None)]
    took = timed(lambda: found.append(find_board(clip, [frame.image for frame in still])))
    return clip, frames, found[0], took


def looked(frames: "Iterable[Frame]") -> "Iterator[tuple[Frame, float, list[Verdict]]]":
    """Each picture with the processor time that it took, s, and the verdicts that followed from it."""
    from toc_pi.app.film_session import Passed, film_events
    from toc_pi.app.setup.table_summary import game_of
    from toc_pi.effects import Verdict
    from toc_pi.referee.referee import Referee
    from toc_pi.vision.observer import Observer

    clip, _, calibration, _ = filmed()
    referee, judged, since = Referee(game_of(clip)), list[Verdict](), time.process_time()
    for event in film_events(frames, Observer(calibration), clip.taps):
        if isinstance(event, Passed):
            yield event.frame, time.process_time() - since, judged
            judged, since = [], time.process_time()
        else:
            judged += [each for each in referee.step(event) if isinstance(each, Verdict)]


@dataclass(frozen=True)
class Step:
    """A step with its processor time here, and its time for devices and people, s.

    What a thread does meanwhile takes time only where it takes longer than `meanwhile_s` of other steps.
    """

    name: str
    work_s: float = 0.0
    other_s: float = 0.0
    meanwhile_s: float = 0.0

    def takes_s(self, factor: int) -> float:
        """Seconds on a machine that is `factor` times slower."""
        return max(0.0, factor * self.work_s - self.meanwhile_s) + self.other_s


def importing(*modules: str) -> float:
    """Processor time for a Python process that imports these, s; the median of some."""
    command = [sys.executable, "-c", f"import {', '.join(modules)}"]
    run = lambda: subprocess.run(command, check=True)  # noqa: E731
    return statistics.median(timed(run, resource.RUSAGE_CHILDREN) for _ in range(IMPORTS))


def steps() -> Sequence[Step]:
    """All steps of a start, in order."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from toc_pi.app.camera.board_watcher import SETUP_STEP_S
    from toc_pi.app.setup.answers import answers_of, settings_of, stored_settings
    from toc_pi.app.setup.setting_up import begin
    from toc_pi.app.setup.setup_pages import page_of
    from toc_pi.app.setup.table_summary import game_of
    from toc_pi.screen.scene import opening
    from toc_pi.screen.window import Window
    from toc_pi.store.journal import Journal
    from toc_pi.store.settings import DataFolders, example_settings, load_settings

    clip, frames, _, finding = filmed()

    def load() -> None:
        load_settings(places.settings)
        game_of(clip)
        Journal(places.games).close()

    def page() -> None:
        answers = answers_of(stored_settings(places))
        assert settings_of(answers)
        with closing(Window((800, 480), hidden=True)) as window:
            window.page(page_of(begin((answers,))))
            window.present()

    def board() -> None:
        with closing(Window((800, 480), hidden=True)) as window:
            window.show(opening(clip.board, clip.colours))
            window.present()

    with tempfile.TemporaryDirectory() as folder:
        places = DataFolders(Path(folder), Path(folder))
        places.settings.write_text(example_settings())
        loading, paging, drawing = map(timed, (load, page, board))
    looking = 0.0
    for _, took, judged in looked(frames):
        looking = max(looking, took)
        if judged:
            break
    return (
        Step("the Pi starts, and its services", other_s=UNIT_S),
        Step("Python loads what the first page needs", first_s := importing(*FIRST)),
        Step("settings, rules and earlier games are read", loading),
        Step("the first page is shown; a tap: the same table as last time", paging, TAP_S),
        Step("vision is loaded meanwhile", importing(*FIRST, *VISION) - first_s, 0.0, TAP_S),
        Step("the game's window is shown", drawing),
        Step("lamps and teaching are loaded", importing(*FIRST, *LAST) - first_s),
        Step("the camera is opened, and exposes", other_s=CAMERA_S),
        Step("pictures in which the board lies still", other_s=2 * SETUP_STEP_S),
        Step("the board is found, and the pawns are learnt", finding),
        Step("a card is tapped, where cards are declared first", other_s=TAP_S),
        Step("the first move is judged, once the hand is gone", looking, SENSE_S),
    )


def start(write: bool) -> None:
    """Print the steps as a Markdown table, or put it into the page."""
    found = steps()
    total = [sum(step.takes_s(one) for step in found) for one in FACTORS]
    rows = [
        ("step", *("here" if one == 1 else f"{one} times slower" for one in FACTORS)),
        ("---",) * (1 + len(FACTORS)),
        *((step.name, *(f"{step.takes_s(one):.1f} s" for one in FACTORS)) for step in found),
        (f"**together, with {TAPS} taps**", *(f"**{one:.0f} s**" for one in total)),
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    print(table)
    if write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}", "utf-8")


def pace() -> None:
    """Print a line for each factor."""
    import cv2

    cv2.setNumThreads(1)
    _, frames, _, finding = filmed()
    print(f"{len(frames)} pictures; finding the board takes {finding:.1f} s here")
    print("slower  looks/s  verdicts  right  median delay s  longest s  finding s")
    for factor in PACES:
        looks, verdicts = refereed(frames, factor)
        delays = delays_of(verdicts)
        print(
            f"{factor:5}x  {looks / (frames[-1].t - frames[0].t):7.1f}  {len(verdicts):8}  {len(delays):5}  "
            f"{delays[len(delays) // 2]:14.1f}  {delays[-1]:9.1f}  {factor * finding:9.0f}"
        )


def refereed(frames: "list[Frame]", factor: float) -> "tuple[int, list[tuple[float, Verdict]]]":
    """The number of processed pictures, and the verdicts on cards with the time at which they came, s."""
    now, looks, verdicts = 0.0, 0, []

    def newest() -> "Iterator[Frame]":
        waiting = list(frames)
        while waiting:
            due = [frame for frame in waiting if frame.t <= now] or waiting[:1]
            waiting = waiting[len(due) :]
            yield due[-1]

    for frame, took, judged in looked(newest()):
        now = max(now, frame.t) + factor * took
        looks += 1
        verdicts += [(now, verdict) for verdict in judged if verdict.do == "card"]
    return looks, verdicts


def delays_of(verdicts: "list[tuple[float, Verdict]]") -> list[float]:
    """The delay of each correct verdict after the hand had gone, s; the others are left out."""
    delays, left = [], list(verdicts)
    for turn in sorted(json.loads(TRUTH.read_text())["turns"], key=lambda turn: turn["hand_gone"]):
        said = (turn["n"], turn["legal"], tuple(turn["reasons"][:1]))
        matching = [
            (t, each)
            for t, each in left
            if t >= turn["hand_gone"] - SOONEST_S and (each.n, each.legal, each.reasons[:1]) == said
        ]
        if matching:
            left.remove(matching[0])
            delays.append(matching[0][0] - turn["hand_gone"])
    return sorted(delays)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("start", "pace"))
    parser.add_argument("--write", action="store_true", help="put the table of `start` into the page")
    options = parser.parse_args()
    if options.what == "start":
        start(options.write)
    else:
        pace()


if __name__ == "__main__":
    main()
