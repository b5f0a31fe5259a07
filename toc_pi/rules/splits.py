"""M12: a number split among pawns: the effects of parts, and every distinct result.

Parts may be played in any order, and order matters only where pawns can meet. So the pawns are partitioned
into groups that cannot meet during the card; each group is searched separately, and their results are
combined. Pawns far apart need no search at all.

A group is searched breadth first by the number of holes used, so a position reached by several orders of
parts is expanded once. Two things keep this fast. The effect of a part depends only on the holes that its
pawn can touch, so it is computed once for all positions that agree there. And for pawns that can no longer
meet one order is enough:
a pawn "sleeps" while only such pawns have moved since its parts were tried (sleep sets:
Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996).
"""

from collections.abc import Iterable
from functools import lru_cache

from calibration.holes import PAWNS_A_SEAT, Seat
from toc_pi.rules.engine import Engine
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.ruleset_content import Use

AS_MANY_AS_WISHED = 7  # value of `split_pawns` from which a number may be split among any number of pawns

Mover = tuple[int, int, int]
"""A pawn that may take a part: its seat, its hole, and the holes that it can touch."""
Changes = list[dict[int, int]]
"""For each number of holes used: each change (xor-ed onto the position) with the number of pawns it needs."""


class Split:
    """A number to be split: who takes part, and how parts move.

    Args:
        engine: the rules at the table.
        seat: whose turn it is.
        use: the use of the card: its number, and whether its parts mow.
        five: whether the card is a 5 (M9, `five_home`).
        acting: whose pawns are own.
        spills: whether the rest goes to the next mate once the acting pawns are home.

    Attributes:
        team: the seats of the player's team.
        limit: how many pawns may take parts; None for any number.
        again: whether a pawn may take several parts.
    """

    def __init__(self, engine: Engine, seat: Seat, use: Use, five: bool, acting: Group, spills: bool) -> None:
        rules = engine.rules
        self.engine, self.seat, self.acting, self.spills = engine, seat, acting, spills
        self.number, self.mows = use.number, use.mows
        self.team = engine.team[seat]
        self.limit = None if rules.split_pawns >= AS_MANY_AS_WISHED else rules.split_pawns
        self.again = rules.split_again
        self._bound = not rules.pass_own_start and not five
        self._others_turn = not five or rules.five_home == "all"
        self._own_turn = self._others_turn or rules.five_home == "own"

    def move(self, view: View, seat: int, hole: int, part: int) -> list[int]:
        """The positions after one part."""
        found: list[int] = []
        turns = self._own_turn if seat in view.acting else self._others_turn
        view.move_forward(seat, 1 << hole, part, self.mows, self._bound, turns, found)
        return found

    def parts(self, view: View, seat: int, hole: int, most: int) -> list[tuple[int, int]]:
        """The positions after one part of at most `most` holes, each with the part."""
        turns = self._own_turn if seat in view.acting else self._others_turn
        return view.move_parts(seat, hole, most, self.mows, self._bound, turns)

    def seats_of(self, acting: Group) -> Group:
        """The seats whose pawns may take parts (`split_with`)."""
        return self.team if self.engine.rules.split_with == "team" else acting

    def acting_in(self, state: int) -> Group:
        """Whose pawns are own; with `spill` the next mate's once all own ones are home."""
        return self.engine.acting(state, self.seat) if self.spills else self.acting

    def movers(self, view: View) -> list[tuple[int, int]]:
        """Each pawn that may take a part: seat and hole; without pawns that are home for good."""
        m = view.engine.masks
        found = []
        for seat in self.seats_of(view.acting):
            pawns = view.planes[seat] & m.plane & ~(1 << m.centre)
            if pawns > m.track:
                last = 1 << m.home[seat] + PAWNS_A_SEAT - 1
                while pawns & last:
                    pawns ^= last
                    last >>= 1
            found += [(seat, hole) for hole in bits(pawns)]
        return found

    def may_spill(self, view: View) -> bool:
        """Whether the acting pawns could all be home before the number is used up."""
        if not self.spills:
            return False
        m = view.engine.masks
        for seat in self.acting:
            pawns = view.planes[seat]
            if pawns.bit_count() < PAWNS_A_SEAT or pawns >> m.centre & 1:
                return False
            if any(m.to_entry[seat][hole] >= self.number for hole in bits(pawns & m.track)):
                return False
        return True

    def groups(self, position: int) -> list[list[Mover]] | None:
        """The pawns that may take parts, in groups that cannot meet; None where the rest may spill to
        mates."""
        view = self.engine.view(position, self.acting, self.seat)
        return None if self.may_spill(view) else self._grouped(self.movers(view))

    def _grouped(self, movers: list[tuple[int, int]]) -> list[list[Mover]]:
        groups: list[tuple[int, list[Mover]]] = []
        for seat, hole in movers:
            touched = self.engine.reach(seat, hole, self.number)
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

    def results(self, position: int) -> set[int]:
        """Every position after the card."""
        view = self.engine.view(position, self.acting, self.seat)
        if self.may_spill(view):
            last = _find_states(self, position, None)[-1]
            return {state & self.engine.masks.board for state in last}
        movers = self.movers(view)
        if len(movers) == 1 and not self.again:
            return set(self.move(view, *movers[0], self.number))
        groups = self._grouped(movers)
        tables: list[Changes] = []
        for group in groups:
            if len(group) == 1 and not self.again:
                tables.append(self._alone(view, *group[0][:2]))
            else:
                levels = _find_states(self, position, group, is_whole=len(groups) == 1)
                tables.append([self._changes(position, level) for level in levels])
        return {position ^ change for change in self._combine(tables)}

    def _alone(self, view: View, seat: int, hole: int) -> Changes:
        """The changes by a pawn that can meet no other, for each number of holes."""
        found: Changes = [{0: 0}, *({} for _ in range(self.number))]
        for part, after in self.parts(view, seat, hole, self.number):
            found[part][view.position ^ after] = 1
        return found

    def _changes(self, start: int, level: Iterable[int]) -> dict[int, int]:
        """States as changes of the position, each with the fewest pawns needed."""
        m = self.engine.masks
        found: dict[int, int] = {}
        for state in level:
            change = (state & m.board) ^ start
            count = state >> (m.seats + 2) * m.holes
            found[change] = min(count, found.get(change, count))
        return found

    def _combine(self, tables: list[Changes]) -> Iterable[int]:
        """The changes for all ways to distribute the number among the groups."""
        n = self.number
        limit = self.limit or n
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


