"""Processor time of loading and of waiting, and memory, as ratios to an earlier commit.

    python bench/idle.py [COMMIT] [--times N] [--seconds S]

Measured in processes of their own, in turns with the earlier commit's, as processor time, so that other work
on this machine counts little; medians. The commit's tree is a worktree, first as git leaves it, then with
bytecode. Waiting is an evening with a still board before a camera of 30 pictures a second (those of the
shipped film's set-up in turn), with window, journal and referee.
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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RATE = 30.0  # pictures a second
SETTLE_S = 4.0  # after the board was found, until it is measured
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


def spent_s() -> float:
    """Processor time of this process so far, s."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


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
    from toc_pi.app.starting import PlayOptions, start
    from toc_pi.store.settings import DataFolders

    clip = load_clip("sample")
    film = Film(clip.film)
    pictures = [frame.image for frame in setup_pictures(clip, film)]
    film.close()

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

    def observe(calibration: Any) -> Any:
        found.set()
        return opened(calibration)

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
        start(places, play, PlayOptions(lambda _: None, camera="auto"))


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
        here |= {"PYTHONDONTWRITEBYTECODE": "1"}
        unit = (tree / "systemd" / "toc-pi.service").read_text()
        here |= dict(re.findall(r"^Environment=(MALLOC_\w+)=(\S+)$", unit, re.MULTILINE))
        run = {"cwd": tree, "env": here, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True}
        if name in ("version", "rules"):
            words = {"version": ["--version"], "rules": ["legal", "-"]}[name]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-m", "toc_pi", *words], check=True, **run)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return {name: after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
        command = [sys.executable, __file__, "--probe", name, "--seconds", str(seconds)]
        found: dict[str, float] = json.loads(
            subprocess.run(command, check=True, **run).stdout.splitlines()[-1]
        )
        return found


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The tree of a commit."""
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=False)


def compare(commit: str | None, times: int, seconds: float) -> None:
    """Print what was measured, with ratios."""
    compiled = [sys.executable, "-m", "compileall", "-q", "toc_pi", "calibration", "hardware"]
    subprocess.run(compiled, cwd=ROOT, check=True)
    if commit is None:
        for name, (now,) in medians([ROOT], times, seconds).items():
            print(f"{ROWS[name]:48}{now:10.3f}")
        return
    with tree_of(commit) as tree:
        source = probe(tree, "first", seconds)["first"]
        subprocess.run(compiled, cwd=tree, check=True)
        for name, (was, now) in medians([tree, ROOT], times, seconds).items():
            print(f"{ROWS[name]:48}{was:10.3f}{now:10.3f}{now / was if was else 1.0:8.2f}")
            if name == "first":
                print(f"{'the same, before without bytecode':48}{source:10.3f}{now:10.3f}{now / source:8.2f}")


def medians(trees: list[Path], times: int, seconds: float) -> dict[str, list[float]]:
    """What was measured, in turns."""
    found: dict[str, list[list[float]]] = {name: [[] for _ in trees] for name in ROWS}
    for name in ("version", "rules", "first", "new", "waiting"):
        for _ in range(times if name != "waiting" else max(1, times // 4)):
            for index, tree in enumerate(trees):
                for key, value in probe(tree, name, seconds).items():
                    found[key][index].append(value)
    return {name: [statistics.median(values) for values in each] for name, each in found.items()}


def main() -> None:
    """Measure, or be measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--probe", choices=("first", "new", "waiting"))
    options = parser.parse_args()
    if options.probe == "waiting":
        waiting(settings_of_sample(), options.seconds)
    elif options.probe:
        first_picture(settings_of_sample() if options.probe == "first" else None)
    else:
        compare(options.commit, options.times, options.seconds)


if __name__ == "__main__":
    main()
