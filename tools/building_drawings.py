"""Write the drawings of docs/building.md and docs/batir.md. `python tools/building_drawings.py`.

They carry numbers and measures, no words, so that both pages share them.
"""

import math
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "building"
PAPER, INK, GREY = "#fdf8ec", "#26201a", "#8a8a8a"
WOOD, METAL, BOARD, GOLD, PLASTIC = "#d9a566", "#b9bec4", "#2f7d4f", "#c9a227", "#2b2b2b"
RED, BLUE, YELLOW = "#cd262c", "#2464cd", "#f0c020"

Point = tuple[float, float]


class Sheet:
    """One drawing, from back to front."""

    def __init__(self, width: float, height: float, title: str, words: float = 14) -> None:
        self._size, self._words = (width, height), words
        self._parts = [f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="{PAPER}"/>']

    def box(self, x: float, y: float, w: float, h: float, fill: str, round_: float = 0) -> None:
        """A rectangle with an outline."""
        self._add(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{round_}"{_style(fill)}/>')

    def disc(self, x: float, y: float, r: float, fill: str) -> None:
        """A circle with an outline."""
        self._add(f'<circle cx="{x}" cy="{y}" r="{r}"{_style(fill)}/>')

    def shape(self, points: str, fill: str) -> None:
        """A polygon with an outline: `x,y x,y …`."""
        self._add(f'<polygon points="{points}" stroke-linejoin="round"{_style(fill)}/>')

    def path(self, path: str, fill: str) -> None:
        """A closed SVG path with an outline."""
        self._add(f'<path d="{path}"{_style(fill)}/>')

    def line(self, path: str, colour: str = INK, width: float = 2, dash: str = "") -> None:
        """A line along an SVG path."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._add(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
            f' stroke-linejoin="round"{dashes}/>'
        )

    def wire(self, path: str, colour: str) -> None:
        """A coloured wire with a dark edge."""
        self.line(path, INK, 7)
        self.line(path, colour, 4)

    def text(self, x: float, y: float, words: str, size: float, colour: str = INK) -> None:
        """Words centred on a point."""
        self._add(f'<text x="{x}" y="{y + size / 3:.1f}" font-size="{size}" fill="{colour}">{words}</text>')

    def number(self, x: float, y: float, number: int, to: tuple[float, float] | None = None) -> None:
        """A number in a circle, with a line to what it names."""
        if to is not None:
            self.line(f"M{x:g} {y:g}L{to[0]:g} {to[1]:g}", INK, 1.5)
            self._add(f'<circle cx="{to[0]:g}" cy="{to[1]:g}" r="3" fill="{INK}"/>')
        self._add(
            f'<circle cx="{x}" cy="{y}" r="{self._words}" fill="#ffffff" stroke="{INK}" stroke-width="1.5"/>'
        )
        self.text(x, y, str(number), self._words)

    def measure(self, start: tuple[float, float], end: tuple[float, float], words: str) -> None:
        """A dimension line, across or down, with its measure on it."""
        (x1, y1), (x2, y2) = start, end
        across = y1 == y2
        tick = "v8m0-16v8" if across else "h8m-16 0h8"
        self.line(f"M{x1} {y1}L{x2} {y2}M{x1} {y1}{tick}M{x2} {y2}{tick}", INK, 1.2)
        x, y, size = (x1 + x2) / 2, (y1 + y2) / 2, self._words
        wide = size * (0.6 * len(words) + 0.5)
        self._add(
            f'<rect x="{x - wide / 2:g}" y="{y - 0.65 * size:g}" width="{wide:g}" height="{1.3 * size:g}"'
            f' fill="{PAPER}"/>'
        )
        self.text(x, y, words, size)

    def written(self) -> str:
        """As SVG."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" text-anchor="middle"'
            ' font-family="sans-serif" role="img">'
        )
        return "\n".join([head, *self._parts, "</svg>", ""])

    def _add(self, part: str) -> None:
        self._parts.append(part)


def _style(fill: str) -> str:
    return f' fill="{fill}" stroke="{INK}" stroke-width="1.5"'


def circuit() -> Sheet:
    """A lamp from its pin to ground, and a button."""
    sheet = Sheet(640, 270, "A lamp and a button between their pins and ground")
    for x, y, label in ((60, 140, "29"), (60, 220, "30"), (440, 140, "16"), (440, 220, "14")):
        sheet.box(x - 26, y - 26, 52, 52, PLASTIC, 5)
        sheet.disc(x, y, 15, "#000000" if y == 220 else GOLD)
        sheet.text(x, y, label, 13, "#ffffff" if y == 220 else "#000000")
    # The lamp: pin, resistor, long leg, LED, short leg on its flat side, ground.
    sheet.wire("M78 140H150", YELLOW)
    sheet.line("M150 140H290V92", METAL, 4)
    sheet.box(172, 129, 70, 22, "#e8d3a8", 10)
    for x, band in ((184, "#ef7f1a"), (197, "#ef7f1a"), (210, "#7a4a20"), (227, GOLD)):
        sheet.box(x, 130, 6, 20, band)
    sheet.line("M316 92V122", METAL, 4)
    sheet.wire("M316 122V220H78", "#000000")
    sheet.path("M276 84V52a27 27 0 0 1 54 0V84Z", YELLOW)
    sheet.box(268, 82, 62, 11, YELLOW)
    sheet.line("M331 52V93", INK, 4)
    for dx, dy in ((0, 0), (14, 16)):
        sheet.line(f"M{346 + dx} {34 + dy}l18 -12m-9 -1l9 1l-3 9", "#d9a300", 2.5)
    # The button.
    sheet.wire("M458 140H560V150", "#ffffff")
    sheet.wire("M560 196V220H458", "#000000")
    sheet.box(530, 148, 60, 50, "#4a4a4a", 5)
    sheet.disc(560, 173, 18, RED)
    return sheet


def pi() -> Sheet:
    """A Pi 4 from above: where card, power, camera, screen, wires and sound are plugged in."""
    sheet = Sheet(720, 500, "Connectors of a Raspberry Pi 4, seen from above")

    def on_board(x: float, y: float, w: float, h: float, fill: str) -> None:  # mm from its upper left corner
        sheet.box(130 + 5 * x, 110 + 5 * y, 5 * w, 5 * h, fill, 2)

    on_board(-3, 22, 15, 12, "#444444")  # the card below the board sticks out
    on_board(0, 0, 85, 56, BOARD)
    on_board(7, 1, 51, 5, PLASTIC)
    for column in range(20):
        for row in range(2):
            sheet.disc(130 + 5 * (8.4 + 2.54 * column), 110 + 5 * (2.4 + 2.2 * row), 3.6, GOLD)
    on_board(21, 18, 15, 15, METAL)
    on_board(40, 16, 12, 16, PLASTIC)
    on_board(2, 17, 4, 22, "#f2ead8")
    on_board(44, 34, 4, 22, "#f2ead8")
    for x, w in ((7, 9), (22.5, 7), (36, 7)):
        on_board(x, 50, w, 8, METAL)
    on_board(51, 44, 7, 14, PLASTIC)
    for y, h in ((2, 16), (22, 14), (40, 14)):
        on_board(68, y, 19.5, h, METAL)
    for x in (3.5, 61.5):
        for y in (3.5, 52.5):
            sheet.disc(130 + 5 * x, 110 + 5 * y, 7, PAPER)
    spots = (
        (60, 260, 122, 252),
        (186, 460, 186, 385),
        (400, 460, 360, 350),
        (60, 180, 150, 210),
        (320, 50, 320, 118),
        (640, 460, 560, 360),
        (480, 460, 418, 385),
        (290, 460, 268, 385),
    )
    for number, (x, y, to_x, to_y) in enumerate(spots, 1):
        sheet.number(x, y, number, (to_x, to_y))
    for pin, y, line in ((2, 92, "M172 100V112"), (1, 160, "M172 150V140")):  # odd pins are the inner row
        sheet.text(172, y, str(pin), 15)
        sheet.line(line, INK, 1.5)
    return sheet


def ribbon() -> Sheet:
    """How the camera's ribbon cable goes into the Pi and into the camera."""
    sheet = Sheet(640, 270, "The ribbon cable in its connectors: open, put in straight, close")
    for x, step in ((40, 1), (250, 2), (460, 3)):
        sheet.box(x, 210, 140, 14, BOARD)
        lifted = 14 if step < 3 else 0
        sheet.box(x + 44, 168, 52, 42, "#f2ead8")
        sheet.box(x + 74, 156 - lifted, 28, 14, PLASTIC, 2)  # the lid is on the stripe's side
        if step > 1:
            sheet.box(x + 65, 30, 8, 152 if step > 1 else 90, "#ffffff")
            sheet.box(x + 65, 128, 3, 54, GOLD)
            sheet.box(x + 72, 128, 4, 30, BLUE)
        if step == 1:
            sheet.line(f"M{x + 20} 170V138m-7 9l7 -9l7 9", RED, 3)
        if step == 2:
            sheet.line(f"M{x + 110} 40V100m-7 -9l7 9l7 -9", RED, 3)
        if step == 3:
            sheet.line(f"M{x + 20} 132V164m-7 -9l7 9l7 -9", RED, 3)
        sheet.number(x + 8, 30, step)
    sheet.number(290, 250, 4, (316, 176))
    sheet.number(360, 250, 5, (325, 150))
    return sheet


def bracket() -> Sheet:
    """A stand without a printer, from the side and from behind. 1 px is 1 mm."""
    sheet = Sheet(1210, 760, "A camera stand made from a shelf bracket and two clamps, from two sides", 18)
    _bracket_side(sheet)
    _bracket_behind(sheet)
    return sheet


TOP, EDGE = 610.0, 750.0  # of the drawing's table
PLACE = tomllib.loads((FOLDER.parents[1] / "hardware" / "stand" / "stand.toml").read_text("utf-8"))["place"]
RISE = math.radians(90 - PLACE["tilt"])  # of the arm
BOLT = round(PLACE["lens"] - 100 * math.sin(RISE) + 36 * math.cos(RISE), -1)  # above the table
BATTEN = BOLT + 30


def _bracket_side(sheet: Sheet) -> None:
    sheet.box(60, TOP, EDGE - 60, 26, WOOD)
    bolt = (EDGE - 20, TOP - BOLT)
    up, down = (-math.cos(RISE), -math.sin(RISE)), (-math.sin(RISE), math.cos(RISE))
    end = _moved(bolt, up, 100)
    lens = _moved(end, down, 36)
    near = round(lens[0] - PLACE["beyond"])
    far = near - round(PLACE["wide"])
    sheet.box(far, TOP - 14, near - far, 14, "#b98d55")
    for x in (far, near):
        sheet.line(f"M{lens[0]:.1f} {lens[1]:.1f}L{x} {TOP - 14}", GREY, 1.5, "7 6")
    # The leg lies along the edge, the batten stands on it before the upright leg.
    sheet.box(EDGE - 34, TOP - 5, 30, 5, METAL)
    sheet.box(EDGE - 40, TOP - BATTEN, 40, BATTEN - 5, WOOD)
    sheet.shape(_bar(bolt, up, -28, 130, 20), "#e3b87f")
    sheet.disc(*bolt, 9, METAL)
    sheet.shape(_bar(_moved(end, down, 22), up, -23, 23, 3), "#caa06a")
    sheet.shape(_bar(_moved(end, down, 30), up, -12, 12, 2), BOARD)
    sheet.shape(_bar(lens, up, -4, 4, 4), PLASTIC)
    sheet.line(f"M{EDGE - 22} {TOP - 11}H{EDGE + 34}V{TOP + 72}H{EDGE - 22}", INK, 13)
    sheet.line(f"M{EDGE - 22} {TOP - 11}H{EDGE + 34}V{TOP + 72}H{EDGE - 22}", RED, 9)
    sheet.line(f"M{EDGE - 22} {TOP + 32}V{TOP + 100}M{EDGE - 36} {TOP + 100}h28", INK, 5)
    sheet.box(EDGE - 32, TOP + 26, 20, 7, METAL)
    sheet.box(EDGE - 46, TOP - 208, 52, 16, RED, 3)
    x = round(lens[0])
    sheet.line(f"M40 {lens[1]:.0f}H{x - 20}", GREY, 1, "3 5")
    sheet.measure((30, round(lens[1])), (30, TOP), f"{PLACE['lens']:.0f}")
    sheet.measure((far, TOP + 60), (near, TOP + 60), f"{near - far:.0f}")
    sheet.measure((near, TOP + 60), (x, TOP + 60), f"{PLACE['beyond']:.0f}")
    sheet.text(lens[0] - 70, lens[1] + 70, f"{PLACE['tilt']:.0f}°", 18)
    nx, ny = 36 * math.sin(RISE), -36 * math.cos(RISE)
    (x1, y1), (x2, y2) = (bolt[0] + nx, bolt[1] + ny), (end[0] + nx, end[1] + ny)
    sheet.line(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", INK, 1.2)
    for x, y in ((x1, y1), (x2, y2)):
        sheet.line(f"M{x - nx / 4:.1f} {y - ny / 4:.1f}L{x + nx / 4:.1f} {y + ny / 4:.1f}", INK, 1.2)
    sheet.text((x1 + x2) / 2 + nx * 0.5, (y1 + y2) / 2 + ny * 0.5, "100", 18)
    sheet.number(500, 130, 6, _moved(end, down, 22))


def _bracket_behind(sheet: Sheet) -> None:
    left = 920.0
    sheet.box(850, TOP, 340, 26, WOOD)
    sheet.line(f"M{left + 150} {TOP - 6}L{left + 4} {TOP - 230}", INK, 9)
    sheet.line(f"M{left + 150} {TOP - 6}L{left + 4} {TOP - 230}", METAL, 6)
    sheet.box(left, TOP - 300, 5, 300, METAL)
    sheet.box(left, TOP - 5, 250, 5, METAL)
    sheet.box(left - 20, TOP - BATTEN, 20, BATTEN, WOOD)
    sheet.box(left - 40, TOP - BOLT - 85, 20, 135, "#e3b87f")
    sheet.box(left - 52, TOP - BOLT - 5, 64, 10, METAL)
    sheet.box(left + 190, TOP - 16, 18, 98, RED, 3)
    sheet.line(f"M{left + 199} {TOP + 82}V{TOP + 100}", INK, 5)
    sheet.line(f"M{left + 12} {TOP - 200}V{TOP - 250}H{left - 62}V{TOP - 200}", INK, 13)
    sheet.line(f"M{left + 12} {TOP - 200}V{TOP - 250}H{left - 62}V{TOP - 200}", RED, 9)
    sheet.line(f"M{left - 27} {TOP - 200}H{left - 92}M{left - 92} {TOP - 214}v28", INK, 5)
    sheet.box(left - 27, TOP - 210, 7, 20, METAL)
    sheet.measure((left + 120, TOP - BATTEN), (left + 120, TOP - 5), f"{BATTEN:.0f}")
    sheet.measure((left + 60, TOP - BOLT), (left + 60, TOP - 5), f"{BOLT:.0f}")
    sheet.measure((left + 230, TOP - 300), (left + 230, TOP - 5), "300")
    sheet.measure((left, TOP + 60), (left + 250, TOP + 60), "250")
    for number, x, y, to in (
        (1, 1160, 560, (left + 235, TOP - 3)),
        (2, 1160, 720, (left + 205, TOP + 60)),
        (3, 812, 330, (left - 60, TOP - 240)),
        (4, 812, 240, (left - 12, TOP - 380)),
        (5, 812, 60, (left - 30, TOP - 560)),
        (7, 1050, 40, (left + 8, TOP - BOLT)),
    ):
        sheet.number(x, y, number, to)


def _moved(start: Point, along: Point, length: float) -> Point:
    return start[0] + along[0] * length, start[1] + along[1] * length


def _bar(start: Point, along: Point, low: float, high: float, half: float) -> str:
    """The corners of a bar on a line: from `low` to `high` along it, `half` to each side."""
    (x, y), (dx, dy) = start, along
    ends = ((low, -half), (high, -half), (high, half), (low, half))
    return " ".join(f"{x + a * dx - b * dy:.1f},{y + a * dy + b * dx:.1f}" for a, b in ends)


DRAWINGS: Mapping[str, Callable[[], Sheet]] = {
    "circuit": circuit,
    "pi": pi,
    "ribbon": ribbon,
    "bracket": bracket,
}


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(draw().written(), encoding="utf-8")


if __name__ == "__main__":
    main()
