"""M12: a number shared among pawns, every distinct result once.

Parts may be played in any order, and order matters only where pawns can meet. So the pawns are sorted into
groups that cannot meet during the card; each group is searched by itself, position by position, and the
groups' results are combined. Three or four pawns far apart need no search at all.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from calibration.holes import HOLES_A_SEAT, Seat
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Engine, Group, View

AS_MANY_AS_WISHED = 7

Changes = list[dict[int, int]]
"""For each number of holes used: each change (to be xor-ed onto the position) with the pawns it needs."""


@dataclass(frozen=True, slots=True)
class Split:
    """One card to be shared: whose it is and what holds for it.

    Attributes:
        engine: the rules at the table.
        seat: whose turn it is.
        acting: whose pawns are own.
        n: the card's number.
        mows: whether its parts mow.
        five: whether the card is a 5 (M9, `five_home`).
        spills: whether what remains goes to the next mate once the acting pawns are home.
    """

    engine: Engine
    seat: Seat
    acting: Group
    n: int
    mows: bool
    five: bool
    spills: bool

    @property
    def _team(self) -> Group:
        return self.engine.team[self.seat]

    @property
    def _limit(self) -> int | None:
        """How many pawns may take parts; None for any number."""
        pawns = self.engine.rules.split_pawns
        return None if pawns >= AS_MANY_AS_WISHED else pawns

    def results(self, position: int) -> set[int]:
        """Every position that the card can make of this one."""
        view = View(self.engine, position, self.acting, self._team)
        movers = self._movers(view)
        if self._may_spill(view):
            changes = self._search(position, None)
            return {position ^ change for change in changes[self.n]}
        tables = []
        for group in self._groups(movers):
            if len(group) == 1 and not self.engine.rules.split_again:
                tables.append(self._alone(view, *group[0][:2]))
            else:
                tables.append(self._search(position, group))
        return {position ^ change for change in self._combine(tables)}

    def _movers(self, view: View) -> list[tuple[int, int]]:
        """Each pawn that may take a part: its seat and hole."""
        m = self.engine.masks
        seats = self._team if self.engine.rules.split_with == "team" else view.acting
        reach = m.plane & ~(1 << m.centre)
        return [(seat, hole) for seat in seats for hole in bits(view.planes[seat] & reach)]

    def _may_spill(self, view: View) -> bool:
        """Whether the acting pawns could all be home before the number is used up."""
        if not self.spills:
            return False
        m = self.engine.masks
        for seat in self.acting:
            pawns = view.planes[seat]
            if pawns.bit_count() < 4 or pawns >> m.centre & 1:
                return False
            if any(m.to_entry[seat][hole] >= self.n for hole in bits(pawns & m.track)):
                return False
        return True

    def _turns(self, seat: int, acting: Group) -> bool:
        home = self.engine.rules.five_home
        return not self.five or home == "all" or (home == "own" and seat in acting)

    def _bound(self) -> bool:
        return not self.engine.rules.pass_own_start and not self.five

    def _alone(self, view: View, seat: int, hole: int) -> Changes:
        """What a pawn that meets no other mover can do with each number of holes."""
        changes: Changes = [{0: 0}]
        bound, turns = self._bound(), self._turns(seat, self.acting)
        for n in range(1, self.n + 1):
            found: list[int] = []
            view.move_forward(seat, hole, n, self.mows, bound, turns, found)
            changes.append({view.position ^ after: 1 for after in found})
        return changes

    def _reach(self, seat: int, hole: int) -> int:
        """Every hole that a pawn can touch during the card, its own included."""
        engine, m = self.engine, self.engine.masks
        home = m.rise[seat][4]
        if hole >= m.length:
            return home
        far = self.n
        touched = m.ahead[hole][far + 1] | 1 << hole
        if engine.jumps and touched & ~(1 << hole) & m.sevens:
            far = 2 * self.n + HOLES_A_SEAT
            touched = m.between(hole, far + 1) | 1 << hole
        return touched | home if m.to_entry[seat][hole] <= far else touched

    def _groups(self, movers: list[tuple[int, int]]) -> list[list[tuple[int, int, int]]]:
        """The movers in groups that cannot meet, each with the holes it can touch."""
        groups: list[tuple[int, list[tuple[int, int, int]]]] = []
        for seat, hole in movers:
            touched = self._reach(seat, hole)
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

    def _search(self, start: int, group: list[tuple[int, int, int]] | None) -> Changes:
        """Every position that a group's pawns can make with each number of holes, in any order of parts.

        Args:
            start: the position.
            group: whose pawns take parts; None for all own ones, spilling to the next mates.
        """
        engine, m = self.engine, self.engine.masks
        again, limit = engine.rules.split_again, self._limit
        marks = not again or limit is not None
        everywhere = m.plane & ~(1 << m.centre)
        touched = everywhere
        if group is not None:
            touched = 0
            for _, hole, reach in group:
                touched |= reach if again else 1 << hole
        levels: list[list[int]] = [[] for _ in range(self.n + 1)]
        levels[0].append(start)
        bound = self._bound()
        acting, put = self.acting, m.put_moved if marks else m.put
        for used in range(self.n):
            # A state is reached by several orders of parts; it goes on once.
            for state in set(levels[used]):
                if group is None:
                    acting = engine.acting(state, self.seat)
                view = View(engine, state, acting, self._team, put)
                moved = 0 if again and limit is None else state >> (m.seats + 1) * m.holes & m.plane
                is_full = limit is not None and state >> (m.seats + 2) * m.holes >= limit
                for seat in self._team if engine.rules.split_with == "team" else acting:
                    turns = self._turns(seat, acting)
                    for hole in bits(view.planes[seat] & touched & (m.plane if again else ~moved)):
                        is_new = limit is not None and not moved >> hole & 1
                        if is_new and is_full:
                            continue
                        for part in range(1, self.n - used + 1):
                            found = [] if is_new else levels[used + part]
                            view.move_forward(seat, hole, part, self.mows, bound, turns, found)
                            if is_new:
                                levels[used + part] += [after + m.one_more for after in found]
        return [self._changes(start, set(level)) for level in levels]

    def _changes(self, start: int, level: set[int]) -> dict[int, int]:
        """States as changes of the position, each with the fewest pawns that make it."""
        m = self.engine.masks
        found: dict[int, int] = {}
        for state in level:
            change = (state & m.board) ^ start
            count = state >> (m.seats + 2) * m.holes
            found[change] = min(count, found.get(change, count))
        return found

    def _combine(self, tables: list[Changes]) -> Iterable[int]:
        """All ways to share the number among the groups."""
        limit = self._limit or self.n
        shared: Changes = [{0: 0}, *({} for _ in range(self.n))]
        for place, table in enumerate(tables, 1):
            before, shared = shared, [{} for _ in range(self.n + 1)]
            for used, changes in enumerate(before):
                # The last group takes all that remains.
                for part in range(self.n - used if place == len(tables) else 0, self.n - used + 1):
                    target = shared[used + part]
                    for change, pawns in changes.items():
                        for more, needed in table[part].items():
                            if pawns + needed <= limit:
                                target[change ^ more] = pawns + needed
        return shared[self.n]
