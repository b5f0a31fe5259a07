"""What lies beside the board, learnt again from pictures: kept on no disk, and reading knows arms by it."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.updates import see_beside
from calibration.setup.calibration_file import Calibration
from toc_pi.vision.reading import open_reader, read_anywhere

Image = NDArray[np.uint8]

FEWEST, MOST = 3, 9
"""A hand in one picture isn't in the median of three."""


def learn_beside(calibration: Calibration, pictures: Iterable[Image]) -> Calibration:
    """The calibration with what lies beside the board, where enough pictures show the board free.

    Args:
        calibration: whose surroundings are blank.
        pictures: of its camera, (h, w, 3) uint8, BGR; hands may be in some of them.
    """
    reader = open_reader(calibration)
    free = []
    for picture in pictures:
        reading, used = read_anywhere(picture, reader)
        if reading.state == "clear" and used is reader:
            free.append(picture)
    if len(free) < FEWEST:
        return calibration
    usual = np.asarray(np.median(np.stack(free), axis=0), np.uint8)
    was = calibration
    return replace(was, looks=see_beside(was.looks, usual, was.board, was.pose, was.pawns))
