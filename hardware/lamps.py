"""Lamps and buttons on a Pi's pins or on mock pins: a lamp for each seat, one RGB lamp for all, or none."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Literal

from hardware.errors import DeviceFailed
from hardware.pins import BUTTON_PINS, LAMP_PINS, RGB_PINS, pin_errors, pin_factory

BLINK_S = 0.4  # on, and then off
FLASH_S = 1.5  # on
BOUNCE_S = 0.03  # contact bounce is ignored for this time

Shade = tuple[float, float, float]
"""Red, green and blue, 0 to 1 each."""

# The lamp switched off, after a right move, and after a wrong one.
DARK: Shade = (0.0, 0.0, 0.0)
RIGHT: Shade = (0.0, 1.0, 0.0)
WRONG: Shade = (1.0, 0.0, 0.0)

SHADES: Mapping[str, Shade] = {
    "red": (1.0, 0.0, 0.0),
    "yellow": (1.0, 0.6, 0.0),
    "green": (0.0, 1.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "black": (0.08, 0.05, 0.12),
    "white": (1.0, 0.9, 0.8),
    "orange": (1.0, 0.25, 0.0),
    "purple": (0.6, 0.0, 0.8),
}
"""The LED mix of each pawn colour; black is a barely visible glow."""

# Half periods of blinking: fast for a wrong move, slow for a capture, steady for a turn, so that they differ
# without colours, too.
WRONG_S = 0.2
CAPTURED_S = 0.5


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


class RgbLamp(Lamps):
    """An RGB LED with a common cathode, through gpiozero."""

    def __init__(self, colours: Mapping[str, str], factory: Any = None) -> None:
        """Take its pins; `colours` has the colour of each seat's lamp, by the lamp's name (`seat-a`).

        Raises:
            DeviceFailed: the pins can't be reached or are taken.
        """
        import gpiozero

        self._colours = dict(colours)
        self.shown = LampState({})
        self._led: Any = None
        try:
            red, green, blue = (RGB_PINS[name].gpio for name in ("red", "green", "blue"))
            self._led = gpiozero.RGBLED(red, green, blue, pin_factory=factory or pin_factory())
        except pin_errors() as error:
            raise DeviceFailed("lamp: the pins can't be used ({why})", why=error) from error

    def show(self, state: LampState) -> None:
        """Set the lamp; a wrong move comes before a capture, and a capture before the turn."""
        if self._led is None or state == self.shown:
            return
        self.shown = state
        lit = {name: light for name, light in state.lights.items() if light != "off"}
        own = self._shade(lit, "on") or DARK
        taken = self._shade(lit, "blink")
        try:
            if "wrong" in lit:
                self._led.blink(WRONG_S, WRONG_S, on_color=WRONG, off_color=DARK)
            elif taken is not None:
                self._led.blink(CAPTURED_S, CAPTURED_S, on_color=taken, off_color=own)
            elif "good" in lit:
                self._led.blink(FLASH_S, 0, on_color=RIGHT, off_color=own, n=1)
            else:
                self._led.color = own
        except pin_errors() as error:
            raise DeviceFailed("lamp: the pins can't be used ({why})", why=error) from error

    def close(self) -> None:
        if self._led is not None:
            _release(self._led)
            self._led = None

    def _shade(self, lights: Mapping[str, Light], wanted: Light) -> Shade | None:
        """The colour of the first seat whose lamp has this light; None if there is none."""
        seats = (name for name, light in lights.items() if light is wanted and name in self._colours)
        return next((SHADES.get(self._colours[name], DARK) for name in seats), None)


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
