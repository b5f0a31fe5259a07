"""Names for the holes of a new board: which disc is which, and where undetected holes are."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

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
from calibration.new_board.description import HOME_ENTRIES
from calibration.new_board.discs import laid_over, pitch_of, repeat_discs
from calibration.new_board.track import follow_track
from toc_pi.messages import said

OpenQuestion = Literal["camps", "entry"]  # what a picture of a board may not show
_ON_LINE, _BESIDE, _UNLIKE = 0.25, 0.4, 0.48
"""A home is collinear with the hole at which pawns turn into it. In pitches: greatest distance of the right
hole from the line through a home, least distance of every other hole, and greatest difference between two
seats' tracks. In pictures of five boards, with and without pawns, the right hole is at most 0.13 and the next
one at least 0.42 off the line; tracks that were followed correctly differ by up to 0.43, one followed wrongly
by 0.53.
"""

CAMPS_UNSEEN = (
    "the holes of the camps aren't seen: take all pawns off the board and take the picture again, "
    "or tap those holes (--holes)"
)

_CAMP_BY = 4  # a seat's camp is behind about this hole of its track
# A hole of a home or camp is detected if a disc lies within this many pitches of its place at another
# seat; of a camp, at least so many are.
_SAME_PITCHES, _MAX_SEEN = 0.4, 3
# A camp's hole is farther than this from the track's, in pitches, and nearer than this to another of its
# four: on the shipped boards at least 1.9 and at most 1.4.
_PRINT, _TOGETHER = 0.8, 2.5
_OVERLAP = 0.5  # camp holes closer than this, in pitches, aren't holes


@dataclass(frozen=True, slots=True, eq=False)
class Numbered:
    """A board's holes.

    Attributes:
        holes: where each lies, mm.
        guessed: undetected holes; they were placed between their neighbours, or where another seat has
            them, and should be checked by the user.
        stretch: track holes per seat.
        home_entry: printed number of the hole at which a pawn may turn home.
        camps: whether camps have holes.
        unclear: what isn't visible and must be asked: "camps", "entry".
    """

    holes: Mapping[str, Floats]
    guessed: tuple[str, ...]
    stretch: int = 0
    home_entry: int = 0
    camps: bool = False
    unclear: tuple[OpenQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """A user's description of the printed board.

    Attributes:
        stretch: track holes per seat; None to count them.
        home_entry: printed number of the hole at which a pawn may turn home; up to 0, counted from `stretch`;
            None to detect it.
        centre: whether there is the hole X.
        camp_holes: whether camps have holes; None to detect that.
    """

    stretch: int | None = None
    home_entry: int | None = HOME_ENTRIES[0]
    centre: bool = False
    camp_holes: bool | None = True


def number_holes(
    seen: Floats,
    starts: Floats,
    middle: Floats,
    printed: Printed,
    tapped: Mapping[str, Floats],
) -> Numbered:
    """Assign names to discs: the track from start to start, homes inward, camps beside.

    Args:
        seen: the discs, (n, 2), mm, the clearest first.
        starts: about where each seat's start hole is, (seats, 2), mm, clockwise.
        middle: of the board, mm.
        tapped: holes tapped by the user, mm; they are trusted.

    Raises:
        CannotSee: holes are missing; the message says how many were found where.
    """
    seats = len(starts)
    if seats not in SEAT_COUNTS:
        raise CannotSee(
            said("{count} start holes were tapped; tap one a seat: 4, 6 or 8, clockwise", count=seats)
        )
    holes_a_seat = (printed.stretch or STRETCHES[0]) + 2 * PAWNS_A_SEAT
    pitch = pitch_of(seen[: seats * holes_a_seat])  # the rest may be print beside holes
    seen, missing = repeat_discs(seen, middle, seats, pitch)
    seen = np.vstack([seen, *tapped.values()])
    places = np.vstack([seen, missing])
    holes, free, stretch = follow_track(places, pitch, starts, printed.stretch)
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
    entry = printed.home_entry
    if entry is None:
        entry = _entry(places, free, tracks, middle, pitch)
    unclear: tuple[OpenQuestion, ...] = ("entry",) if entry is None else ()
    entry = HOME_ENTRIES[0] if entry is None else entry
    entry = entry if entry > 0 else stretch + entry
    rows = _home_rows(places, free, _entries(tracks, entry - stretch), middle, pitch)
    homes = _homes(places, free, rows, tracks, pitch)
    used = {places[index].tobytes() for index in free} & {hole.tobytes() for hole in homes.values()}
    holes |= homes
    camps = {}
    if printed.camp_holes is not False:
        left = [index for index in free if places[index].tobytes() not in used]
        try:
            camps = _camps(places, left, middle, tracks, pitch, told=bool(printed.camp_holes))
        except CannotSee:
            if printed.camp_holes:
                raise
            unclear = ("camps", *unclear)
    holes |= camps
    guessed = [hole for hole, place in holes.items() if not (seen == place).all(axis=1).any()]
    holes |= {name: place for name, place in tapped.items() if name in holes}
    guessed = [hole for hole in guessed if hole not in tapped]
    return Numbered(holes, tuple(guessed), stretch, entry, bool(camps), unclear)


def _entries(tracks: Mapping[str, Floats], entry: int) -> dict[str, Floats]:
    """Where each seat's pawns turn home, mm; `entry` is counted from the seat's start hole, and at most 0."""
    seats = [*tracks]
    return {seat: tracks[seats[number - (entry < 0)]][entry] for number, seat in enumerate(seats)}


def _entry(
    places: Floats, free: Sequence[int], tracks: Mapping[str, Floats], middle: Floats, pitch: float
) -> int | None:
    """The entry of `HOME_ENTRIES` that is collinear with the homes; None if that isn't clear."""
    beside = {}
    for turn in HOME_ENTRIES:
        entries = _entries(tracks, turn)
        rows = _home_rows(places, free, entries, middle, pitch)
        offs = [_beside(entries[seat], places[row]) / pitch for seat, row in rows.items()]
        beside[turn] = float(np.median(offs)) if 2 * len(offs) > len(tracks) else math.inf
    best, second = sorted(beside, key=lambda turn: beside[turn])[:2]
    clear = beside[best] <= _ON_LINE and beside[second] >= _BESIDE
    return best if clear and _unlike(tracks) <= _UNLIKE * pitch else None


