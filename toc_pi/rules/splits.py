"""M12: a number split among pawns: the effects of parts, and every distinct result.

Parts may be played in any order, and order matters only where pawns can meet. So the pawns are partitioned
into groups that cannot meet during the card; each group is searched separately (`split_states`), and their
results are combined. Pawns far apart need no search at all.
"""

from collections.abc import Iterable

from calibration.holes import PAWNS_A_SEAT, Seat
from toc_pi.rules.engine import Engine
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.split_states import Mover, find_states

AS_MANY_AS_WISHED = 7  # value of `split_pawns` from which a number may be split among any number of pawns

SplitChanges = list[dict[int, int]]
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

    def count(self, position: int) -> int:
        """How many pawns may take a part."""
        return len(self.movers(self.engine.view(position, self.acting, self.seat)))

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

    def results(self, position: int, most: int) -> set[int] | None:
        """Every position after the card; None if more than `most` positions would have to be searched."""
        view = self.engine.view(position, self.acting, self.seat)
        if self.may_spill(view):
            return self._ends(find_states(self, position, None, most))
        movers = self.movers(view)
        if len(movers) == 1 and not self.again:
            return set(self.move(view, *movers[0], self.number))
        groups = self._grouped(movers)
        if len(groups) == 1:
            return self._ends(find_states(self, position, groups[0], most, is_whole=True))
        tables: list[SplitChanges] = []
        for group in groups:
            if len(group) == 1 and not self.again:
                tables.append(self._alone(view, *group[0][:2]))
            else:
                levels = find_states(self, position, group, most)
                if levels is None:
                    return None
                tables.append([self._changes(position, level) for level in levels])
        changes = self._combine(tables, most)
        return None if changes is None else {position ^ change for change in changes}

    def _ends(self, levels: list[dict[int, int]] | None) -> set[int] | None:
        """The positions of the states that use up the number, which are removed to free their memory."""
        if levels is None:
            return None
        last, board, found = levels[-1], self.engine.masks.board, set[int]()
        while last:
            found.add(last.popitem()[0] & board)
        return found

    def _alone(self, view: View, seat: int, hole: int) -> SplitChanges:
        """The changes by a pawn that can meet no other, for each number of holes."""
        found: SplitChanges = [{0: 0}, *({} for _ in range(self.number))]
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

    def _combine(self, tables: list[SplitChanges], most: int) -> Iterable[int] | None:
        """The changes for all ways to distribute the number among the groups; None for more than `most`."""
        n = self.number
        limit = self.limit or n
        shared: SplitChanges = [{0: 0}, *({} for _ in range(n))]
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
                    room = most - sum(map(len, shared)) + len(target)
                    for change, pawns in changes.items():
                        for more, needed in parts.items():
                            if pawns + needed <= limit:
                                target[change ^ more] = pawns + needed
                        if len(target) > room:
                            return None
        return shared[n]
