"""Parses a board file's table and collects all faults."""

import math
import re
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import combinations
from statistics import mean, median
from types import MappingProxyType
from typing import Any

from calibration.board.board import OTHER, TOC, Board, Point, Points, area, inside
from calibration.holes import (
    PAWNS_A_SEAT,
    SEAT_COUNTS,
    STRETCHES,
    USUAL_STRETCH,
    Hole,
    board_holes,
    camp_holes,
    home_entries,
    is_camp,
    seats_of,
)
from toc_pi.messages import said

LONGEST_NAME = 64
"""Length limit of names, and of values repeated in messages."""
MAX_MM = 5000.0  # the largest coordinate
LONGEST_MM = 500.0  # maximum thickness of a board, and diameter of a hole
MAX_CORNERS = 200  # of an outline or an area
MIN_HOLES = 8  # on boards of other games
MAX_HOLES = 600
"""A Go board has 361. Every hole is compared with every other."""

# Keys of board files: those of Toc boards only, and all.
TOC_KEYS = ("seats", "stretch", "home_entry", "centre", "camps")
_KEYS = ("name", "game", *TOC_KEYS[:-1], "outline", "taps", "thickness", "hole_diameter", "camps", "holes")
_HOLE_NAME = re.compile(rf"[A-Za-z0-9_]{{1,{LONGEST_NAME}}}")  # Toc boards: `board_holes` only
_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}")  # of a board, usually its file's stem
_CAMP_VARIES = 2.0
"""By what factor a camp's width may differ from the others'; on all shipped boards they are alike."""


