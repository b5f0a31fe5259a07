"""The board of a page as SVG: wood, holes and camps, and each seat's pawn with its sign, as in the window."""

from collections.abc import Iterable, Mapping
from html import escape

from calibration.board.board import Board
from calibration.holes import Hole, Seat, camp_holes, is_camp, is_home, seat_of, start_hole
from toc_pi.app.report.steps import Places
from toc_pi.screen.camps import camp_places
from toc_pi.screen.palette import Colour, colour_of, is_light, sign_of

Point = tuple[float, float]
PAWN, HOLE = 0.55, 0.30
"""Radii, in pitches between holes."""

# Colours of the board, its holes, and a pawn's outline.
WOOD, HOLE_IN_WOOD, RIM = "#e8cf9f", "#7a5a34", "#5b4226"


def hole_places(board: Board) -> Mapping[Hole, Point]:
    """Where every hole is drawn, mm; includes places for waiting pawns if camps have no holes."""
    return {**{Hole(hole): at for hole, at in board.holes.items()}, **camp_places(board)}


def draw_signs(seats: Iterable[Seat], colours: Mapping[Seat, str]) -> str:
    """A pawn symbol of each seat, referenced by name (`pawn-a`), with a sign to distinguish it."""
    return "".join(_pawn(seat, colour_of(colours.get(seat, ""))) for seat in seats)


def draw_sign(seat: Seat) -> str:
    """A seat's pawn as an inline image."""
    return (
        '<svg class="sign" viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">'
        f'<use href="#pawn-{seat}" x="-1.1" y="-1.1" width="2.2" height="2.2"/></svg>'
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
    margin = board.pitch_mm
    left, top = min(xs) - margin, min(ys) - margin
    frame = f"{left:.0f} {top:.0f} {max(xs) + margin - left:.0f} {max(ys) + margin - top:.0f}"
    outline = _points(board.outline)
    radius = PAWN * board.pitch_mm
    holes = "".join(_hole(hole, place, board, seats, colours) for hole, place in at.items())
    areas = "".join(
        f'<polygon points="{_points(board.camps[seat])}" fill="none" stroke="{_colour(seat, colours)}" '
        f'stroke-width="{radius / 4:.1f}"/>'
        for seat in seats
        if seat in board.camps
    )
    pawns = "".join(
        f'<g class="pawn" style="transform: translate({at[hole][0]:.1f}px, {at[hole][1]:.1f}px)">'
        f'<use href="#pawn-{seat}" x="{-radius:.1f}" y="{-radius:.1f}" width="{2 * radius:.1f}" '
        f'height="{2 * radius:.1f}"/></g>'
        for (seat, _), hole in places.items()
    )
    return (
        f'<svg id="board" viewBox="{frame}" role="img" aria-label="{escape(label)}" '
        f'data-radius="{radius:.1f}">'
        f'<polygon points="{outline}" fill="{WOOD}" stroke="#8a6a3f" stroke-width="{radius / 3:.1f}"/>'
        f'{areas}{holes}<g id="pawns">{pawns}</g><g id="ways"></g></svg>'
    )


def _hole(hole: Hole, at: Point, board: Board, seats: tuple[Seat, ...], colours: Mapping[Seat, str]) -> str:
    """A hole; homes, camps and starts show their seat's colour and sign, also while empty."""
    owner = seat_of(hole)
    homely = owner in seats and (is_home(hole) or is_camp(hole) or hole == start_hole(owner))
    radius = HOLE * board.pitch_mm
    if owner is None or not homely:
        return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="{HOLE_IN_WOOD}"/>'
    if is_camp(hole) and hole not in board.holes and hole in camp_holes(owner):
        return ""
    x, y, size = at[0], at[1], 0.75 * radius
    sign = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in _corners(owner))
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.25 * radius:.1f}" fill="{RIM}" '
        f'stroke="{_colour(owner, colours)}" stroke-width="{radius / 2:.1f}"/>'
        f'<polygon points="{sign}" fill="{WOOD}"/>'
    )


def _pawn(seat: Seat, colour: Colour) -> str:
    ink = "#261a12" if is_light(colour) else "#fdf8ec"
    sign = " ".join(f"{0.55 * x:.3f},{0.55 * y:.3f}" for x, y in sign_of(seat))
    return (
        f'<symbol id="pawn-{seat}" viewBox="-1.1 -1.1 2.2 2.2" overflow="visible">'
        f'<circle r="1" fill="{_hex(colour)}" stroke="#fdf8ec" stroke-width="0.2"/>'
        f'<circle r="1" fill="{_hex(colour)}" stroke="#261a12" stroke-width="0.1"/>'
        f'<polygon points="{sign}" fill="{ink}"/></symbol>'
    )


def _corners(seat: Seat) -> tuple[Point, ...]:
    """A seat's sign with few corners, since it is drawn small and often."""
    corners = sign_of(seat)
    return corners[::4] if len(corners) > 20 else corners


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _colour(seat: Seat, colours: Mapping[Seat, str]) -> str:
    return _hex(colour_of(colours.get(seat, "")))


def colour_code(seat: Seat, colours: Mapping[Seat, str]) -> str:
    """A seat's colour in CSS notation."""
    return _colour(seat, colours)


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
