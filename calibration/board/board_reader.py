"""Takes a board file's table apart and gathers every fault on the way."""

import math
import re
from collections.abc import Callable, Sequence
from statistics import mean, median
from types import MappingProxyType
from typing import Any

from calibration.board.board import (
    LONGEST_NAME,
    OTHER,
    TOC,
    Board,
    Point,
    area,
    as_point,
    as_toml,
    inside,
    is_degenerate,
    point_text,
    shorten,
    shorten_list,
    towards_middle,
)
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

# The keys of a board file: those of Toc boards only, and all.
_TOC_KEYS = ("seats", "stretch", "home_entry", "centre", "camps")
_KEYS = ("name", "game", *_TOC_KEYS[:-1], "outline", "taps", "thickness", "hole_diameter", "camps", "holes")
_OPTIONAL = ("centre",)
_NAME = re.compile(rf"[A-Za-z0-9_]{{1,{LONGEST_NAME}}}")
"""A hole's name on any board; for Toc boards only the names of `board_holes` are accepted."""

_FILE_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}")
"""The name of a board, usually its file's stem."""

_CAMP_VARIES = 2.0
"""How many times as wide as the others, or as narrow, a camp may be; on all shipped boards they are alike."""

MIN_HOLES = 8
"""Least number of holes on a board of another game."""

MAX_HOLES = 600
"""A Go board has 361. Every hole is compared with every other one."""

LONGEST_MM = 500.0
"""Maximum thickness of a board, and diameter of a hole."""

MAX_CORNERS = 200
"""Maximum number of corners of an outline or an area."""


def _is_file_name(value: object) -> bool:
    return isinstance(value, str) and _FILE_NAME.fullmatch(value) is not None


