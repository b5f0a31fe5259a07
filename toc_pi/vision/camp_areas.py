"""Pawns in camps without holes (areas): the number of pawns of each seat; their exact place is irrelevant."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.areas import (
    Area,
    PlacedPawn,
    find_pawns,
    pawn_log_ratios,
    project_areas,
    sample_area,
    within_outlines,
)
from calibration.appearance.colours import to_ratios
from calibration.appearance.looks import body_hull
from calibration.arrays import Image, Indices, Mask, Singles
from calibration.board.board import Point
from calibration.holes import PAWNS_A_SEAT, Seat, camp_holes
from toc_pi.vision.appearance_model import AppearanceModel

Hull = NDArray[np.float32]

_MAX_PAWNS = 8  # pawns searched for in an area
_NEAR = 6  # holes from which an area's light is taken
_POSSIBLE = 0.3  # least gain in log likelihood of a pawn over the floor, per pixel of its outline
# Visible share of a pawn, and its gain over the floor per pixel: no pawn below the first value, surely a pawn
# above the second.
_SHOWN, _BETTER = (0.2, 0.4), (0.8, 1.4)
# Share of a pawn's outline that looks like a pawn but isn't explained by one: no further pawn below the first
# value; above it one is possible, with probability one half from the second value on.
_LEFT = (0.22, 0.45)
_CLEARLY = 0.35  # least gain per pixel over every other kind of pawn, for a sure one
_ODDS_SURE = 0.99  # probability from which a pawn is sure
_HIDES = 0.3  # share of a hole's body hidden by a pawn in an area from which the hole is undecided


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
    """The pawns in the areas; empty if a board has no areas.

    Attributes:
        holes: the certain pawns, named aC1, aC2 …, as many as there are.
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


def make_areas(model: AppearanceModel) -> Areas:
    """Prepare the areas for a pose."""
    calibration = model.calibration
    if calibration.areas is None:
        return Areas()
    areas = project_areas(calibration.board, model.pose, calibration.pawns)
    places = np.array(list(calibration.board.holes.values()))
    near = tuple(
        np.argsort(np.hypot(*(places - area.positions.mean(axis=0)).T), kind="stable")[:_NEAR]
        for area in areas
    )
    return Areas(areas, near)


def read_areas(image: Image, model: AppearanceModel, areas: Areas, gain: Singles, held: Mask) -> AreaContents:
    """Find the pawns in the areas.

    Args:
        gain: (3, holes) how the light has changed since set-up, BGR logarithms.
        held: (holes) which hold pawns: in front of an area they hide part of it.
    """
    looks = model.calibration.areas
    if looks is None or not areas.areas:
        return AreaContents()
    names = list(looks.pawns)
    nothing = dict.fromkeys(("", *names), 0.0)
    fronts = [body_hull(model.grids, at)[:, 0] for at in np.flatnonzero(held).tolist()]
    holes: dict[str, str] = {}
    unsure: set[str] = set()
    odds: dict[str, Mapping[str, float]] = {}
    spots: dict[str, Point] = {}
    hulls: list[Hull] = []
    for area, near in zip(areas.areas, areas.near, strict=True):
        light = np.exp(gain[:, near].mean(axis=1))
        seen = to_ratios(np.asarray(np.maximum(sample_area(image, area) / light, 0.0), np.float32))
        log_ratios = pawn_log_ratios(seen, looks.floors[area.seat], [looks.pawns[name] for name in names])
        log_ratios[:, _hidden(area, fronts)] = 0.0
        found, unexplained = find_pawns(area, log_ratios, _MAX_PAWNS, _POSSIBLE)
        standing = [one for one in found if one.visible_share > _SHOWN[0] and one.log_ratio > _BETTER[0]]
        labels = [*camp_holes(Seat(area.seat)), *(f"{area.seat}C{n}" for n in range(PAWNS_A_SEAT + 1, 99))]
        identified = [(one, *_sureness(one, area, log_ratios)) for one in standing]
        for label, (one, pawn, chance) in zip(
            labels, sorted(identified, key=lambda row: -row[2]), strict=False
        ):
            name = names[pawn]
            odds[label] = nothing | {"": 1.0 - chance, name: chance}
            x, y = area.positions[one.position]
            spots[label] = (float(x), float(y))
            hulls.append(area.hulls[one.position])
            if chance >= _ODDS_SURE:
                holes[label] = name
            else:
                unsure.add(label)
        for label in labels[len(identified) : PAWNS_A_SEAT]:
            odds[label] = nothing | {"": 1.0}
        more = _step(unexplained, _LEFT)
        if more and len(identified) < PAWNS_A_SEAT:
            label = labels[len(identified)]
            likely = int(log_ratios.clip(0.0).sum(axis=1).argmax())
            odds[label] = nothing | {"": 1.0 - 0.5 * more, names[likely]: 0.5 * more}
            unsure.add(label)
    return AreaContents(holes, frozenset(unsure), odds, spots, tuple(hulls))