class BoardReader:
    """Parses a board's table and collects all faults."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.faults: list[str] = []

    def fault(self, msgid: str, /, **values: object) -> None:
        """Record a fault: a message with placeholders and their values."""
        self.faults.append(said(msgid, **values))

    def board(self) -> Board | None:
        """The board, or None if there are faults."""
        if not self.table:
            self.fault("nothing is in it; `toc-pi board learn` describes a board")
            return None
        keys = ", ".join(_KEYS)
        for key in self.table:
            if key not in _KEYS:
                self.fault("{key} isn't a key of a board file (allowed: {keys})", key=shorten(key), keys=keys)
        is_name = said("letters, digits, - and _ are allowed, at most {most}", most=LONGEST_NAME)
        name = self._take(
            "name", "", lambda one: isinstance(one, str) and bool(_NAME.fullmatch(one)), is_name
        )
        game = self.table.get("game", TOC)
        if game not in (TOC, OTHER):
            self._refuse("game", '"toc" or "other" is allowed')
        seats, home_entry, centre, stretch = self._toc() if game == TOC else self._no_toc(game)
        outline, taps = self._points("outline", 3), self._points("taps", 4)
        if len(taps) > 4:
            self.fault("taps has {count} points; 4 are allowed", count=len(taps))
        thickness = self._length("thickness", 0.0, "millimetres from 0, at most 500, are allowed")
        diameter = self._length("hole_diameter", 1e-300, "millimetres above 0, at most 500, are allowed")
        holes = self._holes()
        camps = self._camps(seats, outline) if game == TOC else {}
        self._outline(outline, holes)
        if len(taps) == 4 and _is_degenerate(taps):
            self.fault("taps: the four points lie nearly on a line; spread them")
        if game == TOC and seats:
            self._hole_names(holes, seats, centre, stretch)
            self._camp_places(camps, holes)
            self._camp_holes(holes, seats, stretch)
        elif game == OTHER and len(holes) < MIN_HOLES and "holes" in self.table:
            self.fault(
                "holes has {count} entries; at least {least} are needed", count=len(holes), least=MIN_HOLES
            )
        self._distances(holes, diameter)
        if self.faults:
            return None
        return Board(
            name=name,
            game=str(game),
            seats=seats,
            home_entry=home_entry,
            centre=centre,
            outline=outline,
            taps=taps,  # type: ignore[arg-type]
            thickness=thickness,
            hole_diameter=diameter,
            holes=MappingProxyType(holes),
            stretch=stretch,
            camps=MappingProxyType(camps),
        )

    def _refuse(self, key: str, allowed: str) -> None:
        """Record that a key is missing, or that its value isn't allowed."""
        if key in self.table:
            self.fault(
                "{key} = {value}; {allowed}", key=key, value=_as_toml(self.table[key]), allowed=allowed
            )
        else:
            self.fault("{key} is missing; {allowed}", key=key, allowed=allowed)

    def _take(self, key: str, instead: Any, is_allowed: Callable[[Any], bool], allowed: str) -> Any:
        """A key's value, or `instead` if it isn't allowed."""
        value = self.table.get(key)
        if is_allowed(value):
            return value
        self._refuse(key, allowed)
        return instead

    def _length(self, key: str, least: float, allowed: str) -> float:
        return float(
            self._take(key, 0, lambda value: _is_number(value) and least <= value <= LONGEST_MM, allowed)
        )

    def _whole(self, key: str, numbers: Container[int], allowed: str) -> int:
        number: int = self._take(key, 0, lambda value: type(value) is int and value in numbers, allowed)
        return number

    def _toc(self) -> tuple[int, int, bool, int]:
        self.table = {"stretch": USUAL_STRETCH, "centre": False, **self.table}
        seats = self._whole("seats", SEAT_COUNTS, said("4, 6 or 8 are allowed"))
        stretch = self.table["stretch"]
        if type(stretch) is int and stretch in STRETCHES:
            first, second, third = entries = home_entries(stretch)
            allowed = said(
                "entries at {first}, {second} and {third} are allowed",
                first=first,
                second=second,
                third=third,
            )
            entry = self._whole("home_entry", entries, allowed)
        else:
            least, most = STRETCHES[0], STRETCHES[-1]
            self._refuse(
                "stretch", said("stretches of {least} to {most} holes are allowed", least=least, most=most)
            )
            seats, stretch, entry = 0, 0, 0
        centre = self._take(
            "centre", False, lambda value: isinstance(value, bool), "true or false is allowed"
        )
        return seats, entry, centre, stretch

    def _no_toc(self, game: object) -> tuple[int, int, bool, int]:
        for key in TOC_KEYS:
            if game == OTHER and key in self.table:
                self.fault('{key} says nothing on a board with game = "other"', key=key)
        return 0, 0, False, 0

    def _points(self, key: str, least: int) -> Points:
        value = self.table.get(key)
        if not isinstance(value, list) or len(value) < least:
            self.fault("{key} needs at least {count} points [x, y]", key=key, count=least)
            return ()
        if (count := len(value)) > MAX_CORNERS:
            self.fault(
                "{key} has {count} points; at most {most} are allowed", key=key, count=count, most=MAX_CORNERS
            )
            return ()
        if bad := [_as_toml(entry) for entry in value if not _is_point(entry)]:
            self.fault("{key}: {value} isn't a point [x, y] in millimetres", key=key, value=_short_list(bad))
            return ()
        return _as_points(value)

    def _holes(self) -> dict[str, Point]:
        table = self.table.get("holes")
        if not isinstance(table, dict):
            self.fault("[holes] is missing")
            return {}
        if (count := len(table)) > MAX_HOLES:
            self.fault("holes has {count} entries; at most {most} are allowed", count=count, most=MAX_HOLES)
            return {}
        for hole, value in table.items():
            if not _HOLE_NAME.fullmatch(hole):
                self.fault("holes.{hole}: a hole's name has letters, digits and _ only", hole=shorten(hole))
            if not _is_point(value):
                hole, found = shorten(hole), _as_toml(value)
                self.fault(
                    "holes.{hole} = {found} isn't a point [x, y] in millimetres", hole=hole, found=found
                )
        return {hole: _as_points([value])[0] for hole, value in table.items() if _is_point(value)}

    def _outline(self, outline: Points, holes: Mapping[str, Point]) -> None:
        if len(outline) < 3:
            return
        size = area(outline)
        if abs(size) < 1.0:
            self.fault("outline encloses nothing")
            return
        if size < 0:
            self.fault("outline runs anticlockwise; it must run clockwise as seen from above")
        (left, right), (top, bottom) = ((f"{min(x):g}", f"{max(x):g}") for x in zip(*outline, strict=True))
        for hole, place in holes.items():
            if not inside(place, outline):
                self.fault(
                    "holes.{hole} = {point_text} lies outside the outline ({min}–{max}, {min2}–{max2})",
                    hole=hole,
                    point_text=point_text(place),
                    min=left,
                    max=right,
                    min2=top,
                    max2=bottom,
                )

    def _camps(self, seats: int, outline: Points) -> dict[str, Points]:
        """The areas of camps without holes; empty if the file has no table of them."""
        table = self.table.get("camps", {})
        if not isinstance(table, dict) or len(table) > SEAT_COUNTS[-1]:
            self.fault("camps = {value}; a table of seats and their areas is needed", value=_as_toml(table))
            return {}
        camps: dict[str, Points] = {}
        for seat, value in table.items():
            is_list = isinstance(value, list) and len(value) <= MAX_CORNERS
            points = _as_points(value) if is_list and all(map(_is_point, value)) else ()
            if len(points) < 3 or abs(area(points)) < 1.0:
                self.fault(
                    "camps.{seat} = {value}; at least 3 points [x, y] around the area are needed",
                    seat=shorten(seat),
                    value=_as_toml(value),
                )
            elif len(outline) >= 3 and not all(inside(place, outline) for place in _just_within(points)):
                self.fault("camps.{seat} reaches beyond the outline", seat=seat)
            else:
                camps[seat] = points
        wanted = seats_of(seats)
        if table and seats and set(table) != set(wanted):
            names, allowed = _short_list(sorted(table)), _short_list(wanted)
            self.fault("camps has {names}; an area for each of {seats} is needed", names=names, seats=allowed)
        return camps if set(camps) == set(wanted) else {}

    def _camp_places(self, camps: Mapping[str, Points], holes: Mapping[str, Point]) -> None:
        """Check that areas and holes don't overlap."""
        for seat, corners in camps.items():
            if within := [hole for hole, place in holes.items() if inside(place, corners)]:
                names = _short_list(within)
                self.fault("camps.{seat} has {names} in it; an area has no holes", seat=seat, names=names)
            for other, others in camps.items():
                if seat < other and any(inside(place, others) for place in _just_within(corners)):
                    self.fault("camps.{seat} and camps.{other} overlap", seat=seat, other=other)

    def _hole_names(self, holes: Mapping[str, Point], seats: int, centre: bool, stretch: int) -> None:
        table = self.table.get("holes")
        named = set(table) if isinstance(table, dict) else set(holes)
        wanted: tuple[Hole, ...] = board_holes(seats, centre, stretch)
        in_camps = any(hole in wanted and is_camp(Hole(hole)) for hole in named)
        if "camps" in self.table and in_camps:
            self.fault("camps are areas, and holes has some too (aC1 …); one of both is allowed")
        elif not in_camps:
            wanted = tuple(hole for hole in wanted if not is_camp(hole))
        if missing := [hole for hole in wanted if hole not in named]:
            self.fault(
                "holes lacks {names} (a board of {seats} seats has {count} holes)",
                names=_short_list(missing),
                seats=seats,
                count=len(wanted),
            )
        if foreign := sorted(named.difference(wanted)):
            names = _short_list(foreign)
            self.fault("holes has {names}, which a board of {seats} seats hasn't", names=names, seats=seats)

    def _camp_holes(self, holes: Mapping[str, Point], seats: int, stretch: int) -> None:
        """Check that each camp lies beside its own seat's track, and is about as wide as the others."""
        order = seats_of(seats)
        track = [hole for hole in board_holes(seats, False, stretch)[: seats * stretch] if hole in holes]
        camps = {seat: [holes[hole] for hole in camp_holes(seat) if hole in holes] for seat in order}
        if not track or any(len(camp) < PAWNS_A_SEAT for camp in camps.values()):
            return
        middles = {seat: (mean(x for x, _ in camp), mean(y for _, y in camp)) for seat, camp in camps.items()}
        widths = {
            seat: max(math.dist(middles[seat], place) for place in camp) for seat, camp in camps.items()
        }
        usual = median(widths.values())
        for at, seat in enumerate(order):
            nearest = min(track, key=lambda hole: math.dist(holes[hole], middles[seat]))
            if nearest[0] not in (order[at - 1], seat):
                self.fault("the camp of seat {seat} lies beside {hole}", seat=seat, hole=nearest)
            if not usual / _CAMP_VARIES <= widths[seat] <= usual * _CAMP_VARIES:
                self.fault("the camp of seat {seat} isn't as wide as the others", seat=seat)

    def _distances(self, holes: Mapping[str, Point], diameter: float) -> None:
        for (hole, place), (other, there) in combinations(holes.items(), 2):
            if (apart := math.dist(place, there)) < max(diameter * 0.9, 0.5):
                self.fault(
                    "holes.{hole} and holes.{other} are {apart} mm apart; holes of {diameter} mm need more",
                    hole=hole,
                    other=other,
                    apart=f"{apart:.1f}",
                    diameter=f"{diameter:g}",
                )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_point(value: object) -> bool:
    """Whether a value is a point [x, y] in millimetres."""
    return (
        isinstance(value, list) and len(value) == 2 and all(_is_number(x) and abs(x) <= MAX_MM for x in value)
    )