def _unlike(tracks: Mapping[str, Floats]) -> float:
    """Median of the greatest distance between two aligned seats' tracks, mm."""
    pairs = itertools.combinations(tracks.values(), 2)
    return float(np.median([_off(one, other).max() for one, other in pairs]))


def _off(track: Floats, other: Floats) -> Floats:
    """The distances of a track's holes, aligned with another track, from that track's, (n,) mm."""
    return np.asarray(np.linalg.norm(laid_over(track, track, other) - other, axis=1))


def _beside(entry: Floats, row: Floats) -> float:
    """Distance of a hole from the line through a row of others, mm."""
    along = row[-1] - row[0]
    step = entry - row[0]
    return float(abs(step[0] * along[1] - step[1] * along[0]) / np.linalg.norm(along))


def _closest(holes: Mapping[str, Floats]) -> float:
    """Least distance between two holes, mm."""
    return min(float(np.linalg.norm(one - two)) for one, two in itertools.combinations(holes.values(), 2))


def _homes(
    places: Floats, free: list[int], rows: Mapping[str, list[int]], tracks: Mapping[str, Floats], pitch: float
) -> dict[str, Floats]:
    """The homes' holes: at the same places for all seats with similar tracks."""
    models = [_copies(places[row], seat, tracks, places[free], pitch, least=0) for seat, row in rows.items()]
    like = max(models, key=lambda one: one.seen).groups if models else {}
    holes: dict[str, Floats] = {}
    for seat in tracks:
        if seat not in like and seat not in rows:
            raise CannotSee(
                said(
                    "the home of seat {seat} isn't found near its entry: tap {seat}H1 to {seat}H4 (--holes)",
                    seat=seat,
                )
            )
        home = like[seat] if seat in like else places[rows[seat]]
        holes.update(zip(home_holes(Seat(seat)), home, strict=True))
    return holes


