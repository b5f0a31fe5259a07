"""Whether a camera's pictures are usable: frozen, dark and single-coloured ones, and their times."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from odd_cameras import LIVE

from hardware.camera import Frame, Picture
from hardware.capture import Film
from toc_pi.app.camera.camera_events import CameraFault
from toc_pi.app.camera.inspection import BoardBounds, Inspection, Timing
from toc_pi.app.recording.clip import load_clip

SHORT = Path(__file__).parents[1] / "data" / "short"


def inspect(
    pictures: Iterator[Picture], *, live: bool = True, box: BoardBounds | None = None
) -> set[CameraFault | None]:
    inspection = Inspection(live=live)
    inspection.box = box
    return {inspection.look(Frame(0.1 * n, image), 0.1 * n) for n, image in enumerate(pictures)}


def test_a_film_that_stands_still_is_no_fault_and_a_camera_is() -> None:
    assert inspect(iter([LIVE[0]] * 100), live=False) == {None}
    assert inspect(iter([LIVE[0]] * 30)) == {None}
    assert CameraFault.FROZEN in inspect(iter([LIVE[0]] * 50))


@pytest.mark.parametrize("name", ["sample", str(SHORT)])
def test_a_real_film_looks_like_a_camera_that_is_well(name: str) -> None:
    with closing(Film(load_clip(name).film)) as film:
        found = {
            inspection.look(frame, frame.t)
            for inspection in [Inspection(live=True)]
            for frame in iter(film.read, None)
        }
    assert found == {None}


def test_a_dark_evening_that_can_be_read_is_no_fault() -> None:
    with closing(Film(load_clip(str(SHORT)).film)) as film:
        frames = [frame for _ in range(40) if (frame := film.read()) is not None]
    assert inspect((frame.image // 6).astype(np.uint8) for frame in frames) == {None}
    bright = (np.minimum(frame.image.astype(int) * 3, 255).astype(np.uint8) for frame in frames)
    assert inspect(bright) == {None}


def test_a_part_of_one_colour_beside_the_board_is_the_table() -> None:
    pictures = [image.copy() for image in LIVE * 3]
    for image in pictures:
        image[80:] = 255
    assert CameraFault.HALF in inspect(iter(pictures))
    assert inspect(iter(pictures), box=BoardBounds(0.1, 0.6, 0.1, 0.9)) == {None}
    assert CameraFault.HALF in inspect(iter(pictures), box=BoardBounds(0.1, 0.9, 0.1, 0.9))


def test_time_goes_forward_whatever_the_camera_says() -> None:
    timing = Timing(live=True, ahead_s=-100.0)
    said = [5.0, 5.1, 5.0, float("nan"), 4.0, 1e9, "soon", None, 5.9]
    placed = [timing.place(t, 100.0 + 0.1 * number) for number, t in enumerate(said)]
    assert all(earlier < later for earlier, later in pairwise(placed))
    assert placed == pytest.approx([0.1 * number for number in range(len(said))], abs=0.11)
