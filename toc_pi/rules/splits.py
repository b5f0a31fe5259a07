"""M12: the results of a split, each distinct one once.

Parts may be played in any order, and order matters only where pawns can meet. So the pawns are partitioned
into groups that cannot meet during the card; each group is searched separately, and their results are
combined. Pawns far apart need no search at all.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from calibration.holes import PAWNS_A_SEAT
from toc_pi.rules.engine import ANYTHING, Effort, Goal
from toc_pi.rules.goal_search import GoalSearch
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.sharing import Sharing, search_sharing

Changes = list[dict[int, int]]
"""For each number of holes used: each change (xor-ed onto the position) with the number of pawns it needs."""


@dataclass(frozen=True, slots=True)
class Split:
    """One split: who takes part, and how parts move.

    Attributes:
        sharing: the number, whose turn it is, and how parts move.
        acting: whose pawns are own.
        spills: whether the rest goes to the next mate once the acting pawns are home.
    """

    sharing: Sharing
    acting: Group
    spills: bool

    def results(self, position: int) -> set[int]:
        """Every position after the card."""
        sharing = self.sharing
        view = sharing.engine.view(position, self.acting, sharing.seat)
        if self._may_spill(view):
            *_, last = search_sharing(sharing, position, self.acting, None)
            return {state & sharing.engine.masks.board for state in last}
        tables = []
        movers = self._movers(view)
        if len(movers) == 1 and not sharing.engine.rules.split_again:
            return set(sharing.move(view, *movers[0], sharing.n))
        groups = self._groups(movers)
        for group in groups:
            if len(group) == 1 and not sharing.engine.rules.split_again:
                tables.append(self._alone(view, *group[0][:2]))
            else:
                levels = search_sharing(sharing, position, self.acting, group, is_whole=len(groups) == 1)
                tables.append([self._changes(position, level) for level in levels])
        return {position ^ change for change in self._combine(tables)}

    def toward(self, position: int, goal: Goal, effort: Effort) -> GoalSearch:
        """The search for the results that reach a goal."""
        sharing = self.sharing
        view = View(sharing.engine, position, self.acting, sharing.team)
        groups = None if self._may_spill(view) else self._groups(self._movers(view))
        return GoalSearch(sharing, self.acting, groups, goal, effort)

    def seats(self, position: int) -> set[int]:
        """The seats whose pawns parts may move: own, partners', and those to whom the rest may spill."""
        sharing = self.sharing
        view = View(sharing.engine, position, self.acting, sharing.team)
        if self._may_spill(view):
            return set(sharing.team)
        return {seat for seat, _ in self._movers(view)}

    def _movers(self, view: View) -> list[tuple[int, int]]:
        """Each pawn that may take a part: seat and hole; without pawns that are home for good."""
        m = view.engine.masks
        seats = self.sharing.team if view.engine.rules.split_with == "team" else view.acting
        reach = m.plane & ~(1 << m.centre)
        movers = []
        for seat in seats:
            pawns = view.planes[seat] & reach
            if pawns > m.track:
                last = 1 << m.home[seat] + PAWNS_A_SEAT - 1
                while pawns & last:
                    pawns ^= last
                    last >>= 1
            movers += [(seat, hole) for hole in bits(pawns)]
        return movers

    def _may_spill(self, view: View) -> bool:
        """Whether the acting pawns could all be home before the number is used up."""
        if not self.spills:
            return False
        m = view.engine.masks
        for seat in self.acting:
            pawns = view.planes[seat]
            if pawns.bit_count() < 4 or pawns >> m.centre & 1:
                return False
            if any(m.to_entry[seat][hole] >= self.sharing.n for hole in bits(pawns & m.track)):
                return False
        return True

    def _alone(self, view: View, seat: int, hole: int) -> Changes:
        """The changes by a pawn that can meet no other, for each number of holes."""
        found: Changes = [{0: 0}, *({} for _ in range(self.sharing.n))]
        for part, after in self.sharing.parts(view, seat, hole, self.sharing.n):
            found[part][view.position ^ after] = 1
        return found

    def _groups(self, movers: list[tuple[int, int]]) -> list[list[tuple[int, int, int]]]:
        """The movers in groups that cannot meet each other, each pawn with the holes it can touch."""
        groups: list[tuple[int, list[tuple[int, int, int]]]] = []
        for seat, hole in movers:
            touched = self.sharing.engine.reach(seat, hole, self.sharing.n)
            together = [(seat, hole, touched)]
            apart = []
            for reach, group in groups:
                if reach & touched:
                    touched |= reach
                    together += group
                else:
                    apart.append((reach, group))
            groups = [*apart, (touched, together)]
        return [group for _, group in groups]

    def _changes(self, start: int, level: Iterable[int]) -> dict[int, int]:
        """States as changes of the position, each with the fewest pawns needed."""
        m = self.sharing.engine.masks
        found: dict[int, int] = {}
        for state in level:
            change = (state & m.board) ^ start
            count = state >> (m.seats + 2) * m.holes
            found[change] = min(count, found.get(change, count))
        return found

    def _combine(self, tables: list[Changes]) -> Iterable[int]:
        """The changes for all ways to distribute the number among the groups."""
        n = self.sharing.n
        limit = self.sharing.limit or n
        shared: Changes = [{0: 0}, *({} for _ in range(n))]
        for place, table in enumerate(tables, 1):
            before, shared = shared, [{} for _ in range(n + 1)]
            for used, changes in enumerate(before):
                if not changes:
                    continue
                # The last group takes the whole rest.
                for part in range(n - used if place == len(tables) else 0, n - used + 1):
                    parts = table[part]
                    if not parts:
                        continue
                    target = shared[used + part]
                    for change, pawns in changes.items():
                        for more, needed in parts.items():
                            if pawns + needed <= limit:
                                target[change ^ more] = pawns + needed
        return shared[n]


@dataclass(slots=True)
class Shared:
    """The results of a split from a position, computed on demand."""

    split: Split
    position: int
    _all: set[int] | None = None

    def every(self) -> set[int]:
        """Every result; do not modify."""
        if self._all is None:
            self._all = self.split.results(self.position)
        return self._all

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
        return self.split.toward(self.position, goal, effort or Effort()).results(self.position)


Results = list[int] | Shared


def toward(found: Results, goal: Goal, effort: Effort | None = None) -> Iterator[int]:
    """The results that reach a goal."""
    return found.toward(goal, effort) if isinstance(found, Shared) else filter(goal.admits, found)
