"""Evidence given point by point on the tables of real boards, to test decisions from it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import compress

import numpy as np
from footage import footage

from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.decision import Decision, decide
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.reading import make_reader

FULL = 14 * 0.55  # the weight of all points of a hole together
PAWN = math.log(0.12 / 4)  # prior log odds of each of four pawns
ALONE = "a9"  # not hidden by any pawn elsewhere
FITS, FAR = 1.0, 8.0  # mean squared misfits of what is there, and of what isn't


@dataclass(frozen=True)
class HoleEvidence:
    """The evidence of one hole's points.

    Attributes:
        gap: log-likelihood ratio per point of each pawn against the empty board; others -20.
        white: the same for a pawn that shows white.
        other: for something else.
        bonus: of the points around.
        kept: it shows its own pattern.
        hollow: how many of the points show the hole itself, and the board's and the pawns' misfits there.
        clear: the share of points that aren't blown out.
        fits: mean squared misfit of the board, of pawn a and of all others; usual ones if None.
    """

    gap: Mapping[str, float]
    white: Mapping[str, float] | None = None
    other: float = -20.0
    bonus: float = 0.0
    kept: bool = False
    hollow: tuple[int, float, float] = (0, 0.0, 0.0)
    clear: float = 1.0
    fits: tuple[float, float, float] | None = None


@cache
def model_of(name: str = "jumps") -> AppearanceModel:
    return make_reader(footage(name).calibration).model


def given(model: AppearanceModel, **holes: HoleEvidence) -> Evidence:
    """The evidence of a picture in which only these holes may hold pawns."""
    at = {name: index for index, name in enumerate(model.grids.names)}
    ordered = sorted(holes.items(), key=lambda one: at[one[0]])
    rows = np.array([at[name] for name, _ in ordered], np.intp)
    size = [int(model.points.first[row + 1] - model.points.first[row]) for row in rows]
    names, white = model.calibration.looks.names, model.calibration.pawns.white_face
    first = np.concatenate([[0], np.cumsum(size)]).astype(np.intp)
    pawns = np.full((len(names) * (1 + white) + 1, first[-1]), -20.0, np.float32)
    misfit, board = np.full(pawns.shape, FAR, np.float32), np.full(first[-1], FAR, np.float32)
    hollow, clear = np.zeros(first[-1], np.bool_), np.ones(len(model.grids.names), np.float32)
    for (name, one), start, end in zip(ordered, first[:-1], first[1:], strict=True):
        for pawn, gap in one.gap.items():
            pawns[names.index(pawn), start:end] = gap
        for pawn, gap in (one.white or {}).items():
            pawns[len(names) + names.index(pawn), start:end] = gap
        pawns[-1, start:end] = one.other
        best = pawns[:, start].argmax()
        if pawns[best, start] > 0:
            misfit[best, start:end] = FITS
        else:
            board[start:end] = FITS
        if one.fits is not None:
            board[start:end], misfit[:, start:end] = one.fits[0], one.fits[2]
            misfit[names.index("a"), start:end] = one.fits[1]
        count, board_off, pawn_off = one.hollow
        hollow[start : start + count] = True
        board[start : start + count] = board_off
        misfit[:, start : start + count] = pawn_off
        clear[at[name]] = one.clear
    return Evidence(
        rows,
        first,
        np.zeros(first[-1], np.float32),
        pawns,
        board,
        misfit,
        hollow,
        np.array([one.bonus for _, one in ordered], np.float32),
        np.zeros(len(model.grids.names), np.bool_),
        np.array([one.kept for _, one in ordered], np.bool_),
        clear,
        np.zeros((3, len(model.grids.names)), np.float32),
        np.zeros(len(model.grids.names), np.float32),
        np.zeros(len(model.grids.names), np.float32),
        0.0,
        np.zeros(len(model.reference_colours.subset.which), np.bool_),
    )


def occupied(decision: Decision) -> set[str]:
    """The holes that certainly hold a pawn."""
    return set(compress(decision.names, decision.occupied))


def tipping(decided: Callable[[float], Mapping[str, float]], pawn: str = "a") -> float:
    """The log-likelihood ratio per point at which a pawn is as likely as the empty hole."""
    low, high = -1.0, 8.0
    for _ in range(40):
        middle = (low + high) / 2
        row = decided(middle)
        low, high = (low, middle) if row[pawn] > row[""] else (middle, high)
    return low * FULL


def alone(
    model: AppearanceModel, hole: str = ALONE, **more: object
) -> Callable[[float], Mapping[str, float]]:
    """The odds of a hole that may hold a pawn of seat a."""

    def decided(gap: float) -> Mapping[str, float]:
        return decide(given(model, **{hole: replace(HoleEvidence({"a": gap}), **more)}), model).probability[
            hole
        ]

    return decided