def _as_points(values: Sequence[Sequence[float]]) -> Points:
    return tuple((float(x), float(y)) for x, y in values)


def _just_within(corners: Points) -> Points:
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return tuple((at + 0.02 * (x - at), down + 0.02 * (y - down)) for at, down in corners)


def _is_degenerate(taps: Points) -> bool:
    """Whether three of the four points are nearly collinear, so that they don't determine a perspective."""
    spread = max(math.dist(one, other) for one, other in combinations(taps, 2))
    return any(abs(area(triangle)) < 0.01 * spread * spread for triangle in combinations(taps, 3))


def _short_list(names: Sequence[str]) -> str:
    """The first few names, and the number of the others."""
    shown = ", ".join(map(shorten, names[:6]))
    return shown if len(names) <= 6 else said("{names} and {count} more", names=shown, count=len(names) - 6)


def shorten(name: str, most: int = LONGEST_NAME) -> str:
    """A name for a message, truncated if too long."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _as_toml(value: object) -> str:
    """A value as written in a board file, truncated if too long; "a table" for any table."""
    if isinstance(value, str):
        return shorten(f'"{value}"')
    if isinstance(value, list):
        return shorten(f"[{', '.join(map(_as_toml, value[:LONGEST_NAME]))}]")
    if isinstance(value, dict):
        return "a table"
    return shorten(str(value).lower() if isinstance(value, bool) else str(value))


def number_text(value: float) -> str:
    """A number as written in a board file."""
    return repr(round(float(value), 3))


def point_text(place: Point) -> str:
    """A point as written in a board file."""
    return f"[{number_text(place[0])}, {number_text(place[1])}]"