split_of = lru_cache(maxsize=256)(Split)
"""A `Split`, cached."""


class Expander:
    """The parts that may come next in a state of a search; their effects are cached.

    A state is a position with, if they are needed, a mark on each pawn that has taken a part, and their count
    in the bits above (see `masks`).

    Args:
        split: the number to split.
        acting: whose pawns are own.
        pawns: those that may meet others: seat and hole (see `met`).
        is_marked: whether every pawn that takes a part is marked, even where nothing depends on it.
    """

    def __init__(
        self, split: Split, acting: Group, pawns: Iterable[tuple[int, int]] = (), *, is_marked: bool = False
    ) -> None:
        m = split.engine.masks
        self._split = split
        self._acting = acting
        self._seats = split.seats_of(acting)
        self._pawns = tuple(pawns)
        needs_marks = is_marked or not split.again or split.limit is not None
        self._put = m.put_moved if needs_marks else None
        self._marks = (m.seats + 1) * m.holes
        self._view: View | None = None
        self._found: dict[tuple[int, int, int], tuple[int, dict[int, list[tuple[int, int]]]]] = {}
        self._met: dict[tuple[int, int, int, int], int] = {}

    def free(self, state: int, holes: int) -> int:
        """Those of some holes whose pawns may take a part."""
        split, m = self._split, self._split.engine.masks
        moved = state >> self._marks & m.plane
        if not split.again:
            holes &= ~moved
        if split.limit is not None and state >> self._marks + m.holes >= split.limit:
            holes &= moved
        return holes

    def movers(self, state: int, free: int) -> list[tuple[int, int, int]]:
        """Each pawn on these holes: seat, hole, and what a part of it adds to the count of pawns."""
        m = self._split.engine.masks
        more, moved = 0, -1
        if self._split.limit is not None:
            more, moved = m.one_more, state >> self._marks
        return [
            (seat, hole, 0 if moved >> hole & 1 else more)
            for seat in self._seats
            for hole in bits(state >> seat * m.holes & free)
        ]

    def parts(self, state: int, seat: int, hole: int, left: int) -> list[tuple[int, int]]:
        """Each part of the rest that a pawn may take, with the change to be xor-ed onto the state."""
        engine = self._split.engine
        near = self._found.get((seat, hole, left))
        if near is None:
            near = self._found[seat, hole, left] = engine.masks.column * engine.reach(seat, hole, left), {}
        around = state & near[0]
        found = near[1].get(around)
        if found is None:
            view = self._view
            if view is None or view.position != state:
                view = self._view = View(engine, state, self._acting, self._split.team, self._put)
            found = near[1][around] = [
                (part, state ^ after) for part, after in self._split.parts(view, seat, hole, left)
            ]
        return found

    def whole(self, state: int, seat: int, hole: int, left: int) -> list[tuple[int, int]]:
        """As `parts`, for a pawn that must use up the whole rest."""
        view = View(self._split.engine, state, self._acting, self._split.team, self._put)
        return [(left, state ^ after) for after in self._split.move(view, seat, hole, left)]

    def met(self, seat: int, hole: int, part: int, left: int) -> int:
        """The pawns whose further parts (of at most `left` holes) may interact with a part."""
        key = (seat, hole, part, left)
        known = self._met.get(key)
        if known is None:
            engine, known = self._split.engine, 0
            touched = engine.reach(seat, hole, part)
            for other, place in self._pawns:
                if engine.reach(other, place, left) & touched:
                    known |= 1 << place
            self._met[key] = known
        return known


