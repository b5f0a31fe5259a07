"""A game in pictures: its board and its race as SVG."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from calibration.board.board import Board, Point
from calibration.holes import (
    Hole,
    Seat,
    camp_holes,
    is_camp,
    is_home,
    seat_of,
    start_hole,
)
from toc_pi.app.report.steps import Places
from toc_pi.screen.board_face import camp_places
from toc_pi.screen.palette import INK, PAPER, Colour, colour_of, is_light, sign_of

PAWN, HOLE = 0.55, 0.30
"""Radii, in pitches between holes."""

# Colours of the board, its edge, its holes, and a pawn's outline.
WOOD, EDGE, HOLE_IN_WOOD, RIM = "#e8cf9f", "#8a6a3f", "#7a5a34", "#5b4226"


def hole_places(board: Board) -> Mapping[Hole, Point]:
    """Where every hole is drawn, mm; includes places for waiting pawns if camps have no holes."""
    return {**{Hole(hole): at for hole, at in board.holes.items()}, **camp_places(board)}


def draw_symbol(seat: Seat, colours: Mapping[Seat, str]) -> str:
    """A seat's pawn with its sign, to be referenced by name (`pawn-a`)."""
    colour = colour_of(colours.get(seat, ""))
    ink = INK if is_light(colour) else PAPER
    sign = " ".join(f"{0.55 * x:.3f},{0.55 * y:.3f}" for x, y in sign_of(seat))
    discs = "".join(
        f'<circle r="1" fill="{_hex(colour)}" stroke="{_hex(edge)}" stroke-width="{width}"/>'
        for edge, width in ((PAPER, 0.2), (INK, 0.1))
    )
    return (
        f'<symbol id="pawn-{seat}" viewBox="-1.1 -1.1 2.2 2.2" overflow="visible">{discs}'
        f'<polygon points="{sign}" fill="{_hex(ink)}"/></symbol>'
    )


def draw_sign(seat: Seat) -> str:
    """A seat's pawn as an inline image."""
    return f'<svg class="sign" viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">{_use(seat, 1.1)}</svg>'


def _use(seat: Seat, radius: float, x: float = 0.0, y: float = 0.0) -> str:
    return (
        f'<use href="#pawn-{seat}" x="{x - radius:.1f}" y="{y - radius:.1f}" width="{2 * radius:.1f}" '
        f'height="{2 * radius:.1f}"/>'
    )


def draw_board(
    board: Board, seats: tuple[Seat, ...], colours: Mapping[Seat, str], places: Places, label: str
) -> str:
    """The board with its pawns, each in a group that the page's script moves.

    Args:
        board: the board drawn.
        seats: of the players.
        colours: seat -> colour word.
        places: the pawns' holes.
        label: the same in words.
    """
    at = hole_places(board)
    xs, ys = zip(*board.outline, *at.values(), strict=True)
    margin, radius = board.pitch_mm, PAWN * board.pitch_mm
    left, top = min(xs) - margin, min(ys) - margin
    frame = f"{left:.0f} {top:.0f} {max(xs) + margin - left:.0f} {max(ys) + margin - top:.0f}"
    areas = "".join(
        f'<polygon points="{_points(board.camps[seat])}" fill="none" stroke="{colour_code(seat, colours)}" '
        f'stroke-width="{radius / 4:.1f}"/>'
        for seat in seats
        if seat in board.camps
    )
    holes = "".join(_hole(hole, place, board, seats, colours) for hole, place in at.items())
    pawns = "".join(
        f'<g class="pawn" style="transform: translate({at[hole][0]:.1f}px, {at[hole][1]:.1f}px)">'
        f"{_use(seat, radius)}</g>"
        for (seat, _), hole in places.items()
    )
    return (
        f'<svg id="board" viewBox="{frame}" role="img" aria-label="{escape(label)}" '
        f'data-radius="{radius:.1f}"><polygon points="{_points(board.outline)}" fill="{WOOD}" '
        f'stroke="{EDGE}" stroke-width="{radius / 3:.1f}"/>'
        f'{areas}{holes}<g id="pawns">{pawns}</g><g id="ways"></g></svg>'
    )


