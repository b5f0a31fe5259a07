"""Set-up pictures that no hand reaches over.

The median of all pictures shows no hand that moves on. A hand that rests stays in it, and the pawns' size is
measured in a single picture. Each picture is therefore compared with the median, and the median with it, by
the networks that find arms while a game is watched.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from calibration.appearance.sampling_grid import make_sampling_grids, pick_pixels
from calibration.appearance.updates import update_surroundings
from calibration.arrays import Image
from calibration.camera.noise import median_picture
from calibration.occlusion.edge_crossings import find_crossings
from calibration.occlusion.occluder import SURE, Occluder, occluder_mask
from calibration.setup.calibration_file import Calibration
from toc_pi.vision.occlusion.cover import LEAST_CELLS, covered_cells, crop_field
from toc_pi.vision.occlusion.covernet import find_covers
from toc_pi.vision.reading import make_reader, read_anywhere


def free_pictures(images: Sequence[Image], found: Calibration) -> Sequence[Image]:
    """The set-up pictures in which no arm reaches over the field; all of them if none is free.

    Args:
        images: all from one place, (h, w, 3) BGR.
        found: what was learnt from them.
    """
    if len(images) < 2:  # a single picture has nothing to be compared with
        return images
    field_crop = crop_field(make_sampling_grids(found.board, found.pose, found.pawns), found.size)
    seen = [np.maximum(field_crop.take(image), np.uint8(1)) for image in images]
    median = median_picture(seen[1 - len(seen) % 2 :])  # of an odd number: no mean of two halves
    in_picture = [covered_cells(find_covers(one, median, field_crop)[0], field_crop) for one in seen]
    in_median = [covered_cells(find_covers(median, one, field_crop)[0], field_crop) for one in seen]
    if max(*in_picture, *in_median) < LEAST_CELLS:
        return images
    # Where one of two pictures shows an arm, the networks often see a smaller one in the other. What crosses
    # the board's edge tells which of them is free.
    no_crossing = [not _crosses_edge(image, found) for image in images]
    freer_than_median = [
        free and LEAST_CELLS <= n >= m for free, m, n in zip(no_crossing, in_picture, in_median, strict=True)
    ]
    like_median = [free and m < LEAST_CELLS for free, m in zip(no_crossing, in_picture, strict=True)]
    keep = freer_than_median if any(freer_than_median) else like_median
    return [image for image, kept in zip(images, keep, strict=True) if kept] or images


def _crosses_edge(image: Image, found: Calibration) -> bool:
    """Whether something surely lies across the board's edge."""
    standing = found.looks.standing
    holes = {} if standing is None else standing.holes
    crossings = find_crossings(image, found.board, found.pose, holes, found.pawns)
    return any(crossing.log_odds >= SURE for crossing in crossings)


def holes_under_occluder(occluder: Occluder, found: Calibration) -> frozenset[str]:
    """The holes that lie under what covered the board at set-up."""
    mask = occluder_mask(occluder, found.size)
    grids = make_sampling_grids(found.board, found.pose, found.pawns)
    under = pick_pixels(mask, grids.foot) > 0
    return frozenset(name for name, so in zip(grids.names, under, strict=True) if so)


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
