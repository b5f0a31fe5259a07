"""Write the drawings of docs/building.md and docs/batir.md. `python tools/building_drawings.py`.

They carry numbers and measures, no words, so that both pages share them.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "building"
PAPER, INK, GREY, PALE = "#fdf8ec", "#26201a", "#8a8a8a", "#e4dcc8"
WOOD, METAL, BOARD, GOLD, PLASTIC = "#d9a566", "#b9bec4", "#2f7d4f", "#c9a227", "#2b2b2b"
RED, BLUE, YELLOW = "#cd262c", "#2464cd", "#f0c020"


class Sheet:
    """One drawing, from back to front."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = (width, height)
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

    def text(self, x: float, y: float, words: str, size: float = 14, colour: str = INK) -> None:
        """Words centred on a point."""
        self._add(f'<text x="{x}" y="{y + size / 3:.1f}" font-size="{size}" fill="{colour}">{words}</text>')

    def number(self, x: float, y: float, number: int, to: tuple[float, float] | None = None) -> None:
        """A number in a circle, with a line to what it names."""
        if to is not None:
            self.line(f"M{x} {y}L{to[0]} {to[1]}", INK, 1.5)
            self._add(f'<circle cx="{to[0]}" cy="{to[1]}" r="3" fill="{INK}"/>')
        self._add(f'<circle cx="{x}" cy="{y}" r="13" fill="#ffffff" stroke="{INK}" stroke-width="1.5"/>')
        self.text(x, y, str(number), 15)

    def measure(self, start: tuple[float, float], end: tuple[float, float], words: str) -> None:
        """A dimension line, across or down, with its measure on it."""
        (x1, y1), (x2, y2) = start, end
        across = y1 == y2
        tick = "v8m0-16v8" if across else "h8m-16 0h8"
        self.line(f"M{x1} {y1}L{x2} {y2}M{x1} {y1}{tick}M{x2} {y2}{tick}", INK, 1.2)
        x, y, wide = (x1 + x2) / 2, (y1 + y2) / 2, 8 * len(words) + 8
        self._add(f'<rect x="{x - wide / 2}" y="{y - 9}" width="{wide}" height="18" fill="{PAPER}"/>')
        self.text(x, y, words)

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
    for x, y, label in ((60, 140, "29"), (60, 220, "6"), (440, 140, "16"), (440, 220, "9")):
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


DRAWINGS: Mapping[str, Callable[[], Sheet]] = {"circuit": circuit}


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(draw().written(), encoding="utf-8")


if __name__ == "__main__":
    main()
