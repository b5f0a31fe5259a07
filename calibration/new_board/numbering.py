"""Names for the holes of a new board: which disc is which, and where those lie that weren't seen."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from calibration.errors import CannotSee
from calibration.holes import (
    PAWNS_A_SEAT,
    SEAT_COUNTS,
    STRETCHES,
    Seat,
    camp_holes,
    home_holes,
    seats_of,
    track_hole,
)
from calibration.new_board.symmetry import copy_of
from toc_pi.messages import said

HOME_ENTRY = -2
"""The usual home entry, counted from the next start hole."""

_LONGEST_STEP = 1.45
"""Longest step from a track hole to the next, in pitches; the shortest is as far below 1."""

# The cost of a walk along the track is the sum of the squares of its steps' relative errors, and of these:
_OUTWARD = 0.03  # for each pitch that a hole lies nearer to the middle than the outermost disc
_LEFT_OUT = 0.5  # for each hole that isn't seen

_WIDE = 1.5
"""Four holes are no camp if they lie farther apart than those of the usual camp by this factor."""

_CAMP_BY = 4
"""A seat's camp lies behind about this hole of its track."""

_COPIED_PITCHES = 0.4
"""A disc within this distance, in pitches, of the place copied from another seat is taken as that hole."""


_OVERLAP = 0.5
"""Holes of camps that are closer than this, in pitches, are no holes."""


@dataclass(frozen=True, slots=True, eq=False)
class Numbered:
    """A board's holes.

    Attributes:
        holes: where each lies, mm.
        guessed: holes that weren't seen; they were placed between their neighbours, or where another seat has
            them, and somebody should check them.
        stretch: holes of the track that a seat has.
        home_entry: printed number of the hole at which a pawn may turn home.
    """

    holes: Mapping[str, Floats]
    guessed: tuple[str, ...]
    stretch: int = 0
    home_entry: int = 0


@dataclass(frozen=True, slots=True)
class Printed:
    """A person's description of a board.

    Attributes:
        stretch: holes of the track that a seat has; None where they are to be counted.
        home_entry: printed number of the hole at which a pawn may turn home; up to 0, counted from `stretch`.
        centre: whether there is the hole X.
        camp_holes: whether pawns wait in holes of their own.
    """

    stretch: int | None = None
    home_entry: int = HOME_ENTRY
    centre: bool = False
    camp_holes: bool = True


def number_holes(
    seen: Floats,
    starts: Floats,
    middle: Floats,
    printed: Printed,
    tapped: Mapping[str, Floats],
) -> Numbered:
    """Names for discs: the track from start to start, homes inward, camps beside.

    Args:
        seen: the discs, (n, 2), mm.
        starts: about where each seat's start hole is, (seats, 2), mm, clockwise.
        middle: of the board, mm.
        printed: the board's description.
        tapped: holes that somebody tapped, mm; they are taken as right.

    Raises:
        CannotSee: holes are missing, with how many were found where.
    """
    seats = len(starts)
    if seats not in SEAT_COUNTS:
        raise CannotSee(
            said("{count} start holes were tapped; tap one a seat: 4, 6 or 8, clockwise", count=seats)
        )
    places = np.vstack([seen, *tapped.values()]) if tapped else seen
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places)) * 1e6
    pitch = float(np.median(apart.min(axis=1)))
    holes, free, stretch = _track(places, apart, pitch, starts, printed.stretch)
    entry = printed.home_entry if printed.home_entry > 0 else stretch + printed.home_entry
    guessed = [hole for hole, place in holes.items() if not (places == place).all(axis=1).any()]
    tracks = {
        str(seat): np.array(
            [holes[track_hole(stretch * number + step, seats, stretch)] for step in range(stretch)]
        )
        for number, seat in enumerate(seats_of(seats))
    }
    if printed.centre:
        near = min(free, key=lambda index: float(np.linalg.norm(places[index] - middle)), default=None)
        holes["X"] = middle if near is None else places[near]
        free = [index for index in free if index != near]
    entries = {
        str(seat): holes[track_hole(stretch * (number - 1) + entry, seats, stretch)]
        for number, seat in enumerate(seats_of(seats))
    }
    homes, unseen, free = _homes(places, free, entries, tracks, middle, pitch)
    holes |= homes
    guessed += [hole for seat in unseen for hole in home_holes(Seat(seat))]
    if not printed.camp_holes:
        holes |= {name: place for name, place in tapped.items() if name in holes}
        return Numbered(holes, tuple(hole for hole in guessed if hole not in tapped), stretch, entry)
    camps = _camps(places, free, middle, tracks, pitch)
    if camps is None:
        raise CannotSee(
            said(
                "{count} holes are left for {seats} camps of 4: tap the camps' holes (--holes)",
                count=len(free),
                seats=seats,
            )
        )
    if 2 * len(camps[1]) >= seats or _closest(camps[0]) < _OVERLAP * pitch:
        raise CannotSee(
            "the holes of the camps aren't seen: take all pawns off the board and take the picture again, "
            "or tap those holes (--holes)"
        )
    holes |= camps[0]
    guessed += [hole for seat in camps[1] for hole in camp_holes(Seat(seat))]
    holes |= {name: place for name, place in tapped.items() if name in holes}
    return Numbered(holes, tuple(hole for hole in guessed if hole not in tapped), stretch, entry)


