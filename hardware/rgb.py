"""One RGB lamp instead of a lamp for each seat: whose turn it is, who was captured, right or wrong."""

from collections.abc import Mapping
from typing import Any

from hardware.errors import DeviceFailed
from hardware.lamps import FLASH_S, LampState, Light, on_a_pi, pi_pins
from hardware.pins import RGB_PINS
from toc_pi.messages import said

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
"""An LED's mix for each colour of pawns; black is a barely visible glow."""

# Half periods of blinking: a wrong move blinks fast, a capture slowly, a turn is steady, so that they can be
# told apart without seeing colours.
WRONG_S = 0.2
CAPTURED_S = 0.5


class RgbLamp:
    """An RGB LED with a common cathode, through gpiozero.

    Attributes:
        shown: what it does now.
    """

    def __init__(self, colours: Mapping[str, str], factory: Any = None) -> None:
        """Take its pins.

        Args:
            colours: the colour word of each seat's lamp, by the lamp's name (`seat-a`).
            factory: a gpiozero pin factory; None for the Pi's own pins.

        Raises:
            DeviceFailed: the pins can't be reached or are taken.
        """
        import gpiozero

        self._colours = dict(colours)
        self.shown = LampState({})
        self._led: Any = None
        try:
            red, green, blue = (RGB_PINS[name].gpio for name in ("red", "green", "blue"))
            factory = factory if factory is not None else pi_pins()
            self._led = gpiozero.RGBLED(red, green, blue, pin_factory=factory)
        except (gpiozero.GPIOZeroError, OSError) as error:
            raise DeviceFailed(said("lamp: the pins can't be used ({why})", why=error)) from error

    def show(self, state: LampState) -> None:
        """Set the lamp; a wrong move comes before a capture, and that before whose turn it is."""
        if self._led is None or state == self.shown:
            return
        lights, self.shown = state.lights, state
        turn = next(
            (name for name, light in lights.items() if light is Light.ON and name in self._colours), ""
        )
        taken = next(
            (name for name, light in lights.items() if light is Light.BLINK and name in self._colours), ""
        )
        own = self._shade(turn)
        if lights.get("wrong", Light.OFF) is not Light.OFF:
            self._led.blink(WRONG_S, WRONG_S, on_color=WRONG, off_color=DARK)
        elif taken:
            self._led.blink(CAPTURED_S, CAPTURED_S, on_color=self._shade(taken), off_color=own)
        elif lights.get("good", Light.OFF) is not Light.OFF:
            self._led.blink(FLASH_S, 0, on_color=RIGHT, off_color=own, n=1)
        else:
            self._led.color = own

    def close(self) -> None:
        """Switch it off and release its pins."""
        if self._led is not None:
            self._led.off()
            self._led.close()
            self._led = None

    def _shade(self, name: str) -> Shade:
        return SHADES.get(self._colours.get(name, ""), DARK)


def open_rgb(colours: Mapping[str, str]) -> RgbLamp:
    """The lamp on a Pi's pins, on other machines on mock pins.

    Args:
        colours: the colour word of each seat's lamp, by the lamp's name.

    Raises:
        DeviceFailed: this is a Pi, and its pins can't be used.
    """
    return RgbLamp(colours, None if on_a_pi() else pretended_pwm_pins())


def pretended_pwm_pins() -> Any:
    """gpiozero's mock pins with PWM, which can be dimmed."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)
