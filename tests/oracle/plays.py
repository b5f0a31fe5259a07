"""Every legal play by brute force: RULES.md sections 1 to 3 over a plain dict {hole: seat} and a set.

A track hole is its index (0 for `a0`, 18 for `b0` …), home holes and the centre keep their names. Slow and
plain on purpose: the real engine is compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracle.seating import Board, Spot, Table
from oracle.tables import RANKS, Rules, Use

Result = tuple[frozenset[tuple[Spot, str]], frozenset[Spot]]


@dataclass
class Card:
    """How one rank is played: whose pawns are own, who is in the team, and what is special about the rank."""

    table: Table
    seat: str
    rank: str
    own: list[str]
    team: list[str]

    def may_capture(self, seat: str) -> bool:
        if seat in self.own:
            return bool(self.table.rules.own_capture)
        return seat not in self.team or bool(self.table.rules.team_capture)

    def spares(self, seat: str) -> bool:
        spared = self.table.rules.mowing_spares
        if spared == "none":
            return False
        return seat in self.own or (spared == "team" and seat in self.team)

    def asked_own_start(self, seat: str) -> bool:
        """M9 is asked of own pawns, in a split with the team of the team's; never with a 5."""
        return not self.table.rules.pass_own_start and self.rank != "5" and seat in self.own


@dataclass(frozen=True)
class Play:
    """A legal play: the position after it, where its moved pawns had stood ("camp" for one brought out)."""

    board: frozenset[tuple[Spot, str]]
    fresh: frozenset[Spot]
    moved: frozenset[Spot]
    is_pass: bool = False


def _settle(
    board: Board, fresh: set[Spot], origin: Spot, end: Spot, captured: set[Spot]
) -> tuple[Board, set[Spot], Spot]:
    after = {spot: seat for spot, seat in board.items() if spot != origin and spot not in captured}
    after[end] = board[origin]
    return after, {spot for spot in fresh if spot != origin and spot not in captured and spot != end}, end


def steps(
    card: Card, board: Board, fresh: set[Spot], spot: Spot, n: int, way: int, mows: bool, asked: bool
) -> Iterator[tuple[Board, set[Spot], Spot]]:
    """All that a pawn may do with n holes: M1 to M9. `asked`: M9 is asked of it."""
    table, rules = card.table, card.table.rules
    seat = board[spot]
    if isinstance(spot, str):
        if spot == "X" or way < 0:
            return
        target = int(spot[2]) + n  # M3
        if target <= 4 and not any(f"{seat}H{r}" in board for r in range(int(spot[2]) + 1, target + 1)):
            yield _settle(board, fresh, spot, f"{seat}H{target}", set())
        return

    def stops(hole: int, takes: bool) -> bool:  # M5
        if hole not in board or hole == spot:
            return False
        if table.protected(board, fresh, hole):
            if rules.protected_blocks:
                return True
            takes = False
        named = rules.no_passing == "any" or (rules.no_passing == "own" and board[hole] == seat)
        return named and not takes

    def mown(holes: list[int]) -> set[Spot]:  # M7
        return {
            h
            for h in holes
            if mows
            and h in board
            and h != spot
            and not table.protected(board, fresh, h)
            and not card.spares(board[h])
        }

    def blocked(holes: list[int]) -> bool:
        taken = mown(holes)
        return any(stops(h, h in taken) for h in holes)

    def landed(end: Spot, captured: set[Spot]) -> Iterator[tuple[Board, set[Spot], Spot]]:  # M6
        if end in board and end != spot:
            if table.protected(board, fresh, end):
                return
            captured = captured | {end}
        if all(card.may_capture(board[h]) for h in captured):
            yield _settle(board, fresh, spot, end, captured)

    path = table.walk(spot, n, way)
    # M2
    lead = (table.entry(seat) - spot) % table.length
    room = n - lead
    too_fresh = lead == 0 and spot in fresh and spot == table.start(seat)
    five = card.rank == "5" and (
        rules.five_home == "none" or (rules.five_home == "own" and seat not in card.own)
    )
    if (
        way > 0
        and 1 <= room <= 4
        and not too_fresh
        and not five
        and not any(f"{seat}H{r}" in board for r in range(1, room + 1))
        and not blocked(path[:lead])
    ):
        yield from landed(f"{seat}H{room}", mown(path[:lead]))

    # M1, M4
    before, end = path[:-1], path[-1]
    own_start = table.start(seat)
    if blocked(before) or (asked and way > 0 and own_start in before):
        return
    captured = mown(before)
    if end not in table.sevens or rules.jump == "none":
        yield from landed(end, captured)
        return
    # M8
    both = rules.jump_takes == "both"
    leap = table.walk(end, table.stretch, 1 if rules.jump_way == "clockwise" else way)
    under, last = leap[:-1], leap[-1]
    there = {h: s for h, s in board.items() if h not in captured}  # mown before the jump begins
    first_taken = both or (mows and not rules.jump_over and end in mown([end]))
    barred = False
    if not rules.jump_over:
        barred = not both and stops(end, first_taken)
        barred = barred or any(stops(h, False) for h in under if h in there)
        barred = barred or (asked and way > 0 and own_start in under)
    if not barred:
        extra = {end} if first_taken and end in board and end != spot else set()
        yield from landed(last, captured | extra)
    if barred or rules.jump == "may":
        yield from landed(end, captured)


