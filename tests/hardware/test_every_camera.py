"""The contract of `hardware.camera.Camera`, fulfilled by every kind of camera."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from pretended_camera import PretendedModule

from hardware.camera import Camera
from hardware.capture import Film, Webcam
from hardware.errors import DeviceFailed
from hardware.picamera import PiCamera


def _film(folder: Path) -> Camera:
    path = folder / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, (64, 48))
    for _ in range(10):
        writer.write(np.full((48, 64, 3), (30, 40, 200), np.uint8))
    writer.release()
    return Film(path)


def _pretended(_: Path) -> Camera:
    return PiCamera(0, lambda _: PretendedModule(card=(200, 40, 30)))


def _module(_: Path) -> Camera:
    try:
        return PiCamera()
    except DeviceFailed as error:
        pytest.skip(str(error))


def _webcam(_: Path) -> Camera:
    if not Path("/dev/video0").exists():
        pytest.skip("no USB camera: there is no /dev/video0")
    return Webcam(0)


CAMERAS = [
    _film,
    _pretended,
    pytest.param(_webcam, marks=pytest.mark.device),
    pytest.param(_module, marks=pytest.mark.device),
]


@pytest.mark.parametrize("make", CAMERAS)
def test_every_camera_keeps_the_contract(make: Callable[[Path], Camera], tmp_path: Path) -> None:
    camera = make(tmp_path)
    frames = [camera.read() for _ in range(5)]
    for frame in frames:
        assert frame is not None
        assert frame.image.dtype == np.uint8
        assert frame.image.ndim == 3
        assert frame.image.shape[2] == 3
        assert frame.image.shape == frames[0].image.shape  # type: ignore[union-attr]
        assert not frame.image.flags.writeable
        assert frame.t >= 0
    assert all(a.t < b.t for a, b in pairwise(frames) if a is not None and b is not None)
    camera.close()
    camera.close()


@pytest.mark.parametrize("make", [_film, _pretended])
def test_every_camera_gives_blue_green_red(make: Callable[[Path], Camera], tmp_path: Path) -> None:
    frame = make(tmp_path).read()
    assert frame is not None
    assert frame.image[20, 20].argmax() == 2, "the card is red"


def test_a_closed_film_gives_nothing_more(tmp_path: Path) -> None:
    film = _film(tmp_path)
    for _ in range(10):
        film.read()
    assert film.read() is None
    assert film.read() is None


@pytest.mark.parametrize("lacking", ["PixelArraySize", "modes"])
def test_a_camera_whose_opening_fails_in_any_way_is_let_go(lacking: str) -> None:
    module = PretendedModule()
    if lacking == "modes":
        module.sensor_modes = []
    else:
        del module.camera_properties[lacking]
    with pytest.raises((KeyError, DeviceFailed)):
        PiCamera(0, lambda _: module)
    assert module.closed == 1


def test_a_camera_that_breaks_says_so_each_time() -> None:
    module = PretendedModule()
    camera = PiCamera(0, lambda _: module)
    module.fails_after = 0
    for _ in range(2):
        with pytest.raises(DeviceFailed):
            camera.read()
    camera.close()
    with pytest.raises(DeviceFailed):
        camera.read()
