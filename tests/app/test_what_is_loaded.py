"""What a small computer does while people wait: it loads what the next page needs, and nothing twice."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pygame
import pytest
from kept_games import STARTED
from patience import PATIENCE_S
from walking import COLOURS, SEATS, TABLE, Eye, NoEye

from calibration.board.board_file import load_board
from hardware.camera import Frame
from hardware.errors import BadFilm
from hardware.lamps import NoLamps
from toc_pi.app.camera.camera_events import CameraEvent
from toc_pi.app.camera.camera_reader import CameraReader
from toc_pi.app.camera.camera_service import CameraService
from toc_pi.app.journaled_game import JournaledGame
from toc_pi.app.play import GameSession
from toc_pi.app.process import REST_S
from toc_pi.app.stage import Stage
from toc_pi.app.table_loop import OpenWatcher, TableLoop
from toc_pi.belief.game import Game
from toc_pi.events import Seen, ViewChanged
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.scene import opening
from toc_pi.screen.window import Quit, Tapped, Window
from toc_pi.store.journal import Journal
from toc_pi.words import why

HEAVY = ("cv2", "numpy", "pygame", "sqlite3", "gpiozero", "toc_pi.app", "toc_pi.vision")
VISION = ("cv2", "toc_pi.vision", "calibration.pose", "calibration.setup", "toc_pi.app.camera.board_watcher")
TEACHING = ("toc_pi.app.teaching", "toc_pi.teaching", "toc_pi.app.report", "toc_pi.app.recording")
NETWORK = ("paho", "sqlalchemy", "networkx", "ssl", "toc_pi.hall.wire", "toc_pi.hall.table", "toc_pi.hall")

# The program's own entry point; what is loaded is told when it ends, or when a window shows something.
RUN = """
import os, sys
def tell():
    print("LOADED", *sys.modules, flush=True)
    os._exit(0)
if sys.argv[1] == "play":
    from toc_pi.screen import display
    import pygame
    display.REAL_DRIVERS = ("dummy",)
    flip = pygame.display.flip
    pygame.display.flip = lambda: (flip(), tell())
sys.argv[0] = "toc-pi"
from toc_pi.cli.main import run
try:
    run()
finally:
    tell()
