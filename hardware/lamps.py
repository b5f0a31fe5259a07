"""The interface of all lamps: on GPIO pins, on mock pins, or none."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from hardware.errors import DeviceFailed
from hardware.pins import LAMP_PINS
from toc_pi.messages import said

MODEL = Path("/proc/device-tree/model")  # the kernel's name of the machine
BLINK_S = 0.4  # on, and then off
FLASH_S = 1.5  # on


class Light(StrEnum):
    """How a lamp shines; `flash` is on for a short while, then off."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    FLASH = "flash"


@dataclass(frozen=True, slots=True)
class LampState:
    """What every lamp does from now on.

    Attributes:
        lights: by the lamp's name; one that isn't named is off.
        pulse: a flash restarts when this has changed.
    """

    lights: Mapping[str, Light]
    pulse: int = 0


class Lamps(Protocol):
    """Some lamps with names."""

    def show(self, state: LampState) -> None:
        """Set the lamps; names without a lamp are ignored.

        Raises:
            DeviceFailed: the lamps can't be switched any more.
        """
        ...

    def close(self) -> None:
        """Switch all off and release the pins; may be called twice."""
        ...


class NoLamps:
    """No lamps: whatever is shown, nothing shines."""

    def show(self, state: LampState) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class PinLamps:
    """LEDs on GPIO pins, through gpiozero.

    Attributes:
        shown: what they do now.
    """

    def __init__(self, names: tuple[str, ...], factory: Any = None) -> None:
        """Take the pins of some lamps.

        Args:
            names: of `pins.LAMP_PINS`.
            factory: a gpiozero pin factory; None for the Pi's own pins.

        Raises:
            DeviceFailed: the pins can't be reached or are taken.
        """
        import gpiozero

        self._leds: dict[str, gpiozero.LED] = {}
        self.shown = LampState({})
        try:
            factory = factory if factory is not None else pi_pins()
            for name in names:
                self._leds[name] = gpiozero.LED(LAMP_PINS[name].gpio, pin_factory=factory)
        except (gpiozero.GPIOZeroError, OSError) as error:
            self.close()
            raise DeviceFailed(said("lamps: the pins can't be used ({why})", why=error)) from error

    def show(self, state: LampState) -> None:
        """Set the LEDs; one whose light doesn't change isn't interrupted."""
        for name, led in self._leds.items():
            before = self.shown.lights.get(name, Light.OFF)
            light = state.lights.get(name, Light.OFF)
            again = light is Light.FLASH and state.pulse != self.shown.pulse
            if light is not before or again:
                _SWITCH[light](led)
        self.shown = state

    def close(self) -> None:
        """Switch all off and release the pins."""
        for led in self._leds.values():
            led.off()
            led.close()
        self._leds = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_lamps(seats: int = 4) -> Lamps:
    """The lamps of a board: on a Pi those on its pins, on other machines on mock pins.

    Args:
        seats: how many of the board's seats have a lamp.

    Raises:
        DeviceFailed: this is a Pi, and its pins can't be used.
    """
    names = tuple(f"seat-{letter}" for letter in "abcdefgh"[:seats])
    return PinLamps((*names, "good", "wrong"), None if on_a_pi() else pretended_pins())


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi, and mock pins weren't requested (`GPIOZERO_PIN_FACTORY=mock`)."""
    if os.environ.get("GPIOZERO_PIN_FACTORY") == "mock":
        return False
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def pretended_pins() -> Any:
    """gpiozero's mock pins: for tests, and for machines that are no Pi."""
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


def pi_pins() -> Any:
    """The Pi's own pins.

    Raises:
        DeviceFailed: this is no Pi, or lgpio is missing.
    """
    # gpiozero alone would try four libraries, warn about each, and blame the last.
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise DeviceFailed("pins: lgpio is missing (sudo apt install python3-lgpio)") from error
    # lgpio's own error is known only where lgpio is; its import fails too where the folder isn't writable.
    except Exception as error:
        raise DeviceFailed(
            said("pins: this machine has no GPIO pins that answer ({why})", why=error)
        ) from error


# How gpiozero shows each light.
_SWITCH: Mapping[Light, Callable[[Any], None]] = {
    Light.OFF: lambda led: led.off(),
    Light.ON: lambda led: led.on(),
    Light.BLINK: lambda led: led.blink(BLINK_S, BLINK_S),
    Light.FLASH: lambda led: led.blink(FLASH_S, 0, n=1),
}
