"""Illegal swaps: two pawns that changed places, and the rules that breaks (M11, RULES 7)."""

from collections.abc import Iterator

from toc_pi.rules.breaches import (
    FORWARD,
    JUMP_NOT_ALLOWED,
    NO_SWAP,
    ON_TRACK,
    SWAP_PAIR,
    SWAPPED_PROTECTED,
    Breaches,
    Manner,
    Route,
    Ways,
)
from toc_pi.rules.enquiry import Enquiry
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View


class Swapping:
    """The swaps of an enquiry's card, allowed or not.

    Args:
        enquiry: the card and the board to be explained.

    Attributes:
        always: the rules that every swap with this card breaks.
    """

    def __init__(self, enquiry: Enquiry) -> None:
        self._enquiry = enquiry
        self.always: Breaches = 0 if enquiry.has("swap") else NO_SWAP

    def find_swaps(self, view: View) -> Iterator[tuple[Breaches, int]]:
        """Swaps of two pawns that may lead towards the board, with their breaches (M11)."""
        m, rules = self._enquiry.engine.masks, self._enquiry.engine.rules
        base = self.always
        if self._enquiry.best.beats(base):
            return
        moved = view.position >> (m.seats + 1) * m.holes & m.plane
        free = view.occupied & ~moved
        needed = self._enquiry.missing(view)
        kept_own = view.on_start(rules.swap_own_pawn_not_on)
        kept_other = view.on_start(rules.swap_other_pawn_not_on)
        for seat, missing in enumerate(needed):
            for other in bits(missing & free):
                rival = view.seat_at(other)
                for one in bits(free & view.planes[seat]):
                    if rival < seat and needed[rival] >> one & 1:
                        continue  # already found from the other pawn's side
                    breaches = base | self._pair(view, one, other, kept_own, kept_other)
                    if not self._enquiry.best.beats(breaches):
                        yield breaches, self._exchanged(view, one, seat, other, rival)
        if not moved:
            yield from self._jumps_after_swap(view, base, free, kept_own, kept_other)

    def _pair(self, view: View, one: int, other: int, kept_own: int, kept_other: int) -> Breaches:
        """The rules broken by swapping these two pawns."""
        m = self._enquiry.engine.masks
        a, b = 1 << one, 1 << other
        breaches = 0 if (a | b) & ~m.track == 0 else SWAP_PAIR
        as_given = bool(a & kept_own) or bool(b & kept_other)
        turned = bool(b & kept_own) or bool(a & kept_other)
        own_one, own_other = bool(a & view.own), bool(b & view.own)
        if own_one and own_other:
            if not self._enquiry.engine.rules.swap_two_own:
                breaches |= SWAP_PAIR
            shielded = as_given and turned
        elif own_one:
            shielded = as_given
        elif own_other:
            shielded = turned
        else:
            breaches |= SWAP_PAIR
            shielded = bool((a | b) & kept_other)
        return breaches | SWAPPED_PROTECTED if shielded else breaches

    def _exchanged(self, view: View, one: int, seat: int, other: int, rival: int) -> int:
        m = self._enquiry.engine.masks
        cleared = view.position & ~(m.columns[one] | m.columns[other])
        return cleared | m.put_moved[seat][other] | m.put_moved[rival][one]

    def _jumps_after_swap(
        self, view: View, base: Breaches, free: int, kept_own: int, kept_other: int
    ) -> Iterator[tuple[Breaches, int]]:
        """Swaps after which the pawn on a hole 7 jumped, which is never allowed (M8)."""
        m = self._enquiry.engine.masks
        base |= JUMP_NOT_ALLOWED
        if self._enquiry.best.beats(base):
            return
        for seven in bits(free & m.sevens):
            rival = view.seat_at(seven)
            ends = [(seven + jumps * m.stretch) % m.length for jumps in (1, 2)]
            for seat, wanted in enumerate(self._enquiry.target):
                for end in [end for end in ends if wanted >> end & 1]:
                    own = view.planes[seat]
                    # The jump may end where the pawn was before the swap.
                    swappable = free & own & ~(1 << seven) & (1 << end if own >> end & 1 else own)
                    for one in bits(swappable):
                        pair = base | self._pair(view, one, seven, kept_own, kept_other)
                        if self._enquiry.best.beats(pair):
                            continue
                        swapped = self._enquiry.view(
                            self._exchanged(view, one, seat, seven, rival), view.acting
                        )
                        is_own = seat in view.acting
                        manner = Manner(
                            bound=is_own
                            and not (self._enquiry.engine.rules.pass_own_start or self._enquiry.five)
                        )
                        route = Route(ON_TRACK, FORWARD, 0, True, seven, (end - seven) % m.length)
                        for broken, position in Ways(swapped, self._enquiry.target).follow(
                            seat, seven, end, route, manner
                        ):
                            yield pair | broken, position
