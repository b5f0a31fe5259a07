"""The board as text in its real shape: a square, hexagon or octagon whose corners are the holes 7."""

from collections import Counter
from collections.abc import Iterator

from calibration.holes import CENTRE, PAWNS_A_SEAT, Hole, Seat, home_holes, is_home, seats_of, start_hole
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table

CORNER = 7  # number of the track hole at a corner of the drawing
_CAMP_BY = (5, 4, 3, 2)
"""A seat's camp is written inside the track, beside the first of these holes with enough room."""
# Signs of empty holes, and the one after a fresh pawn.
EMPTY, EMPTY_HOME, EMPTY_CENTRE, FRESH = "·", "-", "+", "*"

# One entry for each side, clockwise from seat a's at the bottom: two alternating steps between its holes
# (columns, rows), and the step from the track into the home.
_Step = tuple[int, int]
_SHAPES: dict[int, tuple[tuple[tuple[_Step, _Step], _Step], ...]] = {
    4: (
        (((-3, 0), (-3, 0)), (0, -1)),
        (((0, -1), (0, -1)), (3, 0)),
        (((3, 0), (3, 0)), (0, 1)),
        (((0, 1), (0, 1)), (-3, 0)),
    ),
    6: (
        (((-2, 0), (-2, 0)), (0, -1)),
        (((-1, -1), (-1, -1)), (3, -1)),
        (((1, -1), (1, -1)), (3, 1)),
        (((2, 0), (2, 0)), (0, 1)),
        (((1, 1), (1, 1)), (-3, 1)),
        (((-1, 1), (-1, 1)), (-3, -1)),
    ),
    8: (
        (((-2, 0), (-2, 0)), (0, -1)),
        (((-2, 0), (0, -1)), (2, -1)),
        (((0, -1), (0, -1)), (3, 0)),
        (((0, -1), (2, 0)), (2, 1)),
        (((2, 0), (2, 0)), (0, 1)),
        (((2, 0), (0, 1)), (-2, 1)),
        (((0, 1), (0, 1)), (-3, 0)),
        (((0, 1), (-2, 0)), (-2, -1)),
    ),
}


def draw_board(position: Position, table: Table) -> str:
    """Draw a board as text, seat a at the bottom, clockwise as seen from above.

    A capital letter is a pawn of that seat, with a star while it is fresh; `0` an empty start hole, `7` an
    empty corner hole, `-` an empty home hole, `+` the empty centre. Beside each start hole are the seat and
    the pawns in its camp.

    Args:
        position: any position of that table.
        table: for 4, 6 or 8 seats.

    Returns:
        Lines without trailing spaces; at most 80 columns wide for 4 seats, or for up to 18 holes a seat.
    """
    at = dict(position.pawns)
    places = _places(table)
    left = min(column for column, _ in places.values())
    top = min(row for _, row in places.values())
    width = max(column for column, _ in places.values()) - left + 2
    rows = [[" "] * width for _ in range(max(row for _, row in places.values()) - top + 1)]
    for hole, (column, row) in places.items():
        mark = at[hole].upper() if hole in at else _empty_mark(hole)
        _write(rows, column - left, row - top, mark + FRESH * (hole in position.fresh))
    out = Counter(seat for _, seat in position.pawns)
    for seat in seats_of(table.seats):
        waiting = PAWNS_A_SEAT - out[seat] if seat in table.played else 0
        label = f"{seat} {seat.upper() * waiting:{EMPTY}<{PAWNS_A_SEAT}}"
        inward = _inward(seat, table.seats)
        spots = (
            _beside(places[table.track_hole(_start(seat, table) + number)], inward, len(label))
            for number in _CAMP_BY
        )
        column, row = next(
            (column, row)
            for column, row in spots
            if not "".join(rows[row - top][column - left - 1 : column - left + len(label) + 1]).strip()
        )
        _write(rows, column - left, row - top, label)
    return "\n".join("".join(row).rstrip() for row in rows)


def _beside(place: tuple[int, int], inward: _Step, width: int) -> tuple[int, int]:
    """Where a text beside a track hole, inside the track, begins."""
    column, row = place[0] + 2 * inward[0], place[1] + 2 * inward[1]
    if inward[0] < 0:
        column -= width - 1
    elif inward[0] == 0:
        column -= width // 2
    return column, row


def _write(rows: list[list[str]], column: int, row: int, text: str) -> None:
    rows[row][column : column + len(text)] = text


def _empty_mark(hole: Hole) -> str:
    if hole == CENTRE:
        return EMPTY_CENTRE
    if is_home(hole):
        return EMPTY_HOME
    number = hole[1:]
    return number if number in ("0", str(CORNER)) else EMPTY


def _places(table: Table) -> dict[Hole, tuple[int, int]]:
    """Column and row of each hole of track, homes and centre, from an arbitrary origin."""
    seats = table.seats
    places = dict(_track(table))
    for seat in seats_of(seats):
        column, row = places[table.track_hole(_start(seat, table) - table.stretch + table.home_entry)]
        across, down = _inward(seat, seats)
        for step, hole in enumerate(home_holes(seat), start=1):
            places[hole] = (column + across * step, row + down * step)
    if table.centre:
        track = [places[start_hole(seat)] for seat in seats_of(seats)]
        opposite = seats // 2
        places[CENTRE] = ((track[0][0] + track[opposite][0]) // 2, (track[0][1] + track[opposite][1]) // 2)
    return places


def _track(table: Table) -> Iterator[tuple[Hole, tuple[int, int]]]:
    column, row = 0, 0
    for side, ((odd, even), _) in enumerate(_SHAPES[table.seats]):
        for step in range(table.stretch):
            yield table.track_hole(table.stretch * (side - 1) + CORNER + step), (column, row)
            across, down = even if step % 2 else odd
            column, row = column + across, row + down


def _inward(seat: Seat, seats: int) -> _Step:
    return _SHAPES[seats][seats_of(seats).index(seat)][1]


def _start(seat: Seat, table: Table) -> int:
    return table.stretch * (ord(seat) - ord("a"))
