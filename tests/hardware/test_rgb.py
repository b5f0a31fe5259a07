"""An RGB lamp and a buzzer on simulated pins: what they show and play, and that they release the pins."""

import threading
from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest
from patience import PATIENCE_S

from hardware.errors import DeviceFailed
from hardware.lamps import RIGHT, SHADES, WRONG, LampState, Light, RgbLamp
from hardware.pins import BUTTON_PINS, RGB_PINS, mock_pins
from hardware.sound import TONES, Buzzer, CombinedSound

COLOURS = {"seat-a": "red", "seat-b": "blue", "seat-c": "yellow"}


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = mock_pins()
    yield factory
    factory.reset()


def shade(factory: Any) -> tuple[float, ...]:
    return tuple(float(factory.pin(RGB_PINS[name].gpio).state) for name in ("red", "green", "blue"))


def becomes(factory: Any, wanted: tuple[float, ...]) -> bool:
    """Whether the lamp reaches a state soon: a separate thread blinks it."""
    pause = threading.Event()
    for _ in range(round(PATIENCE_S / 0.01)):
        if shade(factory) == pytest.approx(wanted, abs=0.02):
            return True
        pause.wait(0.01)
    return False


def state(pulse: int = 0, **lights: Light) -> LampState:
    return LampState({name.replace("_", "-"): light for name, light in lights.items()}, pulse)


def test_it_shines_in_the_colour_of_whose_turn_it_is(factory: Any) -> None:
    lamp = RgbLamp(COLOURS, factory)
    for name, colour in COLOURS.items():
        lamp.show(LampState({name: "on"}))
        assert shade(factory) == pytest.approx(SHADES[colour], abs=0.02)
    lamp.show(LampState({}))
    assert shade(factory) == (0, 0, 0)
    lamp.close()
    lamp.close()


def test_a_right_move_flashes_green_and_the_turn_follows(factory: Any) -> None:
    lamp = RgbLamp(COLOURS, factory)
    lamp.show(state(seat_b="on", good="flash"))
    assert becomes(factory, RIGHT)
    assert becomes(factory, SHADES["blue"])
    lamp.close()


def test_a_wrong_move_blinks_red_until_it_is_put_right_and_a_capture_in_its_colour(factory: Any) -> None:
    lamp = RgbLamp(COLOURS, factory)
    lamp.show(state(seat_b="on", wrong="on"))
    assert becomes(factory, WRONG)
    assert becomes(factory, (0, 0, 0))
    lamp.show(state(1, seat_b="on", seat_c="blink", good="flash"))
    assert becomes(factory, SHADES["yellow"])
    assert becomes(factory, SHADES["blue"])
    lamp.close()


def test_pins_that_are_taken_are_reported_in_a_line(factory: Any) -> None:
    taken = [gpiozero.LED(RGB_PINS[name].gpio, pin_factory=factory) for name in ("red", "buzzer")]
    with pytest.raises(DeviceFailed, match="lamp: the pins"):
        RgbLamp(COLOURS, factory)
    with pytest.raises(DeviceFailed, match="buzzer: the pin"):
        Buzzer("full", factory)
    for led in taken:
        led.close()


def heard(factory: Any) -> list[float]:
    return [each.state for each in factory.pin(RGB_PINS["buzzer"].gpio).states]


@pytest.mark.parametrize("name", TONES)
def test_a_buzzer_plays_every_tone_note_by_note(factory: Any, name: str) -> None:
    buzzer = Buzzer("full", factory)
    played: list[float] = []
    play, over = buzzer._buzzer.play, threading.Event()

    def noted(tone: Any) -> None:
        play(tone)
        played.append(float(factory.pin(RGB_PINS["buzzer"].gpio).frequency))
        if len(played) == sum(hertz > 0 for hertz, _ in TONES[name]):
            over.set()

    buzzer._buzzer.play = noted
    buzzer.tone(name)
    assert over.wait(PATIENCE_S)
    buzzer.close()
    assert played == pytest.approx([hertz for hertz, _ in TONES[name] if hertz], rel=0.01)


def test_a_silent_buzzer_plays_nothing_and_lets_go_of_its_pin(factory: Any) -> None:
    buzzer = Buzzer("off", factory)
    together = CombinedSound(buzzer, CombinedSound())
    together.tone("won")
    together.say("Red", "en")
    together.set_speech(False)
    together.set_volume("full")
    together.set_volume("off")
    together.close()
    assert not any(heard(factory))
    gpiozero.LED(RGB_PINS["buzzer"].gpio, pin_factory=factory).close()


def test_the_buttons_stay_where_they_are() -> None:
    assert not {pin.gpio for pin in RGB_PINS.values()} & {pin.gpio for pin in BUTTON_PINS.values()}
