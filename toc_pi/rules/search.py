"""The search for the smallest set of broken rules that explains a board (RULES 7).

A play, broken or not, is a sequence of steps; each step adds what it breaks. Steps are guided by the board
that is to be explained: a pawn goes where one of its seat stands in the end, or where it will be captured.
Positions that several orders of steps lead to are searched once for each set of breaches, and a sequence that
can no longer beat the best explanation is dropped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from calibration.holes import HOLES_A_SEAT, PAWNS_A_SEAT, Seat
from toc_pi.rules.breaches import (
    BACKWARD,
    CANNOT_COME_OUT,
    FORWARD,
    JUMP_NOT_ALLOWED,
    MOVED_PROTECTED,
    NO_SWAP,
    SENT_BACK,
    SPLIT_TOTAL,
    SWAP_PAIR,
    SWAPPED_PROTECTED,
    TOO_MANY_PAWNS,
    WRONG_DIRECTION,
    WRONG_DISTANCE,
    WRONG_PAWN,
    Breaches,
    Manner,
    Way,
    Ways,
)
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Engine, Group, View
from toc_pi.rules.ruleset import Use
from toc_pi.rules.splits import AS_MANY_AS_WISHED

MOST_REASONS = 3
MANY = 99
NUMBERED = ("forward", "back", "opponent", "any")


class Best:
    """The smallest set found so far; of two as small, the one whose first code stands earlier."""

    def __init__(self) -> None:
        self.breaches: Breaches = 0
        self._size = MOST_REASONS + 1

    def offer(self, breaches: Breaches) -> None:
        """Take a set if it is better."""
        if not self.beats(breaches):
            self.breaches, self._size = breaches, breaches.bit_count()

    def beats(self, breaches: Breaches) -> bool:
        """Whether neither this set nor any larger one that holds it can be better."""
        size = breaches.bit_count()
        return size > self._size or (size == self._size and breaches <= self.breaches) or size > MOST_REASONS


@dataclass(frozen=True, slots=True)
class Play:
    """One way of playing a card that is searched.

    Attributes:
        whole: uses of which a step may be one, whole.
        part: the use whose number is shared among the steps; None for none.
        exact: whether the parts must make the number.
        limit: how many pawns may take parts.
        again: whether a pawn may take several parts.
        always: what every such play breaks.
    """

    whole: tuple[Use, ...]
    part: Use | None = None
    exact: bool = True
    limit: int = MANY
    again: bool = False
    always: Breaches = 0


class State(NamedTuple):
    """Where a search stands.

    Attributes:
        position: with a mark on each pawn that has moved, and their number above.
        used: how much of the number is used up.
        is_loose: whether some part isn't measured: it makes up what is missing.
        wholes: how many whole uses have been played.
        parts: 1 once a part has been played.
    """

    position: int
    used: int = 0
    is_loose: bool = False
    wholes: int = 0
    parts: int = 0


class Search:
    """A card of one rank, with certain pawns as own, against a board.

    Args:
        engine: the rules at the table.
        seat: whose turn it is.
        acting: whose pawns are own.
        uses: what the card does.
        five: whether it counts as a 5.
        target: each seat's pawns on the board that is to be explained.
        best: gets every explanation.
        spills: whether a split goes on with the next mates' pawns.
    """

    def __init__(
        self,
        engine: Engine,
        seat: Seat,
        acting: Group,
        uses: Iterable[Use],
        five: bool,
        target: list[int],
        best: Best,
        spills: bool,
    ) -> None:
        self.engine = engine
        self.seat = seat
        self.acting = acting
        self.uses = tuple(uses)
        self.five = five
        self.target = target
        self.best = best
        self.spills = spills
        self._team = engine.team[seat]
        self._manners: dict[tuple[Use, int, Group], Manner] = {}

    def run(self, position: int) -> None:
        """Find the best explanation of the board."""
        rules = self.engine.rules
        whole = tuple(use for use in self.uses if use.kind != "split")
        for breaches, after in self._swaps(self._view(position, self.acting), self.uses):
            self._finish(after, breaches)
        for use in self.uses:
            if use.kind == "split":
                pawns = rules.split_pawns
                limit = MANY if pawns >= AS_MANY_AS_WISHED else pawns
                again = rules.split_again
                self._explore(position, Play(whole, use, True, limit, again))
                self._explore(position, Play(whole, use, False, limit, again, SPLIT_TOTAL))
        if whole:
            for use in whole:
                if use.kind in NUMBERED and use.number > 1:
                    self._explore(position, Play((), use, always=TOO_MANY_PAWNS))
            self._explore(position, Play(whole))

    def _view(self, position: int, acting: Group) -> View:
        return View(self.engine, position, acting, self._team, self.engine.masks.put_moved)

    def _finish(self, position: int, breaches: Breaches) -> None:
        """Offer what a play breaks if it gives the board, some unmoved pawns taken off apart."""
        m = self.engine.masks
        extra = 0
        for seat, wanted in enumerate(self.target):
            pawns = position >> seat * m.holes & m.plane
            if wanted & ~pawns:
                return
            extra |= pawns & ~wanted
        if extra:
            if extra & position >> (m.seats + 1) * m.holes:
                return
            breaches |= SENT_BACK
        self.best.offer(breaches)

    # Many steps

    def _explore(self, position: int, play: Play) -> None:
        """Search every sequence of steps of a play."""
        if self.best.beats(play.always):
            return
        seen: dict[State, list[Breaches]] = {}
        waiting = [(State(position), play.always)]
        while waiting:
            state, breaches = waiting.pop()
            known = seen.setdefault(state, [])
            if self.best.beats(breaches) or any(old & breaches == old for old in known):
                continue
            known.append(breaches)
            if state.wholes or state.parts:
                self._close(state, breaches, play)
            for after, more in self._steps(state, play, breaches):
                if not self.best.beats(breaches | more):
                    waiting.append((after, breaches | more))

    def _close(self, state: State, breaches: Breaches, play: Play) -> None:
        """Offer a sequence of steps if it can end here."""
        if play.part is not None:
            if not state.parts:
                return
            n = play.part.number
            if play.exact and not (state.used == n or (state.is_loose and state.used < n)):
                return
        self._finish(state.position, breaches)

    def _steps(self, state: State, play: Play, breaches: Breaches) -> Iterator[tuple[State, Breaches]]:
        """Every step that may lead on to the board, with what it breaks."""
        m = self.engine.masks
        acting = self.acting
        if self.spills and play.part is not None and play.part.kind == "split":
            acting = self.engine.acting(state.position, self.seat)
        view = self._view(state.position, acting)
        ways = Ways(view, self.target)
        moved = state.position >> (m.seats + 1) * m.holes & m.plane
        count = state.position >> (m.seats + 2) * m.holes
        crowd = TOO_MANY_PAWNS if state.wholes or state.parts else 0
        wholes = () if self.best.beats(breaches | crowd) else play.whole
        if wholes:
            for more, position in self._swaps(view, play.whole):
                yield state._replace(position=position, wholes=state.wholes + 1), more | crowd
        for seat, hole, end, is_detour in self._errands(view, moved, play, state):
            for use in wholes:
                for way, more in self._whole_ways(ways, view, use, seat, hole, end):
                    if not (is_detour and more & WRONG_DISTANCE):
                        yield state._replace(position=way.after, wholes=state.wholes + 1), more | crowd
            if play.part is None:
                continue
            is_new = hole is None or not moved >> hole & 1
            more = TOO_MANY_PAWNS if state.wholes or (is_new and count >= play.limit) else 0
            if self.best.beats(breaches | more):
                continue
            left = play.part.number - state.used
            for way, broken in self._part_ways(ways, view, play, seat, hole, end, left):
                position = way.after + m.one_more if is_new and play.limit < MANY else way.after
                used = state.used + way.count if play.exact else 0
                is_loose = state.is_loose or not way.direction
                yield State(position, used, is_loose, state.wholes, 1), broken | more

    def _errands(
        self, view: View, moved: int, play: Play, state: State
    ) -> Iterator[tuple[int, int | None, int, bool]]:
        """Which pawn may go where: seat, hole (None for its camp), end, and whether it is a detour.

        A detour leaves a hole where a pawn of its seat has to stand in the end.
        """
        needed = [wanted & ~pawns for wanted, pawns in zip(self.target, view.planes, strict=True)]
        all_needed = 0
        for mask in needed:
            all_needed |= mask
        part = play.part
        exact = part is not None and play.exact
        for seat, (wanted, pawns) in enumerate(zip(self.target, view.planes, strict=True)):
            movable = pawns if play.again else pawns & ~moved
            extra = pawns & ~wanted
            if not extra and not needed[seat]:
                continue
            camp = pawns.bit_count() < PAWNS_A_SEAT
            for end in bits(needed[seat]):
                for hole in bits(movable):
                    yield seat, hole, end, not extra >> hole & 1
                if camp:
                    yield seat, None, end, False
            strays = bits(movable if exact else movable & extra)
            for hole in strays:
                is_detour = not extra >> hole & 1
                for end in bits(wanted & pawns & ~(1 << hole)):
                    yield seat, hole, end, is_detour
            for hole in bits(movable & extra):
                doomed = all_needed & ~needed[seat]
                if part is not None:
                    doomed |= self._stops(view, play, seat, hole, part.number - state.used)
                    doomed &= ~(wanted | 1 << hole)
                for end in bits(doomed):
                    yield seat, hole, end, False

    def _stops(self, view: View, play: Play, seat: int, hole: int, left: int) -> int:
        """Where a part may end besides: to be mown by a later part, or to go on with another one."""
        m = self.engine.masks
        part = play.part
        assert part is not None
        if not (part.mows or play.again) or left < 2 or hole >= m.length:
            return 0
        near = m.between(hole, left)
        if play.exact:
            over = [(seven + HOLES_A_SEAT) % m.length for seven in bits(near & m.sevens)]
            return near | sum(1 << end for end in over)
        if not play.again:
            return 0
        strays = 0
        for wanted, pawns in zip(self.target, view.planes, strict=True):
            strays |= pawns & ~wanted
        return (strays | m.sevens | 1 << m.start[seat]) & m.track

    def _whole_ways(
        self, ways: Ways, view: View, use: Use, seat: int, hole: int | None, end: int
    ) -> Iterator[tuple[Way, Breaches]]:
        """How a use, whole, brings a pawn there."""
        if hole is None:
            way = ways.from_camp(seat, end)
            breaches = 0 if use.kind == "out" else CANNOT_COME_OUT
            yield way, way.breaches | breaches | self._pawn(view, use, seat, None)
            return
        manner = self._manner(use, seat, view.acting)
        who = self._pawn(view, use, seat, hole)
        if self.best.beats(who):
            return
        right = BACKWARD if use.kind == "back" else FORWARD
        for way in ways.between(seat, hole, end, manner):
            breaches = way.breaches | who
            if way.direction:
                if use.kind in NUMBERED and way.count == use.number:
                    breaches |= way.stayed
                    if way.direction != right:
                        breaches |= WRONG_DIRECTION
                elif way.is_near:
                    breaches |= WRONG_DISTANCE
                else:
                    continue
            yield way, breaches

    def _part_ways(
        self, ways: Ways, view: View, play: Play, seat: int, hole: int | None, end: int, left: int
    ) -> Iterator[tuple[Way, Breaches]]:
        """How a part of a number brings a pawn there."""
        use = play.part
        assert use is not None
        if hole is None:
            way = ways.from_camp(seat, end)
            yield way, way.breaches | CANNOT_COME_OUT | self._pawn(view, use, seat, None)
            return
        manner = self._manner(use, seat, view.acting)
        who = self._pawn(view, use, seat, hole)
        right = BACKWARD if use.kind == "back" else FORWARD
        for way in ways.between(seat, hole, end, manner):
            breaches = way.breaches | who
            if way.direction:
                if play.exact:
                    if way.count > left:
                        continue
                    breaches |= way.stayed
                    if way.direction != right:
                        breaches |= WRONG_DIRECTION
                elif not way.is_near:
                    continue
            yield way, breaches

    def _manner(self, use: Use, seat: int, acting: Group) -> Manner:
        """How a use moves a pawn of a seat."""
        key = (use, seat, acting)
        known = self._manners.get(key)
        if known is None:
            rules = self.engine.rules
            is_own = seat in acting
            shares = use.kind == "split" and rules.split_with == "team" and seat in self._team
            bound = not rules.pass_own_start and not self.five and (is_own or shares)
            home = rules.five_home
            turns = not self.five or home == "all" or (home == "own" and is_own)
            centre = use.kind == "centre"
            known = Manner(use.mows, bound, turns, use.kind == "back", centre)
            self._manners[key] = known
        return known

    def _pawn(self, view: View, use: Use, seat: int, hole: int | None) -> Breaches:
        """What it breaks to move this pawn at all with a use: `wrong-pawn`, `moved-protected`."""
        m, rules = self.engine.masks, self.engine.rules
        is_own = seat in view.acting
        on_track = hole is not None and hole < m.length
        protected = 0
        if hole is not None and not is_own and view.protected >> hole & 1 and not rules.protected_moved:
            protected = MOVED_PROTECTED
        if not view.acting:
            return WRONG_PAWN | protected
        if use.kind == "opponent":
            return protected if on_track and seat not in self._team else WRONG_PAWN | protected
        if use.kind == "any":
            return protected if on_track else WRONG_PAWN | protected
        if is_own:
            return 0
        if use.kind == "split" and rules.split_with == "team" and seat in self._team:
            return 0 if hole is not None and hole != m.centre else WRONG_PAWN
        return WRONG_PAWN | protected

    # Swaps

    def _swaps(self, view: View, uses: tuple[Use, ...]) -> Iterator[tuple[Breaches, int]]:
        """Swaps of two pawns that may lead on to the board, with what they break (M11)."""
        m, rules = self.engine.masks, self.engine.rules
        base = 0 if any(use.kind == "swap" for use in uses) else NO_SWAP
        if self.best.beats(base):
            return
        moved = view.position >> (m.seats + 1) * m.holes & m.plane
        free = view.occupied & ~moved
        needed = [wanted & ~pawns for wanted, pawns in zip(self.target, view.planes, strict=True)]
        kept_own = view.on_start(rules.swap_own_pawn_not_on)
        kept_other = view.on_start(rules.swap_other_pawn_not_on)
        for seat, wanted in enumerate(needed):
            for one in bits(free & view.planes[seat]):
                for other in bits(free & ~view.planes[seat]):
                    rival = view.seat_at(other)
                    fills = wanted >> other & 1 or needed[rival] >> one & 1
                    if not fills or (rival < seat and wanted >> other & 1 and needed[rival] >> one & 1):
                        continue
                    breaches = base | self._pair(view, one, other, kept_own, kept_other)
                    if not self.best.beats(breaches):
                        yield breaches, self._exchanged(view, one, seat, other, rival)
        yield from self._jumps_after_swap(view, base, free, kept_own, kept_other)

    def _pair(self, view: View, one: int, other: int, kept_own: int, kept_other: int) -> Breaches:
        """What it breaks to swap these two pawns."""
        m = self.engine.masks
        a, b = 1 << one, 1 << other
        breaches = 0 if (a | b) & ~m.track == 0 else SWAP_PAIR
        as_given = bool(a & kept_own) or bool(b & kept_other)
        turned = bool(b & kept_own) or bool(a & kept_other)
        own_one, own_other = bool(a & view.own), bool(b & view.own)
        if own_one and own_other:
            if not self.engine.rules.swap_two_own:
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
        m = self.engine.masks
        cleared = view.position & ~(m.columns[one] | m.columns[other])
        return cleared | m.put_moved[seat][other] | m.put_moved[rival][one]

    def _jumps_after_swap(
        self, view: View, base: Breaches, free: int, kept_own: int, kept_other: int
    ) -> Iterator[tuple[Breaches, int]]:
        """Swaps after which the pawn that came to a hole 7 jumped on, which is never allowed (M8)."""
        m = self.engine.masks
        base |= JUMP_NOT_ALLOWED
        if self.best.beats(base):
            return
        for seven in bits(free & m.sevens):
            rival = view.seat_at(seven)
            ends = [(seven + jumps * HOLES_A_SEAT) % m.length for jumps in (1, 2)]
            for seat, wanted in enumerate(self.target):
                missing = wanted & ~view.planes[seat]
                for end in [end for end in ends if missing >> end & 1]:
                    for one in bits(free & view.planes[seat] & ~(1 << seven)):
                        pair = base | self._pair(view, one, seven, kept_own, kept_other)
                        if self.best.beats(pair):
                            continue
                        swapped = self._view(self._exchanged(view, one, seat, seven, rival), view.acting)
                        is_own = seat in view.acting
                        manner = Manner(bound=is_own and not (self.engine.rules.pass_own_start or self.five))
                        for way in Ways(swapped, self.target).jump(seat, seven, end, manner):
                            yield pair | way.breaches, way.after
