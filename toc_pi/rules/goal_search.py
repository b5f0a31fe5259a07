"""Search for the results of a split (M12) that show a given board, without listing the others.

With many pawns a split has hundreds of thousands of results. To find out whether a certain board is among
them, parts are searched depth first, and a position from which the goal can't be reached is pruned. Parts
move pawns by the same `Parts` as in the full enumeration. Pawns that cannot meet are moved in one order only.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from calibration.holes import PAWNS_A_SEAT
from toc_pi.rules.engine import Effort, Goal
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group
from toc_pi.rules.sharing import Parts, Sharing

Mover = tuple[int, int, int]
"""A pawn that may take a part: its seat, its hole, and the holes that it can touch."""


@dataclass(slots=True)
class GoalSearch:
    """A search for the results of a split that reach a goal; each is found once.

    Attributes:
        sharing: the number to split.
        acting: whose pawns are own.
        groups: the pawns that may take parts, in groups of pawns that can meet; None where the rest may go to
            the next mate's pawns (`spill`).
        goal: the pawns that a result must show.
        effort: the cost limit of the search; it ends without an error once that is spent.
    """

    sharing: Sharing
    acting: Group
    groups: list[list[Mover]] | None
    goal: Goal
    effort: Effort
    _seen: set[tuple[int, int]] = field(default_factory=set)
    _results: set[int] = field(default_factory=set)
    _parts: dict[Group, Parts] = field(default_factory=dict)
    _near: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    _regions: list[int] = field(default_factory=list)
    _alive: list[int] = field(default_factory=list)
    _seats: Group = ()
    _standing: int = 0
    _room: list[int] = field(default_factory=list)
    _catch: int = 1

    def __post_init__(self) -> None:
        engine = self.sharing.engine
        m = engine.masks
        with_team = engine.rules.split_with == "team"
        self._seats = self.sharing.team if with_team or self.groups is None else self.acting
        for group in self.groups or ():
            region = 0
            for _, _, reach in group:
                region |= reach
            self._regions.append(region)
        everywhere = m.plane & ~(1 << m.centre)
        for place in range(len(self._regions) or 1):
            alive = 0 if self.groups is not None else everywhere
            for region in self._regions[place:]:
                alive |= region
            self._alive.append(alive)
        for seat in range(m.seats):
            self._standing |= self.goal.may >> seat * m.holes & m.plane
            may = (self.goal.may & ~self.goal.must) >> seat * m.holes & m.plane
            self._room.append(may.bit_count())
        # A part captures at most as many pawns as it moves holes, plus one on the first 7 of a jump.
        takes_more = self.sharing.mows or engine.rules.jump_takes == "both"
        self._catch = 2 if engine.jumps and takes_more else 1

    def results(self, position: int) -> Iterator[int]:
        """Each result that reaches the goal."""
        if self.groups == []:
            return
        most = self._most_results(position)
        for result in self._search(position, self.sharing.n, 0):
            yield result
            most -= 1
            if not most:
                return

    def _most_results(self, position: int) -> int:
        """The number of results possible if all pawns are given, one for each freshness; otherwise -1."""
        m = self.sharing.engine.masks
        if self.goal.off or self.goal.may != self.goal.must:
            return -1
        fresh = position >> m.seats * m.holes & m.plane
        kept = sum(
            bool(fresh >> start & 1 and self.goal.must >> seat * m.holes + start & 1)
            for seat, start in enumerate(m.start)
        )
        return 1 << kept

    def _search(self, state: int, left: int, place: int) -> Iterator[int]:  # noqa: C901  # one loop, for speed
        """The results of the remaining parts from a state; groups before `place` are finished."""
        key = (state, left)
        if key in self._seen or self.effort.is_over:
            return
        self._seen.add(key)
        self.effort.spent += 1
        engine, m = self.sharing.engine, self.sharing.engine.masks
        if not left:
            result = state & m.board
            if self.goal.admits(result) and result not in self._results:
                self._results.add(result)
                yield result
            return
        acting = self.acting if self.groups is not None else engine.acting(state, self.sharing.seat)
        parts = self._parts.get(acting)
        if parts is None:
            parts = self._parts[acting] = Parts(self.sharing, acting, [])
        again, limit = engine.rules.split_again, self.sharing.limit
        moved = state >> (m.seats + 1) * m.holes & m.plane
        is_full = limit is not None and state >> (m.seats + 2) * m.holes >= limit
        movable = self._alive[place] if again else self._alive[place] & ~moved
        if is_full:
            movable &= moved
        budgets = self._budgets(state, left, movable, self._alive[place])
        if budgets is None:
            return
        steps: list[tuple[int, int, int, int, int]] = []
        for seat in self._seats if self.groups is not None else acting:
            budget = budgets.get(seat, 0)
            if not budget:
                continue
            for hole in bits(state >> seat * m.holes & movable):
                if self._must_stay(state, budget, movable, seat, hole):
                    continue
                more = m.one_more if limit is not None and not moved >> hole & 1 else 0
                then = self._place_of(hole, place)
                for part, change in parts.of(state, seat, hole, budget):
                    after = state ^ change
                    amiss = (self.goal.must & ~after | after & self.goal.must_not).bit_count()
                    steps.append((amiss, left - part, len(steps), after + more, then))
        for _, rest, _, after, then in sorted(steps):  # the states nearest to the goal first
            yield from self._search(after, rest, then)

    def _place_of(self, hole: int, place: int) -> int:
        """The index of the group that a hole belongs to."""
        while place < len(self._regions) and not self._regions[place] >> hole & 1:
            place += 1
        return place

    def _budgets(self, state: int, left: int, movable: int, alive: int) -> dict[int, int] | None:
        """How much of the remaining number each seat's pawns may use; None where the goal can't be reached.

        Args:
            state: the state of the search.
            left: the rest of the number.
            movable: holes whose pawns may still move, of the seats that may.
            alive: holes where pawns can still come or be captured.
        """
        goal, m = self.goal, self.sharing.engine.masks
        missing, surplus = goal.must & ~state, state & goal.must_not
        lacking, loose, required, captures = 0, 0, 0, 0
        budgets: dict[int, int] = {}
        for seat in range(m.seats):
            at = seat * m.holes
            wanted, pawns = goal.must >> at & m.plane, state >> at & m.plane
            here, stray = missing >> at & m.plane, surplus >> at & m.plane
            spare = pawns.bit_count() - wanted.bit_count()
            captures += max(spare - self._room[seat], 0)
            budget = left
            if spare <= 0 and not goal.off:
                # None of them may be captured, and all their ends are given, so their total distance is
                # known.
                if spare:
                    return None
                budget = self._distance(seat, here, pawns & ~wanted) if here else 0
                required += budget
                if budget > left:
                    return None
            elif seat in self._seats:
                loose |= 1 << seat
            if here:
                lacking += max(self._short(state, budget, movable, seat, here), -spare)
            if stray:
                lacking += (stray & ~self._passable(seat, movable, alive)).bit_count()
            if lacking > goal.off:
                return None
            budgets[seat] = budget
        if required > left or (required < left and not loose) or captures > left * self._catch + goal.off:
            return None
        if not goal.off and self._steps_needed(state, left, movable, missing, surplus) > left:
            return None
        for seat in bits(loose):
            budgets[seat] = left - required
        return budgets

    def _steps_needed(self, state: int, left: int, movable: int, missing: int, surplus: int) -> int:
        """A lower bound of the steps needed to fill holes, and to capture surplus pawns that can't move.

        A pawn that comes to a hole has taken all steps from at least the nearest pawn behind it.
        """
        engine, m = self.sharing.engine, self.sharing.engine.masks
        movers = targets = 0
        for seat in range(m.seats):
            at = seat * m.holes
            pawns = state >> at & movable if seat in self._seats else 0
            movers |= pawns
            targets |= missing >> at | surplus >> at & ~pawns
        if engine.jumps:
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
        engine, m = self.sharing.engine, self.sharing.engine.masks
        along = m.along[seat]
        way = sum(along[hole] for hole in bits(ends)) - sum(along[hole] for hole in bits(starts))
        return int(way % (m.stretch if engine.jumps else m.length))

    def _short(self, state: int, left: int, movable: int, seat: int, ends: int) -> int:
        """A lower bound of the number of these holes that the seat's pawns can't reach with the rest."""
        costs = sorted(self._least(state, left, movable, seat, hole) for hole in bits(ends))
        used = short = 0
        for cost in costs:
            used += cost
            short += used > left
        return short

    def _passable(self, seat: int, movable: int, alive: int) -> int:
        """The holes from which a pawn of a seat can still be moved or captured."""
        rules, m = self.sharing.engine.rules, self.sharing.engine.masks
        catchable = self._standing
        if rules.jump_takes == "both":
            catchable |= m.sevens
        if self.sharing.mows or rules.split_again:
            catchable = m.plane
        return catchable & alive & m.track | (movable if seat in self._seats else 0)

    def _must_stay(self, state: int, left: int, movable: int, seat: int, hole: int) -> bool:
        """Whether a pawn must stay because its hole must be filled and no other pawn can get there."""
        m = self.sharing.engine.masks
        if self.goal.off or not self.goal.must >> seat * m.holes + hole & 1:
            return False
        return self._least(state & ~(1 << seat * m.holes + hole), left - 1, movable, seat, hole) >= left

    def _least(self, state: int, left: int, movable: int, seat: int, hole: int) -> int:
        """The fewest steps that bring a pawn of a seat to a hole; `left + 1` if none can get there."""
        if seat not in self._seats or left < 1:
            return left + 1
        near = self._near.get((seat, hole))
        if near is None:
            near = self._near[seat, hole] = self._holes_before(seat, hole)
        pawns = state >> seat * self.sharing.engine.masks.holes & movable
        if not pawns & near[left]:
            return left + 1
        for n in range(1, left):
            if pawns & near[n]:
                return n
        return left

    def _holes_before(self, seat: int, end: int) -> list[int]:
        """For each number n, the holes from which a pawn of a seat reaches a hole in at most n steps."""
        engine, m = self.sharing.engine, self.sharing.engine.masks
        again = engine.rules.split_again
        found = [0] * (self.sharing.n + 1)
        home = range(m.home[seat], m.home[seat] + PAWNS_A_SEAT)
        for hole in home:
            if end in home and hole < end <= hole + self.sharing.n:
                found[end - hole] |= 1 << hole
        if end >= m.length and end not in home:
            return found
        for hole in range(m.length):
            if end in home:
                steps = m.to_entry[seat][hole] + end - home[0] + 1
                jumps = engine.jumps and again
            else:
                steps = (end - hole) % m.length or m.length
                jumps = engine.jumps and (again or bool(m.sevens >> end & 1))
            if jumps and steps > m.stretch:
                steps -= m.stretch
            if steps <= self.sharing.n:
                found[steps] |= 1 << hole
        for n in range(1, len(found)):
            found[n] |= found[n - 1]
        return found
