"""What board and pawns look like once the light has changed and nothing else has."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.board import Board
from calibration.colours import Looks, see_again, to_ratios
from calibration.lens import Pose
from calibration.patches import PawnSet, lay_places, sample
from calibration.standing import Standing

Image = NDArray[np.uint8]


def see_relit(
    looks: Looks,
    image: Image,
    board: Board,
    pose: Pose,
    pawns: PawnSet,
    holes: Mapping[str, str],
    doubtful: Collection[str],
) -> Looks:
    """The same looks in the light of a later picture: a lamp's reflection, or its colour, is another.

    Args:
        looks: of the same pose.
        image: still, without a hand.
        board: which one it is.
        pose: where the camera stands.
        pawns: their kind and size.
        holes: the pawns that surely stand, by hole.
        doubtful: holes that may hold one.
    """
    taken = {*holes, *doubtful}
    fresh = see_again(looks, image, board, pose, pawns, taken)
    fresh = replace(fresh, standing=Standing(image, dict(holes)))
    places = lay_places(board, pose, pawns)
    free = [index for index, name in enumerate(places.names) if name not in taken]
    if not free:
        return fresh
    points = places.points[free]
    change = to_ratios(sample(fresh.empty, points)) - to_ratios(sample(looks.empty, points))
    # A median over the board is the lamp's own colour, whatever it mirrors here and there.
    tint = np.median(change.reshape(-1, 3), axis=0)
    tint[0] = 0.0  # brightness is told by the board's own
    return replace(fresh, body=looks.body + tint.astype(np.float32))
