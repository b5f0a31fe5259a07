"""Pictures of the pawns in the holes where they stood when their looks were learnt."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Image


@dataclass(frozen=True, slots=True, eq=False)
class PawnPictures:
    """Pawns in their holes.

    Attributes:
        picture: (h, w, 3) uint8, of the looks' pose and light; black where no pawn stood.
        holes: which pawn stood in which hole.
    """

    picture: Image
    holes: Mapping[str, str]


def keep_standing(picture: Image, known: Image, holes: Mapping[str, str]) -> PawnPictures:
    """The part of a picture that shows pawns; the rest is black.

    Args:
        picture: (h, w, 3).
        known: (h, w), 0 where pawns hide the board.
        holes: where they stand.
    """
    return PawnPictures(np.where(known[..., None] > 0, np.uint8(0), picture), dict(holes))
