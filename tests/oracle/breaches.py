"""Which rules one pawn's move, right or wrong, breaks: RULES.md section 7 over the clauses of section 2.

A `Scene` is a board in the middle of a play. `ways`, `follow`, `unmeasured`, `bring_out` (and `swap` in
`swaps.py`) yield what carrying one pawn to one hole can mean, with the codes of the rules that it breaks;
`reasons.py` puts such moves together to whole plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracle.seating import Board, Spot, Table

ORDER = [
    "must-play",
    "took-protected",
    "passed-protected",
    "passed-pawn",
    "swapped-protected",
    "moved-protected",
    "crossed-own-start",
    "home-jumped",
    "home-backward",
    "home-too-early",
    "home-closed",
    "home-not-yours",
    "home-left",
    "wrong-pawn",
    "cannot-come-out",
    "wrong-start",
    "no-swap",
    "swap-pair",
    "jump-missing",
    "jump-not-allowed",
    "no-centre",
    "capture-forbidden",
    "mown-left",
    "sent-back",
    "wrong-direction",
    "split-total",
    "too-many-pawns",
    "wrong-distance",
    "unexplained",
]
RANK_OF = {code: i for i, code in enumerate(ORDER)}
Codes = frozenset[str]
NONE: Codes = frozenset()


@dataclass(frozen=True)
class Scene:
    """A board in the middle of a play: pawns, which are fresh, which have moved in this play."""

    pawns: frozenset[tuple[Spot, str]]
    fresh: frozenset[Spot]
    moved: frozenset[Spot] = frozenset()

    @property
    def board(self) -> Board:
        return dict(self.pawns)

    def without(self, spots: set[Spot]) -> Scene:
        return Scene(
            frozenset((s, p) for s, p in self.pawns if s not in spots), self.fresh - spots, self.moved - spots
        )

    def put(self, spot: Spot, seat: str, fresh: bool = False) -> Scene:
        base = self.without({spot})
        return Scene(
            base.pawns | {(spot, seat)}, base.fresh | {spot} if fresh else base.fresh, base.moved | {spot}
        )


@dataclass(frozen=True)
class Mover:
    """Who plays which kind of use: own, the team, and what M9 and M14 ask of."""

    table: Table
    rank: str
    own: tuple[str, ...]
    team: tuple[str, ...]
    kind: str  # n, back, opp, any, split
    mows: bool = False

    @property
    def way(self) -> int:
        return -1 if self.kind == "back" else 1

    @property
    def with_team(self) -> bool:
        return self.kind == "split" and bool(self.table.rules.split_with == "team")

    def may(self, seat: str, spot: Spot) -> bool:
        """Whether the use lets this pawn be moved at all (section 3, M12, M14)."""
        if not self.own:
            return False
        if self.kind == "opp":
            return seat not in self.team and isinstance(spot, int)
        if self.kind == "any":
            return isinstance(spot, int)
        return seat in self.own or (self.with_team and seat in self.team)

    def handling(self, scene: Scene, seat: str, spot: Spot) -> Codes:
        """Codes for touching this pawn: `wrong-pawn`, `moved-protected`."""
        codes = set() if self.may(seat, spot) else {"wrong-pawn"}
        others = seat not in self.own and not (self.with_team and seat in self.team)
        shut = self.table.protected(scene.board, set(scene.fresh), spot)
        if others and shut and not self.table.rules.protected_moved:
            codes.add("moved-protected")
        return frozenset(codes)

    def asked_own_start(self, seat: str) -> bool:  # M9
        if self.table.rules.pass_own_start or self.rank == "5":
            return False
        return seat in self.own or (self.with_team and seat in self.team)

    def capturing(self, seat: str) -> Codes:
        rules = self.table.rules
        allowed = rules.own_capture if seat in self.own else seat not in self.team or rules.team_capture
        return NONE if allowed else frozenset({"capture-forbidden"})

    def spares(self, seat: str) -> bool:
        spared = self.table.rules.mowing_spares
        return (spared != "none" and seat in self.own) or (spared == "team" and seat in self.team)


@dataclass(frozen=True)
class Way:
    """A measured way from one hole to another: a count, a direction, jumps after it."""

    n: int
    way: int
    hops: int
    passed: tuple[int, ...]  # track holes between, before any jump
    inside: tuple[str, ...]  # home holes passed
    turns_in: bool
    at_entry: bool  # turned in without a step on the track (k = 0)
    nearer: bool  # the direction in which the last hole (into a home: the entry) is nearer


def ways(table: Table, seat: str, spot: Spot, end: Spot, most: int) -> Iterator[Way]:
    """Every way of at most so many holes, or the nearer one, to a track hole or into the pawn's own home."""
    length = table.length
    if isinstance(spot, str):
        if isinstance(end, str) and end[0] == spot[0] == seat:
            a, b = int(spot[2]), int(end[2])
            between = tuple(f"{seat}H{r}" for r in range(min(a, b) + 1, max(a, b)))
            yield Way(abs(b - a), 1 if b > a else -1, 0, (), between, False, False, True)
        return
    if isinstance(end, str):
        if end[0] != seat or end == "X":
            return
        room = int(end[2])
        inside = tuple(f"{seat}H{r}" for r in range(1, room))
        entry = table.entry(seat)
        for way in (1, -1):
            lead = (entry - spot) * way % length
            back = (spot - entry) * way % length
            if lead + room > most and lead > back:
                continue
            holes = tuple(table.walk(spot, lead, way))
            yield Way(lead + room, way, 0, holes, inside, True, lead == 0, lead <= back)
        return
    if spot == end:
        return
    for way in (1, -1):
        distance = (end - spot) * way % length
        nearer = distance <= length - distance
        for hops in (0, 1, 2) if end in table.sevens else (0,):
            hop_way = 1 if table.rules.jump_way == "clockwise" else way
            n = (distance - way * hop_way * table.stretch * hops) % length
            straight = n + way * hop_way * table.stretch * hops == distance  # no lap besides
            if n and (n <= most or (nearer and straight)):
                holes = tuple(table.walk(spot, n, way)[:-1])
                yield Way(n, way, hops, holes, (), False, False, nearer and straight)


