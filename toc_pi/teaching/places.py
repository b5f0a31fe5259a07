"""Symbolic places relative to a seat (`b.start+2-n`), so that a lesson fits every board and card."""

import re

from calibration.holes import CENTRE, SEATS, Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.masks import JUMP_HOLE, Masks

# A place in a lesson, such as start+3 or b.H1, and the terms added to it.
_PLACE = re.compile(r"(?:(?P<seat>[a-h])\.)?(?P<base>start|entry|seven|H[1-4]|X)(?P<more>(?:[+-](?:n|\d+))*)")
_TERM = re.compile(r"([+-])(n|\d+)")


def hole_at(place: str, seat: Seat, n: int, masks: Masks) -> Hole:
    """The hole of a symbolic place on a board.

    Args:
        place: `start`, `entry`, `seven`, `H1` … `H4` of a seat, or `X`; the first three with steps added.
        seat: the default seat.
        n: the value of `n`.
        masks: the board.

    Raises:
        BadInput: no such place.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        raise BadInput(
            said(
                "place {place}; allowed are start, entry, seven, H1 to H4, X, with +2-n behind",
                place=repr(place),
            )
        )
    owner, base = Seat(found["seat"] or seat), found["base"]
    number = SEATS.index(owner)
    if base == "X":
        return CENTRE
    if base.startswith("H"):
        return Hole(f"{owner}{base}")
    first = {"start": masks.start, "entry": masks.entry}.get(base)
    index = masks.start[number] + JUMP_HOLE if first is None else first[number]
    for sign, term in _TERM.findall(found["more"]):
        steps = n if term == "n" else int(term)
        index += steps if sign == "+" else -steps
    return masks.names[index % masks.length]