def _find_states(
    split: Split, start: int, group: list[Mover] | None, is_whole: bool = False
) -> list[Iterable[int]]:
    """Every state that a group's pawns can reach with each number of holes, in any order of parts.

    Args:
        group: the pawns that take parts; None for all own ones, spilling to the next mates.
        is_whole: whether only states that use up the number are needed: the last pawn takes the whole rest.

    Returns:
        For each number of holes used the states.
    """
    m, again = split.engine.masks, split.again
    movable = m.plane & ~(1 << m.centre)
    if group is not None:
        movable = 0
        for _, hole, reach in group:
            movable |= reach if again else 1 << hole
    may_sleep = group is not None and not again and len(group) > 3
    pawns = [(seat, hole) for seat, hole, _ in group or ()]
    known = {split.acting: Expander(split, split.acting, pawns)}
    expander = known[split.acting]
    # Each state with the mask of its sleeping pawns.
    levels: list[dict[int, int]] = [{start: 0}, *({} for _ in range(split.number))]
    for used in range(split.number):
        left = split.number - used
        for state, sleeping in levels[used].items():
            if group is None:
                acting = split.acting_in(state)
                if acting not in known:
                    known[acting] = Expander(split, acting)
                expander = known[acting]
            is_last = is_whole and not again and expander.free(state, movable).bit_count() == 1
            find = expander.whole if is_last else expander.parts
            for seat, hole, more in expander.movers(state, expander.free(state, movable & ~sleeping)):
                for part, change in find(state, seat, hole, left):
                    after = (state ^ change) + more
                    if part == left or not may_sleep:
                        levels[used + part][after] = 0
                        continue
                    level = levels[used + part]
                    rest = sleeping & ~expander.met(seat, hole, part, left - part)
                    level[after] = level.get(after, rest) & rest
                if may_sleep:
                    sleeping |= 1 << hole
    return list(levels)
