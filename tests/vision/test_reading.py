"""Accuracy of readings: bounded error rates, on small footage and on modified versions of it."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from footage import Footage, Image, as_picture, bumped, clips, footage, wrong

from calibration.setup.calibration_file import load_calibration
from toc_pi.vision.reading import (
    Reader,
    draw_reading,
    make_reader,
    read_anywhere,
    read_with,
)


def test_nothing_is_wrong_and_sure_and_little_is_unsure(readers: dict[str, Reader]) -> None:
    holes = errors = doubts = 0
    for clip in clips():
        for image, truth, _ in clip.stills:
            reading = read_with(image, readers[clip.name])
            assert reading.state == "clear"
            holes += len(reading.probability)
            errors += len(wrong(reading, truth))
            doubts += len(reading.unsure)
    assert errors == 0
    assert doubts / holes < 0.025


def test_setup_is_read_back(readers: dict[str, Reader]) -> None:
    for clip in clips():
        reading = read_with(clip.setup, readers[clip.name])
        assert not wrong(reading, clip.camps)


def test_hands_are_seen_in_single_pictures(readers: dict[str, Reader]) -> None:
    for clip in clips():
        assert [read_with(image, readers[clip.name]).state for image in clip.hands] == ["hand"] * len(
            clip.hands
        )


def test_fresh_pawns_show_white(readers: dict[str, Reader]) -> None:
    clip = footage("kitchen")
    for image, _, fresh in clip.stills:
        reading = read_with(image, readers[clip.name])
        for hole, odds in reading.white.items():
            if hole in reading.holes:
                assert (odds > 0.5) == (hole in fresh), hole


def test_without_white_faces_none_are_reported(readers: dict[str, Reader]) -> None:
    clip = footage("jumps")
    assert read_with(clip.stills[0][0], readers["jumps"]).white == {}


def _lit(image: Image, factors: tuple[float, float, float], mask: np.ndarray | float = 1.0) -> Image:
    change = 1 + np.asarray(mask, np.float32)[..., None] * (np.array(factors, np.float32) - 1)
    return as_picture(image * change)


def _half_plane(image: Image) -> np.ndarray:
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    return cv2.GaussianBlur((x + 0.6 * y > 430).astype(np.float32), (0, 0), 0.8)


def _noisy(image: Image, level: float = 6.0) -> Image:
    noise = np.random.default_rng(3).normal(0, level, image.shape)
    return as_picture(image + noise)


SPOILT: dict[str, Callable[[Image], Image]] = {
    "darker": lambda image: _lit(image, (0.6, 0.6, 0.6)),
    "brighter": lambda image: _lit(image, (1.4, 1.4, 1.4)),
    "warmer": lambda image: _lit(image, (0.8, 0.95, 1.15)),
    "noisy": _noisy,
    "hard shadow": lambda image: _lit(image, (0.5, 0.45, 0.42), _half_plane(image)),
    "sun": lambda image: _lit(image, (1.7, 1.8, 1.85), _half_plane(image)),
    "soft": lambda image: cv2.GaussianBlur(image, (0, 0), 0.5),
    "out of focus": lambda image: cv2.GaussianBlur(image, (0, 0), 1.2),
    "dim": lambda image: _noisy(_lit(image, (0.25, 0.25, 0.25)), 3.0),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_other_light_makes_no_wrong_hole(kind: str, readers: dict[str, Reader]) -> None:
    for clip in clips():
        for image, truth, _ in clip.stills[::3]:
            reading = read_with(SPOILT[kind](image), readers[clip.name])
            assert not wrong(reading, truth)
            if reading.state == "clear":
                assert len(reading.unsure) < 0.3 * len(reading.probability)


def test_probabilities_add_up_and_name_every_hole(readers: dict[str, Reader]) -> None:
    clip = footage("kitchen")
    reading = read_with(clip.stills[1][0], readers["kitchen"])
    assert set(reading.probability) == set(clip.calibration.board.holes)
    for odds in reading.probability.values():
        assert set(odds) == {"", "a", "b", "c", "d"}
        assert sum(odds.values()) == pytest.approx(1.0, abs=0.02)


def _with_thing(image: Image, reader: Reader, hole: str) -> Image:
    index = reader.model.grids.names.index(hole)
    x, y = reader.model.grids.foot[index]
    out = image.copy()
    cv2.ellipse(out, (round(x), round(y)), (26, 20), 0, 0, 360, (190, 60, 150), -1, cv2.LINE_AA)
    return out


def test_holes_under_a_thing_are_unsure_and_keep_what_was_known(readers: dict[str, Reader]) -> None:
    clip, reader = footage("jumps"), readers["jumps"]
    image, truth, _ = clip.stills[0]
    before = read_with(image, reader)
    reading = read_with(_with_thing(image, reader, "b12"), reader, before)
    assert not wrong(reading, truth)
    assert "b12" in reading.unsure
    assert reading.probability["b12"][""] > 0.5


def test_a_board_that_was_bumped_is_found_and_read() -> None:
    clip = footage("kitchen")
    image, truth, _ = clip.stills[2]
    reader = make_reader(clip.calibration)
    reading, used = read_anywhere(bumped(image, 1.5, 7.0, -4.0), reader)
    assert used is not reader
    assert not wrong(reading, truth)
    assert len(reading.unsure) < 0.1 * len(truth) + 8


def test_dark_and_empty_pictures_are_blind() -> None:
    clip = footage("kitchen")
    for level in (0, 6, 120):
        picture = np.full_like(clip.setup, level)
        assert read_with(picture, make_reader(clip.calibration)).state == "blind"


def test_a_saved_calibration_reads_the_same(tmp_path, readers: dict[str, Reader]) -> None:
    clip = footage("jumps")
    clip.calibration.save(tmp_path / "table")
    again = load_calibration(tmp_path / "table")
    image = clip.stills[1][0]
    assert read_with(image, make_reader(again)).holes == read_with(image, readers["jumps"]).holes


def test_a_pawn_in_the_way_hides_and_does_not_invent(readers: dict[str, Reader]) -> None:
    """Two pawns of a camp in line with the camera; the far one is partly visible past the near one."""
    clip: Footage = footage("kitchen")
    reading = read_with(clip.setup, readers["kitchen"])
    camps = {hole for hole in clip.calibration.board.holes if hole[1] == "C"}
    assert camps - set(reading.holes) <= reading.unsure


def test_what_is_seen_is_drawn_over_the_picture(readers: dict[str, Reader]) -> None:
    clip = footage("kitchen")
    image = clip.stills[0][0]
    kept = image.copy()
    reading = read_with(image, readers["kitchen"])
    drawn = draw_reading(image, readers["kitchen"].model, reading)
    assert drawn.shape == image.shape
    assert (image == kept).all()
    assert (drawn != image).any(axis=2).mean() > 0.01