def _closest(holes: Mapping[str, Floats]) -> float:
    """The least distance of two holes, mm."""
    return min(float(np.linalg.norm(one - two)) for one, two in itertools.combinations(holes.values(), 2))


def _track(
    places: Floats, apart: Floats, pitch: float, starts: Floats, stretch: int | None
) -> tuple[dict[str, Floats], list[int], int]:
    """The track's holes, one that wasn't seen between its neighbours; the discs that are left; the stretch.

    Raises:
        CannotSee: a piece of it can't be followed.
    """
    seats = len(starts)
    names = seats_of(seats)
    begin = [int(np.argmin(np.linalg.norm(places - start, axis=1))) for start in starts]
    sides = [_walk(places, apart, pitch, begin[side]) for side in range(seats)]
    lasts = [begin[(side + 1) % seats] for side in range(seats)]
    there = {
        length: [side.path(length, last) for side, last in zip(sides, lasts, strict=True)]
        for length in (STRETCHES if stretch is None else (stretch,))
    }
    # All seats have the same number of holes: the number with the most even steps is taken.
    counted = min(
        there,
        key=lambda length: (
            sum(path is None for path in there[length]),
            sum(_uneven(path, places, pitch) for path in there[length] if path is not None),
        ),
    )
    holes: dict[str, Floats] = {}
    used: set[int] = set()
    for number, path in enumerate(there[counted]):
        if path is None:
            raise CannotSee(
                said(
                    "the holes between {names}0 and {names2}0 can't be followed: take the picture from "
                    "straight above, or tap those holes (--holes)",
                    names=names[number],
                    names2=names[(number + 1) % seats],
                )
            )
        between = _between(path, places)
        for step, place in enumerate(between):
            holes[track_hole(counted * number + step, seats, counted)] = place
        used |= {index for _, index in path[:-1]}
    return holes, [index for index in range(len(places)) if index not in used], counted


def _homes(
    places: Floats,
    free: Sequence[int],
    entries: Mapping[str, Floats],
    tracks: Mapping[str, Floats],
    middle: Floats,
    pitch: float,
) -> tuple[dict[str, Floats], list[str], list[int]]:
    """The homes' holes, the seats whose home was copied from another seat, and the discs that are left.

    Raises:
        CannotSee: one isn't seen, and can't be copied from another seat.
    """
    left = list(free)
    seen: dict[str, Floats] = {}
    for seat, entry in entries.items():
        row = _home(places, left, entry, middle, pitch)
        if row is not None:
            seen[seat] = places[row]
            left = [index for index in left if index not in row]
    holes: dict[str, Floats] = {}
    for seat in entries:
        home = seen[seat] if seat in seen else copy_of(tracks, seen, seat, pitch)
        if home is None:
            raise CannotSee(
                said(
                    "the home of seat {seat} isn't found near its entry: tap {seat}H1 to {seat}H4 (--holes)",
                    seat=seat,
                )
            )
        if seat not in seen:
            home, left = _settled(home, places, left, pitch)
        holes.update(zip(home_holes(Seat(seat)), home, strict=True))
    return holes, [seat for seat in entries if seat not in seen], left