def _hidden(area: Area, fronts: list[NDArray[np.int32]]) -> Mask:
    """(m) which points are hidden by pawns in holes."""
    low, high = area.points.min(axis=0), area.points.max(axis=0)
    over = [
        front for front in fronts if (front.max(axis=0) >= low).all() and (front.min(axis=0) <= high).all()
    ]
    return within_outlines(over, area.points)


def _sureness(placed: PlacedPawn, area: Area, log_ratios: Singles) -> tuple[int, float]:
    """Which pawn it is, and the probability that one is there: all kinds compared on its outline."""
    body = area.bodies[placed.position]
    gains = log_ratios @ body / max(float(body.sum()), 1.0)
    kind = int(gains.argmax())
    rest = np.delete(gains, kind)
    margin = float(gains[kind] - rest.max()) if len(rest) else _CLEARLY
    presence = min(_step(placed.visible_share, _SHOWN), _step(placed.log_ratio, _BETTER))
    clear = min(max(margin / _CLEARLY, 0.0), 1.0)
    return kind, 0.5 + 0.5 * min(presence, clear) if kind == placed.kind else 0.5


def _step(value: float, ends: tuple[float, float]) -> float:
    """A linear step: 0 below the first end, 1 above the second."""
    return min(max((value - ends[0]) / (ends[1] - ends[0]), 0.0), 1.0)


def without_surplus(
    contents: AreaContents, in_holes: Mapping[str, str], limits: Mapping[str, int]
) -> AreaContents:
    """Contents without doubtful pawns of a seat whose pawns are all certain elsewhere, also in holes.

    `limits` is the maximum number of pawns of each name.
    """
    count = Counter([*in_holes.values(), *contents.holes.values()])
    odds, unsure = dict(contents.probability), set(contents.unsure)
    for name in contents.unsure:
        row = odds[name]
        likely = max((pawn for pawn in row if pawn), key=lambda pawn: row[pawn])
        if count[likely] >= limits.get(likely, count[likely] + 1):
            odds[name] = dict.fromkeys(row, 0.0) | {"": 1.0}
            unsure.discard(name)
    spots = {name: place for name, place in contents.spots.items() if name in {*contents.holes, *unsure}}
    return replace(contents, unsure=frozenset(unsure), probability=odds, spots=spots)


def hidden_behind(contents: AreaContents, model: AppearanceModel) -> Mask:
    """(holes) whose body is largely hidden by pawns in areas."""
    hidden = np.zeros(len(model.grids.names), np.bool_)
    for hull in contents.hulls:
        foot = float(hull[:, 1].max())
        low, high = hull.min(axis=0), hull.max(axis=0)
        reach = high - low
        by = ((model.grids.foot > low - reach) & (model.grids.foot < high + reach)).all(axis=1)
        for at in np.flatnonzero(by):
            points = model.grids.points[at][model.grids.inside[at]]
            behind = float(model.grids.foot[at][1]) < foot
            near = behind and (points.max(axis=0) >= low).all() and (points.min(axis=0) <= high).all()
            hidden[at] |= near and within_outlines([hull], points).mean() > _HIDES
    return hidden
