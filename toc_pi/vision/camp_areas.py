"""Pawns in camps without holes (areas): the number of pawns of each seat; their exact place is irrelevant."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.area_looks import likelier
from calibration.appearance.areas import Area, Stander, covered_by, find_standing, lay_areas, look_at
from calibration.appearance.looks import body_hull, to_ratios
from calibration.appearance.sampling_grid import Singles
from calibration.board.points import Point
from calibration.holes import PAWNS_A_SEAT, Seat, camp_holes
from toc_pi.vision.appearance_model import AppearanceModel, Indices

Image = NDArray[np.uint8]
Hull = NDArray[np.float32]

_MOST = 8  # pawns searched for in an area
_NEAR = 6  # holes from which an area's light is taken
_POSSIBLE = 0.3
"""Least gain in log likelihood of a pawn over the floor, per pixel of its outline."""

_SHOWN, _BETTER = (0.2, 0.4), (0.8, 1.4)
"""Visible share of a pawn, and its gain over the floor per pixel: no pawn below the first value, surely a
pawn above the second."""

_LEFT = (0.22, 0.45)
"""Share of a pawn's outline that looks like a pawn but isn't explained by one: no further pawn below the
first value; above it one is possible, with probability one half from the second value on."""

_CLEARLY = 0.35
"""Least gain per pixel over every other kind of pawn, for a sure one."""

_ODDS_SURE = 0.99  # probability from which a pawn is sure
_HIDES = 0.3
"""Share of a hole's body hidden by a pawn in an area from which the hole is undecided."""


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """The areas of a board as seen from one pose.

    Attributes:
        areas: one for each seat.
        near: for each the nearest holes, from which its light is taken.
    """

    areas: tuple[Area, ...] = ()
    near: tuple[Indices, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AreaContents:
    """The pawns in the areas; empty if a board has none.

    Attributes:
        holes: the pawns that surely are there, named aC1, aC2 …, as many as there are.
        unsure: names of possible ones.
        probability: of each name's pawns, "" for none.
        spots: the place of each, mm.
        hulls: their outlines, px.
    """

    holes: Mapping[str, str] = field(default_factory=dict)
    unsure: frozenset[str] = frozenset()
    probability: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    spots: Mapping[str, Point] = field(default_factory=dict)
    hulls: tuple[Hull, ...] = ()


def open_areas(model: AppearanceModel) -> Areas:
    """Prepare the areas for a pose."""
    calibration = model.calibration
    if calibration.areas is None:
        return Areas()
    areas = lay_areas(calibration.board, model.pose, calibration.pawns)
    places = np.array(list(calibration.board.holes.values()))
    near = tuple(
        np.argsort(np.hypot(*(places - area.feet.mean(axis=0)).T), kind="stable")[:_NEAR] for area in areas
    )
    return Areas(areas, near)


def read_areas(
    image: Image, model: AppearanceModel, areas: Areas, gain: Singles, held: Mapping[str, str]
) -> AreaContents:
    """Find the pawns in the areas.

    Args:
        image: (h, w, 3).
        model: the appearance model of the pose.
        areas: of the same pose.
        gain: (3, holes) how the light has changed since set-up, BGR logarithms.
        held: the pawns in holes: in front of an area they hide part of it.
    """
    looks = model.calibration.areas
    if looks is None or not areas.areas:
        return AreaContents()
    names = list(looks.pawns)
    fronts = [body_hull(model.places, at)[:, 0] for at, hole in enumerate(model.places.names) if hole in held]
    holes: dict[str, str] = {}
    unsure: set[str] = set()
    odds: dict[str, Mapping[str, float]] = {}
    spots: dict[str, Point] = {}
    hulls: list[Hull] = []
    for area, near in zip(areas.areas, areas.near, strict=True):
        light = np.exp(gain[:, near].mean(axis=1))
        seen = to_ratios(np.asarray(np.maximum(look_at(image, area) / light, 0.0), np.float32))
        better = likelier(seen, looks.floors[area.seat], [looks.pawns[name] for name in names])
        better[:, _hidden(area, fronts)] = 0.0
        found = find_standing(area, better, _MOST, _POSSIBLE)
        standing = [one for one in found.pawns if one.shown > _SHOWN[0] and one.better > _BETTER[0]]
        labels = [*camp_holes(Seat(area.seat)), *(f"{area.seat}C{n}" for n in range(PAWNS_A_SEAT + 1, 99))]
        told = [(one, *_sureness(one, area, better)) for one in standing]
        for label, (one, pawn, chance) in zip(labels, sorted(told, key=lambda row: -row[2]), strict=False):
            name = names[pawn]
            odds[label] = dict.fromkeys(("", *names), 0.0) | {"": 1.0 - chance, name: chance}
            x, y = area.feet[one.foot]
            spots[label] = (float(x), float(y))
            hulls.append(area.hulls[one.foot])
            if chance >= _ODDS_SURE:
                holes[label] = name
            else:
                unsure.add(label)
        for label in labels[len(told) : PAWNS_A_SEAT]:
            odds[label] = dict.fromkeys(("", *names), 0.0) | {"": 1.0}
        more = _step(found.left, _LEFT)
        if more and len(told) < PAWNS_A_SEAT:
            label = labels[len(told)]
            likely = int(better.clip(0.0).sum(axis=1).argmax())
            odds[label] = dict.fromkeys(("", *names), 0.0) | {"": 1.0 - 0.5 * more, names[likely]: 0.5 * more}
            unsure.add(label)
    return AreaContents(holes, frozenset(unsure), odds, spots, tuple(hulls))


def _hidden(area: Area, fronts: list[NDArray[np.int32]]) -> NDArray[np.bool_]:
    """(m) which points are hidden by pawns in holes."""
    low, high = area.points.min(axis=0), area.points.max(axis=0)
    over = [
        front for front in fronts if (front.max(axis=0) >= low).all() and (front.min(axis=0) <= high).all()
    ]
    return covered_by(over, area.points)


def _sureness(one: Stander, area: Area, better: Singles) -> tuple[int, float]:
    """Which pawn it is, and how surely one is there: all kinds compared on its outline."""
    body = area.bodies[one.foot]
    gains = better @ body / max(float(body.sum()), 1.0)
    kind = int(gains.argmax())
    rest = np.delete(gains, kind)
    apart = float(gains[kind] - rest.max()) if len(rest) else _CLEARLY
    there = min(_step(one.shown, _SHOWN), _step(one.better, _BETTER))
    clear = min(max(apart / _CLEARLY, 0.0), 1.0)
    return kind, 0.5 + 0.5 * min(there, clear) if kind == one.kind else 0.5


def _step(value: float, ends: tuple[float, float]) -> float:
    """A linear step: 0 below the first end, 1 above the second."""
    return min(max((value - ends[0]) / (ends[1] - ends[0]), 0.0), 1.0)


def without_surplus(
    waiting: AreaContents, standing: Mapping[str, str], most: Mapping[str, int]
) -> AreaContents:
    """The same without doubtful pawns of a seat whose pawns are all surely seen elsewhere.

    Args:
        waiting: the pawns in the areas.
        standing: the pawns surely in holes.
        most: how many pawns of a name there can be.
    """
    count = Counter([*standing.values(), *waiting.holes.values()])
    odds, unsure = dict(waiting.probability), set(waiting.unsure)
    for name in waiting.unsure:
        row = odds[name]
        likely = max((pawn for pawn in row if pawn), key=lambda pawn: row[pawn])
        if count[likely] >= most.get(likely, count[likely] + 1):
            odds[name] = dict.fromkeys(row, 0.0) | {"": 1.0}
            unsure.discard(name)
    spots = {name: place for name, place in waiting.spots.items() if name in {*waiting.holes, *unsure}}
    return replace(waiting, unsure=frozenset(unsure), probability=odds, spots=spots)


def hidden_behind(waiting: AreaContents, model: AppearanceModel) -> frozenset[str]:
    """The holes whose body is largely hidden by pawns in areas."""
    out = set()
    for hull in waiting.hulls:
        foot = float(hull[:, 1].max())
        low, high = hull.min(axis=0), hull.max(axis=0)
        reach = high - low
        by = ((model.places.foot > low - reach) & (model.places.foot < high + reach)).all(axis=1)
        for at in np.flatnonzero(by):
            hole = model.places.names[at]
            points = model.places.points[at][model.places.inside[at]]
            behind = float(model.places.foot[at][1]) < foot
            near = behind and (points.max(axis=0) >= low).all() and (points.min(axis=0) <= high).all()
            if near and covered_by([hull], points).mean() > _HIDES:
                out.add(hole)
    return frozenset(out)
