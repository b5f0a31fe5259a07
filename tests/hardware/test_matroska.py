"""A film file can be played up to its last whole picture, whatever ended it."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware.capture import Film
from hardware.errors import BadFilm, DeviceFailed
from hardware.matroska import FilmFile

Picture = npt.NDArray[np.uint8]
SIZE = (96, 64)


def pictures(count: int) -> list[Picture]:
    """Soft pictures, each of another light."""
    chance = np.random.default_rng(3)
    small = [chance.integers(0, 256, (4, 6, 3), np.uint8) for _ in range(count)]
    return [np.asarray(cv2.resize(each, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8) for each in small]


def filmed(path: Path, images: list[Picture], fps: float = 5.0) -> Path:
    with FilmFile(path, fps, SIZE) as film:
        for image in images:
            film.write(image)
    return path


def read_all(path: Path) -> list[Picture]:
    film = Film(path)
    out = []
    while (frame := film.read()) is not None:
        out.append(frame.image)
    film.close()
    return out


@pytest.mark.parametrize("fps", [5.0, 12.5, 29.97])
def test_what_is_written_is_read_again_in_its_time(tmp_path: Path, fps: float) -> None:
    images = pictures(70)
    path = filmed(tmp_path / "film.mkv", images, fps)
    film = Film(path)
    assert film.fps == pytest.approx(fps, abs=0.01)
    assert film.size == SIZE
    film.close()
    again = read_all(path)
    assert len(again) == len(images)
    assert min(cv2.PSNR(*pair) for pair in zip(images, again, strict=True)) > 30


def test_a_film_that_was_cut_anywhere_plays_up_to_there(tmp_path: Path) -> None:
    images = pictures(12)
    whole = filmed(tmp_path / "whole.mkv", images).read_bytes()
    for share in (0.3, 0.5, 0.71, 0.93):
        cut = tmp_path / "cut.mkv"
        cut.write_bytes(whole[: int(share * len(whole))])
        again = read_all(cut)
        assert len(again) >= int(share * len(images)) - 1
        assert cv2.PSNR(images[1], again[1]) > 30


def test_a_picture_may_be_repeated(tmp_path: Path) -> None:
    first, second = pictures(2)
    with FilmFile(tmp_path / "film.mkv", 5.0, SIZE) as film:
        film.repeat()
        film.write(first)
        film.repeat()
        film.repeat()
        film.write(second)
        assert film.count == 4
        assert film.bytes_written == film.path.stat().st_size
    again = read_all(tmp_path / "film.mkv")
    assert len(again) == 4
    assert np.array_equal(again[0], again[2])


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = filmed(tmp_path / "film.mkv", pictures(2))
    before = path.read_bytes()
    with pytest.raises(DeviceFailed, match=r"film\.mkv"):
        FilmFile(path, 5.0, SIZE)
    assert path.read_bytes() == before


def test_a_picture_of_another_size_is_refused(tmp_path: Path) -> None:
    with FilmFile(tmp_path / "film.mkv", 5.0, SIZE) as film, pytest.raises(DeviceFailed, match="2x3"):
        film.write(np.zeros((3, 2, 3), np.uint8))


def test_a_film_without_pictures_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadFilm):
        Film(filmed(tmp_path / "film.mkv", []))
