"""What a command prints is written whole, or it says that it couldn't be: status 4, in one line."""

import os
import resource
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE_S

from toc_pi.app.journaled_game import settings_kept
from toc_pi.cli.main import COMMANDS
from toc_pi.store.journal import Journal
from toc_pi.store.settings import DataFolders, example_settings, load_settings

SAMPLE = Path(__file__).parents[2] / "toc_pi" / "data" / "sample"
FULL = Path("/dev/full")
REQUESTS = {
    "legal": '{"table": {"rules": "quebec"}, "position": "a0:a", "seat": "a", "card": "2"}',
    "explain": "{}",
    "hint": "{}",
    "judge": '{"t": 3.0, "event": "declared", "seat": "c", "do": "discard", "card": "2"}',
}
"""What a command reads; a request that is refused is answered, too."""
PRINTING = {
    "watch": ["watch sample --no-screen --speed 1000", "watch sample --no-screen --speed 1000 --json"],
    "calibrate": ["calibrate sample -o new.toml"],
    "read": ["read picture.png --calibration sample.calibration"],
    "board": ["board list", "board show square-40", "board"],
    "targets": ["targets -o new.svg"],
    "judge": [f"judge --table {shlex.quote(str(SAMPLE))}"],
    "legal": ["legal -"],
    "explain": ["explain -"],
    "hint": ["hint -"],
    "learn": ["learn --text", "learn --json"],
    "cards": ["cards show", "cards forget"],
    "games": ["games", "games --json"],
    "export": ["export 1", "export 1 --notation"],
    "report": ["report -o -", "report -o new.html"],
    "record": ["record new --clip sample --seconds 1"],
    "config": ["config", "config --example"],
    "rules": ["rules quebec", "rules quebec --against toc"],
    "test": ["test lamps --seconds 1"],
    "hall": ["hall add-wall wall --folder accounts"],
    "doctor": ["doctor"],
}
"""A call of each command that prints on standard output, or several."""
SILENT = {"play": "a window, or lamps", "publish": "its log is standard error", "lamps-off": "it only acts"}
CUT = [
    *(
        "--help",
        "watch sample --no-screen --speed 1000 --json",
        "read picture.png --calibration sample.calibration",
    ),
    *("legal -", "export 1 --notation", "report -o -", "config"),
]
"""Calls that print in different ways: at once, line by line, and a whole document."""
CALLS = ["--help", "--version", *(one for calls in PRINTING.values() for one in calls)]
HELP = ["judge --help", "hall --help"]  # one printer for all; `test_help.py` reads each command's


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table, an earlier game, a calibration and a picture."""
    import cv2

    home = tmp_path_factory.mktemp("home")
    places = DataFolders(home / "config", home / "state")
    places.config.mkdir()
    places.settings.write_text(example_settings())
    with closing(Journal(places.games)) as journal:
        board = load_settings(places.settings).board
        journal.begin(settings_kept(places, board), "2026-11-22T20:00:00")
    done = run("calibrate sample -o sample.calibration", home)
    assert done.returncode == 0, done.stderr
    _, picture = cv2.VideoCapture(str(SAMPLE / "film.mp4")).read()
    cv2.imwrite(str(home / "picture.png"), picture)
    return home


def run(
    words: str, home: Path, out: Path | None = None, most: int | None = None, *, closed: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with standard output to a file that takes so many bytes."""

    def prepare() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        if closed:
            os.close(1)

    with (out or Path(os.devnull)).open("wb") as stream:
        return subprocess.run(
            [sys.executable, "-m", "toc_pi", *shlex.split(words)],
            cwd=home,
            env={
                **os.environ,
                "TOC_PI_HOME": str(home),
                "PYTHONUNBUFFERED": "" if most is None else "1",  # where Python forgets what was cut
                "PYTHONPATH": str(SAMPLE.parents[2]),
                "GPIOZERO_PIN_FACTORY": "mock",
            },
            input=f"{REQUESTS.get(words.split()[0], '')}\n",
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            preexec_fn=prepare,
            check=False,
        )


def test_each_command_prints_or_is_known_not_to() -> None:
    assert {*PRINTING, *SILENT} == set(COMMANDS)


@pytest.mark.skipif(not FULL.exists(), reason=f"{FULL} is missing")
@pytest.mark.parametrize("words", [*CALLS, *HELP])
def test_an_output_that_takes_nothing_more_is_a_device_that_fails(home: Path, words: str) -> None:
    done = run(words, home, FULL)
    assert done.returncode == 4, done.stderr
    assert done.stderr.splitlines()[-1] == "toc-pi: the disk that the output goes to is full"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", CUT)
def test_an_output_that_is_cut_is_told(home: Path, words: str, tmp_path: Path) -> None:
    done = run(words, home, tmp_path / "out", 3)
    assert done.returncode == 4, done.stderr
    assert done.stderr.splitlines()[-1] == "toc-pi: the disk that the output goes to is full"
    assert (tmp_path / "out").stat().st_size == 3


@pytest.mark.parametrize("words", ["rules quebec", "games", "config --example", "--help"])
def test_an_output_that_is_closed_is_no_fault(home: Path, words: str) -> None:
    done = run(words, home, closed=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_goes_away_is_no_defect() -> None:
    command = f"{sys.executable} -m toc_pi --help | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
