"""Random questions for both engines: rule sets, boards, teams, house rules, and what hands make of one."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from oracle.plays import plays
from oracle.requests import board_of, fresh_of, holes_of, name_of, rules_asked, table_asked
from oracle.seating import Board, Spot, Table
from oracle.tables import HOUSE, NAMES, VALUES, Contradiction, Rules, rules_of

Request = dict[str, Any]
_TURN = {"ten-throws", "ten-skips", "throw-hand", "discard-one", "no-exchange", "quick-start"}
_FAMILY_USES = [
    "out", "swap", "centre", "pass", "any-card", "1", "2", "3", "5", "8", "11", "18", "-2", "-4", "-11",
    "opp 2", "opp 5", "any 2", "any 5", "any 7", "split 3", "split 5", "split 7", "split 9",
    "13 !", "-4 !", "opp 5 !", "any 5 !", "split 5 !", "split 7 !",
]  # fmt: skip


def random_house(rng: Random, base: str, most: int) -> list[str]:
    """Up to `most` house rules that go together."""
    chosen: list[str] = []
    for name in rng.sample([h for h in HOUSE if h not in _TURN], rng.randint(0, most)):
        try:
            rules_of(base, [*chosen, name])
        except Contradiction:
            continue
        chosen.append(name)
    return chosen


def random_family(rng: Random, base: str) -> dict[str, Any]:
    """A family's own file, as a mapping."""
    own: dict[str, Any] = {"base": base}
    if rng.random() < 0.7:
        ranks = rng.sample(["A", "2", "4", "5", "6", "7", "10", "J", "K", "*"], rng.randint(1, 3))
        own["cards"] = {rank: rng.sample(_FAMILY_USES, rng.choice([1, 1, 2, 2, 3])) for rank in ranks}
    if rng.random() < 0.8:
        names = rng.sample(sorted(VALUES), rng.randint(1, 4))
        own["parameters"] = {name: rng.choice(VALUES[name]) for name in names}
    return own


def _parties(rng: Random, seats: str) -> tuple[list[list[str]], list[list[str]]]:
    """Players and teams: solo, pairs, teams of three and four, two colours for a player, empty seats."""
    n = len(seats)
    half = n // 2
    solo = [[s] for s in seats]
    pairs = [[seats[i], seats[i + half]] for i in range(half)]
    kind = rng.random()
    if kind < 0.3:
        return solo, solo
    if kind < 0.6:
        return solo, pairs
    if kind < 0.7:
        return pairs, pairs  # two colours each
    if kind < 0.75 and n == 8:
        return pairs, [pairs[0] + pairs[2], pairs[1] + pairs[3]]
    if kind < 0.8:
        return [pairs[0], *[[s] for s in seats if s not in pairs[0]]], pairs
    if kind < 0.85:
        playing = rng.sample(seats, rng.randint(2, n - 1))
        return [[s] for s in sorted(playing)], [[s] for s in sorted(playing)]
    size = rng.choice([k for k in (2, 3, 4) if n % k == 0])
    step = n // size
    return solo, [[seats[i + j * step] for j in range(size)] for i in range(step)]


def _random_spot(rng: Random, table: Table, seat: str, near: list[int]) -> Spot:
    kind = rng.random()
    start, entry = table.start(seat), table.entry(seat)
    if kind < 0.18:
        return f"{seat}H{rng.randint(1, 4)}"
    if kind < 0.3:
        return (entry - rng.randint(0, 9)) % table.length
    if kind < 0.4:
        return start
    if kind < 0.5:
        return (start + rng.randint(-3, 8)) % table.length
    if kind < 0.56:
        return (table.stretch * rng.randrange(len(table.seats)) + rng.randint(-2, 0)) % table.length
    if kind < 0.62:
        return rng.choice(table.sevens)
    if kind < 0.66 and table.centre:
        return "X"
    if kind < 0.85 and near:
        return (rng.choice(near) + rng.randint(-8, 8)) % table.length
    return rng.randrange(table.length)


def _set_the_scene(rng: Random, table: Table, board: Board, own: list[str], owned: list[str]) -> None:
    """An own pawn is put where rules bite: before a start hole, a 7, the own entry, or home."""
    pawns = [s for s in board if isinstance(s, int) and board[s] in own]
    if not pawns:
        return
    spot = rng.choice(pawns)
    seat = board.pop(spot)
    kind = rng.random()
    step = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
    end: Spot
    if kind < 0.4:
        other = rng.choice(owned)
        hole = table.start(other)
        if hole not in board and sum(p == other for p in board.values()) < (3 if other == seat else 4):
            board[hole] = other if rng.random() < 0.8 else seat
        end = (hole + (step if rng.random() < 0.25 else -step)) % table.length
    elif kind < 0.7:
        seven = rng.choice(table.sevens)
        for hole in (seven, (seven + rng.choice([table.stretch, 11, 5, -table.stretch])) % table.length):
            other = rng.choice(owned)
            if hole not in board and rng.random() < 0.5 and sum(p == other for p in board.values()) < 3:
                board[hole] = other
        end = (seven + (4 if rng.random() < 0.25 else -step)) % table.length
    elif kind < 0.85:
        end = (table.entry(seat) - rng.choice([0, 0, 1, 2, 3, 4, 5])) % table.length
    else:
        end = f"{seat}H{rng.randint(1, 3)}"
    if end not in board and sum(p == seat for p in board.values()) < 4:
        board[end] = seat


