"""The Pi's camera, with a simulated module: no libcamera is needed."""

import importlib.util

import pytest
from pretended_camera import IMX219_MODES, PretendedModule

from hardware.camera import Frame
from hardware.errors import DeviceFailed
from hardware.exposure import FLICKER_US, locked_controls
from hardware.picamera import PiCamera, picture_size, whole_view_mode


def _open(module: PretendedModule) -> PiCamera:
    return PiCamera(0, lambda _: module)


@pytest.mark.parametrize(("card", "channel"), [((210, 30, 40), 2), ((20, 40, 220), 0)])
def test_a_red_and_a_blue_card_come_out_in_opencvs_order(card: tuple[int, int, int], channel: int) -> None:
    camera = _open(PretendedModule(card=card))
    frame = camera.read()
    assert frame is not None
    assert frame.image[5, 5].argmax() == channel
    assert frame.image[5, 5, channel] == max(card)


def test_the_whole_view_of_the_sensor_is_asked_for() -> None:
    module = PretendedModule()
    camera = _open(module)
    assert module.configuration["raw"]["size"] == (1640, 1232)
    assert camera.size == (1280, 962)
    assert camera.whole_view


def test_a_cropped_picture_is_known() -> None:
    module = PretendedModule()
    module.camera_properties["ScalerCropMaximum"] = (0, 0, 6560, 4928)
    assert not _open(module).whole_view


def test_exposure_gain_and_colours_are_held() -> None:
    module = PretendedModule()
    camera = _open(module)
    assert camera.exposure_locked
    assert module.asked["AeEnable"] is False
    assert module.asked["AwbEnable"] is False
    assert module.asked["ColourGains"] == (1.7, 1.4)
    periods = module.asked["ExposureTime"] / FLICKER_US
    assert periods == pytest.approx(round(periods), abs=0.001)
    assert module.asked["ExposureTime"] * module.asked["AnalogueGain"] == pytest.approx(
        19_000 * 2.0, rel=0.001
    )


def test_a_short_exposure_in_the_sun_stays_as_it_is() -> None:
    module = PretendedModule()
    locked = locked_controls({"ExposureTime": 900, "AnalogueGain": 1.0}, module.camera_controls)
    assert locked["ExposureTime"] == 900


def test_focus_is_held_where_there_is_one() -> None:
    module = PretendedModule()
    module.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
    metadata = {"ExposureTime": 10_000, "AnalogueGain": 1.0, "LensPosition": 1.6}
    locked = locked_controls(metadata, module.camera_controls)
    assert (locked["AfMode"], locked["LensPosition"]) == (0, 1.6)
    assert "LensPosition" not in locked_controls(metadata, PretendedModule().camera_controls)


def test_a_camera_that_never_obeys_is_known() -> None:
    module = PretendedModule()
    module.set_controls = lambda _: None  # type: ignore[method-assign]
    assert not _open(module).exposure_locked


def test_no_mode_that_crops_is_taken_while_there_is_another() -> None:
    assert whole_view_mode(IMX219_MODES, (3280, 2464))["size"] == (1640, 1232)
    assert whole_view_mode(IMX219_MODES[:1], (3280, 2464))["size"] == (640, 480)
    with pytest.raises(DeviceFailed, match="USB"):
        whole_view_mode([{"format": "MJPEG"}], (640, 480))


@pytest.mark.parametrize("mode", [(1640, 1232), (2304, 1296), (2028, 1520), (1456, 1088), (640, 480)])
def test_pictures_keep_the_sensors_aspect(mode: tuple[int, int]) -> None:
    width, height = picture_size(mode)
    assert width % 2 == height % 2 == 0
    assert width / height == pytest.approx(mode[0] / mode[1], rel=0.003)


def test_every_buffer_is_given_back() -> None:
    module = PretendedModule()
    camera = _open(module)
    for _ in range(3):
        camera.read()
    assert all(request.released for request in module.requests)


