"""The builder's pages: what they show and name is there, and both languages lead the same way."""

import math
import re
import tomllib
from pathlib import Path

import pytest

from hardware.pins import LAMP_PINS
from hardware.wiring import GROUND_PINS, WIRING
from toc_pi.cli.devices import CHOICES
from toc_pi.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    language: (DOCS / f"{name}.md").read_text("utf-8")
    for language, name in (("en", "building"), ("fr", "batir"))
}
STEPS = 8


def flat(page: str) -> str:
    """A page without line breaks."""
    return " ".join(page.split())


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page):
        name, _, part = link.replace("\n", "").partition("#")
        assert (DOCS / name).exists(), link
        if part:
            heads = re.findall(r"(?m)^#+ (.+)$", (DOCS / name).read_text("utf-8"))
            assert part in {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}, link


def test_both_languages_show_the_same_pictures_and_commands() -> None:
    pictures, commands = (
        [
            [found.replace(".fr.", ".en.") for found in re.findall(pattern, flat(page))]
            for page in PAGES.values()
        ]
        for pattern in (r"!\[[^]]*\]\(([^)]+)\)", r"toc-pi (?:test [a-z]+|doctor(?: --[a-z]+)?)")
    )
    assert pictures[0] == pictures[1]
    assert commands[0] == commands[1]
    assert {
        f"toc-pi test {part}" for part in ("camera", "screen", "sound", "lamps", "buttons", "all")
    } <= set(commands[0])


def test_the_keys_to_tap_are_named_as_on_the_screen() -> None:
    catalogue = (DOCS.parent / "toc_pi/texts/locale/fr/LC_MESSAGES/toc-pi.po").read_text("utf-8")
    bold = [re.findall(r"\*\*([^*]+)\*\*", flat(page)) for page in PAGES.values()]
    keys = [pair for pair in zip(*bold, strict=True) if f'msgid "{pair[0]}"\n' in catalogue]
    assert {english for english, _ in keys} == {"It works", "Next", "Play"}
    for english, french in keys:
        assert f'msgid "{english}"\nmsgstr "{french}"\n' in catalogue


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_step_has_a_picture(page: str) -> None:
    steps = re.split(r"(?m)^## \d\. ", page)
    assert len(steps) == STEPS + 1
    assert "![" in steps[0]  # the table, above the first step
    assert all("![" in step for step in steps[2:])


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_tests_and_options_exist(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(re.findall(r"toc-pi test ([a-z]+)", flat(page))) <= set(CHOICES)
    with pytest.raises(SystemExit):
        main(["doctor", "--help"])
    helped = capsys.readouterr().out
    assert all(option in helped for option in re.findall(r"toc-pi doctor (--[a-z]+)", flat(page)))


def test_lamps_are_counted_and_the_lens_hangs_where_it_is_computed() -> None:
    """The LEDs for 4, 6 and 8 seats, and the place that the drawings show."""
    counts = [sum(pin.seats <= seats for pin in LAMP_PINS.values()) for seats in (4, 6, 8)]
    computed = (DOCS / "placing.md").read_text("utf-8")
    shown = tomllib.loads((DOCS.parent / "hardware" / "stand" / "stand.toml").read_text("utf-8"))["place"]
    columns = next(line for line in computed.splitlines() if f"| {shown['board']} |" in line).split(" | ")
    row = next(line for line in computed.splitlines() if line.startswith(f"| {shown['camera']} |")).split(
        " | "
    )
    place = re.fullmatch(r"(\d+) cm, (\d+)°, .*", row[columns.index(shown["board"])])
    assert place is not None
    height, tilt = place.groups()
    assert (shown["lens"], shown["tilt"]) == (10 * int(height), int(tilt))
    for page in PAGES.values():
        assert re.findall(r"(\d+) (?:LEDs|DEL) (?:for|pour)|, (\d+) (?:for|pour)", page) == [
            (str(counts[0]), ""),
            ("", str(counts[1])),
            ("", str(counts[2])),
        ]
        words = flat(page)
        assert f"{height} cm above the table" in words or f"{height} cm au-dessus de la table" in words
        assert f"{tilt}°" in words
        assert f"{int(height) + 12} cm" in words


def test_the_drawn_stand_has_the_measures_of_the_printed_one() -> None:
    place = tomllib.loads((DOCS.parent / "hardware" / "stand" / "stand.toml").read_text("utf-8"))["place"]
    drawing = (DOCS / "building" / "bracket.svg").read_text("utf-8")
    words = re.findall(r"<text[^>]*>([^<]+)</text>", drawing)
    rise = math.radians(90 - place["tilt"])
    bolt = round(place["lens"] - 100 * math.sin(rise) + 36 * math.cos(rise), -1)  # on an arm of 100 mm
    measures = (place["lens"], place["wide"], place["beyond"], bolt, bolt + 30)
    assert {f"{place['tilt']:g}°", *(f"{measure:g}" for measure in measures)} <= set(words)


def test_the_drawn_lamp_and_button_are_at_pins_of_the_table() -> None:
    drawing = (DOCS / "building" / "circuit.svg").read_text("utf-8")
    drawn = {int(number) for number in re.findall(r">(\d+)</text>", drawing)}
    lamps = {pin.header for pin in LAMP_PINS.values()}
    buttons = {pin.header for pin in WIRING.pins if pin.kind == "button"}
    assert len(drawn & lamps) == len(drawn & buttons) == 1
    assert drawn - lamps - buttons <= set(GROUND_PINS)


def test_pin_1_is_in_the_inner_row() -> None:
    """Its neighbour at the board's edge is pin 2, which carries 5 V."""
    drawing = (DOCS / "building" / "pi.svg").read_text("utf-8")
    rows = sorted({float(y) for y in re.findall(r'cy="([\d.]+)" r="3.6"', drawing)})
    labels = {
        number: float(y)
        for y, number in re.findall(r'<text x="172" y="([\d.]+)" font-size="15"[^>]*>(\d)<', drawing)
    }
    assert labels["2"] < rows[0] < rows[1] < labels["1"]
