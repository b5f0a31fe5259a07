"""One way of playing a card, step by step, towards a board that is to be explained (RULES 7).

A play, broken or not, is a sequence of steps; each step adds what it breaks. Steps are guided by the board
that is to be explained: a pawn goes where one of its seat stands in the end, or where it will be captured.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from calibration.holes import PAWNS_A_SEAT
from toc_pi.rules.breaches import (
    BACKWARD,
    FORWARD,
    HOME_LEFT,
    NO_CENTRE,
    TOO_MANY_PAWNS,
    WRONG_DIRECTION,
    Breaches,
    Ways,
)
from toc_pi.rules.enquiry import MANY, Enquiry, SearchedPlay, SearchState, Step
from toc_pi.rules.handling import Handling
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View
from toc_pi.rules.outlook import Outlook
from toc_pi.rules.swapping import Swapping
from toc_pi.rules.wanted import Effort

DETOURS = 2
"""How many more pawns may have moved than there are holes to fill, where any number of holes will do."""


@dataclass(slots=True, eq=False)
class Line:
    """One way of playing.

    Attributes:
        enquiry: what is asked.
        handling: what the card's uses break.
        swapping: what its swaps break.
        play: how it is played.
        outlook: what must be broken besides.
        needs: how many holes are to be filled at first.
        seen: the states that were reached, with what had been broken each time.
    """

    enquiry: Enquiry
    handling: Handling
    swapping: Swapping
    play: SearchedPlay
    outlook: Outlook
    needs: int
    seen: dict[SearchState, list[Breaches]] = field(default_factory=dict)

    @property
    def is_exact(self) -> bool:
        """Whether parts must make a number: then there are as many steps as it allows."""
        return self.play.part is not None and self.play.exact

    @property
    def most_steps(self) -> int:
        """After how many steps a sequence is given up."""
        return MANY if self.is_exact else self.needs + DETOURS

    def may_end(self, state: SearchState) -> bool:
        """Whether a sequence of steps is a whole play."""
        part = self.play.part
        if part is None:
            return bool(state.wholes)
        if not state.parts:
            return False
        left = part.number - state.used
        return not self.play.exact or not left or (state.is_loose and left > 0)

    def find_steps(  # noqa: C901  # one loop, for speed
        self, state: SearchState, hopes: list[Breaches], least: int, is_straight: bool, effort: Effort
    ) -> Iterator[tuple[SearchState, Breaches, Step]]:
        """Every step that may lead on to the board, with what it breaks.

        Args:
            state: where the search stands.
            hopes: sets one of which every explanation by way of this state holds.
            least: how many pawns will have moved at least.
            is_straight: whether pawns only go to holes that are to be filled.
            effort: what the search may cost; nothing more is found once that is spent.
        """
        enquiry, play, best = self.enquiry, self.play, self.enquiry.best
        engine, m = enquiry.engine, enquiry.engine.masks
        acting = enquiry.acting
        if enquiry.spills and play.part is not None and play.part.kind == "split":
            acting = engine.acting(state.position, enquiry.seat)
        view = enquiry.view(state.position, acting)
        ways = Ways(view, enquiry.target)
        moved = state.position >> (m.seats + 1) * m.holes & m.plane
        count = state.position >> (m.seats + 2) * m.holes
        crowd = TOO_MANY_PAWNS if state.wholes or play.part is not None else 0
        may_whole = not play.is_shared and best.admits(hopes, crowd, least)
        if may_whole:
            for more, position in self.swapping.find_swaps(view):
                if best.admits(hopes, more | crowd, least):
                    step = Step(state.position, position, more, -1, None, 0, None, acting)
                    yield state._replace(position=position, wholes=state.wholes + 1), more | crowd, step
        errands = chain(
            self._errands(view, moved), () if is_straight else self._detours(view, moved, state, hopes)
        )
        for seat, hole, end in errands:
            effort.spent += 1
            if effort.is_over:
                return
            if not any(best.admits(hopes, more, least) for more, _ in self.outlook.of(seat, hole, end)):
                continue
            if may_whole and (hole is None or not moved >> hole & 1):
                for route, more, manner in self.handling.whole_routes(view, play, seat, hole, end):
                    if not best.admits(hopes, crowd | more, least):
                        continue
                    for broken, position in ways.follow(seat, hole, end, route, manner):
                        after = state._replace(position=position, wholes=state.wholes + 1)
                        step = Step(state.position, position, broken | more, seat, hole, end, route, acting)
                        yield after, broken | more | crowd, step
            if play.part is None or hole is None:
                continue
            is_new = not moved >> hole & 1
            extra = TOO_MANY_PAWNS if is_new and count >= play.limit else 0
            left = play.part.number - state.used
            manner = self.handling.manner(play.part, seat, acting)
            for route, more in self.handling.part_routes(view, play, seat, hole, end, left):
                if not best.admits(hopes, extra | more, least):
                    continue
                used = state.used + route.steps if play.exact else 0
                is_loose = state.is_loose or not route.direction
                for broken, position in ways.follow(seat, hole, end, route, manner):
                    step = Step(state.position, position, broken | more, seat, hole, end, route, acting)
                    position += m.one_more if is_new and play.limit < MANY else 0
                    yield SearchState(position, used, is_loose, state.wholes, 1), broken | more | extra, step

    def _errands(self, view: View, moved: int) -> Iterator[tuple[int, int | None, int]]:
        """Which pawn may go to a hole that is to be filled: seat, hole (None for its camp), end."""
        for seat, needed in enumerate(self.enquiry.missing(view)):
            pawns = view.planes[seat]
            for end in bits(needed):
                for hole in bits(pawns if self.play.again else pawns & ~moved):
                    yield seat, hole, end
                if pawns.bit_count() < PAWNS_A_SEAT:
                    yield seat, None, end

    def _detours(
        self, view: View, moved: int, state: SearchState, hopes: list[Breaches]
    ) -> Iterator[tuple[int, int, int]]:
        """Which pawn may go elsewhere, to be captured there or to go on: seat, hole, end."""
        play, target = self.play, self.enquiry.target
        stops = 0
        if play.part is not None or self.needs > 1:
            for mask in target:
                stops |= mask
            if self.enquiry.engine.takes_both:  # a later jump takes it on its first 7
                stops |= self.enquiry.engine.masks.sevens
        stops |= self._mown(view, moved, state, hopes)
        for seat, (wanted, pawns) in enumerate(zip(target, view.planes, strict=True)):
            doomed = 0 if play.again else (moved & pawns & ~wanted).bit_count()
            can_spare = pawns.bit_count() - wanted.bit_count() - doomed > 0
            if not (can_spare or play.again):
                continue
            for hole in bits(pawns if play.again else pawns & ~moved):
                ends = 0
                if can_spare:
                    ends = wanted & pawns | stops & ~wanted
                if play.again:
                    ends |= self._stops(view, state, seat, hole, hopes) & ~wanted
                for end in bits(ends & ~(1 << hole)):
                    yield seat, hole, end

    def _mown(self, view: View, moved: int, state: SearchState, hopes: list[Breaches]) -> int:
        """The holes that a later step can mow."""
        m, play, part = self.enquiry.engine.masks, self.play, self.play.part
        still = view.occupied & ~moved & m.track
        found = 0
        turns_back = self.enquiry.best.admits(hopes, WRONG_DIRECTION)
        numbers = [use.number for use in play.whole if use.mows] if self.needs > 1 else []
        if part is not None and part.mows:
            if play.exact:
                numbers.append(part.number - state.used - 1)
            else:  # any number: on its way to a hole that is to be filled
                for seat, ends in enumerate(self.enquiry.missing(view)):
                    for hole in bits(still & view.planes[seat]):
                        for end in bits(ends):
                            ahead = m.to_entry[seat][hole] if end >= m.length else (end - hole) % m.length
                            if ahead * 2 <= m.length:
                                found |= m.between(hole, ahead + (end >= m.length))
                            if ahead * 2 >= m.length:
                                found |= m.between(hole + ahead - (end >= m.length), m.length - ahead)
        for number in numbers:
            for hole in bits(still):
                found |= m.between(hole, number)
                if turns_back:
                    found |= m.between(hole - number, number)
        return found

    def _stops(self, view: View, state: SearchState, seat: int, hole: int, hopes: list[Breaches]) -> int:
        """Where a part may end from which the pawn goes on with another one (`split_again`)."""
        m, play, best = self.enquiry.engine.masks, self.play, self.enquiry.best
        assert play.part is not None
        left = play.part.number - state.used
        if left < 2:
            return 0
        if hole >= m.length:
            leaving = NO_CENTRE if hole == m.centre else HOME_LEFT
            return m.track if best.admits(hopes, leaving) else 0
        if play.exact:
            turns_back = best.admits(hopes, WRONG_DIRECTION)
            found = m.rise[seat][PAWNS_A_SEAT] if best.admits(hopes, HOME_LEFT) else 0
            for direction in (FORWARD, BACKWARD) if turns_back else (FORWARD,):
                for steps in range(1, left):
                    end = (hole + direction * steps) % m.length
                    found |= 1 << end | (m.sevens >> end & 1) << (end + m.stretch) % m.length
            return found
        strays = 0
        for wanted, pawns in zip(self.enquiry.target, view.planes, strict=True):
            strays |= pawns & ~wanted
        return (strays | m.sevens | 1 << m.start[seat]) & m.track