def _hole(hole: Hole, at: Point, board: Board, seats: tuple[Seat, ...], colours: Mapping[Seat, str]) -> str:
    """A hole; homes, camps and starts show their seat's colour and sign, also while empty."""
    (x, y), owner, radius = at, seat_of(hole), HOLE * board.pitch_mm
    is_own = owner in seats and (is_home(hole) or is_camp(hole) or hole == start_hole(owner))
    if owner is None or not is_own:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{HOLE_IN_WOOD}"/>'
    if is_camp(hole) and hole not in board.holes and hole in camp_holes(owner):
        return ""
    corners, size = sign_of(owner), 0.75 * radius
    few = corners[::4] if len(corners) > 20 else corners  # drawn small and often
    sign = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in few)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.25 * radius:.1f}" fill="{RIM}" '
        f'stroke="{colour_code(owner, colours)}" stroke-width="{radius / 2:.1f}"/>'
        f'<polygon points="{sign}" fill="{WOOD}"/>'
    )


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def colour_code(seat: Seat, colours: Mapping[Seat, str]) -> str:
    """A seat's colour in CSS notation."""
    return _hex(colour_of(colours.get(seat, "")))


def _hex(colour: Colour) -> str:
    return f"#{bytes(colour).hex()}"


# The plot of the race and the area of its lines within it, and half the width of a pawn's sign, in units of
# the SVG; signs per line, besides that at its end, so that lines can be told apart without their colour.
WIDTH, HEIGHT = 400.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 386.0, 12.0, 190.0
SIGN, SIGNS = 7.0, 5
# Distances between the ticks of an axis.
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


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
        colours: seat -> colour word.
        label: what it shows, in words.
        across, up: the names of the axes.
    """
    most, last = max(max(line) for line in lines.values()) or 1, max(turns[-1], 1)

    def x(turn: float) -> float:
        return LEFT + (RIGHT - LEFT) * turn / last

    def y(left: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * left / most

    grid = [
        f'<path class="grid" d="M{LEFT} {y(tick):.1f}H{RIGHT}"/>'
        f'<text x="{LEFT - 5}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick}</text>'
        for tick in _ticks(most, 4)
    ]
    grid += [
        f'<text x="{x(tick):.1f}" y="{BOTTOM + 16}" text-anchor="middle">{tick}</text>'
        for tick in _ticks(last, 6)
    ]
    drawn, signs = "", ""
    for number, (seat, line) in enumerate(lines.items()):
        points = [(x(turn), y(left)) for turn, left in zip(turns, line, strict=True)]
        path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
        drawn += f'<path class="edge" d="{path}"/>'
        drawn += f'<path class="line" d="{path}" stroke="{colour_code(seat, colours)}"/>'
        end, offset = len(points) - 1, (number + 0.5) / len(lines)
        places = sorted({round(end * (part + offset) / SIGNS) for part in range(SIGNS)} | {end})
        signs += "".join(_use(seat, SIGN, *points[place]) for place in places)
    return (
        f'<svg id="race" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(label)}" '
        f'data-left="{LEFT:g}" data-right="{RIGHT:g}" data-last="{last}">{"".join(grid)}'
        f'<text x="{(LEFT + RIGHT) / 2:g}" y="{HEIGHT - 6:g}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(10 {(TOP + BOTTOM) / 2:g}) rotate(-90)" text-anchor="middle">'
        f"{escape(up)}</text>"
        f'{drawn}<path id="now" d="M{RIGHT} {TOP}V{BOTTOM}"/>{signs}</svg>'
    )


def _ticks(most: int, count: int) -> tuple[int, ...]:
    """Round numbers from 0 to `most`, about `count` of them."""
    step = next((step for step in _STEPS if most / step <= count), _STEPS[-1])
    return tuple(range(0, most + 1, step))
