"""Write docs/wiring.md and docs/wiring.svg from hardware/pins.py. `python tools/wiring_page.py`."""

from pathlib import Path
from xml.sax.saxutils import escape

from hardware.pins import GROUND_PINS, PINS, RGB_PROFILE, Pin

FOLDER = Path(__file__).resolve().parent.parent / "docs"
ROWS = 20
STEP = 26
MIDDLE = 300
WIDTH = 2 * MIDDLE
TOP = 56
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
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}


def page() -> str:
    """The wiring page, as Markdown."""
    four = [pin for pin in PINS if not pin.note]
    more = [pin for pin in PINS if pin.note]
    return f"""# Wire the lamps and buttons

The lamps show whose turn it is (steady), who was captured (blinking), a wrong move (red) and a right one
(green, for a moment). All of them are optional: the window shows the same lamps, and its buttons do what the
three buttons here do. This page is written by `tools/wiring_page.py` from `hardware/pins.py`.

![The header, seen from above with the corner pin 1 at the upper left](wiring.svg)

**Switch the Pi off and pull its plug before you touch the header.** A wire on a wrong pin can destroy it;
never join a 5 V pin to anything here.

- A lamp: an LED with a resistor of 330 ohm in series. The resistor goes to the pin, the LED's short leg
  (its flat side) to a ground pin. No lamp takes more than 6 mA, so no transistor is needed. A board of four
  seats has {sum(pin.kind == "lamp" for pin in four)} of them: one a seat, a red and a green one.
- A button: between its pin and a ground pin, nothing else; the Pi holds the pin up by itself.
- Ground: header pins {_listed(GROUND_PINS)}. Several lamps may share one.

## A board of four seats

{_table(four)}

These pins are free beside every usual screen and sound card.

## Boards of six and eight seats, besides (* in the picture)

{_table(more)}

These four are taken by 3.5-inch screens that are plugged onto the header; with a screen on the ribbon cable
or on HDMI they are free.

## One lamp and a buzzer instead

Fewer wires: one RGB LED shines in the colour of whoever's turn it is, blinks slowly for a capture and fast in
red for a wrong move, and flashes green for a right one; a buzzer plays the tones without a loudspeaker. Say
`wiring = "rgb"` in the settings. The buttons stay where they are.

{_table(list(RGB_PROFILE))}

- The LED wants a common cathode: its longest leg goes to a ground pin, each other leg to its pin by way of a
  resistor of 330 ohm.
- The buzzer is a passive piezo (one without electronics of its own), between its pin and a ground pin, with
  a resistor of 330 ohm in series. It is loud or off; it doesn't speak.

## Try them

```
toc-pi test lamps      # lights one after the other, and says which
toc-pi test rgb        # shows every colour that pawns have
toc-pi test buzzer     # plays every tone
toc-pi test buttons    # says which one you press
toc-pi doctor          # the same table, and all else that this machine has
```

If a lamp stays dark, turn its LED around first; then count the header pins again from the corner.
"""


def drawing() -> str:
    """The header with its wires, as SVG."""
    height = TOP + ROWS * STEP + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
        ' font-size="14" role="img">',
        "<title>The 40-pin header with the wires of toc-pi</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fdf8ec"/>',
        f'<text x="{MIDDLE}" y="30" text-anchor="middle" font-weight="bold">40-pin header of the Pi</text>',
        f'<rect x="{MIDDLE - 32}" y="{TOP - 8}" width="64" height="{ROWS * STEP + 10}" rx="6"'
        ' fill="#2b2b2b"/>',
    ]
    wired = {pin.header: pin for pin in PINS}
    for header in range(1, 2 * ROWS + 1):
        parts += _pin(header, wired.get(header))
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Write both files."""
    for name, text in (("wiring.md", page()), ("wiring.svg", drawing())):
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)


def _table(pins: list[Pin]) -> str:
    rows = [f"| {pin.name} | {pin.kind} | {pin.header} | {pin.gpio} | {pin.wire} |" for pin in pins]
    return "\n".join(["| name | what | header pin | GPIO | wire |", "|---|---|---|---|---|", *rows])


def _listed(numbers: tuple[int, ...]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}"


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
            label = "ground" if ground else power
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
    star = "*" if pin.note else ""
    label = escape(f"{pin.name}{star}, {pin.kind}, GPIO {pin.gpio}")
    drawn.append(f'<text x="{end + side * 10}" y="{y + 5}" text-anchor="{anchor}">{label}</text>')
    return drawn


if __name__ == "__main__":
    main()
