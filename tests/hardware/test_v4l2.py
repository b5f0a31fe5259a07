"""A webcam's exposure, white balance and focus are locked if possible, else left automatic."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.capture import Webcam
from hardware.exposure import APERTURE_PRIORITY, MANUAL, LockedControls, lock_controls, relock_controls

AUTOMATIC = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}


@dataclass
class PretendedWebcam:
    """A UVC camera in front of a striped card.

    Attributes:
        chosen: the automatic exposure; it reports another one, as most do.
            missing: properties that it doesn't have; deaf: those that it accepts, and ignores.
            tinted: whether its picture turns blue once the white balance is locked.
    """

    backend: str = "V4L2"
    chosen: float = 400.0
    missing: frozenset[int] = frozenset()
    deaf: frozenset[int] = frozenset()
    tinted: bool = False
    blurred: bool = False
    values: dict[int, float] = field(
        default_factory=lambda: {
            **AUTOMATIC,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }
    )

    def get(self, prop: int) -> float:
        return -1.0 if prop in self.missing else self.values.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        if prop in self.missing:
            return False
        if prop not in self.deaf:
            self.values[prop] = value
        return True

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's own name
        return self.backend

    def read(self) -> tuple[bool, Any]:
        own = self.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
        exposure = self.values[cv2.CAP_PROP_EXPOSURE] if own else self.chosen
        image = np.full((120, 160, 3), 110.0 * (exposure / self.chosen) ** (1 / 2.2))
        image[:, ::6] *= 0.5
        if self.tinted and not self.values[cv2.CAP_PROP_AUTO_WB]:
            image[..., 0] *= 1.3
        if self.blurred and not self.values[cv2.CAP_PROP_AUTOFOCUS]:
            image = cv2.GaussianBlur(image, (0, 0), 3.0)
        return True, np.clip(image, 0, 255).astype(np.uint8)


def test_all_that_can_be_held_is_held_and_the_picture_stays_as_bright() -> None:
    camera = PretendedWebcam()
    before = camera.read()[1].mean()
    assert lock_controls(camera) == LockedControls(exposure=True, white_balance=True, focus=True)
    assert camera.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
    assert camera.values[cv2.CAP_PROP_AUTO_WB] == camera.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert camera.read()[1].mean() == pytest.approx(before, rel=0.13)


@pytest.mark.parametrize("chosen", [3.0, 60.0, 2000.0])
def test_the_exposure_that_looks_the_same_is_found_wherever_it_is(chosen: float) -> None:
    camera = PretendedWebcam(chosen=chosen)
    assert lock_controls(camera).exposure
    assert camera.values[cv2.CAP_PROP_EXPOSURE] == pytest.approx(chosen, rel=0.35)


def test_a_control_that_is_missing_or_deaf_stays_automatic() -> None:
    missing = PretendedWebcam(missing=frozenset({cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS}))
    assert lock_controls(missing) == LockedControls(exposure=True, white_balance=True, focus=False)
    deaf = PretendedWebcam(deaf=frozenset({cv2.CAP_PROP_EXPOSURE}))
    assert not lock_controls(deaf).exposure
    assert deaf.values[cv2.CAP_PROP_AUTO_EXPOSURE] == APERTURE_PRIORITY
    stubborn = PretendedWebcam(deaf=frozenset({cv2.CAP_PROP_AUTO_WB}))
    assert not lock_controls(stubborn).white_balance


def test_what_spoils_the_picture_goes_back_to_automatic() -> None:
    tinted, blurred = PretendedWebcam(tinted=True), PretendedWebcam(blurred=True)
    assert not lock_controls(tinted).white_balance
    assert tinted.values[cv2.CAP_PROP_AUTO_WB] == 1
    assert not lock_controls(blurred).focus
    assert blurred.values[cv2.CAP_PROP_AUTOFOCUS] == 1


@pytest.mark.parametrize("has_v4l2", [True, False])
def test_a_webcam_is_opened_by_the_backend_that_can_lock_it(
    monkeypatch: pytest.MonkeyPatch, has_v4l2: bool
) -> None:
    """OpenCV, asked for any backend, may take GStreamer, which knows no exposure."""

    def opened(_: int, backend: int) -> PretendedWebcam:
        device = PretendedWebcam("V4L2" if backend == cv2.CAP_V4L2 else "GSTREAMER")
        device.isOpened = lambda: has_v4l2 or backend != cv2.CAP_V4L2  # type: ignore[attr-defined]
        device.release = lambda: None  # type: ignore[attr-defined]
        return device

    monkeypatch.setattr("hardware.capture.cv2.VideoCapture", opened)
    camera = Webcam(0)
    assert camera.exposure_locked is has_v4l2
    assert camera.read() is not None


def test_nothing_is_set_through_another_backend() -> None:
    camera = PretendedWebcam(backend="DSHOW")
    assert lock_controls(camera) == LockedControls()
    assert {prop: camera.values[prop] for prop in AUTOMATIC} == AUTOMATIC


def test_in_another_light_exposure_and_colours_are_set_again_and_the_focus_stays() -> None:
    camera = PretendedWebcam()
    still = lock_controls(camera)
    camera.values[cv2.CAP_PROP_FOCUS] = 30.0
    camera.chosen = 1600.0  # a lamp went out
    dark = camera.read()[1].mean()
    assert relock_controls(camera, still) == still
    assert camera.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
    assert camera.values[cv2.CAP_PROP_EXPOSURE] == pytest.approx(1600.0, rel=0.35)
    assert camera.values[cv2.CAP_PROP_AUTO_WB] == camera.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert camera.values[cv2.CAP_PROP_FOCUS] == 30.0
    assert camera.read()[1].mean() > 1.5 * dark


def test_a_webcam_is_set_again_once_the_room_stays_darker_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter(range(10_000))
    device = PretendedWebcam()
    device.isOpened = lambda: True  # type: ignore[attr-defined]
    device.release = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr("hardware.capture.cv2.VideoCapture", lambda *_: device)
    monkeypatch.setattr("hardware.capture.time.monotonic", lambda: float(next(clock)))
    camera = Webcam(0)
    bright = camera.read()
    device.chosen = 3200.0
    frames = [camera.read() for _ in range(6)]
    assert bright is not None
    assert bright.settings == 0
    last = frames[-1]
    assert last is not None
    assert last.settings == 1
    assert last.image.mean() == pytest.approx(bright.image.mean(), rel=0.15)