def test_a_cable_that_falls_out_while_settling_closes_the_camera() -> None:
    module = PretendedModule(fails_after=10)
    with pytest.raises(DeviceFailed, match="no picture arrives"):
        _open(module)
    assert module.closed == 1


def test_a_missing_library_says_what_to_install() -> None:
    if importlib.util.find_spec("picamera2") is not None:
        pytest.skip("picamera2 is installed here")
    with pytest.raises(DeviceFailed, match="apt install python3-picamera2"):
        PiCamera()


def test_no_camera_at_all_says_what_to_try() -> None:
    def nothing(_: int) -> PretendedModule:
        raise IndexError("list index out of range")

    with pytest.raises(DeviceFailed, match="rpicam-hello"):
        PiCamera(0, nothing)


def _frames(camera: PiCamera, count: int) -> list[Frame]:
    frames = [camera.read() for _ in range(count)]
    return [frame for frame in frames if frame is not None]


def _level(frame: Frame) -> int:
    return int(frame.image.max())


@pytest.mark.parametrize("room", [0.15, 4.0])
def test_a_change_of_light_resets_the_camera_once_and_pictures_show_its_settings_number(room: float) -> None:
    module = PretendedModule(card=(120, 60, 30))
    camera = _open(module)
    first = _frames(camera, 5)
    module.room = room
    later = _frames(camera, 60)  # ten a second
    assert {frame.settings for frame in first} == {0}
    assert [frame.settings for frame in later] == sorted(frame.settings for frame in later)
    assert camera.settings == 1
    # No picture in between: each is as its number says.
    for frame in later:
        as_before = _level(frame) == pytest.approx(_level(first[0]), rel=0.1)
        assert as_before == (frame.settings == 1)
    assert later[0].settings == 0, "a second of another light may be a sleeve"
    assert camera.exposure_locked
    assert module.asked["AeEnable"] is module.asked["AwbEnable"] is False
    assert module.asked["ColourGains"] == (1.7, 1.4)
    periods = module.asked["ExposureTime"] / FLICKER_US
    assert periods == pytest.approx(round(periods), abs=0.001)


def test_a_passing_sleeve_does_not_change_the_settings() -> None:
    module = PretendedModule(card=(120, 60, 30))
    camera = _open(module)
    _frames(camera, 5)
    for _ in range(3):
        module.room = 0.1
        _frames(camera, 12)
        module.room = 1.0
        _frames(camera, 5)
    assert camera.settings == 0


def test_a_room_darker_than_the_sensor_sees_is_left_alone() -> None:
    module = PretendedModule(card=(120, 60, 30))
    camera = _open(module)
    _frames(camera, 2)
    module.room = 1e-4
    for _ in range(150):
        camera.read()
    assert camera.settings == 1, "as far as it goes, and not again and again"


@pytest.mark.parametrize(("mains_hz", "half_us"), [(60, 1e6 / 120), (50, 1e4)])
def test_exposures_last_whole_flickers_of_the_mains(mains_hz: float, half_us: float) -> None:
    module = PretendedModule()
    PiCamera(0, lambda _: module, mains_hz=mains_hz)
    periods = module.asked["ExposureTime"] / half_us
    assert round(periods) >= 1
    assert periods == pytest.approx(round(periods), abs=0.001)


def test_a_lens_whose_search_fails_is_moved_to_where_the_picture_is_sharpest() -> None:
    module = PretendedModule(card=(200, 180, 160), sharp_at=1.9)
    module.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
    camera = _open(module)
    assert module.asked["AfMode"] == 0
    assert module.asked["LensPosition"] == pytest.approx(1.9, abs=0.16)
    _frames(camera, 2)
    module.room = 0.2
    _frames(camera, 40)
    assert camera.settings == 1
    assert module.asked["LensPosition"] == pytest.approx(1.9, abs=0.16), "the focus stays"