def _freeze(board: Board, fresh: set[Spot], moved: set[Spot], is_pass: bool = False) -> Play:
    return Play(frozenset(board.items()), frozenset(fresh), frozenset(moved), is_pass)


def _out(card: Card, board: Board, fresh: set[Spot]) -> Iterator[Play]:  # M10
    for seat in card.own:
        start = card.table.start(seat)
        if sum(s == seat for s in board.values()) == 4 or card.table.protected(board, fresh, start):
            continue
        if start in board and not card.may_capture(board[start]):
            continue
        yield _freeze({**board, start: seat}, fresh | {start}, {"camp"})


def _swap(card: Card, board: Board, fresh: set[Spot]) -> Iterator[Play]:  # M11
    table, rules = card.table, card.table.rules

    def kept(spot: Spot, rule: str) -> bool:
        if not isinstance(spot, int) or spot % table.stretch:
            return False
        return (
            (rule == "fresh" and spot in fresh)
            or (rule == "own-start" and spot == table.start(board[spot]))
            or rule == "any-start"
        )

    track = [spot for spot in board if isinstance(spot, int)]
    for mine in track:
        for other in track:
            if mine == other or board[mine] not in card.own:
                continue
            if board[other] in card.own and not rules.swap_two_own:
                continue
            if kept(mine, rules.swap_own_pawn_not_on) or kept(other, rules.swap_other_pawn_not_on):
                continue
            after = {**board, mine: board[other], other: board[mine]}
            yield _freeze(after, fresh - {mine, other}, {mine, other})


def _centre(card: Card, board: Board, fresh: set[Spot]) -> Iterator[Play]:  # M13
    if not card.table.centre:
        return
    for spot, seat in board.items():
        if seat not in card.own:
            continue
        ends: list[Spot] = []
        if spot == "X":
            ends = list(card.table.sevens)
        elif spot in card.table.sevens:
            ends = ["X"]
        for end in ends:
            if end in board and not card.may_capture(board[end]):
                continue
            yield _freeze(*_settle(board, fresh, spot, end, {end} & set(board))[:2], {spot})


def _number(card: Card, use: Use, board: Board, fresh: set[Spot]) -> Iterator[Play]:
    table = card.table
    way = -1 if use.kind == "back" else 1
    for spot, seat in board.items():
        own = seat in card.own
        if use.kind in ("n", "back") and not own:
            continue
        if use.kind == "opp" and (seat in card.team or not isinstance(spot, int)):
            continue
        if use.kind == "any" and not isinstance(spot, int):
            continue
        if not own and table.protected(board, fresh, spot) and not table.rules.protected_moved:  # M14
            continue
        for after in steps(card, board, fresh, spot, use.number, way, use.mows, card.asked_own_start(seat)):
            yield _freeze(*after[:2], {spot})


