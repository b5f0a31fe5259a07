"""The letters printed on cards: packs from France have V, D and R (valet, dame, roi) instead of J, Q and K.

Rules, files and data formats always use J, Q and K; only people see the pack's own letters.
"""

from typing import Literal

Faces = Literal["JQK", "VDR"]
FACES: tuple[Faces, ...] = ("JQK", "VDR")
"""The letters of jack, queen and king on packs."""

_RANKS = "JQK"  # as the rules name them


def face_of(card: str, faces: str = _RANKS) -> str:
    """A card as printed on it; a joker is a star.

    Args:
        card: a rank.
        faces: the pack's letters for jack, queen and king.
    """
    if card == "*":
        return "★"
    return faces[_RANKS.index(card)] if card and card in _RANKS else card


def usual_faces(locale: str) -> Faces:
    """The usual pack of a locale: J, Q, K in `fr_CA.UTF-8`, V, D, R in the French of Europe."""
    return "VDR" if locale[:5] in ("fr_FR", "fr_BE", "fr_CH", "fr_LU", "fr_MC") else "JQK"
