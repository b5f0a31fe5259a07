"""Estimates the time from power-on to the first refereed move of a known table, here and on slower machines.

Computation is measured as processor time, so that other work on this machine doesn't count, and multiplied by
a factor; the time of devices and people is the same everywhere. `--write` puts the table into the docs.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

FACTORS = (1, 4, 8, 25)
"""Slowness relative to this machine: 1, the target machine, a Pi 4 at its slower end, and a Pi Zero 2 W."""
PAGE = Path(__file__).parents[1] / "docs" / "appliance.md"
BEGIN, END = "<!-- bench/start.py -->", "<!-- end -->"
UNIT_S = 22.0
"""Power-on to the service's first line, with Raspberry Pi OS Lite: an emulated machine took 16 to 30 s."""
CAMERA_S = 3.0
"""Opening a camera module, including two seconds of automatic exposure before it is locked."""
TAPS = 2
TAP_S = 2.0
"""Reading the page and tapping: the last table, and the card, if it is declared first."""
IMPORTS = 7
FIRST = ("toc_pi.app.session", "toc_pi.app.setup.setup_window")
"""What is loaded before the first page; `make setup` has compiled it."""
VISION = ("toc_pi.app.setup.live_view", "toc_pi.app.resumption")
"""What is loaded while the first page is read."""
LAST = ("toc_pi.app.teaching.table_teaching", "gpiozero")
"""What is loaded once the game's window is shown."""
SENSE_S = 0.5
"""How long the board must be still and clear before an undisputed verdict."""


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
    spent = []
    for _ in range(IMPORTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", f"import {', '.join(modules)}"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(spent)


def timed(what: Callable[[], object]) -> float:
    """Processor time of a call, s."""
    begin = time.process_time()
    what()
    return time.process_time() - begin


def steps() -> Sequence[Step]:
    """All steps, in order."""
    from hardware.capture import Film
    from toc_pi.app.camera.board_watcher import SETUP_STEP_S
    from toc_pi.app.recording.clip import load_clip
    from toc_pi.app.setup.answers import answers_of, settings_of
    from toc_pi.app.setup.finding import find_board, setup_pictures
    from toc_pi.app.setup.kept_settings import stored_settings
    from toc_pi.app.setup.setting_up import begin
    from toc_pi.app.setup.setup_pages import page_of
    from toc_pi.app.setup.table_summary import game_of
    from toc_pi.app.watch import Passed, film_events
    from toc_pi.effects import Verdict
    from toc_pi.referee.referee import Referee
    from toc_pi.screen.scene import opening
    from toc_pi.screen.window import Window
    from toc_pi.store.journal import Journal
    from toc_pi.store.settings import DataFolders, example_settings, load_settings
    from toc_pi.vision.observer import Observer

    clip = load_clip("sample")
    with closing(Film(clip.film)) as film:
        still = setup_pictures(clip, film)
        frames = [*still, *iter(film.read, None)]
    pictures = [frame.image for frame in still]
    with tempfile.TemporaryDirectory() as folder:
        places = DataFolders(Path(folder), Path(folder))
        places.settings.write_text(example_settings())

        def load() -> None:
            load_settings(places.settings)
            game_of(clip)
            Journal(places.games).close()

        loading = timed(load)

        def page() -> None:
            answers = answers_of(stored_settings(places))
            assert settings_of(answers)
            window = Window((800, 480), hidden=True)
            window.page(page_of(begin((answers,))))
            window.present()
            window.close()

        paging = timed(page)

        def board() -> None:
            window = Window((800, 480), hidden=True)
            window.show(opening(clip.board, clip.colours))
            window.present()
            window.close()

        drawing = timed(board)
    found = []
    finding = timed(lambda: found.append(find_board(clip, pictures)))
    referee, looking, since = Referee(game_of(clip)), 0.0, time.process_time()
    for event in film_events(frames, Observer(found[0]), clip.taps):
        if isinstance(event, Passed):
            looking, since = max(looking, time.process_time() - since), time.process_time()
        elif any(isinstance(each, Verdict) for each in referee.step(event)):
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


def table(found: Sequence[Step]) -> str:
    """The steps as a Markdown table."""
    rows = [
        _row("step", ["here" if one == 1 else f"{one} times slower" for one in FACTORS]),
        "|---|" + "---|" * len(FACTORS),
    ]
    for step in found:
        rows.append(_row(step.name, [f"{step.takes_s(one):.1f} s" for one in FACTORS]))
    total = [sum(step.takes_s(one) for step in found) for one in FACTORS]
    rows.append(_row(f"**together, with {TAPS} taps**", [f"**{one:.0f} s**" for one in total]))
    return "\n".join(rows)


def _row(name: str, values: Sequence[str]) -> str:
    return f"| {name} | {' | '.join(values)} |"


def main() -> None:
    """Measure, and print or write."""
    rows = table(steps())
    print(rows)
    if "--write" in sys.argv:
        text = PAGE.read_text(encoding="utf-8")
        first, last = text.index(BEGIN) + len(BEGIN), text.index(END)
        PAGE.write_text(f"{text[:first]}\n{rows}\n{text[last:]}", encoding="utf-8")


if __name__ == "__main__":
    main()
