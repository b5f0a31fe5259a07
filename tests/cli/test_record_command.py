"""`toc-pi record` and `toc-pi play --record`: recording on request; a game that can't be read."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from patience import PATIENCE_S
from played import wait

from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.cli.main import main

SHORT = Path(__file__).parents[1] / "data" / "short"
LONG_ENOUGH_S = 17  # for three legal moves and an illegal one
TAPS = 4
Output = pytest.CaptureFixture[str]


def watched(clip: Path, capsys: Output) -> list[dict[str, object]]:
    assert main(["watch", str(clip), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_clip_that_is_kept_again_is_judged_the_same(tmp_path: Path, capsys: Output) -> None:
    kept = tmp_path / "kept"
    assert main(["record", str(kept), "--clip", str(SHORT), "--seconds", str(LONG_ENOUGH_S)]) == 0
    printed = capsys.readouterr().out
    assert "because you asked" in printed
    assert f"toc-pi watch {kept}" in printed
    assert load_clip(str(kept)).taps == load_clip(str(SHORT)).taps[:TAPS]
    truth = json.loads((kept / "truth.json").read_text())
    before = [(turn["n"], turn["legal"], turn["reasons"][:1], turn["holes"]) for turn in truth["turns"]]
    after = [
        (row["n"], row["legal"], row.get("reasons", [])[:1], row["holes"])
        for row in watched(kept, capsys)
        if row["event"] == "verdict" and row["do"] == "card"
    ]
    assert after == before
    assert {legal for _, legal, _, _ in after} == {True, False}
    assert len(truth["stills"]) > len(after)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["{full}", "--clip", "sample"], "it already exists; nothing is overwritten, choose another name"),
        (["{new}", "--clip", "nowhere"], "no such folder"),
        (["{new}", "--clip", "sample", "--seconds", "-1"], "--seconds -1"),
        (["{new}", "--clip", "sample", "--fps", "99"], "--fps 99"),
        (["{new}", "--clip", "sample", "--gigabytes", "0"], "--gigabytes 0"),
        (["{new}"], "no settings yet"),
        (["{new}", "--camera", "eye"], "--camera eye"),
    ],
)
def test_wrong_use_is_one_line_and_leaves_nothing(
    arguments: list[str],
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    refused: Callable[..., str],
) -> None:
    home, full, new = tmp_path / "home", tmp_path / "full", tmp_path / "new"
    full.mkdir()
    (full / "letter.txt").write_text("dear")
    monkeypatch.setenv("TOC_PI_HOME", str(home))
    if "--camera" in arguments:
        settle(home, SHORT / "film.mp4")
    filled = [argument.format(full=full, new=new) for argument in arguments]
    assert fault in refused("record", *filled)
    assert not new.exists()


def settle(home: Path, film: Path) -> None:
    """The short clip's table, with its film as a camera."""
    (home / "config").mkdir(parents=True)
    table = (SHORT / "clip.toml").read_text().replace('film = "film.mp4"', f'camera = "film {film}"')
    (home / "config" / "settings.toml").write_text(table)


@contextmanager
def started(home: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a process of its own, which doesn't outlive the test."""
    settle(home, SHORT / "film.mp4")
    with subprocess.Popen(
        [sys.executable, "-m", "toc_pi", *arguments],
        env={**os.environ, "TOC_PI_HOME": str(home), "SDL_VIDEODRIVER": "dummy"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("command", [["record"], ["play", "--no-screen", "--record"]])
@pytest.mark.parametrize(("ending", "status"), [(signal.SIGTERM, 130), (signal.SIGKILL, -9)])
def test_whatever_ends_it_a_clip_is_left(
    command: list[str], ending: signal.Signals, status: int, tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    written = folder / "film.mp4"
    with started(tmp_path / "home", *command, str(folder)) as process:
        wait(lambda: written.exists() and written.stat().st_size >= 600_000)
        process.send_signal(ending)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, err) == (status, "")
    assert "because you asked" in out
    clip = load_clip(str(folder))
    film = Film(clip.film)
    found = 0
    while film.read() is not None:
        found += 1
    film.close()
    assert found >= 3
    if ending is signal.SIGTERM:
        assert (folder / "truth.json").is_file()


def test_a_game_that_has_begun_is_not_recorded_from_its_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path / "home"))
    settle(tmp_path / "home", tmp_path / "nowhere.mp4")
    assert main(["play", "--no-screen"]) == 2  # a game begins, then the camera is missing
    assert "nowhere.mp4" in capsys.readouterr().err
    assert main(["play", "--no-screen", "--record", str(tmp_path / "kept")]) == 2
    assert "add --new" in capsys.readouterr().err
    assert main(["play", "--no-screen", "--new", "--record", str(tmp_path / "kept")]) == 2
    assert "nowhere.mp4" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()


def test_a_game_that_cannot_be_read_stays_and_a_new_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    settle(tmp_path, tmp_path / "nowhere.mp4")
    assert main(["play", "--no-screen"]) == 2  # a game begins, then the camera is missing
    journal = next(tmp_path.rglob("*.sqlite"))
    with closing(sqlite3.connect(journal)) as connection, connection:
        connection.execute("""INSERT INTO states VALUES (1, 1, '{"phase":"dancing"}')""")
    capsys.readouterr()
    assert main(["play", "--no-screen"]) == 2
    assert "the others can; a new game begins" in capsys.readouterr().err
    with closing(sqlite3.connect(journal)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM states").fetchone() == (1,)
