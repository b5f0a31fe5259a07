"""Write docs/wiring.svg and the tables of docs/wiring.md from hardware/pins.toml.

`python tools/wiring_page.py`
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from hardware.wiring import GROUND_PINS, WIRING, Pin

FOLDER = Path(__file__).resolve().parent.parent / "docs"
ROWS = 20
STEP = 26
MIDDLE = 300
WIDTH = 2 * MIDDLE
TOP = 26
COLOURS = {
    "yellow": "#f0c020",
    "orange": "#ef7f1a",
    "violet": "#8044ac",
    "blue": "#2464cd",
    "red": "#cd262c",
    "green": "#228c42",
    "white": "#ffffff",
    "grey": "#9a9a9a",
    "brown": "#7a4a20",
}
ENGLISH = {word: word for word in (*COLOURS, "lamp", "button", "ohm", "to")} | {
    "pin": "header pin",
    "point": ".",
}
FRENCH = {
    "yellow": "jaune",
    "orange": "orange",
    "violet": "violet",
    "blue": "bleu",
    "red": "rouge",
    "green": "vert",
    "white": "blanc",
    "grey": "gris",
    "brown": "brun",
    "lamp": "lampe",
    "button": "bouton",
    "name": "nom",
    "what": "quoi",
    "pin": "broche",
    "wire": "fil",
    "LED": "DEL",
    "resistor": "résistance",
    "forward voltage": "tension directe",
    "current": "courant",
    "seats": "places",
    "LEDs": "DEL",
    "resistors": "résistances",
    "all together, at most": "toutes ensemble, au plus",
    "ohm": "ohms",
    "to": "à",
    "point": ",",
}
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}


def page(text: str) -> str:
    """The page with its tables written again between their marks."""
    by_seats = sorted(WIRING.pins, key=lambda pin: pin.seats)
    tables = {
        "boards-en": _boards(ENGLISH),
        "four": _table((pin for pin in WIRING.pins if pin.seats == 4), ENGLISH),
        "more": _table((pin for pin in WIRING.pins if pin.seats > 4), ENGLISH),
        "leds-en": _leds(ENGLISH),
        "boards-fr": _boards(FRENCH),
        "pins-fr": _table(by_seats, FRENCH),
        "leds-fr": _leds(FRENCH),
    }
    for name, table in tables.items():
        head, _, rest = text.partition(f"<!-- {name} -->\n")
        text = f"{head}<!-- {name} -->\n{table}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return text


def _boards(words: Mapping[str, str]) -> str:
    """What boards of each size need."""
    rows = []
    for seats in (4, 6, 8):
        lamps = [pin for pin in WIRING.pins if pin.kind == "lamp" and pin.seats <= seats]
        ohms = Counter(pin.ohm for pin in lamps)
        resistors = ", ".join(f"{count} x {ohm} {words['ohm']}" for ohm, count in sorted(ohms.items()))
        rows.append((seats, len(lamps), resistors, f"{len(lamps) * WIRING.supply.lamp_ma:g} mA"))
    return _rows(("seats", "LEDs", "resistors", "all together, at most"), rows, words)


def drawing() -> str:
    """The header with its wires, as SVG; without words, so that it serves all languages."""
    height = TOP + ROWS * STEP + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
        ' font-size="14" role="img">',
        "<title>The 40-pin header with the wires of toc-pi</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fdf8ec"/>',
        f'<rect x="{MIDDLE - 32}" y="{TOP - 8}" width="64" height="{ROWS * STEP + 10}" rx="6"'
        ' fill="#2b2b2b"/>',
    ]
    wired = {pin.header: pin for pin in WIRING.pins}
    for header in range(1, 2 * ROWS + 1):
        parts += _pin(header, wired.get(header))
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Write both files."""
    path = FOLDER / "wiring.md"
    path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
    (FOLDER / "wiring.svg").write_text(drawing(), encoding="utf-8")


def _table(pins: Iterable[Pin], words: Mapping[str, str]) -> str:
    rows = [
        (pin.name, words[pin.kind], pin.header, pin.gpio, words[pin.wire], *_resistor(pin, words))
        for pin in pins
    ]
    return _rows(("name", "what", "pin", "GPIO", "wire", "LED", "resistor"), rows, words)


def _resistor(pin: Pin, words: Mapping[str, str]) -> tuple[str, str]:
    return words.get(pin.led, ""), f"{pin.ohm} {words['ohm']}" if pin.ohm else ""


def _leds(words: Mapping[str, str]) -> str:
    rows = [
        (
            words[led.colour],
            f"{_range(led.lowest_volt, led.highest_volt, words)} V",
            f"{led.ohm(WIRING.supply)} {words['ohm']}",
            f"{_range(*led.current_ma(WIRING.supply), words)} mA",
        )
        for led in WIRING.leds
    ]
    return _rows(("LED", "forward voltage", "resistor", "current"), rows, words)


def _rows(heads: Iterable[str], rows: Iterable[Iterable[object]], words: Mapping[str, str]) -> str:
    """A table in Markdown."""
    head = [words.get(head, head) for head in heads]
    lines = (f"| {' | '.join(map(str, cells))} |" for cells in (head, ["---"] * len(head), *rows))
    return "\n".join(line.replace("|  ", "| ") for line in lines)


def _range(low: float, high: float, words: Mapping[str, str]) -> str:
    return f"{_number(low, words['point'])} {words['to']} {_number(high, words['point'])}"


def _number(value: float, point: str) -> str:
    return f"{value:.1f}".replace(".", point)


def _pin(header: int, pin: Pin | None) -> list[str]:
    """One pin: its number on the header and, outside, what is wired to it."""
    right = header % 2 == 0
    side = 1 if right else -1
    x, y = MIDDLE + side * 15, TOP + (header - 1) // 2 * STEP + 10
    anchor = "start" if right else "end"
    ground, power = header in GROUND_PINS, POWER.get(header)
    fill = "#000000" if ground else "#e06060" if power else "#c9a227"
    drawn = [f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="#fdf8ec"/>']
    light = "#ffffff" if ground or power else "#000000"
    drawn.append(
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{light}">{header}</text>'
    )
    if pin is None:
        if ground or power:
            label = "GND" if ground else power
            drawn.append(
                f'<text x="{x + side * 18}" y="{y + 5}" text-anchor="{anchor}" fill="#8a8a8a">{label}</text>'
            )
        return drawn
    end = x + side * 70
    drawn.append(
        f'<path d="M{x + side * 10} {y}H{end}" stroke="#26201a" stroke-width="8" stroke-linecap="round"/>'
    )
    drawn.append(
        f'<path d="M{x + side * 10} {y}H{end}" stroke="{COLOURS[pin.wire]}" stroke-width="5"'
        ' stroke-linecap="round"/>'
    )
    star = "*" if pin.seats > 4 else ""
    label = f"{pin.name}{star}, {pin.ohm} Ω" if pin.ohm else pin.name
    drawn.append(f'<text x="{end + side * 10}" y="{y + 5}" text-anchor="{anchor}">{label}</text>')
    return drawn


if __name__ == "__main__":
    main()