def _home_rows(
    places: Floats, free: Sequence[int], entries: Mapping[str, Floats], middle: Floats, pitch: float
) -> dict[str, list[int]]:
    """The discs of each seat's home, the one reached first leading; undetected homes are left out."""
    left, rows = list(free), {}
    for seat, entry in entries.items():
        row = _home(places, left, entry, middle, pitch)
        if row is not None:
            rows[seat] = row
            left = [index for index in left if index not in row]
    return rows


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
    *,
    told: bool,
) -> dict[str, Floats]:
    """The camps' holes: four discs close together, at the same places for all seats with similar tracks.

    Unless the user said (`told`) that there are such holes, a group at a single seat doesn't count.

    Raises:
        CannotSee: they aren't detected.
    """
    lie = {seat: _bearing(track[_CAMP_BY], middle) for seat, track in tracks.items()}
    models: dict[str, list[Floats]] = {seat: [] for seat in tracks}
    numbered = np.vstack([*tracks.values()])
    # What is printed beside the track is no camp.
    free = [one for one in free if np.linalg.norm(numbered - places[one], axis=1).min() > _PRINT * pitch]
    for index in free:
        near = sorted(free, key=lambda other: float(np.linalg.norm(places[other] - places[index])))
        group = places[near[:PAWNS_A_SEAT]]
        bearing = _bearing(group.mean(axis=0), middle)
        models[max(lie, key=lambda seat: math.cos(lie[seat] - bearing))].append(group)
    holes: dict[str, Floats] = {}
    left = {**tracks}
    while left:
        copies = [
            _copies(group, seat, left, places[free], pitch, least=_MAX_SEEN)
            for seat in left
            for group in models[seat]
            if len(group) == PAWNS_A_SEAT and _are_together(group, pitch)
        ]
        best = max(copies, key=lambda one: (one.seen, -one.width), default=None)
        if best is None or (len(best.groups) == 1 and not told):
            raise CannotSee(CAMPS_UNSEEN)
        for seat, camp in best.groups.items():
            own = camp.mean(axis=0)
            in_order = sorted(camp, key=lambda place: _bearing(place, own))
            holes.update(zip(camp_holes(Seat(seat)), in_order, strict=True))
            del left[seat]
    if _closest(holes) < _OVERLAP * pitch:
        raise CannotSee(CAMPS_UNSEEN)
    return holes


def _are_together(group: Floats, pitch: float) -> bool:
    """Whether four holes are spaced like a camp's."""
    apart = np.linalg.norm(group[:, None] - group, axis=2) + np.eye(len(group)) * 1e6
    near = apart.min(axis=1)
    return bool(near.min() > _OVERLAP * pitch and near.max() < _TOGETHER * pitch)


@dataclass(frozen=True, slots=True, eq=False)
class _Copies:
    """Four holes of one seat, and their copies at other seats.

    Attributes:
        groups: of the seats with a like track at which enough of them are seen, (4, 2), mm.
        seen: total number of detected holes.
        width: the sum of the distances of the four, mm.
    """

    groups: Mapping[str, Floats]
    seen: int
    width: float


def _copies(
    group: Floats, seat: str, tracks: Mapping[str, Floats], discs: Floats, pitch: float, least: int
) -> _Copies:
    """Copy four holes to other seats, by the motion that aligns the seats' tracks."""
    groups, seen = {}, 0
    for other, track in tracks.items():
        off = _off(tracks[seat], track)
        copied = laid_over(group, tracks[seat], track)
        apart = np.linalg.norm(copied[:, None] - discs, axis=2)
        there = apart.min(axis=1) < _SAME_PITCHES * pitch
        if float(np.median(off)) < _SAME_PITCHES * pitch and there.sum() >= least:
            groups[other] = np.where(there[:, None], discs[apart.argmin(axis=1)], copied)
            seen += int(there.sum())
    width = float(np.linalg.norm(group[:, None] - group, axis=2).sum())
    return _Copies(groups, seen, width)


def _bearing(place: Floats, middle: Floats) -> float:
    return math.atan2(*(place - middle)[::-1])