def _is_length(value: object, least: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= LONGEST_MM


def _is_one_of(value: object, allowed: Sequence[int]) -> bool:
    return type(value) is int and value in allowed


class BoardReader:
    """Takes a board's table apart and gathers every fault on the way."""

    def __init__(self, table: dict[str, object]) -> None:
        self.table = table
        self.faults: list[str] = []

    def fault(self, msgid: str, /, **values: object) -> None:
        """Note a fault, a sentence with placeholders and their values."""
        self.faults.append(said(msgid, **values))

    def board(self) -> Board | None:
        """The board, or None where the faults leave none."""
        if not self.table:
            self.fault("nothing is in it; `toc-pi board learn` describes a board")
            return None
        for key in self.table:
            if key not in _KEYS:
                allowed = ", ".join(_KEYS)
                self.fault(
                    "{key} isn't a key of a board file (allowed: {keys})", key=shorten(key), keys=allowed
                )
        is_name = said("letters, digits, - and _ are allowed, at most {most}", most=LONGEST_NAME)
        name = self._take("name", "", _is_file_name, is_name)
        game = self.table.get("game", TOC)
        if game not in (TOC, OTHER):
            self._refuse("game", '"toc" or "other" is allowed')
        seats, home_entry, centre, stretch = self._toc() if game == TOC else self._no_toc(game)
        outline = self._points("outline", 3)
        taps = self._points("taps", 4)
        if len(taps) > 4:
            self.fault("taps has {count} points; 4 are allowed", count=len(taps))
        thickness = self._length("thickness", 0.0, "millimetres from 0, at most 500, are allowed")
        diameter = self._length("hole_diameter", 1e-300, "millimetres above 0, at most 500, are allowed")
        holes = self._holes()
        camps = self._camps(seats, outline) if game == TOC else {}
        if len(outline) >= 3:
            self._outline(outline, holes)
        if len(taps) == 4 and is_degenerate(taps):
            self.fault("taps: the four points lie nearly on a line; spread them")
        if game == TOC and seats:
            self._hole_names(holes, seats, centre, stretch)
            self._camp_places(camps, holes)
            self._camp_holes(holes, seats, stretch)
        elif game == OTHER and len(holes) < MIN_HOLES and "holes" in self.table:
            self.fault(
                "holes has {count} entries; at least {MIN_HOLES} are needed",
                count=len(holes),
                MIN_HOLES=MIN_HOLES,
            )
        self._distances(holes, diameter)
        if self.faults:
            return None
        first, second, third, fourth = taps
        return Board(
            name=name,
            game=str(game),
            seats=seats,
            home_entry=home_entry,
            centre=centre,
            outline=outline,
            taps=(first, second, third, fourth),
            thickness=thickness,
            hole_diameter=diameter,
            holes=MappingProxyType(holes),
            stretch=stretch,
            camps=MappingProxyType(camps),
        )

    def _refuse(self, key: str, allowed: str) -> None:
        """Note that a key is missing, or that its value isn't one of those that are allowed."""
        if key in self.table:
            self.fault("{key} = {value}; {allowed}", key=key, value=as_toml(self.table[key]), allowed=allowed)
        else:
            self.fault("{key} is missing; {allowed}", key=key, allowed=allowed)

    def _take(self, key: str, instead: Any, is_allowed: Callable[[Any], bool], allowed: str) -> Any:
        """A key's value, or what is taken instead of one that isn't allowed."""
        value = self.table.get(key, instead if key in _OPTIONAL else None)
        if is_allowed(value):
            return value
        self._refuse(key, allowed)
        return instead

    def _length(self, key: str, least: float, allowed: str) -> float:
        return float(self._take(key, 0, lambda value: _is_length(value, least), allowed))

    def _toc(self) -> tuple[int, int, bool, int]:
        seats = self._take("seats", 0, lambda value: _is_one_of(value, SEAT_COUNTS), "4, 6 or 8 are allowed")
        stretch: Any = self.table.get("stretch", USUAL_STRETCH)
        if _is_one_of(stretch, STRETCHES):
            first, second, third = entries = home_entries(stretch)
            allowed = said(
                "entries at {first}, {second} and {third} are allowed",
                first=first,
                second=second,
                third=third,
            )
            entry = self._take("home_entry", 0, lambda value: _is_one_of(value, entries), allowed)
        else:
            least, most = STRETCHES[0], STRETCHES[-1]
            allowed = said("stretches of {least} to {most} holes are allowed", least=least, most=most)
            self._refuse("stretch", allowed)
            seats, stretch, entry = 0, 0, 0
        centre = self._take(
            "centre", False, lambda value: isinstance(value, bool), "true or false is allowed"
        )
        return seats, entry, centre, stretch

    def _no_toc(self, game: object) -> tuple[int, int, bool, int]:
        for key in _TOC_KEYS:
            if game == OTHER and key in self.table:
                self.fault('{key} says nothing on a board with game = "other"', key=key)
        return 0, 0, False, 0

    def _points(self, key: str, least: int) -> tuple[Point, ...]:
        value = self.table.get(key)
        if not isinstance(value, list) or len(value) < least:
            self.fault("{key} needs at least {count} points [x, y]", key=key, count=least)
            return ()
        if len(value) > MAX_CORNERS:
            self.fault(
                "{key} has {count} points; at most {most} are allowed",
                key=key,
                count=len(value),
                most=MAX_CORNERS,
            )
            return ()
        points = [as_point(entry) for entry in value]
        bad = [as_toml(entry) for entry, point in zip(value, points, strict=True) if point is None]
        if bad:
            self.fault("{key}: {value} isn't a point [x, y] in millimetres", key=key, value=shorten_list(bad))
            return ()
        return tuple(point for point in points if point is not None)

    def _holes(self) -> dict[str, Point]:
        table = self.table.get("holes")
        if not isinstance(table, dict):
            self.fault("[holes] is missing")
            return {}
        if len(table) > MAX_HOLES:
            self.fault(
                "holes has {count} entries; at most {most} are allowed", count=len(table), most=MAX_HOLES
            )
            return {}
        holes: dict[str, Point] = {}
        for hole, value in table.items():
            place = as_point(value)
            if not _NAME.fullmatch(hole):
                self.fault("holes.{hole}: a hole's name has letters, digits and _ only", hole=shorten(hole))
            if place is None:
                found = as_toml(value)
                self.fault(
                    "holes.{hole} = {found} isn't a point [x, y] in millimetres",
                    hole=shorten(hole),
                    found=found,
                )
            else:
                holes[hole] = place
        return holes

    def _outline(self, outline: tuple[Point, ...], holes: dict[str, Point]) -> None:
        size = area(outline)
        if abs(size) < 1.0:
            self.fault("outline encloses nothing")
            return
        if size < 0:
            self.fault("outline runs anticlockwise; it must run clockwise as seen from above")
        x, y = zip(*outline, strict=True)
        for hole, place in holes.items():
            if not inside(place, outline):
                self.fault(
                    "holes.{hole} = {point_text} lies outside the outline ({min}–{max}, {min2}–{max2})",
                    hole=hole,
                    point_text=point_text(place),
                    min=f"{min(x):g}",
                    max=f"{max(x):g}",
                    min2=f"{min(y):g}",
                    max2=f"{max(y):g}",
                )

    def _camps(self, seats: int, outline: tuple[Point, ...]) -> dict[str, tuple[Point, ...]]:
        """The areas of camps without holes; none where the file has no table of them."""
        table = self.table.get("camps", {})
        if not isinstance(table, dict) or len(table) > SEAT_COUNTS[-1]:
            self.fault("camps = {value}; a table of seats and their areas is needed", value=as_toml(table))
            return {}
        camps: dict[str, tuple[Point, ...]] = {}
        for seat, value in table.items():
            is_area = isinstance(value, list) and len(value) <= MAX_CORNERS
            corners = [as_point(entry) for entry in value] if is_area else []
            points = tuple(point for point in corners if point is not None)
            if len(points) < max(3, len(corners)) or abs(area(points)) < 1.0:
                found = as_toml(value)
                self.fault(
                    "camps.{seat} = {value}; at least 3 points [x, y] around the area are needed",
                    seat=shorten(seat),
                    value=found,
                )
            elif len(outline) >= 3 and not all(
                inside(towards_middle(point, points), outline) for point in points
            ):
                self.fault("camps.{seat} reaches beyond the outline", seat=seat)
            else:
                camps[seat] = points
        wanted = seats_of(seats)
        if table and seats and set(table) != set(wanted):
            self.fault(
                "camps has {names}; an area for each of {seats} is needed",
                names=shorten_list(sorted(table)),
                seats=shorten_list(list(wanted)),
            )
        return camps if set(camps) == set(wanted) else {}

    def _camp_places(self, camps: dict[str, tuple[Point, ...]], holes: dict[str, Point]) -> None:
        """Areas and holes don't share a place."""
        for seat, corners in camps.items():
            within = [hole for hole, place in holes.items() if inside(place, corners)]
            if within:
                self.fault(
                    "camps.{seat} has {names} in it; an area has no holes",
                    seat=seat,
                    names=shorten_list(within),
                )
            for other, others in camps.items():
                if seat < other and any(inside(towards_middle(point, corners), others) for point in corners):
                    self.fault("camps.{seat} and camps.{other} overlap", seat=seat, other=other)

    def _hole_names(self, holes: dict[str, Point], seats: int, centre: bool, stretch: int) -> None:
        table = self.table.get("holes")
        named = set(table) if isinstance(table, dict) else set(holes)
        wanted: tuple[Hole, ...] = board_holes(seats, centre, stretch)
        in_camps = any(hole in wanted and is_camp(Hole(hole)) for hole in named)
        if "camps" in self.table and in_camps:
            self.fault("camps are areas, and holes has some too (aC1 …); one of both is allowed")
        elif not in_camps:
            wanted = tuple(hole for hole in wanted if not is_camp(hole))
        missing = [hole for hole in wanted if hole not in named]
        foreign = [hole for hole in named if hole not in wanted]
        if missing:
            self.fault(
                "holes lacks {names} (a board of {seats} seats has {count} holes)",
                names=shorten_list(missing),
                seats=seats,
                count=len(wanted),
            )
        if foreign:
            self.fault(
                "holes has {names}, which a board of {seats} seats hasn't",
                names=shorten_list(sorted(foreign)),
                seats=seats,
            )

    def _camp_holes(self, holes: dict[str, Point], seats: int, stretch: int) -> None:
        """Each camp lies beside its own seat's track, and is about as wide as the others."""
        order = list(seats_of(seats))
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

    def _distances(self, holes: dict[str, Point], diameter: float) -> None:
        named = list(holes.items())
        for index, (hole, place) in enumerate(named):
            for other, there in named[index + 1 :]:
                apart = math.dist(place, there)
                if apart < max(diameter * 0.9, 0.5):
                    self.fault(
                        "holes.{hole} and holes.{other} are {apart} mm apart; "
                        "holes of {diameter} mm need more",
                        hole=hole,
                        other=other,
                        apart=f"{apart:.1f}",
                        diameter=f"{diameter:g}",
                    )
