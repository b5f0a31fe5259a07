"""The one table of what is wired where, as `toc-pi doctor` and docs/wiring.md print it, and the pin factory.

The first nine GPIOs stay free beside every usual screen and sound card: DSI and HDMI screens, the 3.5-inch
SPI screens (GPIO 7 to 11, 17, 22, 24, 25), I2S sound (18 to 21), I2C (2, 3), the serial port (14, 15).
Source: Raspberry Pi documentation (GPIO header; touch display), overlays of piscreen type.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from hardware.errors import DeviceFailed

MODEL = Path("/proc/device-tree/model")  # the kernel's name of the machine

GROUND_PINS = (6, 9, 14, 20, 25, 30, 34, 39)  # on the 40-pin header


@dataclass(frozen=True, slots=True)
class Pin:
    """One wire between the Pi and a lamp or a button.

    Attributes:
        kind: a lamp (LED with 330 ohm to ground), a button (to ground, the Pi pulls up), a colour of an RGB
            LED (330 ohm each, common cathode to ground) or a buzzer (to ground).
        gpio: the number that programs use.
        header: the number on the 40-pin header.
        wire: a colour, so that the two ends are found.
        note: what to know before wiring it.
    """

    name: str
    kind: Literal["lamp", "button", "colour", "buzzer"]
    gpio: int
    header: int
    wire: str
    note: str = ""


# A note on the lamps of the larger boards.
_BESIDE = "boards of 6 and 8 seats; not beside a 3.5-inch SPI screen"

# Every lamp and button.
PINS = (
    Pin("seat-a", "lamp", 5, 29, "yellow"),
    Pin("seat-b", "lamp", 6, 31, "orange"),
    Pin("seat-c", "lamp", 13, 33, "violet"),
    Pin("seat-d", "lamp", 26, 37, "blue"),
    Pin("wrong", "lamp", 16, 36, "red"),
    Pin("good", "lamp", 12, 32, "green"),
    Pin("accept", "button", 23, 16, "white"),
    Pin("undo", "button", 27, 13, "grey"),
    Pin("pause", "button", 4, 7, "brown"),
    Pin("seat-e", "lamp", 17, 11, "yellow", _BESIDE),
    Pin("seat-f", "lamp", 22, 15, "orange", _BESIDE),
    Pin("seat-g", "lamp", 24, 18, "violet", _BESIDE),
    Pin("seat-h", "lamp", 25, 22, "blue", _BESIDE),
)

RGB_PROFILE = (
    Pin("red", "colour", 5, 29, "red"),
    Pin("green", "colour", 6, 31, "green"),
    Pin("blue", "colour", 13, 33, "blue"),
    Pin("buzzer", "buzzer", 26, 37, "white"),
)
"""One RGB lamp and a buzzer instead of all lamps (`wiring = "rgb"`); the buttons stay where they are."""

# The same by name.
RGB_PINS: Mapping[str, Pin] = {pin.name: pin for pin in RGB_PROFILE}
LAMP_PINS: Mapping[str, Pin] = {pin.name: pin for pin in PINS if pin.kind == "lamp"}
BUTTON_PINS: Mapping[str, Pin] = {pin.name: pin for pin in PINS if pin.kind == "button"}


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi, and mock pins weren't requested (`GPIOZERO_PIN_FACTORY=mock`)."""
    if os.environ.get("GPIOZERO_PIN_FACTORY") == "mock":
        return False
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def pin_factory() -> Any:
    """The process's pin factory: the Pi's own pins, on other machines mock pins.

    One for all devices: each factory of lgpio holds a handle of the GPIO chip until the process ends.

    Raises:
        DeviceFailed: this is a Pi, and its pins can't be used.
    """
    return _pi_pins() if on_a_pi() else _shared_mock_pins()


def mock_pins() -> Any:
    """New mock pins of gpiozero, which can be dimmed: for tests, and for machines that are no Pi."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)


_shared_mock_pins = cache(mock_pins)


@cache
def _pi_pins() -> Any:
    """The Pi's own pins; a failure isn't cached."""
    # gpiozero alone would try four libraries, warn about each, and blame the last.
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise DeviceFailed("pins: lgpio is missing (sudo apt install python3-lgpio)") from error
    # lgpio's own error is known only where lgpio is; its import fails too where the folder isn't writable.
    except Exception as error:
        raise DeviceFailed("pins: this machine has no GPIO pins that answer ({why})", why=error) from error


def pin_errors() -> tuple[type[Exception], ...]:
    """What gpiozero raises while pins are used, and lgpio below it (its class is known once it is loaded)."""
    import gpiozero

    lgpio = sys.modules.get("lgpio")
    return (gpiozero.GPIOZeroError, OSError, *([lgpio.error] if lgpio is not None else []))