"""


def loaded(folder: Path, *words: str, settings: str = "") -> set[str]:
    """The modules that a command has loaded at its end, or when it shows the first picture."""
    place = folder / "toc-pi"
    place.mkdir()
    if settings:
        (place / "settings.toml").write_text(settings)
    surroundings = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        **dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(folder)),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=surroundings,
        cwd=Path(__file__).parents[2],
        timeout=PATIENCE_S,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


def among(modules: set[str], rooms: tuple[str, ...]) -> set[str]:
    """The modules that belong to some of these packages."""
    return {name for name in modules if any(name == room or name.startswith(f"{room}.") for room in rooms)}


@pytest.mark.parametrize("words", ["--version", "--help", "legal -", "explain -", "rules quebec"])
def test_a_command_for_the_terminal_loads_no_device_and_no_arrays(tmp_path: Path, words: str) -> None:
    assert not among(loaded(tmp_path, *words.split()), HEAVY)


def test_the_first_picture_of_an_evening_comes_before_vision_and_teaching(tmp_path: Path) -> None:
    table = 'board = "square-40"\nrules = "quebec"\nfirst = "a"\nteams = [["a", "c"], ["b", "d"]]\n'
    table += 'colours = { a = "red", b = "blue", c = "green", d = "yellow" }\n'
    table += '[pawns]\nkind = "peg"\nheight = 28.0\ndiameter = 6.0\nwhite_face = false\n'
    modules = loaded(tmp_path, "play", settings=table)
    assert "toc_pi.app.session" in modules
    assert not among(modules, (*VISION, *TEACHING, "gpiozero", "toc_pi.app.setup.setup_window"))
    assert not among(modules, NETWORK)


def test_the_first_page_of_a_set_up_comes_before_vision_and_teaching(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "play")
    assert "toc_pi.app.setup.setup_window" in modules
    assert not among(modules, (*VISION, *TEACHING))


def test_pygame_does_without_setuptools_and_others_may_still_load_it(tmp_path: Path) -> None:
    (tmp_path / "pkg_resources.py").write_text("print('loaded')\n")
    code = "import toc_pi.screen.display; print('window'); import pkg_resources"
    paths = os.pathsep.join((str(tmp_path), str(Path(__file__).parents[2])))
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.split() == ["window", "loaded"]


class Listening(TableLoop):
    """A loop without a game, until it hears something or a minute has passed."""

    def __init__(self, before: NoEye, later: OpenWatcher) -> None:
        table = opening(load_board("square-40"), COLOURS)
        super().__init__(before, Stage(table, None, NoLamps(), Phrases("en", COLOURS)), later)
        self.heard: list[tuple[float, CameraEvent]] = []
        self.waited: list[float] = []

    def take(self, event: CameraEvent) -> bool:
        self.heard.append((self._watcher.now(), event))
        return True

    def touch(self, event: Quit | Tapped) -> bool:
        raise AssertionError(event)

    def tick(self, now: float) -> bool:
        self.waited.append(now)
        return len(self.waited) > 60 / REST_S


def test_a_camera_is_heard_once_its_watcher_is_loaded() -> None:
    eye, before, may = Eye(), NoEye(), threading.Event()
    eye.given = [ViewChanged(7.5, "hand")]
    before.t = 5.0

    def opened(now: Callable[[], float]) -> Eye:
        may.wait()
        eye.t = now()  # loading took a while
        return eye

    def alive() -> None:
        before.t = 7.0
        may.set()

    loop = Listening(before, opened)
    assert loop.has_camera
    loop.run(alive)
    assert loop.waited[0] == 5.0
    assert loop.heard == [(7.0, ViewChanged(7.5, "hand"))], "the game's time goes on where it was"
    eye.stuck = True
    assert not loop.works


def test_a_watcher_that_cannot_be_opened_ends_the_evening() -> None:
    def opened(_now: Callable[[], float]) -> Eye:
        raise BadFilm("no film")

    with pytest.raises(BadFilm):
        Listening(NoEye(), opened).run(lambda: None)


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


@pytest.mark.parametrize(("live", "least", "most"), [(True, 15, 21), (False, 90, 90)])
def test_of_a_quick_camera_some_pictures_are_looked_at_of_a_film_all(
    live: bool, least: int, most: int
) -> None:
    clock, rng, given = Clock(), np.random.default_rng(1), list[float]()

    class Quick:
        def read(self) -> Frame:
            clock.t += 1 / 30
            return Frame(clock.t, rng.integers(90, 160, (48, 64, 3), np.uint8))

        def close(self) -> None:
            pass

    class Unread(CameraService):
        def work(self, epoch: int, frames: tuple[Frame, ...]) -> None:
            """Nothing is looked for."""

    readers = list[CameraReader]()
    watch = Unread(Quick, clock, live=live, keep=lambda frame: given.append(frame.t), begin=readers.append)
    watch.poll()
    for _ in range(91):  # the first step opens it
        assert readers[0].step()
        assert watch.poll() is None
        assert readers[0].heard_s == clock()
    assert least <= len(given) <= most


def test_while_nothing_happens_nothing_is_drawn_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    game, eye, flips = Game(load_ruleset("quebec"), TABLE, SEATS[0]), Eye(), list[float]()

    def content() -> dict[Path, tuple[bytes, int]]:
        # Not SQLite's shared memory: there the journal's thread notes that it reads, soon after a flush.
        files = (path for path in tmp_path.rglob("*") if not path.name.endswith("-shm"))
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    with closing(Window((800, 480), hidden=True)) as window, closing(Journal(tmp_path / "games")) as journal:
        kept = JournaledGame(journal, game, SEATS, {}, lambda: STARTED)
        phrases = Phrases("en", COLOURS, why(game, COLOURS))
        stage = Stage(opening(load_board("square-40"), COLOURS, taps=True), window, NoLamps(), phrases)
        evening = GameSession(eye, stage, kept, lambda _: None)
        evening.begin(kept.begin())

        def wait(seconds: float) -> None:
            for _ in range(round(seconds / 0.1)):
                eye.t += 0.1
                assert evening.step(lambda: None)

        eye.given = [Seen(0.0, standing(Position(frozenset()), SEATS))]
        wait(30.0)
        journal.flush()
        before = content()
        monkeypatch.setattr(pygame.display, "flip", lambda: flips.append(eye.t))
        wait(300.0)
        journal.flush()
        assert before
        assert content() == before
        assert not flips
        eye.given = [ViewChanged(eye.t, "hand")]  # whatever happens is drawn
        wait(1.0)
        assert flips
