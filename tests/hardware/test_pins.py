"""The table of wires: no pin twice, none that another part of a Pi needs, and a resistor before every LED."""

import re
import runpy
from importlib.resources import files
from pathlib import Path

import pytest

from hardware.pins import BUTTON_PINS, LAMP_PINS
from hardware.wiring import GROUND_PINS, WIRING, Led, Pin, load_wiring, next_resistor

ROOT = Path(__file__).parents[2]
SHIPPED = (files("hardware") / "pins.toml").read_text("utf-8")
# Of the 40-pin header, the same on every Pi since 2014: GPIO number to header pin.
_GPIOS = "2 3 4 14 15 17 18 27 22 23 24 10 9 25 11 8 7 0 1 5 6 12 13 19 16 26 20 21"
_PLACES = "3 5 7 8 10 11 12 13 15 16 18 19 21 22 23 24 26 27 28 29 31 32 33 35 36 37 38 40"
HEADER = dict(zip(map(int, _GPIOS.split()), map(int, _PLACES.split()), strict=True))
FREE = {4, 5, 6, 12, 13, 16, 23, 26, 27}


@pytest.mark.parametrize("pin", WIRING.pins, ids=lambda pin: pin.name)
def test_the_header_pin_is_that_of_the_gpio(pin: Pin) -> None:
    assert HEADER[pin.gpio] == pin.header


def test_a_board_of_four_seats_fits_beside_every_screen() -> None:
    four = [pin for pin in WIRING.pins if pin.seats == 4]
    assert {pin.gpio for pin in four} <= FREE
    assert {"seat-a", "seat-b", "seat-c", "seat-d", "good", "wrong"} <= {pin.name for pin in four}


def test_every_seat_has_a_lamp_on_boards_of_its_size() -> None:
    for number, letter in enumerate("abcdefgh", 1):
        assert LAMP_PINS[f"seat-{letter}"].seats == max(4, number + number % 2)
    assert not set(LAMP_PINS) & set(BUTTON_PINS)
    assert not {pin.header for pin in WIRING.pins} & set(GROUND_PINS)


@pytest.mark.parametrize(
    ("ohm", "sold"),
    [(1, 10), (10, 10), (10.1, 12), (82, 82), (83, 100), (325, 330), (331, 390), (9000, 10000)],
)
def test_a_resistor_is_rounded_up_to_one_that_is_sold(ohm: float, sold: int) -> None:
    assert next_resistor(ohm) == sold


@pytest.mark.parametrize("led", WIRING.leds, ids=lambda led: led.colour)
def test_no_led_takes_more_than_a_lamp_may(led: Led) -> None:
    """Computed here by Ohm's law from the voltage that is left; the next smaller resistor takes too much."""
    ohm = led.ohm(WIRING.supply)
    assert (3.3 - led.lowest_volt) / ohm <= 0.004
    assert (3.3 - led.lowest_volt) / (ohm / 1.3) > 0.004
    smallest, largest = led.current_ma(WIRING.supply)
    assert 0 <= smallest <= largest <= 4


def test_all_lamps_together_take_no_more_than_the_header_gives() -> None:
    lamps = [pin for pin in WIRING.pins if pin.kind == "lamp"]
    assert len(lamps) == 10
    assert len(lamps) * WIRING.supply.lamp_ma <= WIRING.supply.together_ma


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("gpio = 6,", "gpio = 99,", "seat-b: GPIO 99 isn't free"),
        ("gpio = 6,", "gpio = 2,", "seat-b: GPIO 2 isn't free"),
        ("gpio = 16,", "gpio = 5,", "seat-a: GPIO 5 has two wires"),
        ("gpio = 16,", "gpio = 25,", "wrong: GPIO 25 is an SPI screen's"),
        ("gpio = 23,", "gpio = 26,", "seat-d: GPIO 26 has two wires"),
        ('wire = "brown"', 'wire = "pink"', "pause: no wire is pink"),
        ('wire = "red", led = "red"', 'wire = "red", led = "pink"', "wrong: no LED is pink"),
        ('wire = "red", led = "red"', 'wire = "red"', "wrong: no LED is without a colour"),
        ("seats = 6", "seats = 5", "seat-e: boards have 4, 6 or 8 seats, not 5"),
        ("seats = 6", "ohm = 6", "seat-e: ohm isn't known"),
        ("lamp_ma = 4.0", "lamp_ma = 5.1", "supply: all lamps take 51 mA, all pins give 50"),
        ("lamp_ma = 4.0", "lamp_ma = 9.0", "supply: a lamp takes 9.0 mA, a pin gives 8.0"),
        ("blue = [2.48", "blue = [3.4", "led.blue: no such LED shines at 3.3 V"),
    ],
)
def test_a_fault_in_the_table_is_named(old: str, new: str, fault: str) -> None:
    assert old in SHIPPED
    with pytest.raises(ValueError, match=f"(?m)^{re.escape(fault)}$"):
        load_wiring(SHIPPED.replace(old, new))


def test_the_page_about_wires_says_what_the_program_does() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "wiring_page.py"))
    page, drawing = ((ROOT / "docs" / name).read_text("utf-8") for name in ("wiring.md", "wiring.svg"))
    assert page == tool["page"](page), "run tools/wiring_page.py"
    assert drawing == tool["drawing"](), "run tools/wiring_page.py"


def test_the_words_about_wires_have_the_figures_of_the_table() -> None:
    page = " ".join((ROOT / "docs" / "wiring.md").read_text("utf-8").split())
    supply, lamps = WIRING.supply, sum(pin.kind == "lamp" for pin in WIRING.pins)
    *most, last = map(str, GROUND_PINS)
    assert f"header pins {', '.join(most)} and {last}." in page
    assert f"broches {', '.join(most)} et {last} ;" in page
    assert f"A lamp gets {supply.lamp_ma:g} mA at most" in page
    assert f"all {lamps} lamps take {lamps * supply.lamp_ma:g} mA together" in page
    assert f"of the {supply.together_ma:g} mA that all pins may give" in page
    assert f"nearly the whole {supply.volt:g} V of the pin" in page
    comma = {name: f"{getattr(supply, name):.1f}".replace(".", ",") for name in ("lamp_ma", "volt")}
    assert f"jamais plus de {comma['lamp_ma']} mA" in page
    assert f"presque les {comma['volt']} V de la broche" in page
