"""Lower bounds for the search: rules that every continuation from a position must break."""

from toc_pi.rules.breaches import TOO_MANY_PAWNS, WRONG_PAWN, Breaches
from toc_pi.rules.enquiry import MANY, Enquiry, SearchedPlay, SearchState
from toc_pi.rules.handling import Handling
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View
from toc_pi.rules.swapping import Swapping
from toc_pi.rules.wanted import Effort

WAY_EFFORT = 3
"""Effort charged for computing the routes from one hole to another."""


class LowerBounds:
    """Lower bounds of the breaches, and holes used, needed to bring a pawn to a hole, on any board.

    Args:
        enquiry: the card and the board to be explained.
        handling: breaches of the card's uses.
        swapping: breaches of its swaps.
        play: the way of playing it.
        view: the position at the beginning, with every seat that may act as own.
        effort: the cost limit of the search.
    """

    def __init__(
        self,
        enquiry: Enquiry,
        handling: Handling,
        swapping: Swapping,
        play: SearchedPlay,
        view: View,
        effort: Effort,
    ) -> None:
        self._enquiry = enquiry
        self._handling = handling
        self._swapping = swapping
        self._play = play
        self._view = view
        self._effort = effort
        self._known: dict[tuple[int, int | None, int], tuple[tuple[Breaches, int], ...]] = {}

    def of(self, seat: int, hole: int | None, end: int) -> tuple[tuple[Breaches, int], ...]:
        """Breaches and holes used of the cheapest routes (a Pareto front) of a pawn; hole None: its camp."""
        key = (seat, hole, end)
        known = self._known.get(key)
        if known is None:
            self._effort.spent += WAY_EFFORT
            found = self._find(seat, hole, end)
            known = self._known[key] = tuple(
                one for one in found if not any(_is_less(other, one) for other in found)
            )
        return known

    def _find(self, seat: int, hole: int | None, end: int) -> set[tuple[Breaches, int]]:
        play, handling, view = self._play, self._handling, self._view
        found: set[tuple[Breaches, int]] = set()
        if not play.is_shared:
            crowd = TOO_MANY_PAWNS if play.part is not None else 0
            routes = handling.whole_routes(view, play, seat, hole, end)
            found.update((more | crowd, 0) for _, more, _ in routes)
        if play.part is not None and hole is not None:
            parts = handling.part_routes(
                view, play, seat, hole, end, MANY if play.again else play.part.number
            )
            found.update((more, route.steps if play.exact else 0) for route, more in parts)
        if play.again and play.part is not None:
            found.add((handling.pawn(view, play.part, seat, hole) & WRONG_PAWN, 0))
        return found

    def of_state(self, state: SearchState, breaches: Breaches, moved: int) -> list[Breaches]:
        """Lower bounds: every explanation through this state includes one of these sets; may be empty.

        Each hole still to be filled needs a pawn of its seat that hasn't moved. At least `moved` pawns move.
        """
        enquiry, play, best = self._enquiry, self._play, self._enquiry.best
        m = enquiry.engine.masks
        view = enquiry.view(state.position, self._view.acting)
        gone = 0 if play.again else state.position >> (m.seats + 1) * m.holes & m.plane
        holes = [(seat, end) for seat, mask in enumerate(enquiry.missing(view)) for end in bits(mask)]
        if (
            play.part is None
            and holes
            and (state.wholes or len(holes) > (2 if _are_swapped(view, holes) else 1))
        ):
            breaches |= TOO_MANY_PAWNS
        left = play.part.number - state.used if play.part is not None and play.exact else MANY
        swap = self._swapping.always
        if play.part is not None:
            swap |= TOO_MANY_PAWNS
        bounds, least = [breaches], 0
        for seat, end in holes:
            ways: set[Breaches] = set()
            fewest = MANY
            for hole in (*bits(view.planes[seat] & ~gone), None):
                for more, steps in self.of(seat, hole, end):
                    if steps <= left and not best.beats(breaches | more, moved):
                        ways.add(more)
                        fewest = min(fewest, steps)
            if not play.is_shared and view.occupied >> end & 1 and not best.beats(breaches | swap, moved):
                ways.add(swap)
                fewest = 0
            least += fewest
            if least > left:
                return []
            bounds = _smallest({bound | way for bound in bounds for way in ways})
        return [bound for bound in bounds if not best.beats(bound, moved)]


def _is_less(one: tuple[Breaches, int], other: tuple[Breaches, int]) -> bool:
    """Whether one route dominates another: no more breaches, no more holes used, and not equal."""
    return one != other and one[0] & other[0] == one[0] and one[1] <= other[1]


def _are_swapped(view: View, holes: list[tuple[int, int]]) -> bool:
    """Whether two holes to be filled can be filled by swapping their pawns."""
    if len(holes) != 2:
        return False
    (seat, end), (other, place) = holes
    return bool(view.planes[seat] >> place & 1 and view.planes[other] >> end & 1)


def _smallest(sets: set[Breaches]) -> list[Breaches]:
    """The sets that contain no other."""
    return [one for one in sets if not any(other & one == other and other != one for other in sets)]
