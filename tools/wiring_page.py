"""Write docs/wiring.md and docs/wiring.svg from hardware/pins.toml. `python tools/wiring_page.py`."""

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


def page() -> str:
    """The wiring page, as Markdown."""
    return _wires() + _other_leds() + _french()


def _lamps(seats: int) -> int:
    return sum(pin.kind == "lamp" and pin.seats <= seats for pin in WIRING.pins)


def _boards(words: Mapping[str, str]) -> str:
    """What boards of each size need."""
    rows = []
    for seats in (4, 6, 8):
        ohms = Counter(pin.ohm for pin in WIRING.pins if pin.kind == "lamp" and pin.seats <= seats)
        resistors = ", ".join(f"{count} x {ohm} {words['ohm']}" for ohm, count in sorted(ohms.items()))
        rows.append((seats, _lamps(seats), resistors, f"{_lamps(seats) * WIRING.supply.lamp_ma:g} mA"))
    return _rows(("seats", "LEDs", "resistors", "all together, at most"), rows, words)


def _wires() -> str:
    four = [pin for pin in WIRING.pins if pin.seats == 4]
    more = [pin for pin in WIRING.pins if pin.seats > 4]
    return f"""# Wire the lamps and buttons

*[En français](#en-français)*

The lamps show whose turn it is (steady), who was captured (blinking), a wrong move (red) and a right one
(green, for a moment). All of them are optional: the window shows the same lamps, and its buttons do what the
three buttons here do. This page is written by `tools/wiring_page.py` from `hardware/pins.toml`.

![The header from above, even pins along the edge of the board; GND is ground](wiring.svg)

**Switch the Pi off and pull its plug before you touch the header.** A wire on a wrong pin can destroy it;
never join a 5 V pin to anything here.

![A lamp and a button](building/circuit.svg)

- A lamp (left): pin, resistor, LED, ground, one after the other. The LED's short leg (its flat side) goes to
  ground. One for each seat, a red and a green one.
- A button (right): between its pin and a ground pin, nothing else; the Pi holds the pin up by itself.
- Ground: header pins {_listed(GROUND_PINS, "and")}. Several lamps may share one, by way of a
  breadboard. The power lead of a Touch Display 2 takes 2, 4 and 6.

{_boards(ENGLISH)}

## A board of four seats

{_table(four, ENGLISH)}

These pins are free beside every usual screen and sound card.

## Boards of six and eight seats, besides (* in the picture)

{_table(more, ENGLISH)}

These four are taken by 3.5-inch screens that are plugged onto the header; with a screen on the ribbon cable
or on HDMI they are free. Six seats need `seat-e` and `seat-f`, eight seats all four.

"""


def _other_leds() -> str:
    supply = WIRING.supply
    return f"""## LEDs of other colours

A lamp gets {supply.lamp_ma:g} mA at most, whatever the LED: a pin of a Pi 4 promises no more by default,
and all {_lamps(8)} lamps take {_lamps(8) * supply.lamp_ma:g} mA together, of the
{supply.together_ma:g} mA that all pins may give. The resistor is computed for the lowest forward voltage that
is sold under that colour, and rounded up to the next common one (E12).

{_leds(ENGLISH)}

**Blue and white** LEDs, and bright green ones, want nearly the whole {supply.volt:g} V of the pin: what is
left for the resistor differs from one LED to the next, so some stay dim, and a few stay dark. They break
nothing. Try one before you solder; red, orange, yellow and yellowish green always shine. Never leave out the
resistor, and never take a smaller one than in the table.

Sources, as read in 2026: Raspberry Pi's documentation (GPIO voltages; pads control: 3 mA a pin), charts of
forward voltages (Wikipedia, circflow.com).

## Try them

```
toc-pi test lamps      # lights one after the other, and says which
toc-pi test buttons    # says which one you press
toc-pi doctor          # the same table, and all else that this machine has
```

If a lamp stays dark, turn its LED around first; then count the header pins again from the corner.

"""


def _french() -> str:
    supply = WIRING.supply
    return f"""## En français

Toutes les lampes sont facultatives : l'écran montre les mêmes. **Éteignez le Pi et débranchez-le avant de
toucher au connecteur** ; ne reliez rien d'ici à une broche de 5 V.

- Une lampe (à gauche sur le dessin) : broche, résistance, DEL, masse, l'une après l'autre ; la patte courte
  de la DEL (côté plat) va à la masse. Une pour chaque place, une rouge et une verte.
- Un bouton (à droite) : entre sa broche et la masse, rien d'autre.
- Masse : broches {_listed(GROUND_PINS, "et")} ; plusieurs lampes peuvent partager la même, par une
  plaque d'essai. Le fil de courant d'un Touch Display 2 prend 2, 4 et 6.

{_boards(FRENCH)}

{_table(sorted(WIRING.pins, key=lambda pin: pin.seats), FRENCH)}

Celles de e à h ne servent que sur les plateaux à six ou huit places, et pas avec un écran de 3,5 pouces posé
sur le connecteur.

Pour des DEL d'une autre couleur :

{_leds(FRENCH)}

Une lampe ne reçoit jamais plus de {_number(supply.lamp_ma, ",")} mA. Le **bleu**, le **blanc** et le vert
vif veulent presque les {_number(supply.volt, ",")} V de la broche : certaines DEL resteront faibles, et
quelques-unes éteintes, sans que rien s'abîme. Essayez-en une avant de souder, et ne prenez jamais une
résistance plus petite.

Essayez : `toc-pi test lamps`, `toc-pi test buttons`. Une lampe reste éteinte ? Retournez d'abord sa DEL, puis
recomptez les broches depuis le coin.
"""


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
    for name, text in (("wiring.md", page()), ("wiring.svg", drawing())):
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)


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


def _listed(numbers: tuple[int, ...], word: str) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} {word} {last}"


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
