"""The search for the smallest set of broken rules that gives exactly a board (RULES.md section 7).

Plays are put together move by move. A moved pawn must end where the board after shows one of its seat, or be
captured by a later move; what still differs at the end and hadn't moved was sent back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush

from oracle.breaches import NONE, RANK_OF, Codes, Mover, Scene, bring_out, follow, land, unmeasured, ways
from oracle.plans import Plan
from oracle.seating import Board, Spot, Table
from oracle.swaps import swap
from oracle.tables import Use

MAX_BREACHES = 3  # broken rules, before a board is unexplained
DEEPER = 2  # moves beyond one for each hole to fill, or one more than the pawns lost


class Undecided(Exception):
    """The search was given up: too many plays to try."""


Found = tuple[Codes, int]
"""Broken rules, and how many pawns moved (captured and mown ones not counted)."""


def sort_key(found: Found) -> tuple[int, int, list[int]]:
    """Sorts as section 7 does: the smaller set, then fewer pawns moved, then earlier codes in the table."""
    codes, moved = found
    return len(codes), moved, sorted(RANK_OF[code] for code in codes)


class BreachSearch:
    """One card, one reading of whose pawns are own, one rank's uses."""

    def __init__(
        self,
        table: Table,
        seat: str,
        rank: str,
        uses: list[Use],
        own: list[str],
        may_spill: bool,
        after: Board,
        limit: int,
    ) -> None:
        self.table, self.seat, self.rank, self.after = table, seat, rank, after
        self.own, self.team = tuple(own), tuple(table.team(seat))
        self.has_out = any(u.kind == "out" for u in uses)
        self.has_swap = any(u.kind == "swap" for u in uses)
        self.has_centre = any(u.kind == "centre" for u in uses)
        self.splits = [u for u in uses if u.kind == "split"]
        shared: dict[tuple[str, bool], set[int]] = {}
        for use in uses:
            if use.kind in ("n", "back", "opp", "any"):
                shared.setdefault((use.kind, use.mows), set()).add(use.number)
        self.groups = [(kind, mows, numbers) for (kind, mows), numbers in shared.items()]
        if any(u.kind in ("out", "swap", "centre", "pass") for u in uses):
            self.groups.append(("n", False, set()))  # judged by itself it has no right number
        rules = table.rules
        self.spill = may_spill and bool(rules.spill) and rules.split_with != "team"
        self.wanted = Counter(after.values())
        self.best: Found | None = None
        self.bound = 0
        self.limit = limit
        self.tried = 0

    # ---- single moves --------------------------------------------------------------------------------------

    def mover(self, plan: Plan, kind: str, mows: bool) -> Mover:
        return Mover(self.table, self.rank, plan.own, self.team, kind, mows)

    def measured(
        self, mover: Mover, scene: Scene, spot: Spot, end: Spot, numbers: set[int] | range, loose: bool
    ) -> Iterator[tuple[Codes, Scene, int]]:
        """Measured moves with the code of their number; a range: any of them, as a part of a split."""
        seat = scene.board[spot]
        for way in ways(self.table, seat, spot, end, max(numbers, default=0)):
            if isinstance(numbers, range) and not loose and way.n not in numbers:
                continue
            right = way.n in numbers
            inside = isinstance(spot, str)
            if mover.kind == "back" and way.way < 0 and inside:
                continue  # not measured
            if loose:
                if not way.nearer:
                    continue
                codes = NONE
            elif right and way.way == mover.way:
                codes = NONE
            elif right and not (mover.kind == "back" and way.way < 0):
                codes = frozenset({"wrong-direction"})
            elif way.nearer and not isinstance(numbers, range):
                codes = frozenset({"wrong-distance"})
            else:
                continue
            if mover.kind == "back" and way.way < 0 and way.turns_in:
                codes |= {"home-backward"}
            for more, after in follow(mover, scene, spot, end, way):
                yield codes | more, after, way.n

    def centre_moves(self, plan: Plan, scene: Scene, spot: Spot, end: Spot) -> Iterator[tuple[Codes, Scene]]:
        """A lawful way into or out of the centre (M13), if the card has it."""
        if not self.has_centre or not (
            (spot in self.table.sevens and end == "X") or (spot == "X" and end in self.table.sevens)
        ):
            return
        mover = self.mover(plan, "n", False)
        seat = scene.board[spot]
        codes, after = land(mover, scene.without({spot}), seat, end)
        yield codes | mover.handling(scene, seat, spot), after

    # ---- whole plays ---------------------------------------------------------------------------------------

    def search(self, scene: Scene, best: Found | None, bound: int = MAX_BREACHES) -> Found | None:
        """The smallest set of broken rules that gives the board after, if it comes before `best`.

        States are taken up in the order of how many rules are broken already; one that was reached before
        with a part of these rules broken can't do better now.
        """
        self.best, self.bound = best, bound if best is None else len(best[0])
        self.needs = sum(scene.board.get(spot) != seat for spot, seat in self.after.items())
        lost = Counter(scene.board.values()) - self.wanted
        self.deepest = self.needs + max(DEEPER, 1 + lost.total())
        self.heap: list[tuple[int, int, int, Scene, Codes, Plan]] = []
        self.known: dict[tuple[Scene, Plan], list[Codes]] = {}
        self.serial = 0
        self.push(0, scene, NONE, Plan("plays", self.own))
        for kind, mows, numbers in self.groups:
            for number in numbers:
                self.push(0, scene, NONE, Plan("number", self.own, Use(kind, number, mows)))
        for use in self.splits:
            self.push(0, scene, NONE, Plan("split", self.own, use))
            self.push(0, scene, frozenset({"split-total"}), Plan("split", self.own, use, loose=True))
        while self.heap:
            _, deep, _, scene, codes, plan = heappop(self.heap)
            if self.fits(codes):
                self.go(deep, scene, codes, plan)
        return self.best

    def better(self, codes: Codes, moved: int) -> bool:
        return self.best is None or sort_key((codes, moved)) < sort_key(self.best)

    def push(self, deep: int, scene: Scene, codes: Codes, plan: Plan) -> None:
        if not self.fits(codes):
            return
        known = self.known.setdefault((scene, plan), [])
        if any(fewer <= codes for fewer in known):
            return
        known.append(codes)
        self.serial += 1
        heappush(self.heap, (len(codes), deep, self.serial, scene, codes, plan))

    def go(self, deep: int, scene: Scene, codes: Codes, plan: Plan) -> None:
        if any(fewer < codes for fewer in self.known[scene, plan]):
            return
        board = scene.board
        standing = Counter(board.values())
        again = plan.kind == "split" and bool(self.table.rules.split_again)
        astray = Counter(board[s] for s in scene.moved if self.after.get(s) != board[s])
        if not again and any(astray[s] > standing[s] - self.wanted[s] for s in astray):
            return
        self.finish(scene, board, codes, plan)
        if len(codes) + self.still_to_break(scene, board, codes, plan) > self.bound:
            return
        exact = plan.kind == "number" or (plan.kind == "split" and not plan.loose)
        if not exact and deep >= self.deepest:
            return
        for more, after, then in self.moves(scene, board, codes, plan, standing, astray):
            self.push(deep + 1, after, codes | more, then)

    def tire(self) -> None:
        self.tried += 1
        if self.tried > self.limit:
            raise Undecided(f"more than {self.limit} moves tried")

    def fits(self, codes: Codes) -> bool:
        # Each hole to fill takes a pawn that moves.
        return len(codes) < self.bound or (len(codes) == self.bound and self.better(codes, self.needs))

    def still_to_break(self, scene: Scene, board: Board, codes: Codes, plan: Plan) -> int:
        """Rules that any way to the board after must break besides; 0 where it isn't plain."""
        wanted = [(spot, seat) for spot, seat in self.after.items() if board.get(spot) != seat]
        kinds = {plan.use.kind} if plan.use else set()
        if plan.kind != "number":
            kinds |= {kind for kind, _, _ in self.groups}
        more = 0
        free_hands = "wrong-pawn" in codes or (
            plan.kind != "number" and (self.has_swap or "no-swap" in codes)
        )
        if not free_hands and not self.spill:
            movers = [self.mover(plan, kind, False) for kind in kinds]
            movable = {
                seat for seat in self.table.seats if seat in plan.own or any(m.may(seat, 0) for m in movers)
            }
            more += any(seat not in movable for _, seat in wanted)
        if plan.kind == "plays" and "too-many-pawns" not in codes:
            more += bool(scene.moved and wanted) or len(wanted) > 2
        return more

    def finish(self, scene: Scene, board: Board, codes: Codes, plan: Plan) -> None:
        """Note the broken rules if the board is the one after, but for pawns merely taken off."""
        if not scene.moved and not plan.parts and not plan.lost:
            return
        if plan.kind == "number" and (plan.use is None or (plan.total != plan.use.number and not plan.free)):
            return
        if plan.kind == "split":
            assert plan.use is not None
            count = len(plan.parts) + plan.lost
            if count == 0 or (not plan.loose and plan.total != plan.use.number and not plan.free):
                return
            if count > self.table.rules.split_pawns or plan.extras:
                codes |= {"too-many-pawns"}
        gone = False
        for spot in set(board) | set(self.after):
            if board.get(spot) == self.after.get(spot):
                continue
            if spot in self.after or spot in scene.moved:
                return
            gone = True
        if gone:
            codes |= {"sent-back"}
        if len(codes) <= self.bound and self.better(codes, len(scene.moved)):
            self.best, self.bound = (codes, len(scene.moved)), len(codes)

    def ends(self, board: Board, spot: Spot | None, seat: str, spare: bool, plan: Plan) -> Iterator[Spot]:
        """Where to carry a pawn: where one is wanted, where it is captured later, where it goes on."""
        parted = plan.kind == "split" and bool(self.table.rules.split_again)
        mows = self.mowing(plan)
        final = {hole for hole, who in self.after.items() if who == seat and hole != spot}
        yield from (hole for hole in final if board.get(hole) != seat or spare or parted)
        if spot is None or not (spare or parted):
            return
        if (
            parted and plan.loose
        ):  # stops at which somebody is taken, or the own start hole, after which M9 is over
            taken = {hole for hole, who in board.items() if self.after.get(hole) != who}
            yield from (taken | {self.table.start(seat)}) - final - {spot}
            parted = False
            if not spare:
                return
        if plan.kind == "plays" and self.needs < 2:
            return  # taken off merely (`sent-back`) it comes earlier in the table than `too-many-pawns`
        loose: set[Spot] = set(self.after)
        if self.table.rules.jump_takes == "both":
            loose |= set(self.table.sevens)
        if mows or parted:
            loose |= set(range(self.table.length))
        if parted:
            loose |= {f"{seat}H{r}" for r in (1, 2, 3, 4)}
        yield from loose - final - {spot}

    def moves(
        self,
        scene: Scene,
        board: Board,
        codes: Codes,
        plan: Plan,
        standing: Counter[str],
        astray: Counter[str],
    ) -> Iterator[tuple[Codes, Scene, Plan]]:
        """Everything that may be done next, with its codes."""
        again = plan.kind == "split" and bool(self.table.rules.split_again)
        begun = bool(scene.moved) or plan.lost > 0
        too_many = frozenset({"too-many-pawns"})
        share = too_many if plan.kind == "number" and begun else NONE
        whole = too_many if plan.kind == "split" or begun else NONE
        rest = replace(plan, extras=True) if plan.kind == "split" else plan
        spare = {s: standing[s] - self.wanted[s] - astray[s] for s in self.table.seats}
        for spot, seat in board.items():
            repeated = spot in scene.moved
            if repeated and not (again and spot in plan.parts):
                continue
            stray = repeated and self.after.get(spot) != seat
            for end in self.ends(board, spot, seat, spare[seat] + stray >= 1, plan):
                self.tire()
                if plan.kind in ("split", "number"):
                    yield from self.parts(scene, codes | share, plan, spot, end)
                if plan.kind != "number" and not repeated:
                    for more, after in self.whole_moves(scene, plan, spot, end):
                        if self.fits(codes | whole | more):
                            yield whole | more, after, self.settled(rest, after)
        if plan.kind == "number" or not self.fits(codes | whole):
            return
        mover = self.mover(plan, "n", False)
        for seat in self.table.seats:
            if standing[seat] < 4:
                for end in self.ends(board, None, seat, spare[seat] + 1 >= 1, plan):
                    more, after = bring_out(mover, scene, seat, end, self.has_out)
                    yield whole | more, after, self.settled(rest, after)

        def worth(seat: str, end: Spot) -> bool:
            hops = (
                [(end + self.table.stretch * i) % self.table.length for i in (1, 2)]
                if end in self.table.sevens
                else []
            )
            return spare[seat] >= 1 or any(self.after.get(e) == seat for e in (end, *hops))

        still = [spot for spot in board if spot not in scene.moved]
        for i, one in enumerate(still):
            for other in still[i + 1 :]:
                if worth(board[one], other) and worth(board[other], one):
                    self.tire()
                    for more, after in swap(mover, scene, one, other, self.has_swap):
                        if self.fits(codes | whole | more):
                            yield whole | more, after, self.settled(rest, after)

    def whole_moves(self, scene: Scene, plan: Plan, spot: Spot, end: Spot) -> Iterator[tuple[Codes, Scene]]:
        """A pawn's move as a play of its own, by any use but a split."""
        yield from self.centre_moves(plan, scene, spot, end)
        for kind, mows, numbers in self.groups:
            mover = self.mover(plan, kind, mows)
            for codes, after, _ in self.measured(mover, scene, spot, end, numbers, False):
                yield codes, after
            yield from unmeasured(mover, scene, spot, end)

    def mowing(self, plan: Plan) -> bool:
        if plan.use is not None and plan.use.mows:
            return True
        return plan.kind != "number" and any(mows for _, mows, _ in self.groups)

    def settled(self, plan: Plan, after: Scene) -> Plan:
        """The plan once pawns that parts had moved were captured."""
        here = frozenset(spot for spot in plan.parts if spot in after.moved)
        return replace(plan, parts=here, lost=plan.lost + len(plan.parts) - len(here))

    def parts(
        self, scene: Scene, codes: Codes, plan: Plan, spot: Spot, end: Spot
    ) -> Iterator[tuple[Codes, Scene, Plan]]:
        """One pawn's share of a number (M12); `codes` are broken already."""
        assert plan.use is not None
        mover = self.mover(plan, plan.use.kind, plan.use.mows)
        bare = replace(plan, parts=plan.parts - {spot})
        left = range(1, plan.use.number - plan.total + 1)
        for more, after, n in self.measured(mover, scene, spot, end, left, plan.loose):
            if self.fits(codes | more):
                total = 0 if plan.loose else plan.total + n
                yield codes | more, after, self.parted(replace(bare, total=total), after, end)
        for more, after in unmeasured(mover, scene, spot, end):
            if self.fits(codes | more):
                yield codes | more, after, self.parted(replace(bare, free=True), after, end)

    def parted(self, plan: Plan, after: Scene, end: Spot) -> Plan:
        here = frozenset(spot for spot in plan.parts if spot in after.moved and spot != end)
        lost = plan.lost + len(plan.parts) - len(here)
        own = plan.own
        if self.spill and plan.kind == "split" and all(self.table.is_home(after.board, s) for s in own):
            own = tuple(self.table.acting(after.board, self.seat))
        return replace(plan, parts=here | {end}, lost=lost, own=own)
