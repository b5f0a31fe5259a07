"""All lamps and buttons by name, and the pin factory."""

import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hardware.errors import DeviceFailed
from hardware.wiring import WIRING, Pin

MODEL = Path("/proc/device-tree/model")  # the kernel's name for the machine

LAMP_PINS: Mapping[str, Pin] = {pin.name: pin for pin in WIRING.pins if pin.kind == "lamp"}
BUTTON_PINS: Mapping[str, Pin] = {pin.name: pin for pin in WIRING.pins if pin.kind == "button"}


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi, without a request for mock pins (`GPIOZERO_PIN_FACTORY=mock`)."""
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
    """New mock pins of gpiozero with PWM: for tests, and for other machines."""
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
    """The exceptions of gpiozero, and of lgpio below it (known only once it is loaded)."""
    import gpiozero

    lgpio = sys.modules.get("lgpio")
    return (gpiozero.GPIOZeroError, OSError, *([lgpio.error] if lgpio is not None else []))
