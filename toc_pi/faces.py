"""What is printed on a card: a pack from France has valet, dame and roi where others have J, Q and K.

Rules, files and messages between programs always say J, Q and K; only people see the pack's own letters.
"""

from typing import Literal

Faces = Literal["JQK", "VDR"]
FACES: tuple[Faces, ...] = ("JQK", "VDR")
"""The letters of jack, queen and king, as packs have them."""

_RANKS = "JQK"


def face_of(card: str, faces: str = _RANKS) -> str:
    """A card as it stands on the card; a joker is a star.

    Args:
        card: a rank.
        faces: the pack's letters for jack, queen and king.
    """
    if card == "*":
        return "★"
    return faces[_RANKS.index(card)] if card and card in _RANKS else card


def usual_faces(locale: str) -> Faces:
    """The pack that is usual in a locale: J, Q, K in `fr_CA.UTF-8`, V, D, R in the French of Europe."""
    return "VDR" if locale[:5] in ("fr_FR", "fr_BE", "fr_CH", "fr_LU", "fr_MC") else "JQK"