def _passing(mover: Mover, scene: Scene, seat: str, holes: tuple[int, ...]) -> Iterator[tuple[Codes, Scene]]:
    """M5 and M7 for the holes of a way: each pawn is passed, mown, or wrongly left."""
    rules = mover.table.rules
    board = scene.board
    holes = tuple(hole for hole in holes if hole in board)
    if not holes:
        yield NONE, scene
        return
    hole, rest = holes[0], holes[1:]
    other = board[hole]
    named = rules.no_passing == "any" or (rules.no_passing == "own" and other == seat)
    stopped = frozenset({"passed-pawn"}) if named else NONE
    options: list[tuple[Codes, bool]] = [(stopped, False)]
    if mover.table.protected(board, set(scene.fresh), hole):
        passed = frozenset({"passed-protected"}) if rules.protected_blocks else stopped
        options = [(passed, False)]
        if mover.mows and not mover.spares(other):
            options.append((frozenset({"took-protected"}) | mover.capturing(other), True))
    elif mover.mows and not mover.spares(other):
        options = [(mover.capturing(other), True), (frozenset({"mown-left"}), False)]
    for codes, gone in options:
        for more, after in _passing(mover, scene.without({hole}) if gone else scene, seat, rest):
            yield codes | more, after


def _under(mover: Mover, scene: Scene, seat: str, holes: list[int]) -> Codes:
    """M5 for the holes under a jump, where nothing is mown."""
    rules = mover.table.rules
    board = scene.board
    codes: set[str] = set()
    for hole in holes:
        if hole not in board:
            continue
        if rules.protected_blocks and mover.table.protected(board, set(scene.fresh), hole):
            codes.add("passed-protected")
        elif rules.no_passing == "any" or (rules.no_passing == "own" and board[hole] == seat):
            codes.add("passed-pawn")
    return frozenset(codes)


def hop(
    mover: Mover, scene: Scene, seat: str, first: int, way: int, hop_way: int
) -> Iterator[tuple[Codes, Scene]]:
    """One jump from a first 7 over the 17 holes behind it, up to the landing (M8)."""
    table, rules = mover.table, mover.table.rules
    under = table.walk(first, table.stretch, hop_way)[:-1]
    crossing = NONE
    if not rules.jump_over:
        crossing = _under(mover, scene, seat, under)
        if mover.asked_own_start(seat) and way > 0 and table.start(seat) in under:
            crossing |= {"crossed-own-start"}
    board = scene.board
    if rules.jump_takes == "both":
        if first in board:
            yield crossing | mover.capturing(board[first]), scene.without({first})
            yield crossing | {"mown-left"}, scene
        else:
            yield crossing, scene
    elif rules.jump_over:
        yield crossing, scene
    else:
        for codes, after in _passing(mover, scene, seat, (first,)):
            yield crossing | codes, after


