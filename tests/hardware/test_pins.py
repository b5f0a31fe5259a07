"""The table of wires: no pin twice, and none that another part of a Pi needs."""

import runpy
from collections import Counter
from pathlib import Path

import pytest

from hardware.pins import BUTTON_PINS, GROUND_PINS, LAMP_PINS, PINS, Pin

# Of the 40-pin header, the same on every Pi since 2014: GPIO number to header pin.
_GPIOS = "2 3 4 14 15 17 18 27 22 23 24 10 9 25 11 8 7 0 1 5 6 12 13 19 16 26 20 21"
_PLACES = "3 5 7 8 10 11 12 13 15 16 18 19 21 22 23 24 26 27 28 29 31 32 33 35 36 37 38 40"
HEADER = dict(zip(map(int, _GPIOS.split()), map(int, _PLACES.split()), strict=True))
FREE = {4, 5, 6, 12, 13, 16, 23, 26, 27}
# I2C, HAT identity, serial, SPI0 and I2S sound: always reserved.
NEVER = {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21}


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.name)
def test_the_header_pin_is_that_of_the_gpio(pin: Pin) -> None:
    assert HEADER[pin.gpio] == pin.header
    assert pin.gpio not in NEVER


def test_nothing_is_wired_twice() -> None:
    assert max(Counter(pin.gpio for pin in PINS).values()) == 1
    assert max(Counter(pin.name for pin in PINS).values()) == 1


def test_a_board_of_four_seats_fits_beside_every_screen() -> None:
    four = [pin for pin in PINS if not pin.note]
    assert {pin.gpio for pin in four} <= FREE
    assert {"seat-a", "seat-b", "seat-c", "seat-d", "good", "wrong"} <= {pin.name for pin in four}
    assert all(pin.note for pin in PINS if pin.gpio not in FREE)


def test_every_seat_has_a_lamp() -> None:
    assert {f"seat-{letter}" for letter in "abcdefgh"} <= set(LAMP_PINS)
    assert not set(LAMP_PINS) & set(BUTTON_PINS)
    assert not {pin.header for pin in PINS} & set(GROUND_PINS)


def test_the_page_about_wires_says_what_the_program_does() -> None:
    root = Path(__file__).parents[2]
    tool = runpy.run_path(str(root / "tools" / "wiring_page.py"))
    for name, written in (("wiring.md", tool["page"]()), ("wiring.svg", tool["drawing"]())):
        kept = (root / "docs" / name).read_text(encoding="utf-8")
        assert kept == written, f"docs/{name} is out of date: run tools/wiring_page.py"
