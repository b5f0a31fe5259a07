"""Makes observations (`Look`) and positions from text."""

from collections.abc import Mapping

from calibration.holes import Hole, Seat
from toc_pi.belief.look import Look, look_of
from toc_pi.rules.position import Pawns

Chances = Mapping[str, float]
CAMP = ("C1", "C2", "C3", "C4")


def look(
    pawns: str = "", camps: str = "", white: Mapping[str, float] | None = None, **unsure: Chances
) -> Look:
    """A look at pawns (`a0:a b3:b`), at pawns in the first holes of camps (`aaab`), and at unsure holes."""
    holes = {Hole(hole): Seat(seat) for hole, seat in (pair.split(":") for pair in pawns.split())}
    for seat in set(camps):
        free = [f"{seat}{name}" for name in CAMP if f"{seat}{name}" not in unsure]
        holes |= {Hole(hole): Seat(seat) for hole in free[: camps.count(seat)]}
    listed = {Hole(hole): chances for hole, chances in unsure.items() if chances}
    return look_of(
        holes, map(Hole, unsure), listed, {Hole(hole): odds for hole, odds in (white or {}).items()}
    )


def at(text: str) -> Pawns:
    """A position as a set of pairs."""
    return frozenset((Hole(hole), Seat(seat)) for hole, seat in (pair.split(":") for pair in text.split()))
