"""The race as a line plot: each player's holes left to go, turn by turn."""

from collections.abc import Mapping, Sequence
from html import escape

from calibration.holes import Seat

# The plot and the area of its lines within it, and half the width of a pawn's sign, in units of the SVG.
WIDTH, HEIGHT = 400.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 386.0, 12.0, 190.0
SIGN = 7.0

SIGNS = 5
"""Signs per line, besides that at its end, so that lines can be distinguished without their colour."""

# Distances between the ticks of an axis.
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)


def draw_race(
    turns: Sequence[int],
    lines: Mapping[Seat, Sequence[int]],
    colours: Mapping[Seat, str],
    label: str,
    across: str,
    up: str,
) -> str:
    """Draw lines over turns.

    Args:
        turns: the number of each turn that is drawn, ascending.
        lines: each player's holes left to go after each of them, by the player's first seat.
        colours: seat -> colour in CSS notation.
        label: what it shows, in words.
        across, up: the names of the axes.
    """
    most = max(max(line) for line in lines.values()) or 1
    last = max(turns[-1], 1)

    def x(turn: float) -> float:
        return LEFT + (RIGHT - LEFT) * turn / last

    def y(left: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * left / most

    grid = "".join(
        f'<path class="grid" d="M{LEFT} {y(tick):.1f}H{RIGHT}"/>'
        f'<text x="{LEFT - 5}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick}</text>'
        for tick in _ticks(most, 4)
    ) + "".join(
        f'<text x="{x(tick):.1f}" y="{BOTTOM + 16}" text-anchor="middle">{tick}</text>'
        for tick in _ticks(last, 6)
    )
    drawn, signs = "", ""
    for number, (seat, line) in enumerate(lines.items()):
        points = [(x(turn), y(left)) for turn, left in zip(turns, line, strict=True)]
        path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
        drawn += f'<path class="edge" d="{path}"/><path class="line" d="{path}" stroke="{colours[seat]}"/>'
        count = len(points) - 1
        offset = (number + 0.5) / len(lines)
        places = sorted({round(count * (part + offset) / SIGNS) for part in range(SIGNS)} | {count})
        signs += "".join(
            f'<use href="#pawn-{seat}" x="{points[place][0] - SIGN:.1f}" y="{points[place][1] - SIGN:.1f}" '
            f'width="{2 * SIGN}" height="{2 * SIGN}"/>'
            for place in places
            if place <= count
        )
    return (
        f'<svg id="race" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(label)}" '
        f'data-left="{LEFT:g}" data-right="{RIGHT:g}" data-last="{last}">{grid}'
        f'<text x="{(LEFT + RIGHT) / 2:g}" y="{HEIGHT - 6:g}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(10 {(TOP + BOTTOM) / 2:g}) rotate(-90)" text-anchor="middle">'
        f"{escape(up)}</text>"
        f'{drawn}<path id="now" d="M{RIGHT} {TOP}V{BOTTOM}"/>{signs}</svg>'
    )


def _ticks(most: int, count: int) -> tuple[int, ...]:
    """Round numbers from 0 to `most`, about `count` of them."""
    step = next((step for step in _STEPS if most / step <= count), _STEPS[-1] * 2)
    return tuple(range(0, most + 1, step))
