"""The results of a split (M12) that show a given board, found without listing the others.

With many pawns a split has hundreds of thousands of results. To find those that show a certain board, parts
are searched depth first, and a state from which the goal can't be reached is dropped. Groups of pawns that
cannot meet are moved one group after the other.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from calibration.holes import PAWNS_A_SEAT
from toc_pi.errors import BadInput
from toc_pi.rules.engine import ANYTHING, Effort, Goal
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group
from toc_pi.rules.split_states import Expander, Mover, best_states
from toc_pi.rules.splits import Split

MAX_LISTED = 300_000
"""How many positions may be searched to list the results of a split. The 16 pawns of four seats share a 7 in
171,000 ways, after 245,000 positions."""


class GoalSearch:
    """A search for the results of a split that reach a goal; each is found once.

    Args:
        split: the number to split.
        groups: from `Split.groups`, of the position before the card.
        goal: the pawns that a result must show.
        effort: the cost limit of the search; it ends without an error once that is spent.
    """

    def __init__(self, split: Split, groups: list[list[Mover]] | None, goal: Goal, effort: Effort) -> None:
        self._split = split
        self._goal = goal
        self._effort = effort
        self._engine, m = split.engine, split.engine.masks
        self._m = m
        self._spills = groups is None
        self._seats = split.team if groups is None else split.seats_of(split.acting)
        self._expanders: dict[Group, Expander] = {}
        # Where each group's pawns can come, and where they and those of later groups can.
        everywhere = m.plane & ~(1 << m.centre)
        self._regions = [_union(reach for _, _, reach in group) for group in groups or ()]
        places = range(len(self._regions) or 1)
        self._alive = [everywhere if groups is None else _union(self._regions[at:]) for at in places]
        self._is_empty = groups == []
        # For each seat how many pawns more than the given ones may stand, and the holes where any may.
        self._standing = _union(goal.may >> seat * m.holes & m.plane for seat in range(m.seats))
        optional = goal.may & ~goal.must
        self._room = [(optional >> seat * m.holes & m.plane).bit_count() for seat in range(m.seats)]
        # A part captures at most as many pawns as it moves holes, plus one on the first 7 of a jump.
        takes_more = split.mows or self._engine.takes_both
        self._catch = 2 if self._engine.jumps and takes_more else 1
        self._seen: set[tuple[int, int]] = set()
        self._results: set[int] = set()
        self._near: dict[tuple[int, int], list[int]] = {}

    def results(self, position: int) -> Iterator[int]:
        """Each result of the card on a position that reaches the goal."""
        if self._is_empty:
            return
        most = self._most_results(position)
        for result in self._search(position, self._split.number, 0):
            yield result
            most -= 1
            if not most:
                return

    def _most_results(self, position: int) -> int:
        """The number of results possible if all pawns are given, one for each freshness; otherwise -1."""
        m, goal = self._m, self._goal
        if goal.off or goal.may != goal.must:
            return -1
        fresh = position >> m.seats * m.holes & m.plane
        kept = sum(
            bool(fresh >> start & 1 and goal.must >> seat * m.holes + start & 1)
            for seat, start in enumerate(m.start)
        )
        return 1 << kept

    def _search(self, state: int, left: int, place: int) -> Iterator[int]:
        """The results that the rest of the number leads to; groups before `place` have moved."""
        if (state, left) in self._seen or self._effort.is_over:
            return
        self._seen.add((state, left))
        self._effort.spent += 1
        if not left:
            result = state & self._m.board
            if self._goal.admits(result) and result not in self._results:
                self._results.add(result)
                yield result
            return
        expander = self._expander(state)
        free = expander.free(state, self._alive[place])
        budgets = self._budgets(state, left, free, self._alive[place])
        if budgets is None:
            return
        goal = self._goal
        steps: list[tuple[int, int, int, int, int]] = []
        for seat, hole, more in expander.movers(state, free):
            budget = budgets[seat]
            if not budget or self._must_stay(state, budget, free, seat, hole):
                continue
            then = self._place_of(hole, place)
            for part, change in expander.parts(state, seat, hole, budget):
                after = state ^ change
                amiss = (goal.must & ~after | after & goal.must_not).bit_count()
                steps.append((amiss, left - part, len(steps), after + more, then))
        for _, rest, _, after, then in sorted(steps):  # the states nearest to the goal first
            yield from self._search(after, rest, then)

    def _expander(self, state: int) -> Expander:
        acting = self._split.acting_in(state) if self._spills else self._split.acting
        known = self._expanders.get(acting)
        if known is None:
            known = self._expanders[acting] = Expander(self._split, acting)
        return known

    def _place_of(self, hole: int, place: int) -> int:
        """The index of the group that a hole belongs to."""
        while place < len(self._regions) and not self._regions[place] >> hole & 1:
            place += 1
        return place

    def _budgets(self, state: int, left: int, free: int, alive: int) -> list[int] | None:
        """How much of the rest each seat's pawns may use; None where the goal can't be reached.

        Args:
            left: the rest of the number.
            free: the holes whose pawns may still take parts, if their seats may.
            alive: the holes where pawns can still come or be captured.
        """
        goal, m = self._goal, self._m
        missing, surplus = goal.must & ~state, state & goal.must_not
        lacking = required = captures = 0
        budgets, loose = [left] * m.seats, []
        for seat in range(m.seats):
            at = seat * m.holes
            wanted, pawns = goal.must >> at & m.plane, state >> at & m.plane
            here, stray = missing >> at & m.plane, surplus >> at & m.plane
            spare = pawns.bit_count() - wanted.bit_count()
            captures += max(spare - self._room[seat], 0)
            if spare <= 0 and not goal.off:
                # None of them may be captured, and all their ends are given, so their total distance is
                # known.
                if spare:
                    return None
                budgets[seat] = self._distance(seat, here, pawns & ~wanted) if here else 0
                required += budgets[seat]
                if budgets[seat] > left:
                    return None
            elif seat in self._seats:
                loose.append(seat)
            if here:
                lacking += max(self._unreached(state, budgets[seat], free, seat, here), -spare)
            if stray:
                lacking += (stray & ~self._passable(seat, free, alive)).bit_count()
            if lacking > goal.off:
                return None
        if required > left or (required < left and not loose) or captures > left * self._catch + goal.off:
            return None
        if not goal.off and self._steps_needed(state, left, free, missing, surplus) > left:
            return None
        for seat in loose:
            budgets[seat] = left - required
        return budgets

    def _steps_needed(self, state: int, left: int, free: int, missing: int, surplus: int) -> int:
        """A lower bound of the steps needed to fill holes, and to capture surplus pawns that can't move.

        A pawn that comes to a hole has taken all steps from at least the nearest pawn behind it.
        """
        m = self._m
        movers = targets = 0
        for seat in range(m.seats):
            at = seat * m.holes
            pawns = state >> at & free if seat in self._seats else 0
            movers |= pawns
            targets |= missing >> at | surplus >> at & ~pawns
        if self._engine.jumps:
            movers |= m.sevens
            targets &= ~m.sevens
        steps = 0
        for hole in bits(targets & m.track):
            for n in range(1, left + 2):
                steps |= 1 << (hole - n + 1) % m.length
                if movers >> (hole - n) % m.length & 1:
                    break
        return steps.bit_count()

    def _distance(self, seat: int, ends: int, starts: int) -> int:
        """The total distance, in holes, from some holes to the same number of others; jumps count as 0."""
        m, along = self._m, self._m.along[seat]
        way = sum(along[hole] for hole in bits(ends)) - sum(along[hole] for hole in bits(starts))
        return int(way % (m.stretch if self._engine.jumps else m.length))

    def _unreached(self, state: int, left: int, free: int, seat: int, ends: int) -> int:
        """A lower bound of the number of these holes that the seat's pawns can't reach with the rest."""
        costs = sorted(self._least(state, left, free, seat, hole) for hole in bits(ends))
        used = short = 0
        for cost in costs:
            used += cost
            short += used > left
        return short

    def _passable(self, seat: int, free: int, alive: int) -> int:
        """The holes from which a pawn of a seat can still be moved or captured."""
        m, split = self._m, self._split
        catchable = self._standing
        if self._engine.takes_both:
            catchable |= m.sevens
        if split.mows or split.again:
            catchable = m.plane
        return catchable & alive & m.track | (free if seat in self._seats else 0)

    def _must_stay(self, state: int, left: int, free: int, seat: int, hole: int) -> bool:
        """Whether a pawn must stay because its hole must be filled and no other pawn can get there."""
        pawn = 1 << seat * self._m.holes + hole
        if self._goal.off or not self._goal.must & pawn:
            return False
        return self._least(state & ~pawn, left - 1, free, seat, hole) >= left

    def _least(self, state: int, left: int, free: int, seat: int, hole: int) -> int:
        """The fewest steps that bring a pawn of a seat to a hole; `left + 1` if none can get there."""
        if seat not in self._seats or left < 1:
            return left + 1
        near = self._near.get((seat, hole))
        if near is None:
            near = self._near[seat, hole] = self._holes_before(seat, hole)
        pawns = state >> seat * self._m.holes & free
        if not pawns & near[left]:
            return left + 1
        for n in range(1, left):
            if pawns & near[n]:
                return n
        return left

    def _holes_before(self, seat: int, end: int) -> list[int]:
        """For each number n, the holes from which a pawn of a seat reaches a hole in at most n steps."""
        m, split = self._m, self._split
        found = [0] * (split.number + 1)
        home = range(m.home[seat], m.home[seat] + PAWNS_A_SEAT)
        if end in home:
            for hole in range(home[0], end):
                if end - hole <= split.number:
                    found[end - hole] |= 1 << hole
        elif end >= m.length:
            return found
        for hole in range(m.length):
            if end in home:
                steps = m.to_entry[seat][hole] + end - home[0] + 1
                jumps = self._engine.jumps and split.again
            else:
                steps = (end - hole) % m.length or m.length
                jumps = self._engine.jumps and (split.again or bool(m.sevens >> end & 1))
            if jumps and steps > m.stretch:
                steps -= m.stretch
            if steps <= split.number:
                found[steps] |= 1 << hole
        for n in range(1, len(found)):
            found[n] |= found[n - 1]
        return found


def _union(masks: Iterator[int] | list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


@dataclass(slots=True)
class Shared:
    """The results of a split from a position, computed on demand."""

    split: Split
    position: int
    _all: set[int] | None = None

    def listed(self, most: int) -> set[int] | None:
        """Every result; None if more than `most` positions have to be searched. Do not modify."""
        if self._all is None:
            self._all = self.split.results(self.position, most)
        return self._all

    def every(self) -> set[int]:
        """Every result; do not modify.

        Raises:
            BadInput: they are too many to be listed.
        """
        found = self.listed(MAX_LISTED)
        if found is None:
            raise BadInput(
                "holes: {number} holes can be split among these {pawns} pawns in more than {most} ways, "
                "the limit; fewer pawns, or a smaller number, are allowed",
                number=self.split.number,
                pawns=self.split.count(self.position),
                most=MAX_LISTED,
            )
        return found

    def best(self, worth: Callable[[int], float], width: int) -> Iterable[int]:
        """Some results that are worth much; every one if that is known."""
        if self._all is not None:
            return self._all
        return best_states(self.split, self.position, worth, width) or islice(self.toward(ANYTHING), 1)

    def __iter__(self) -> Iterator[int]:
        """Every result."""
        return iter(self.every())

    def __bool__(self) -> bool:
        """Whether there is a result."""
        return any(True for _ in self.toward(ANYTHING))

    def toward(self, goal: Goal, effort: Effort | None = None) -> Iterator[int]:
        """The results that reach a goal."""
        if self._all is not None:
            return filter(goal.admits, self._all)
        groups = self.split.groups(self.position)
        return GoalSearch(self.split, groups, goal, effort or Effort()).results(self.position)

    def seats(self) -> set[int]:
        """The seats whose pawns parts may move: own, partners', and those to whom the rest may spill."""
        groups = self.split.groups(self.position)
        if groups is None:
            return set(self.split.team)
        return {seat for group in groups for seat, _, _ in group}


Results = list[int] | Shared


def toward(found: Results, goal: Goal, effort: Effort | None = None) -> Iterator[int]:
    """The results that reach a goal."""
    return found.toward(goal, effort) if isinstance(found, Shared) else filter(goal.admits, found)