def _jump_open(mover: Mover, scene: Scene, seat: str, first: int, way: int) -> bool:
    """Whether M5 and M9 let the pawn that reached this 7 jump on."""
    hop_way = 1 if mover.table.rules.jump_way == "clockwise" else way
    barring = {"passed-protected", "passed-pawn", "crossed-own-start"}
    return any(not codes & barring for codes, _ in hop(mover, scene, seat, first, way, hop_way))


def land(mover: Mover, scene: Scene, seat: str, end: Spot, fresh: bool = False) -> tuple[Codes, Scene]:
    """M6: whoever stands there is captured; a protected pawn, or one in a home, was taken."""
    board = scene.board
    codes = NONE
    if end in board:
        codes = mover.capturing(board[end])
        home = isinstance(end, str) and end != "X"
        if home or mover.table.protected(board, set(scene.fresh), end):
            codes |= {"took-protected"}
    return codes, scene.put(end, seat, fresh)


def follow(mover: Mover, scene: Scene, spot: Spot, end: Spot, way: Way) -> Iterator[tuple[Codes, Scene]]:
    """Carry a pawn along a measured way; the codes of M2 to M9, without those for its number."""
    table, rules = mover.table, mover.table.rules
    board = scene.board
    seat = board[spot]
    codes = set(mover.handling(scene, seat, spot))
    if way.turns_in:
        if way.at_entry and spot in scene.fresh and spot == table.start(seat):
            codes.add("home-too-early")
        if mover.rank == "5" and (
            rules.five_home == "none" or (rules.five_home == "own" and seat not in mover.own)
        ):
            codes.add("home-closed")
    if any(hole in board for hole in way.inside):
        codes.add("home-jumped")
    on_track = isinstance(spot, int) and not way.turns_in
    if on_track and way.way > 0 and mover.asked_own_start(seat) and table.start(seat) in way.passed:
        codes.add("crossed-own-start")
    for passing, passed in _passing(mover, scene.without({spot}), seat, way.passed):
        here = frozenset(codes) | passing
        if not on_track:
            more, after = land(mover, passed, seat, end)
            yield here | more, after
            continue
        assert isinstance(spot, int)
        first = (spot + way.way * way.n) % table.length
        if way.hops == 0:
            more, after = land(mover, passed, seat, end)
            missing = (
                first in table.sevens
                and rules.jump == "must"
                and _jump_open(mover, passed, seat, first, way.way)
            )
            yield here | more | ({"jump-missing"} if missing else NONE), after
            continue
        hop_way = 1 if rules.jump_way == "clockwise" else way.way
        hopped = [(here, passed, first)]
        for _ in range(way.hops):
            hopped = [
                (so_far | more, after, (at + table.stretch * hop_way) % table.length)
                for so_far, now, at in hopped
                for more, after in hop(mover, now, seat, at, way.way, hop_way)
            ]
        wrong = rules.jump == "none" or way.hops > 1
        for so_far, now, _ in hopped:
            more, after = land(mover, now, seat, end)
            yield so_far | more | ({"jump-not-allowed"} if wrong else NONE), after


def unmeasured(mover: Mover, scene: Scene, spot: Spot, end: Spot) -> Iterator[tuple[Codes, Scene]]:
    """Moves of which neither number nor way counts, only the landing; lawful ones too."""
    board = scene.board
    seat = board[spot]
    codes: set[str] = set()
    if isinstance(end, str) and end != "X" and end[0] != seat:
        codes.add("home-not-yours")
    if "X" in (spot, end):
        codes.add("no-centre")
    elif isinstance(spot, str) and isinstance(end, int):
        codes.add("home-left")
    inside = isinstance(spot, str) and isinstance(end, str) and spot[0] == end[0] == seat
    if mover.kind == "back" and inside and "X" not in (spot, end) and str(end)[2] < str(spot)[2]:
        codes.add("home-backward")
    if codes:
        more, after = land(mover, scene.without({spot}), seat, end)
        central = "no-centre" in codes and seat in mover.own  # M13: for own pawns, whatever a 5 may move
        yield (NONE if central else mover.handling(scene, seat, spot)) | codes | more, after


def bring_out(mover: Mover, scene: Scene, seat: str, end: Spot, has_out: bool) -> tuple[Codes, Scene]:
    """A pawn from its camp onto a hole (M10)."""
    codes: set[str] = set()
    if seat not in mover.own:
        codes.add("wrong-pawn")
    if not has_out:
        codes.add("cannot-come-out")
    start = mover.table.start(seat)
    if end != start:
        codes.add("wrong-start")
        if end == "X":
            codes.add("no-centre")
        elif isinstance(end, str) and end[0] != seat:
            codes.add("home-not-yours")
    more, after = land(mover, scene, seat, end, fresh=end == start)
    return frozenset(codes) | more, after
