"""Checks that a calibration's numbers are possible for a camera over a board: a file may hold any numbers."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from calibration.appearance.looks import light_terms
from calibration.appearance.pawn_set import KINDS, SIZE_MM
from calibration.camera import MIN_NOISE, flat, project

if TYPE_CHECKING:
    from calibration.setup.calibration_file import Calibration

_IN_VIEW = 0.5  # least share of a board's holes that are in the picture: a pose is verified by more of them
_AROUND = 10.0  # how far the outline may be from the picture's corner, in longer sides of the picture
_FOCAL = (0.05, 50.0)  # focal length, in longer sides of the picture
_BENT = 2.0  # largest radial distortion, either way
_LOG = 20.0  # largest logarithm of a brightness or a colour ratio; those of pictures are below 6
_BRIGHTEST = 255.0  # grey levels


def check_possible(found: "Calibration") -> None:
    """Reject impossible numbers; everything computed from the others is finite.

    Raises:
        ValueError: names the impossible value.
        CannotSee: the board lies behind the camera.
    """
    pawns, looks, pose, longest = found.pawns, found.looks, found.pose, max(found.size)
    if pawns.kind not in KINDS or not isinstance(pawns.white_face, bool):
        raise ValueError("pawns")
    _within("pawns", (pawns.height, pawns.diameter), *SIZE_MM)
    _within("error_px", found.error_px, 0.0, longest)
    _within("focal", pose.focal / longest, *_FOCAL)
    _within("centre", np.array(pose.centre) / longest, -1.0, 2.0)
    _within("k1", pose.k1, -_BENT, _BENT)
    _within("pose", project(flat(found.board.outline), pose) / longest, -_AROUND, _AROUND)
    holes = project(flat([*found.board.holes.values()]), pose)
    if ((holes >= 0) & (holes < found.size)).all(axis=1).mean() < _IN_VIEW:
        raise ValueError("pose")
    _within("noise", (looks.noise, *looks.noise_by_grey), MIN_NOISE, _BRIGHTEST)
    _within("body", looks.body, -_LOG, _LOG)
    _within("spread", looks.spread, 0.0, _LOG)
    _within("light", light_terms(found.board, [*found.board.holes.values()]) @ looks.light, -_LOG, _LOG)
    stood = {} if looks.standing is None else looks.standing.holes
    pawns_named = {*stood.values(), *(name for pair in looks.alike for name in pair)}
    if not ({*stood} <= {*found.board.holes} and pawns_named <= {*looks.names}):
        raise ValueError("names")
    for seen in () if found.areas is None else (*found.areas.floors.values(), *found.areas.pawns.values()):
        _within("areas", seen[:, :3], -_LOG, _LOG)
        _within("areas", seen[:, 3:], float(np.finfo(np.float32).tiny), _LOG)


def _within(name: str, values: ArrayLike, least: float, most: float) -> None:
    given = np.asarray(values, np.float64)
    if not ((given >= least) & (given <= most)).all():  # also false for NaN
        raise ValueError(name)
