"""Measures loading, and an evening in which nothing happens, with window, journal and referee.

    python bench/waiting.py [--tree FOLDER] [--times N] [--seconds S]

A camera gives 30 pictures of a still board a second. Prints medians of processes of their own, with the
program of a folder, in processor time, so that other work on this machine counts little.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from processor_time import spent_s, timed

ROOT = Path(__file__).resolve().parents[1]
RATE = 30.0  # pictures a second
PATIENCE_S = 300.0  # with a process
SETTLE_S = 4.0  # after the board was found, until waiting is measured
ROWS = {
    "version": "`toc-pi --version`, s",
    "rules": "`toc-pi legal`, s",
    "first": "an evening's first picture, s",
    "new": "the first page of a table that isn't set up, s",
    "idle": "waiting, share of a core",
    "flips": "waiting, redraws",
    "written": "waiting, bytes written",
    "rss": "waiting, resident MB",
}


def report(found: Mapping[str, float]) -> None:
    """Tell the parent, and end at once."""
    print(json.dumps(found), flush=True)
    os._exit(0)


def show_nowhere(flipped: Callable[[], None]) -> None:
    """Let windows open on SDL's dummy driver, and count how often they are shown."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    import pygame

    from toc_pi.screen import display

    display.REAL_DRIVERS = ("dummy",)
    for name in ("flip", "update"):
        shown = getattr(pygame.display, name)

        def show(*what: Any, shown: Callable[..., None] = shown) -> None:
            shown(*what)
            flipped()

        setattr(pygame.display, name, show)


def first_picture(settings: str | None) -> None:
    """Report the processor time until an evening, or the set-up without settings, shows something."""
    show_nowhere(lambda: report({"first" if settings else "new": spent_s()}))
    from toc_pi.cli import main

    sys.argv = ["toc-pi", "play"]
    if settings:
        place = Path(os.environ["XDG_CONFIG_HOME"]) / "toc-pi"
        place.mkdir(parents=True)
        (place / "settings.toml").write_text(settings)
    main.run()


def waiting(settings: str, seconds: float) -> None:
    """Report what an evening takes while nothing happens."""
    flips = 0

    def flipped() -> None:
        nonlocal flips
        flips += 1

    show_nowhere(flipped)
    from hardware.camera import Frame
    from hardware.capture import Film
    from toc_pi.app.camera import board_watcher
    from toc_pi.app.recording.clip import load_clip
    from toc_pi.app.session import play
    from toc_pi.app.setup.finding import setup_pictures
    from toc_pi.app.starting import PlayOptions
    from toc_pi.app.starting import start as begin
    from toc_pi.store.settings import DataFolders

    clip = load_clip("sample")
    with closing(Film(clip.film)) as film:
        pictures = [frame.image for frame in setup_pictures(clip, film)]

    class StillCamera:
        """Gives these pictures in turn, when they are due."""

        def __init__(self, _name: str) -> None:
            self._begun_s, self._count = time.monotonic(), 0

        def read(self) -> Frame:
            self._count += 1
            t = self._count / RATE
            time.sleep(max(0.0, self._begun_s + t - time.monotonic()))
            return Frame(t, pictures[self._count % len(pictures)])

        def close(self) -> None:
            """Do nothing."""

    found = threading.Event()
    opened: Any = board_watcher.open_observer

    def observe(*given: Any) -> Any:
        found.set()
        return opened(*given)

    def measure() -> None:
        found.wait()
        time.sleep(SETTLE_S)
        before, begun_s, spent, shown = written(), time.monotonic(), spent_s(), flips
        time.sleep(seconds)
        idle = (spent_s() - spent) / (time.monotonic() - begun_s)
        report({"idle": idle, "flips": flips - shown, "written": written() - before, "rss": resident_mb()})

    board_watcher.open_camera, board_watcher.open_observer = StillCamera, observe
    with tempfile.TemporaryDirectory() as folder:
        places = DataFolders(Path(folder), Path(folder))
        places.settings.write_text(settings)
        threading.Thread(target=measure, daemon=True).start()
        begin(places, play, PlayOptions(lambda _: None, camera="auto"))


def written() -> int:
    """Bytes that this process has written anywhere so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["wchar"])


def resident_mb() -> float:
    """Resident memory of this process, MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def settings_of_sample() -> str:
    """The settings of the shipped film's table."""
    clip = (ROOT / "toc_pi" / "data" / "sample" / "clip.toml").read_text()
    others = ("name", "film", "setup", "corners", "focal")
    return "\n".join(line for line in clip.splitlines() if not line.startswith(others))


def probe(tree: Path, name: str, seconds: float) -> dict[str, float]:
    """Measure one thing with the program in a folder."""
    with tempfile.TemporaryDirectory() as home:
        private = {"HOME": home, "XDG_CONFIG_HOME": f"{home}/config", "XDG_STATE_HOME": f"{home}/state"}
        here = {**os.environ, **private, "PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1"}
        unit = (tree / "systemd" / "toc-pi.service").read_text()
        here |= dict(re.findall(r"^Environment=(MALLOC_\w+)=(\S+)$", unit, re.MULTILINE))
        words = {"version": ["--version"], "rules": ["legal", "-"]}.get(name)
        command = [sys.executable, "-m", "toc_pi", *words] if words else [sys.executable, __file__]
        said = list[str]()

        def run() -> None:
            done = subprocess.run(
                command if words else [*command, "--probe", name, "--seconds", str(seconds)],
                check=True,
                timeout=PATIENCE_S + seconds,
                cwd=tree,
                env=here,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                text=True,
            )
            said.extend(done.stdout.splitlines())

        spent = timed(run, resource.RUSAGE_CHILDREN)
        found: dict[str, float] = {name: spent} if words else json.loads(said[-1])
        return found


def medians(tree: Path, times: int, seconds: float) -> None:
    """Print the medians."""
    compiled = [sys.executable, "-m", "compileall", "-q", "toc_pi", "calibration", "hardware"]
    subprocess.run(compiled, cwd=tree, check=True)
    found: dict[str, list[float]] = {}
    for name in ("version", "rules", "first", "new", "waiting"):
        for _ in range(times if name != "waiting" else max(1, times // 4)):
            for key, value in probe(tree, name, seconds).items():
                found.setdefault(key, []).append(value)
    for name, values in found.items():
        print(f"{ROWS[name]:48}{statistics.median(values):10.3f}")


def main() -> None:
    """Measure, or be measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tree", type=Path, default=ROOT, help="of another commit, such as a git worktree")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--probe", choices=("first", "new", "waiting"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    match options.probe:
        case None:
            medians(options.tree.resolve(), options.times, options.seconds)
        case "waiting":
            waiting(settings_of_sample(), options.seconds)
        case name:
            first_picture(settings_of_sample() if name == "first" else None)


if __name__ == "__main__":
    main()