def random_request(
    rng: Random, rules: str | None = None, family: float = 0.15, most_house: int = 4
) -> Request:
    """A position, who is to move, a card of the pack; about a seventh have a family's file."""
    base = rules or rng.choice(NAMES)
    request: Request = {"rules": base, "house": []}
    if rng.random() < 0.6:
        request["house"] = random_house(rng, base, most_house)
    if rng.random() < family:
        request = {
            "ruleset": random_family(rng, base),
            "house": request["house"] if rng.random() < 0.4 else [],
        }
    seats = "abcdefgh"[: rng.choice([4, 4, 4, 6, 8])]
    stretch = 18 if rng.random() < 0.6 else rng.choice([16, 16, rng.randint(12, 24)])
    players, teams = _parties(rng, seats)
    request |= {
        "seats": len(seats),
        "stretch": stretch,
        "home_entry": stretch - rng.choice([2, 2, 1, 0]),
        "centre": len(seats) > 4 and rng.random() < 0.5,
        "players": players,
        "teams": teams,
        "holes": {},
        "fresh": [],
    }
    table = table_asked(request)
    owned = [s for p in players for s in p]
    seat = rng.choice(owned)
    board: Board = {}
    near: list[int] = []
    crowd = rng.choice([1, 2, 3, 4, 4])
    others = rng.choice([0.3, 0.6, 1.0])
    own = table.player(seat)
    finished = rng.random()
    for who in [*own, *[s for s in owned if s not in own]]:
        if finished < 0.12 and (who in own or (who in table.team(seat) and rng.random() < 0.3)):
            board |= {f"{who}H{r}": who for r in (1, 2, 3, 4)}
            continue
        if finished < 0.25 and who in own:  # one or two short of home
            rooms = rng.sample([1, 2, 3, 4], rng.choice([2, 3, 3]))
            board |= {f"{who}H{r}": who for r in rooms}
            for _ in range(4 - len(rooms)):
                spot = (table.entry(who) - rng.randint(0, 6)) % table.length
                board.setdefault(spot, who)
                near.append(spot)
            continue
        if who not in own and rng.random() > others:
            continue
        for _ in range(rng.randint(0 if who not in own else 1, crowd)):
            spot = _random_spot(rng, table, who, near)
            if spot not in board:
                board[spot] = who
                if isinstance(spot, int):
                    near.append(spot)
    if rng.random() < 0.6:
        _set_the_scene(rng, table, board, own, owned)
    request["holes"] = holes_of(board, table.stretch)
    request["fresh"] = [
        name_of(table.start(s), table.stretch)
        for s in owned
        if board.get(table.start(s)) == s and rng.random() < 0.6
    ]
    ranks = [rank for rank, uses in table.rules.cards.items() if uses]
    heavy = [r for r in ("7", "K", "5", "J", "4", "*", "A") if r in ranks]
    if "cards" in request.get("ruleset", {}):
        heavy = [r for r in request["ruleset"]["cards"] if r in ranks] or heavy
    request["seat"], request["card"] = seat, rng.choice(heavy if rng.random() < 0.7 else ranks)
    return request


def _free(rng: Random, table: Table, board: Board, seat: str) -> Spot:
    for _ in range(50):
        spot = _random_spot(rng, table, seat, [s for s in board if isinstance(s, int)])
        if spot not in board:
            return spot
    return rng.choice([s for s in range(table.length) if s not in board])


def _carry(rng: Random, table: Table, board: Board, spot: Spot) -> Board:
    """One pawn set down elsewhere, near or far, forward, back or in a home; whoever stood there is gone."""
    seat = board[spot]
    rest = {s: p for s, p in board.items() if s != spot}
    kind = rng.random()
    end: Spot
    if isinstance(spot, int) and kind < 0.65:
        far = table.stretch
        steps = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, far, far + 3, far + 4, -3, -4, -5, -7, -4 - far]
        end = (spot + rng.choice(steps)) % table.length
    elif kind < 0.8:
        home = seat if rng.random() < 0.75 else rng.choice(table.seats)
        end = f"{home}H{rng.randint(1, 4)}"
    elif kind < 0.85 and table.centre:
        end = "X"
    else:
        end = _random_spot(rng, table, seat, [s for s in board if isinstance(s, int)])
    if sum(p == seat for p in rest.values()) >= 4:
        return board
    return {**rest, end: seat}


