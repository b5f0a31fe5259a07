"""Lamps and buttons on a Pi's pins or on mock pins: a lamp for each seat, or none."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Literal

from hardware.errors import DeviceFailed
from hardware.pins import BUTTON_PINS, LAMP_PINS, pin_errors, pin_factory

BLINK_S = 0.4  # on, and then off
FLASH_S = 1.5  # on
BOUNCE_S = 0.03  # contact bounce is ignored for this time

Light = Literal["off", "on", "blink", "flash"]
"""What a lamp does; `flash` is on for a short while, then off."""


@dataclass(frozen=True, slots=True)
class LampState:
    """The state of all lamps.

    Attributes:
        lights: by the lamp's name; lamps not listed are off.
        pulse: a flash restarts whenever this changes.
    """

    lights: Mapping[str, Light]
    pulse: int = 0


class Lamps:
    """Some lamps with names."""

    def show(self, state: LampState) -> None:
        """Set the lamps; names without a lamp are ignored.

        Raises:
            DeviceFailed: the lamps can't be switched any more.
        """

    def close(self) -> None:
        """Switch all off and release the pins; may be called twice."""


class NoLamps(Lamps):
    """No lamps: `show` does nothing."""


class PinLamps(Lamps):
    """LEDs on GPIO pins through gpiozero, with a pin factory of its own or the process's."""

    def __init__(self, names: tuple[str, ...], factory: Any = None) -> None:
        """Take the pins of some lamps: names of `LAMP_PINS`.

        Raises:
            DeviceFailed: the pins can't be reached or are taken.
        """
        import gpiozero

        self._leds: dict[str, gpiozero.LED] = {}
        self.shown = LampState({})
        try:
            factory = factory or pin_factory()
            for name in names:
                self._leds[name] = gpiozero.LED(LAMP_PINS[name].gpio, pin_factory=factory)
        except pin_errors() as error:
            self.close()
            raise DeviceFailed("lamps: the pins can't be used ({why})", why=error) from error

    def show(self, state: LampState) -> None:
        """Set the LEDs, without interrupting those that don't change."""
        try:
            for name, led in self._leds.items():
                before = self.shown.lights.get(name, "off")
                light = state.lights.get(name, "off")
                again = light == "flash" and state.pulse != self.shown.pulse
                if light != before or again:
                    _SWITCH[light](led)
        except pin_errors() as error:
            raise DeviceFailed("lamps: the pins can't be used ({why})", why=error) from error
        self.shown = state

    def close(self) -> None:
        for led in self._leds.values():
            _release(led)
        self._leds = {}


def lamp_names(seats: int) -> tuple[str, ...]:
    """The lamps of a board: one for each seat, and those of a right and a wrong move."""
    return (*(f"seat-{letter}" for letter in "abcdefgh"[:seats]), "good", "wrong")


def open_lamps(seats: int = 4) -> Lamps:
    """The lamps of a board, one for each seat.

    Raises:
        DeviceFailed: this is a Pi, and its pins can't be used.
    """
    return PinLamps(lamp_names(seats))


def switch_all_off(factory: Any = None) -> None:
    """Switch off lamps that a killed program left on; other programs' pins stay as they are.

    Raises:
        DeviceFailed: no pin can be used.
    """
    failed = []
    for name in LAMP_PINS:
        try:
            PinLamps((name,), factory).close()
        except DeviceFailed as error:
            failed.append(error)
    if len(failed) == len(LAMP_PINS):
        raise failed[0]


def _release(led: Any) -> None:
    """Switch an LED off and release its pins, ignoring errors."""
    for action in (led.off, led.close):
        with suppress(*pin_errors()):
            action()


# How gpiozero shows each light.
_SWITCH: Mapping[Light, Callable[[Any], None]] = {
    "off": lambda led: led.off(),
    "on": lambda led: led.on(),
    "blink": lambda led: led.blink(BLINK_S, BLINK_S),
    "flash": lambda led: led.blink(FLASH_S, 0, n=1),
}


class Buttons:
    """Some buttons with names."""

    def pressed(self) -> tuple[str, ...]:
        """The names of the buttons pressed since the last call, in order."""
        return ()

    def close(self) -> None:
        """Release the pins; may be called twice."""


class NoButtons(Buttons):
    """No buttons: none is ever pressed."""


class PinButtons(Buttons):
    """Buttons between a GPIO pin and ground, through gpiozero."""

    def __init__(self, factory: Any = None) -> None:
        """Take the buttons' pins.

        Raises:
            DeviceFailed: the pins can't be reached or are taken.
        """
        import gpiozero

        self._queue: SimpleQueue[str] = SimpleQueue()
        self._buttons: list[gpiozero.Button] = []
        try:
            for name, pin in BUTTON_PINS.items():
                button = gpiozero.Button(pin.gpio, bounce_time=BOUNCE_S, pin_factory=factory or pin_factory())
                # Called in a thread of gpiozero's: it may only use the queue.
                button.when_pressed = lambda name=name: self._queue.put(name)
                self._buttons.append(button)
        except pin_errors() as error:
            self.close()
            raise DeviceFailed("buttons: the pins can't be used ({why})", why=error) from error

    def pressed(self) -> tuple[str, ...]:
        return tuple(self._queue.get_nowait() for _ in range(self._queue.qsize()))

    def close(self) -> None:
        for button in self._buttons:
            button.close()
        self._buttons = []