def _settled(copied: Floats, places: Floats, free: Sequence[int], pitch: float) -> tuple[Floats, list[int]]:
    """Holes that were copied from another seat, moved onto discs that are seen there; and the discs left."""
    left, out = list(free), []
    for place in copied:
        near = min(left, key=lambda index: float(np.linalg.norm(places[index] - place)), default=None)
        if near is not None and float(np.linalg.norm(places[near] - place)) < _COPIED_PITCHES * pitch:
            out.append(places[near])
            left.remove(near)
        else:
            out.append(place)
    return np.array(out), left


@dataclass(frozen=True, slots=True, eq=False)
class _Walks:
    """The likeliest walks from one start, of every length, to every disc.

    Attributes:
        cost: (steps + 1, n), how uneven their steps are; infinite where there is no walk.
        come: for each (step, disc) the one before it.
    """

    cost: Floats
    come: Mapping[tuple[int, int], tuple[int, int]]

    def path(self, length: int, last: int) -> list[tuple[int, int]] | None:
        """The likeliest walk to a disc in a number of steps, pairs of step and disc; None for none."""
        if not math.isfinite(float(self.cost[length, last])):
            return None
        path = [(length, last)]
        while path[-1][0] > 0:
            path.append(self.come[path[-1]])
        return path[::-1]


def _uneven(path: Sequence[tuple[int, int]], places: Floats, pitch: float) -> float:
    """How far the steps of a walk are from one pitch; a hole that was left out adds a cost."""
    cost = 0.0
    for (step, index), (after, to) in itertools.pairwise(path):
        apart = float(np.linalg.norm(places[to] - places[index]))
        cost += (apart / ((after - step) * pitch) - 1) ** 2 + _LEFT_OUT * (after - step - 1)
    return cost


def _between(path: Sequence[tuple[int, int]], places: Floats) -> list[Floats]:
    """The holes of a walk but for the last one; one that was left out lies between its neighbours."""
    holes: list[Floats] = []
    for (step, index), (after, to) in itertools.pairwise(path):
        holes.append(places[index])
        if after - step == 2:
            holes.append((places[index] + places[to]) / 2)
    return holes


def _walk(places: Floats, apart: Floats, pitch: float, first: int) -> _Walks:
    """Walks from a start hole along discs that lie a step apart."""
    # At the tip of a star the first home hole is as near as the next track hole: the track is the outer one.
    away = np.linalg.norm(places - places.mean(axis=0), axis=1)
    inner = _OUTWARD * (away.max() - away) / pitch
    most = STRETCHES[-1]
    cost = np.full((most + 1, len(places)), np.inf)
    come: dict[tuple[int, int], tuple[int, int]] = {}
    cost[0, first] = 0.0
    for step in range(most):
        for index in np.nonzero(np.isfinite(cost[step]))[0]:
            for length, fine in ((1, 0.0), (2, _LEFT_OUT)):
                if step + length > most:
                    continue
                off = apart[index] / (length * pitch) - 1
                for to in np.nonzero(np.abs(off) < _LONGEST_STEP - 1)[0]:
                    total = cost[step, index] + float(off[to]) ** 2 + float(inner[to]) + fine
                    if total < cost[step + length, to]:
                        cost[step + length, to] = total
                        come[step + length, int(to)] = step, int(index)
    return _Walks(cost, come)


