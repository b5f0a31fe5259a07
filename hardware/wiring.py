"""The table of wires in pins.toml, checked when it is loaded, and the resistor that each LED needs."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from math import floor, log10
from typing import Any, Literal

GROUND_PINS = (6, 9, 14, 20, 25, 30, 34, 39)  # on the 40-pin header

# Of the 40-pin header, the same on every Pi since 2014: GPIO number to header pin.
# fmt: off
HEADER_PINS: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}
# fmt: on
# Needed by other parts of a Pi: HAT identity, I2C, SPI0, serial, I2S sound; and by 3.5-inch SPI screens.
RESERVED = frozenset((0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21))
OF_SPI_SCREENS = frozenset((17, 22, 24, 25))

WIRE_COLOURS = ("yellow", "orange", "violet", "blue", "red", "green", "white", "grey", "brown")
E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)  # the steps in which common resistors are sold

_WORDS = {"gpio", "wire", "led", "seats"}

PartKind = Literal["lamp", "button"]


@dataclass(frozen=True, slots=True)
class Pin:
    """One wire between the Pi and a lamp or a button.

    Attributes:
        kind: a lamp (LED with its resistor to ground) or a button (to ground, the Pi pulls up).
        gpio: the number that programs use.
        header: the number on the 40-pin header.
        wire: its colour, by which to find both ends.
        led: the LED's colour, "" for none.
        ohm: series resistor, 0 for none.
        seats: of the smallest board that uses it.
    """

    name: str
    kind: PartKind
    gpio: int
    header: int
    wire: str
    led: str
    ohm: int
    seats: int


@dataclass(frozen=True, slots=True)
class Supply:
    """A pin's voltage, V, and the largest currents of a lamp, a pin and all pins together."""

    volt: float
    lamp_ma: float
    pin_ma: float
    together_ma: float


@dataclass(frozen=True, slots=True)
class Led:
    """The forward voltages of LEDs of one colour, lowest and highest."""

    colour: str
    lowest_volt: float
    highest_volt: float

    def ohm(self, supply: Supply) -> int:
        """The resistor that limits an LED of the lowest forward voltage to the current of a lamp."""
        return next_resistor((supply.volt - self.lowest_volt) / supply.lamp_ma * 1000)

    def current_ma(self, supply: Supply) -> tuple[float, float]:
        """Smallest and largest current with that resistor; 0 if the highest forward voltage isn't reached."""
        smallest, largest = (
            max(0.0, supply.volt - volt) * 1000 / self.ohm(supply)
            for volt in (self.highest_volt, self.lowest_volt)
        )
        return smallest, largest


@dataclass(frozen=True, slots=True)
class Wiring:
    """Everything in pins.toml."""

    supply: Supply
    leds: tuple[Led, ...]
    pins: tuple[Pin, ...]


def next_resistor(ohm: float) -> int:
    """The next larger resistor of the E12 series, from 10 ohm."""
    scale = 10 ** (floor(log10(max(ohm, 10.0))) - 1)
    return int(next(step * scale for step in (*E12, 100) if step * scale >= ohm - 1e-6))


def load_wiring(text: str) -> Wiring:
    """Read and check the table.

    Raises:
        ValueError: with every fault, a line each.
    """
    data = tomllib.loads(text)
    supply = Supply(**data["supply"])
    groups = [data[group] for group in ("lamps", "buttons")]
    words = [(name, word) for group in groups for name, wire in group.items() for word in wire]
    leds = {colour: Led(colour, *volts) for colour, volts in data["led"].items()}
    kinds: Mapping[str, PartKind] = {"lamps": "lamp", "buttons": "button"}
    pins = [
        _pin(name, kind, wire, leds, supply)
        for group, kind in kinds.items()
        for name, wire in data[group].items()
    ]
    faults = [f"{name}: {word} isn't known" for name, word in words if word not in _WORDS]
    faults += _faults(supply, leds.values())
    faults += _wrong(pins, supply)
    if faults:
        raise ValueError("\n".join(dict.fromkeys(faults)))
    return Wiring(supply, tuple(leds.values()), tuple(pins))


def _pin(name: str, kind: PartKind, wire: Mapping[str, Any], leds: Mapping[str, Led], supply: Supply) -> Pin:
    """One row; unknown names leave 0, which is reported as a fault."""
    led = wire.get("led", "")
    ohm = leds[led].ohm(supply) if led in leds else 0
    header = HEADER_PINS.get(wire["gpio"], 0)
    return Pin(name, kind, wire["gpio"], header, wire["wire"], led, ohm, wire.get("seats", 4))


def _faults(supply: Supply, leds: Iterable[Led]) -> Iterator[str]:
    if supply.lamp_ma > supply.pin_ma:
        yield f"supply: a lamp takes {supply.lamp_ma} mA, a pin gives {supply.pin_ma}"
    for led in leds:
        if not 0 < led.lowest_volt <= led.highest_volt or led.lowest_volt >= supply.volt:
            yield f"led.{led.colour}: no such LED shines at {supply.volt} V"


def _wrong(pins: list[Pin], supply: Supply) -> Iterator[str]:
    """Faults of wires that are used together."""
    shining = sum(supply.lamp_ma for pin in pins if pin.led)
    if shining > supply.together_ma:
        yield f"supply: all lamps take {shining:g} mA, all pins give {supply.together_ma:g}"
    for pin in pins:
        if pin.header == 0 or pin.gpio in RESERVED:
            yield f"{pin.name}: GPIO {pin.gpio} isn't free"
        elif pin.gpio in OF_SPI_SCREENS and pin.seats == 4:
            yield f"{pin.name}: GPIO {pin.gpio} is an SPI screen's"
        if [other.gpio for other in pins].count(pin.gpio) > 1:
            yield f"{pin.name}: GPIO {pin.gpio} has two wires"
        if pin.wire not in WIRE_COLOURS:
            yield f"{pin.name}: no wire is {pin.wire}"
        if pin.seats not in (4, 6, 8):
            yield f"{pin.name}: boards have 4, 6 or 8 seats, not {pin.seats}"
        if pin.kind == "lamp" and not pin.ohm:
            yield f"{pin.name}: no LED is {pin.led or 'without a colour'}"


WIRING = load_wiring((files("hardware") / "pins.toml").read_text("utf-8"))
"""The shipped table."""
