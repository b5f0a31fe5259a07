"""A film file can be played up to its last complete picture, whatever ended it."""

import resource
import signal
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware.capture import Film
from hardware.errors import BadFilm, DeviceFailed
from hardware.mp4 import PAGE_BYTES, FilmFile

Picture = npt.NDArray[np.uint8]
SIZE = (96, 64)


def pictures(count: int) -> list[Picture]:
    """Smooth pictures, each of another brightness."""
    rng = np.random.default_rng(3)
    small = [rng.integers(0, 256, (4, 6, 3), np.uint8) for _ in range(count)]
    return [np.asarray(cv2.resize(each, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8) for each in small]


def filmed(path: Path, images: list[Picture], fps: float = 5.0) -> Path:
    with closing(FilmFile(path, fps, SIZE)) as film:
        write_all(film, images)
    return path


def write_all(film: FilmFile, images: list[Picture]) -> None:
    for image in images:
        film.write(image)


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
    path = filmed(tmp_path / "film.mp4", images, fps)
    film = Film(path)
    assert film.count == len(images)
    assert film.fps == pytest.approx(fps, abs=0.01)
    assert film.size == SIZE
    film.close()
    again = read_all(path)
    assert len(again) == len(images)
    assert min(cv2.PSNR(*pair) for pair in zip(images, again, strict=True)) > 30


def cut_off(path: Path, images: list[Picture]) -> bytes:
    """The film's bytes on the disk before it is closed."""
    film = FilmFile(path, 5.0, SIZE)
    for number, image in enumerate(images):
        film.write(image)
        if number == 3:
            film.repeat()
    content = path.read_bytes()
    film.close()
    return content


def fragments(content: bytes) -> list[tuple[int, int]]:
    """Where each fragment begins and ends."""
    out, begin = [], 0
    while begin < len(content):
        end = begin + int.from_bytes(content[begin : begin + 4], "big")
        if content[begin + 4 : begin + 8] == b"moof":
            out.append((begin, end))
        begin = end
    return out


def test_a_film_that_was_cut_anywhere_plays_up_to_its_last_whole_picture(tmp_path: Path) -> None:
    images = pictures(12)
    content = cut_off(tmp_path / "whole.mp4", images)
    spans = fragments(content)
    cut = tmp_path / "cut.mp4"
    for length in sorted({*range(spans[1][1], len(content), 173), *range(8192, len(content), PAGE_BYTES)}):
        if length % PAGE_BYTES and any(begin < length < end for begin, end in spans):
            continue  # systems keep whole pages
        cut.write_bytes(content[:length])
        whole = sum(end <= length for _, end in spans)
        film = Film(cut)
        assert film.count == whole
        film.close()
        again = read_all(cut)
        assert len(again) == whole
        expected = [*images[:4], images[3], *images[4:]]
        assert all(cv2.PSNR(*pair) > 30 for pair in zip(expected, again, strict=False))


def test_no_fragment_lies_on_two_pages(tmp_path: Path) -> None:
    spans = fragments(cut_off(tmp_path / "film.mp4", pictures(60)))
    assert len(spans) == 61
    assert all(begin // PAGE_BYTES == (end - 1) // PAGE_BYTES for begin, end in spans)


def test_a_film_whose_end_was_cut_off_while_it_was_closed_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    before = cut_off(path, pictures(12))
    index = path.read_bytes()[len(before) :]
    cut = tmp_path / "cut.mp4"
    for length in range(0, len(index) + 1, 29):
        cut.write_bytes(before + index[:length])
        assert len(read_all(cut)) == 13


def test_a_closed_film_can_be_entered_anywhere(tmp_path: Path) -> None:
    images = pictures(30)
    source = cv2.VideoCapture(str(filmed(tmp_path / "film.mp4", images)), cv2.CAP_FFMPEG)
    assert source.get(cv2.CAP_PROP_FRAME_COUNT) == len(images)
    for number in (20, 3, 29, 0):
        source.set(cv2.CAP_PROP_POS_FRAMES, number)
        there, image = source.read()
        assert there
        assert source.get(cv2.CAP_PROP_POS_MSEC) == pytest.approx(200 * number)
        assert cv2.PSNR(image, images[number]) > 30
    source.release()


def test_a_full_disk_leaves_whole_pictures(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    film = FilmFile(path, 5.0, SIZE)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    at_the_limit = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, before[1]))
    try:
        with pytest.raises(DeviceFailed, match=r"film\.mp4: can't be written"):
            write_all(film, pictures(12))
        film.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, at_the_limit)
    assert path.stat().st_size == film.bytes_written
    assert len(read_all(path)) == film.count > 1


def test_a_picture_may_be_repeated(tmp_path: Path) -> None:
    first, second = pictures(2)
    with closing(FilmFile(tmp_path / "film.mp4", 5.0, SIZE)) as film:
        film.repeat()
        film.write(first)
        film.repeat()
        film.repeat()
        film.write(second)
        assert film.count == 4
        assert film.bytes_written == film.path.stat().st_size
    again = read_all(tmp_path / "film.mp4")
    assert len(again) == 4
    assert np.array_equal(again[0], again[2])


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = filmed(tmp_path / "film.mp4", pictures(2))
    before = path.read_bytes()
    with pytest.raises(DeviceFailed, match=r"film\.mp4"):
        FilmFile(path, 5.0, SIZE)
    assert path.read_bytes() == before


def test_a_picture_of_another_size_is_refused(tmp_path: Path) -> None:
    with (
        closing(FilmFile(tmp_path / "film.mp4", 5.0, SIZE)) as film,
        pytest.raises(DeviceFailed, match="2x3"),
    ):
        film.write(np.zeros((3, 2, 3), np.uint8))


def test_a_film_without_pictures_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadFilm):
        Film(filmed(tmp_path / "film.mp4", []))
