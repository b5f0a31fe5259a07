"""Films and webcams; every camera fulfils the contract of `hardware.camera.Camera`."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.capture import Film, Webcam
from hardware.errors import BadFilm, DeviceFailed

FPS = 5.0
COUNT = 12


def _write_film(path: Path, count: int = COUNT) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (64, 48))
    assert writer.isOpened()
    for number in range(count):
        writer.write(np.full((48, 64, 3), (10 * number, 60, 200), np.uint8))
    writer.release()
    return path


def test_a_film_counts_its_time_from_the_index_of_its_pictures(tmp_path: Path) -> None:
    film = Film(_write_film(tmp_path / "film.mp4"))
    assert (film.fps, film.size, film.count) == (FPS, (64, 48), COUNT)
    times = []
    while (frame := film.read()) is not None:
        times.append(frame.t)
        blue, green, red = frame.image.reshape(-1, 3).mean(axis=0)
        assert red == pytest.approx(200, abs=8)
        assert green == pytest.approx(60, abs=8)
        assert blue == pytest.approx(10 * (len(times) - 1), abs=8)
    assert times == pytest.approx([number / FPS for number in range(COUNT)])
    film.close()


def test_what_is_no_film_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.mp4"
    text = tmp_path / "text.mp4"
    text.write_text("this is no film\n" * 500)
    empty = tmp_path / "empty.mp4"
    empty.touch()
    noise = tmp_path / "noise.mp4"
    noise.write_bytes(np.random.default_rng(1).bytes(50_000))
    for path in (missing, tmp_path, text, empty, noise):
        with pytest.raises(BadFilm, match=path.name):
            Film(path)


def test_a_photograph_is_no_film(tmp_path: Path) -> None:
    photograph = tmp_path / "photograph.jpg"
    cv2.imwrite(str(photograph), np.zeros((40, 60, 3), np.uint8))
    photograph = photograph.rename(tmp_path / "photograph.mp4")
    with pytest.raises(BadFilm, match="one single picture"):
        Film(photograph)


def test_a_film_that_breaks_off_says_where(tmp_path: Path) -> None:
    whole = _write_film(tmp_path / "whole.mp4", 200)
    film = Film(whole)
    film.count = 400
    for _ in range(200):
        assert film.read() is not None
    with pytest.raises(BadFilm, match=r"breaks off after 40\.0 s of 80\.0 s"):
        film.read()


def test_nothing_is_written_to_stderr_about_a_bad_film(tmp_path: Path) -> None:
    text = tmp_path / "text.mp4"
    text.write_text("this is no film\n")
    # A separate process: FFmpeg reads its log level only on first use.
    program = (
        "import sys; from pathlib import Path; from hardware.capture import Film\n"
        "from hardware.errors import BadFilm\n"
        "try: Film(Path(sys.argv[1]))\n"
        "except BadFilm: pass\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, text], capture_output=True, text=True, check=True)
    assert ended.stderr == ""


def test_a_webcam_that_is_not_there_is_a_failed_device(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DeviceFailed, match="camera 63"):
        Webcam(63)
    assert capfd.readouterr().err == ""