def _home(
    places: Floats, free: Sequence[int], entry: Floats, middle: Floats, pitch: float
) -> list[int] | None:
    """Four discs in a row that begins near the entry and leads inward."""
    inward = (middle - entry) / max(float(np.linalg.norm(middle - entry)), 1e-9)
    best: tuple[float, list[int]] | None = None
    for one in free:
        step = places[one] - entry
        length = float(np.linalg.norm(step))
        if not 0.5 * pitch < length < 3.2 * pitch or float(step @ inward) < 0.3 * length:
            continue
        for two in free:
            stride = places[two] - places[one]
            far = float(np.linalg.norm(stride))
            if two == one or not 0.6 * pitch < far < 2.6 * pitch or float(stride @ inward) < 0.3 * far:
                continue
            row, off = [one, two], 0.0
            for _ in range(PAWNS_A_SEAT - 2):
                wanted = 2 * places[row[-1]] - places[row[-2]]
                near = min(free, key=lambda index: float(np.linalg.norm(places[index] - wanted)))
                off += float(np.linalg.norm(places[near] - wanted))
                row.append(near)
            bend = abs(float(step[0] * stride[1] - step[1] * stride[0])) / (length * far)
            cost = off / pitch + length / pitch * 0.2 + bend
            if len(set(row)) == PAWNS_A_SEAT and off < 0.8 * pitch and (best is None or cost < best[0]):
                best = cost, row
    return None if best is None else best[1]


def _camps(
    places: Floats,
    free: Sequence[int],
    middle: Floats,
    tracks: Mapping[str, Floats],
    pitch: float,
) -> tuple[dict[str, Floats], list[str]] | None:
    """The remaining groups of four, each assigned to the seat behind whose start it lies.

    Returns:
        The camps, and the seats whose camp wasn't seen whole and was copied from another seat; None where a
        camp can't be copied.
    """
    wanted = {seat: _bearing(track[_CAMP_BY], middle) for seat, track in tracks.items()}
    groups = _groups(places, free, len(tracks))
    pairs = sorted(
        (1 - math.cos(_bearing(places[group].mean(axis=0), middle) - bearing), number, seat)
        for number, group in enumerate(groups)
        for seat, bearing in wanted.items()
    )
    camps: dict[str, Floats] = {}
    assigned: set[int] = set()
    for _, number, seat in pairs:
        if number not in assigned and seat not in camps:
            group = groups[number]
            assigned.add(number)
            own = places[group].mean(axis=0)
            camps[seat] = places[sorted(group, key=lambda index: _bearing(places[index], own))]
    left = [index for index in free if not any(index in groups[number] for number in assigned)]
    unseen = [seat for seat in tracks if seat not in camps]
    copies = {seat: copy_of(tracks, camps, seat, pitch) for seat in unseen}
    for seat, camp in copies.items():
        if camp is None:
            return None
        camps[seat], left = _settled(camp, places, left, pitch)
    return {
        hole: place
        for seat, camp in camps.items()
        for hole, place in zip(camp_holes(Seat(seat)), camp, strict=True)
    }, unseen


def _groups(places: Floats, free: Sequence[int], seats: int) -> list[list[int]]:
    """Groups of four holes that lie together, the closest first; none that is much wider than usual."""
    groups: list[tuple[float, list[int]]] = []
    left = list(free)
    while len(left) >= PAWNS_A_SEAT and len(groups) < seats:
        best: tuple[float, list[int]] | None = None
        for index in left:
            near = sorted(left, key=lambda other: float(np.linalg.norm(places[other] - places[index])))
            group = near[:PAWNS_A_SEAT]
            size = sum(
                float(np.linalg.norm(places[one] - places[two]))
                for one, two in itertools.combinations(group, 2)
            )
            if best is None or size < best[0]:
                best = size, group
        assert best is not None, "there are four left"
        groups.append(best)
        left = [index for index in left if index not in best[1]]
    usual = float(np.median([size for size, _ in groups])) if groups else 0.0
    return [group for size, group in groups if size < _WIDE * usual]


def _bearing(place: Floats, middle: Floats) -> float:
    return math.atan2(*(place - middle)[::-1])
