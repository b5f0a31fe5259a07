"""M12: the states of a split number's search, from part to part: all of them, or those that are worth most.

A group of pawns is searched breadth first by the number of holes used, so a position reached by several
orders of parts is expanded once. Two things keep this fast. The effect of a part depends only on the holes
that its pawn can touch, so it is computed once for all positions that agree there. And for pawns that can no
longer meet one order is enough:
a pawn "sleeps" while only such pawns have moved since its parts were tried (sleep sets:
Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996).
"""

from collections.abc import Callable, Iterable
from heapq import nlargest
from typing import TYPE_CHECKING

from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View

if TYPE_CHECKING:  # it searches them
    from toc_pi.rules.splits import Split

Mover = tuple[int, int, int]
"""A pawn that may take a part: its seat, its hole, and the holes that it can touch."""


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
        self, split: "Split", acting: Group, pawns: Iterable[tuple[int, int]] = (), *, is_marked: bool = False
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


def find_states(
    split: "Split", start: int, group: list[Mover] | None, most: int, is_whole: bool = False
) -> list[dict[int, int]] | None:
    """Every state that a group's pawns can reach with each number of holes, in any order of parts.

    Args:
        group: the pawns that take parts; None for all own ones, spilling to the next mates.
        most: how many states may be searched.
        is_whole: whether only states that use up the number are needed: the last pawn takes the whole rest.

    Returns:
        For each number of holes used the states, only the last ones if `is_whole` or for a spilling number;
        None if there are more than `most`.
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
    searched = 0
    for used in range(split.number):
        left = split.number - used
        for state, sleeping in levels[used].items():
            if searched + sum(map(len, levels)) > most:
                return None
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
                    is_over = part == left or not may_sleep
                    rest = 0 if is_over else sleeping & ~expander.met(seat, hole, part, left - part)
                    level = levels[used + part]
                    level[after] = level.get(after, rest) & rest
                if may_sleep:
                    sleeping |= 1 << hole
        if is_whole or group is None:
            searched += len(levels[used])
            levels[used] = {}
    return levels


def best_states(split: "Split", start: int, worth: Callable[[int], float], width: int) -> dict[int, float]:
    """Positions after the card that are worth much, with their worth, where there are too many to list all.

    A beam search: for each number of holes used, only the `width` best states so far go on. There may be
    others that are worth more; there may be some where none is found.
    """
    m = split.engine.masks
    movable = m.plane & ~(1 << m.centre)
    known: dict[Group, Expander] = {}
    levels: list[dict[int, float]] = [{start: 0.0}, *({} for _ in range(split.number))]
    for used, level in enumerate(levels[:-1]):
        left = split.number - used
        for state in nlargest(width, level, key=level.__getitem__):
            acting = split.acting_in(state)
            expander = known.setdefault(acting, Expander(split, acting))
            for seat, hole, more in expander.movers(state, expander.free(state, movable)):
                for part, change in expander.parts(state, seat, hole, left):
                    after = (state ^ change) + more
                    if after not in levels[used + part]:
                        levels[used + part][after] = worth(after & m.board)
    return {state & m.board: value for state, value in levels[-1].items()}
