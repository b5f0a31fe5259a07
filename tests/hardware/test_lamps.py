"""Lamps and buttons; every lamp fulfils the contract of `hardware.lamps.Lamps`."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import get_args

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware import pins
from hardware.errors import DeviceFailed
from hardware.lamps import (
    FLASH_S,
    Lamps,
    LampState,
    Light,
    NoButtons,
    NoLamps,
    PinButtons,
    PinLamps,
    open_lamps,
)
from hardware.pins import BUTTON_PINS, LAMP_PINS, mock_pins, on_a_pi, pin_factory

NAMES = ("seat-a", "seat-b", "good", "wrong")


def _on_a_pi() -> Lamps:
    if not on_a_pi():
        pytest.skip("no lamps: this is no Raspberry Pi")
    return PinLamps(NAMES)


@pytest.mark.parametrize(
    "make",
    [
        NoLamps,
        lambda: PinLamps(NAMES, mock_pins()),
        lambda: open_lamps(4),
        pytest.param(_on_a_pi, marks=pytest.mark.device),
    ],
)
def test_every_lamp_keeps_the_contract(make: Callable[[], Lamps]) -> None:
    lamps = make()
    for light in get_args(Light):
        lamps.show(LampState({"seat-a": light, "no-such-lamp": light}))
    lamps.show(LampState({}))
    lamps.close()
    lamps.close()


@pytest.fixture
def factory() -> MockFactory:
    made = mock_pins()
    assert isinstance(made, MockFactory)
    return made


def _level(factory: MockFactory, name: str) -> bool:
    return bool(factory.pin(LAMP_PINS[name].gpio).state)


def test_lamps_are_lit_as_requested(factory: MockFactory) -> None:
    with closing(PinLamps(NAMES, factory)) as lamps:
        lamps.show(LampState({"seat-a": "on", "wrong": "on"}))
        assert [_level(factory, name) for name in NAMES] == [True, False, False, True]
        lamps.show(LampState({"seat-b": "on"}))
        assert [_level(factory, name) for name in NAMES] == [False, True, False, False]


def test_all_lamps_are_off_once_closed(factory: MockFactory) -> None:
    lamps = PinLamps(NAMES, factory)
    pins = [factory.pin(LAMP_PINS[name].gpio) for name in NAMES]
    lamps.show(LampState({"seat-a": "blink", "seat-b": "on", "good": "flash"}))
    assert [bool(pin.state) for pin in pins][1]
    lamps.close()
    # The pins are free for a new user, and off.
    with closing(PinLamps(NAMES, factory)):
        assert not any(_level(factory, name) for name in NAMES)


class _Recorded:
    """Replaces an LED and records its commands."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[float, ...], dict[str, int]]] = []

    def on(self) -> None:
        self.calls.append(("on", (), {}))

    def off(self) -> None:
        self.calls.append(("off", (), {}))

    def blink(self, *times: float, **count: int) -> None:
        self.calls.append(("blink", times, count))

    def close(self) -> None:
        pass


def test_what_goes_on_as_before_is_not_interrupted(factory: MockFactory) -> None:
    lamps = PinLamps(NAMES, factory)
    led = _Recorded()
    lamps._leds["seat-b"].close()
    lamps._leds["seat-b"] = led
    for _ in range(3):
        lamps.show(LampState({"seat-b": "blink"}))
    assert [word for word, _, _ in led.calls] == ["blink"]
    lamps.close()


def test_a_second_flash_is_seen_as_one(factory: MockFactory) -> None:
    lamps = PinLamps(NAMES, factory)
    led = _Recorded()
    lamps._leds["good"].close()
    lamps._leds["good"] = led
    lamps.show(LampState({"good": "flash"}, pulse=1))
    lamps.show(LampState({"good": "flash", "seat-a": "on"}, pulse=1))
    lamps.show(LampState({"good": "flash"}, pulse=2))
    assert led.calls == [("blink", (FLASH_S, 0), {"n": 1})] * 2
    lamps.close()


def test_a_taken_pin_is_a_failed_device(factory: MockFactory) -> None:
    with (
        gpiozero.LED(LAMP_PINS["good"].gpio, pin_factory=factory),
        pytest.raises(DeviceFailed, match="pins can't be used"),
    ):
        PinLamps(NAMES, factory)


def test_a_pi_whose_pins_do_not_answer_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if on_a_pi():
        pytest.skip("this is a Raspberry Pi, whose pins answer")
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B")
    monkeypatch.setattr(pins, "MODEL", tmp_path / "model")
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(DeviceFailed, match="pins"):
        pin_factory()


def test_lamps_opened_again_and_again_share_one_factory() -> None:
    """Each factory of lgpio holds a handle of the GPIO chip until the process ends."""
    factories = set()
    for _ in range(3):
        lamps, buttons = open_lamps(4), PinButtons()
        assert isinstance(lamps, PinLamps)
        factories.add(lamps._leds["good"].pin.factory)
        lamps.close()
        buttons.close()
    assert factories == {pin_factory()}


class LoosePin(MockPWMPin):
    """A pin that stops answering."""

    answers = True

    def _set_state(self, value: float) -> None:
        if not self.answers:
            raise OSError("no answer")
        super()._set_state(value)


def test_a_pin_that_fails_is_a_failed_device_and_still_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    lamps = PinLamps(NAMES, MockFactory(pin_class=LoosePin))
    monkeypatch.setattr(LoosePin, "answers", False)
    with pytest.raises(DeviceFailed, match="no answer"):
        lamps.show(LampState({"seat-a": "on"}))
    lamps.close()


def test_a_press_is_reported_once_and_in_order(factory: MockFactory) -> None:
    with closing(PinButtons(factory)) as buttons:
        assert buttons.pressed() == ()
        for name in ("undo", "accept"):
            pin = factory.pin(BUTTON_PINS[name].gpio)
            pin.drive_low()
            time.sleep(0.05)
            pin.drive_high()
            time.sleep(0.05)
        assert buttons.pressed() == ("undo", "accept")
        assert buttons.pressed() == ()


@pytest.mark.parametrize("make", [NoButtons, PinButtons])
def test_every_set_of_buttons_keeps_the_contract(make: Callable[[], PinButtons]) -> None:
    buttons = make()
    assert buttons.pressed() == ()
    buttons.close()
    buttons.close()
