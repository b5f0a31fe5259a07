"""Learns the surroundings of the board again: they are never stored, but needed to recognise arms."""

from collections.abc import Iterable
from dataclasses import replace

from calibration.appearance.updates import update_surroundings
from calibration.arrays import Image
from calibration.camera.median_picture import median_picture
from calibration.setup.calibration_file import Calibration
from toc_pi.vision.reading import make_reader, read_anywhere

FEWEST, MOST = 3, 9
"""Numbers of pictures used; a hand in one of three isn't in their median."""


def learn_surroundings(calibration: Calibration, pictures: Iterable[Image]) -> Calibration:
    """The calibration with the board's surroundings, if enough pictures show the board without hands.

    Args:
        calibration: one without surroundings.
        pictures: of its camera, (h, w, 3) uint8, BGR; hands may be in some of them.
    """
    reader = make_reader(calibration)
    free = []
    for picture in pictures:
        reading, used = read_anywhere(picture, reader)
        if reading.state == "clear" and used is reader:
            free.append(picture)
    if len(free) < FEWEST:
        return calibration
    usual = median_picture(free)
    was = calibration
    return replace(was, looks=update_surroundings(was.looks, usual, was.board, was.pose, was.pawns))
