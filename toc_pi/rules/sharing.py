"""The search of a split: every position that a group of pawns can reach with each number of holes (M12).

Positions are searched breadth first by the number of holes used, so a position reached by several orders of
parts is expanded once. Two things keep this fast. The effect of a part depends only on the holes that its
pawn can touch, so it is computed once for all positions that agree there. And for pawns that can no longer
meet one order is enough: a pawn "sleeps" while only such pawns have moved since its parts were tried (sleep
sets: Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from calibration.holes import Seat
from toc_pi.rules.engine import Engine
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View

AS_MANY_AS_WISHED = 7  # value of `split_pawns` from which a split may be shared by any number of pawns


@dataclass(frozen=True, slots=True)
class Sharing:
    """A number to be split, and how its parts move.

    Attributes:
        engine: the rules at the table.
        seat: whose turn it is.
        n: the number.
        mows: whether its parts mow.
        five: whether the card is a 5 (M9, `five_home`).
        team: the seats of the player's team.
    """

    engine: Engine
    seat: Seat
    n: int
    mows: bool
    five: bool
    team: Group = field(init=False)
    _bound: bool = field(init=False, repr=False)
    _turns: tuple[bool, bool] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rules = self.engine.rules
        home = rules.five_home
        object.__setattr__(self, "team", self.engine.team[self.seat])
        object.__setattr__(self, "_bound", not rules.pass_own_start and not self.five)
        turns = not self.five or home == "all", not self.five or home in ("all", "own")
        object.__setattr__(self, "_turns", turns)

    @property
    def limit(self) -> int | None:
        """How many pawns may take parts; None for any number."""
        pawns = self.engine.rules.split_pawns
        return None if pawns >= AS_MANY_AS_WISHED else pawns

    def move(self, view: View, seat: int, hole: int, part: int) -> list[int]:
        """The positions after one part."""
        found: list[int] = []
        turns = self._turns[seat in view.acting]
        view.move_forward(seat, 1 << hole, part, self.mows, self._bound, turns, found)
        return found

    def parts(self, view: View, seat: int, hole: int, most: int) -> list[tuple[int, int]]:
        """The positions after one part of at most `most` holes, each with the part."""
        turns = self._turns[seat in view.acting]
        return view.move_parts(seat, hole, most, self.mows, self._bound, turns)


@lru_cache(maxsize=256)
def sharing_of(engine: Engine, seat: Seat, n: int, mows: bool, five: bool) -> Sharing:
    """A `Sharing`, cached."""
    return Sharing(engine, seat, n, mows, five)


@dataclass(slots=True)
class Parts:
    """The effects of parts on pawns, cached.

    Attributes:
        sharing: the number to split.
        acting: whose pawns are own.
        pawns: those that may take a part: seat and hole.
    """

    sharing: Sharing
    acting: Group
    pawns: list[tuple[int, int]]
    _put: list[list[int]] | None = field(init=False, repr=False)
    _view: View | None = None
    _found: dict[tuple[int, int, int], tuple[int, dict[int, list[tuple[int, int]]]]] = field(
        default_factory=dict
    )
    _met: dict[tuple[int, int, int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = self.sharing.engine.rules
        marks = not rules.split_again or self.sharing.limit is not None
        self._put = self.sharing.engine.masks.put_moved if marks else None

    def of(self, state: int, seat: int, hole: int, left: int) -> list[tuple[int, int]]:
        """Each part of the rest that a pawn may take, with the change to be xor-ed onto the state."""
        engine = self.sharing.engine
        near = self._found.get((seat, hole, left))
        if near is None:
            near = self._found[seat, hole, left] = engine.masks.column * engine.reach(seat, hole, left), {}
        around = state & near[0]
        found = near[1].get(around)
        if found is None:
            view = self._view
            if view is None or view.position != state:
                view = self._view = View(engine, state, self.acting, self.sharing.team, self._put)
            found = near[1][around] = [
                (part, state ^ after) for part, after in self.sharing.parts(view, seat, hole, left)
            ]
        return found

    def whole(self, state: int, seat: int, hole: int, left: int) -> list[tuple[int, int]]:
        """As `of`, for a pawn that must use up the whole rest."""
        view = View(self.sharing.engine, state, self.acting, self.sharing.team, self._put)
        return [(left, state ^ after) for after in self.sharing.move(view, seat, hole, left)]

    def met(self, seat: int, hole: int, part: int, left: int) -> int:
        """The pawns whose further parts (of at most `left` holes) may interact with a part."""
        key = (seat, hole, part, left)
        known = self._met.get(key)
        if known is None:
            engine, known = self.sharing.engine, 0
            touched = engine.reach(seat, hole, part)
            for other, place in self.pawns:
                if engine.reach(other, place, left) & touched:
                    known |= 1 << place
            self._met[key] = known
        return known


def search_sharing(  # noqa: C901  # one loop, for speed
    sharing: Sharing,
    start: int,
    acting: Group,
    group: list[tuple[int, int, int]] | None,
    is_whole: bool = False,
) -> list[Iterable[int]]:
    """Every state that a group's pawns can reach with each number of holes, in any order of parts.

    Args:
        sharing: the number to split.
        start: the position.
        acting: whose pawns are own.
        group: the pawns that take parts, each with its seat, its hole, and the holes that it can touch; None
            for all own ones, spilling to the next mates.
        is_whole: whether only states that use up the number are needed: the last pawn takes the whole rest.

    Returns:
        For each number of holes used the states, with marks and the count of pawns (see `masks`).
    """
    engine, m = sharing.engine, sharing.engine.masks
    again, limit = engine.rules.split_again, sharing.limit
    movable = m.plane & ~(1 << m.centre)
    if group is not None:
        movable = 0
        for _, hole, reach in group:
            movable |= reach if again else 1 << hole
    may_sleep = group is not None and not again and len(group) > 3
    pawns = [(seat, hole) for seat, hole, _ in group or ()]
    known = {acting: Parts(sharing, acting, pawns)}
    parts = known[acting]
    # Each state with the mask of its sleeping pawns.
    levels: list[dict[int, int]] = [{start: 0}, *({} for _ in range(sharing.n))]
    marked = (m.seats + 1) * m.holes
    with_team = engine.rules.split_with == "team"
    for used in range(sharing.n):
        left = sharing.n - used
        for state, sleeping in levels[used].items():
            if group is None:
                acting = engine.acting(state, sharing.seat)
                if acting not in known:
                    known[acting] = Parts(sharing, acting, pawns)
                parts = known[acting]
            moved = state >> marked & m.plane
            free = movable & ~sleeping if again else movable & ~(moved | sleeping)
            is_last = is_whole and not again and (movable & ~moved).bit_count() == 1
            is_full = limit is not None and state >> marked + m.holes >= limit
            for seat in sharing.team if with_team else acting:
                for hole in bits(state >> seat * m.holes & free):
                    more = 0
                    if limit is not None and not moved >> hole & 1:
                        if is_full:
                            continue
                        more = m.one_more
                    find = parts.whole if is_last else parts.of
                    for part, change in find(state, seat, hole, left):
                        after = (state ^ change) + more
                        if part == left or not may_sleep:
                            levels[used + part][after] = 0
                            continue
                        level = levels[used + part]
                        rest = sleeping & ~parts.met(seat, hole, part, left - part)
                        level[after] = level.get(after, rest) & rest
                    if may_sleep:
                        sleeping |= 1 << hole
    return list(levels)