def _laxer(rng: Random, table: Table) -> Table:
    """The same table under rules that forbid less, or something else: its plays break the real ones."""
    rules = table.rules
    loose = {
        "protected": "fresh",  # and nobody counts as fresh
        "swap_own_pawn_not_on": "none",
        "swap_other_pawn_not_on": "none",
        "swap_two_own": True,
        "pass_own_start": True,
        "jump": rng.choice(["none", "may", "must"]),
        "no_passing": "none",
        "split_pawns": 7,
        "split_with": rng.choice(["own", "team"]),
        "spill": rng.random() < 0.5,
        "five_home": "all",
        "own_capture": True,
        "team_capture": True,
        "jump_over": rng.random() < 0.2,
    }
    flip = rng.random() < 0.3
    cards = {
        rank: [replace(use, mows=use.mows != (flip and use.number > 0)) for use in uses]
        for rank, uses in rules.cards.items()
    }
    return replace(table, rules=Rules(cards, {**rules.parameters, **loose}))


def random_after(rng: Random, request: Request) -> dict[str, str]:
    """A board that hands could make of this one: right, nearly right, or quite wrong."""
    table = table_asked(request)
    before = board_of(request["holes"], request["stretch"])
    fresh = fresh_of(request)
    seat_asked, card = request["seat"], request["card"]
    changes = rng.choice([0, 1, 1, 1, 1, 2, 2, 3])
    lax = rng.random() < 0.5
    if lax:
        ranks = [rank for rank, uses in table.rules.cards.items() if uses]
        if rng.random() < 0.15:
            card = rng.choice(ranks)
        if rng.random() < 0.1:
            seat_asked = rng.choice([s for p in table.players for s in p])
        found = plays(_laxer(rng, table), before, set(), seat_asked, card)
        changes = rng.choice([0, 0, 0, 0, 1, 1, 2])
    else:
        found = plays(table, before, fresh, seat_asked, card)
    found.sort(key=lambda play: sorted(map(str, play.board)))  # the same seed, the same boards
    board = dict(before)
    if found and (lax or rng.random() < 0.6):
        board = dict(sorted(rng.choice(found).board, key=str))  # not in the order of hashes
    if lax and len(found) > 1:
        lawful = {play.board for play in plays(table, before, fresh, request["seat"], request["card"])}
        wrong = [play for play in found if play.board not in lawful]
        if wrong and rng.random() < 0.8:
            board = dict(sorted(rng.choice(wrong).board, key=str))
    own = [s for s in board if board[s] in table.player(request["seat"])]
    for _ in range(changes):
        kind = rng.random()
        spots = sorted(board, key=str)
        if kind < 0.3:  # a pawn goes somewhere
            pool = [s for s in own if s in board] if rng.random() < 0.6 else spots
            if pool:
                board = _carry(rng, table, board, rng.choice(pool))
        elif kind < 0.42:  # a changed pawn is carried a little further or back, or by a jump
            changed = [s for s in spots if before.get(s) != board[s] and isinstance(s, int)]
            if changed:
                spot = rng.choice(changed)
                assert isinstance(spot, int)
                end = (
                    spot + rng.choice([-table.stretch, -2, -1, 1, 2, table.stretch, 2 * table.stretch])
                ) % table.length
                board = {**{s: p for s, p in board.items() if s != spot}, end: board[spot]}
        elif kind < 0.54:  # a captured pawn stands there still
            gone = [s for s in before if s not in board and sum(p == before[s] for p in board.values()) < 4]
            if gone:
                spot = rng.choice(gone)
                board[spot] = before[spot]
        elif kind < 0.66 and board:  # taken off
            board = {s: p for s, p in board.items() if s != rng.choice(spots)}
        elif kind < 0.76 and len(spots) > 1:  # swapped
            one, other = rng.sample(spots, 2)
            board = {**board, one: board[other], other: board[one]}
        elif kind < 0.88:  # brought out
            seat = rng.choice(table.player(request["seat"]) if rng.random() < 0.7 else list(table.seats))
            owned = any(seat in p for p in table.players)
            if owned and sum(p == seat for p in board.values()) < 4:
                end_out: Spot = table.start(seat)
                if rng.random() < 0.3:
                    end_out = _free(rng, table, board, seat)
                board[end_out] = seat
        elif kind < 0.94 and found:  # as another play has it, in part
            other_board = dict(rng.choice(found).board)
            spot2 = rng.choice(sorted(set(other_board) | set(board), key=str))
            if spot2 in other_board and sum(p == other_board[spot2] for p in board.values()) < 4:
                board[spot2] = other_board[spot2]
        elif board:  # two pawns move
            for spot3 in rng.sample(spots, min(2, len(spots))):
                if spot3 in board:
                    board = _carry(rng, table, board, spot3)
    counts: dict[str, int] = {}
    for spot in sorted(board, key=str):
        counts[board[spot]] = counts.get(board[spot], 0) + 1
        if counts[board[spot]] > 4:
            del board[spot]
    return holes_of(board, table.stretch)


__all__ = ["random_after", "random_request", "rules_asked"]