def _split(card: Card, use: Use, board: Board, fresh: set[Spot], may_spill: bool) -> Iterator[Play]:  # M12
    table, rules = card.table, card.table.rules
    with_team = rules.split_with == "team"
    spill = may_spill and rules.spill and not with_team
    # a state: holes, fresh, what is left, own seats, the pawns that moved (where they began, where
    # they are: an empty name for a captured one, which counts all the same)
    begin = (
        frozenset(board.items()),
        frozenset(fresh),
        use.number,
        tuple(card.own),
        frozenset[tuple[Spot, Spot]](),
    )
    seen = {begin}
    todo = [begin]
    while todo:
        holes, white, left, own, moved = todo.pop()
        if left == 0:
            yield Play(holes, white, frozenset(began for began, _ in moved))
            continue
        now: Board = dict(holes)
        began_at = {at: began for began, at in moved}
        acting = Card(table, card.seat, card.rank, list(own), card.team)
        for spot, seat in now.items():
            if seat not in own and not (with_team and seat in card.team):
                continue
            if spot in began_at and not rules.split_again:
                continue
            if spot not in began_at and len(moved) >= rules.split_pawns:
                continue
            asked = not rules.pass_own_start and card.rank != "5"
            for n in range(1, left + 1):
                for after, white_after, end in steps(acting, now, set(white), spot, n, 1, use.mows, asked):
                    pawns = {(began_at.get(spot, spot), end)}
                    for began, at in moved:
                        if at != spot:
                            gone = at not in after or at == end
                            pawns.add((began, "" if gone else at))
                    next_own = own
                    if spill and all(table.is_home(after, s) for s in own):
                        next_own = tuple(table.acting(after, card.seat))
                    state = (
                        frozenset(after.items()),
                        frozenset(white_after),
                        left - n,
                        next_own,
                        frozenset(pawns),
                    )
                    if state not in seen:
                        seen.add(state)
                        todo.append(state)


def uses_of(rules: Rules, rank: str) -> list[tuple[str, Use]]:
    """The uses of a card with the rank as which each is played: `any-card` stands for all other ranks."""
    found: list[tuple[str, Use]] = []
    for use in rules.cards[rank]:
        if use.kind != "any-card":
            found.append((rank, use))
            continue
        for other in RANKS:
            if other != rank:
                found += [(other, u) for u in rules.cards[other] if u.kind != "any-card"]
    return found


def _plays_with(
    table: Table, board: Board, fresh: set[Spot], seat: str, rank: str, own: list[str], may_spill: bool
) -> list[Play]:
    found: list[Play] = []
    for played_as, use in uses_of(table.rules, rank):
        card = Card(table, seat, played_as, own, table.team(seat))
        if use.kind == "out":
            found += _out(card, board, fresh)
        elif use.kind == "swap":
            found += _swap(card, board, fresh)
        elif use.kind == "centre":
            found += _centre(card, board, fresh)
        elif use.kind == "pass":
            found.append(_freeze(board, fresh, set(), True))
        elif use.kind == "split":
            found += _split(card, use, board, fresh, may_spill)
        else:
            found += _number(card, use, board, fresh)
    return found


def plays_with(
    table: Table, board: Board, fresh: set[Spot], seat: str, rank: str
) -> list[tuple[list[str], list[Play]]]:
    """The legal plays with one's own pawns and, where `mate_when_stuck` lets one, with the mate's."""
    own = table.acting(board, seat)
    if not own:
        return [(own, [])]
    first = (own, _plays_with(table, board, fresh, seat, rank, own, True))
    if not table.rules.mate_when_stuck or any(not play.is_pass for play in first[1]):
        return [first]
    mates = [mate for mate in table.mates(board, seat) if mate != own]
    if not mates or own != table.player(seat):
        return [first]
    return [first, (mates[0], _plays_with(table, board, fresh, seat, rank, mates[0], False))]


def plays(table: Table, board: Board, fresh: set[Spot], seat: str, rank: str) -> list[Play]:
    """All legal plays of a card (section 3), `mate_when_stuck` included."""
    return [play for _, some in plays_with(table, board, fresh, seat, rank) for play in some]


def must_play(table: Table, found: list[Play], rank: str) -> bool:
    """Whether must-play asks for one of these plays (`not_forced`, `pass`)."""
    free = table.rules.not_forced
    if rank in free:
        return False
    return any(
        not play.is_pass
        and not ("home" in free and all(isinstance(s, str) and s[1:2] == "H" for s in play.moved))
        for play in found
    )


def results(table: Table, board: Board, fresh: set[Spot], seat: str, rank: str) -> set[Result]:
    """The distinct positions after the legal plays (M15)."""
    return {(play.board, play.fresh) for play in plays(table, board, fresh, seat, rank)}
