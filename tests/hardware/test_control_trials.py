"""Which controls obey: a simulated camera module and a simulated webcam, each with a control that doesn't."""

import cv2
import pytest
from pretended_camera import PretendedModule
from test_v4l2 import PretendedWebcam

from hardware.control_trials import FRAMES, try_webcam
from hardware.picamera import PiCamera


def test_a_modules_controls_are_tried_read_back_and_restored() -> None:
    module = PretendedModule(sharp_at=2.0)
    module.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 10.0, 1.0)}
    camera = PiCamera(0, lambda _: module)
    before = dict(module.asked)
    trials = {trial.control: trial for trial in camera.try_controls()}
    assert set(trials) == {"ExposureTime", "AnalogueGain", "ColourGains", "LensPosition"}
    assert [name for name, trial in trials.items() if trial.obeyed] == [
        "ExposureTime",
        "AnalogueGain",
        "LensPosition",
    ], "this module ignores colour gains"
    exposure = trials["ExposureTime"]
    assert exposure.read == exposure.asked == (round(before["ExposureTime"] / 2),)
    assert exposure.frames is not None
    assert 1 < exposure.frames < FRAMES
    assert exposure.brightness == pytest.approx(0.5 ** (1 / 2.2), rel=0.05)
    assert trials["ColourGains"].frames is None
    assert {name: module.asked[name] for name in trials} == {name: before[name] for name in trials}


def test_a_webcams_controls_are_tried_and_restored() -> None:
    webcam = PretendedWebcam(missing=frozenset({cv2.CAP_PROP_GAIN}), deaf=frozenset({cv2.CAP_PROP_FOCUS}))
    before = dict(webcam.values)
    trials = {trial.control: trial for trial in try_webcam(webcam)}  # type: ignore[arg-type]
    assert {name: trial.obeyed for name, trial in trials.items()} == {
        "exposure": True,
        "white balance": True,
        "focus": False,
    }
    assert trials["exposure"].brightness is not None
    assert trials["exposure"].brightness < 0.9
    assert webcam.values == before
