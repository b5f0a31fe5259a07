"""Tables on which a split number has the most results: whole teams, all pawns out, in crowds or spread."""

from random import Random

from calibration.holes import Hole, Seat, home_holes, seats_of, start_hole, track_hole
from toc_pi.errors import BadInput
from toc_pi.rules.engine import engine_of
from toc_pi.rules.moves import View
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, ruleset_from
from toc_pi.rules.splits import Split
from toc_pi.rules.table import Table

SEVEN = Card("7")
HOUSES = (
    ["seven-team"],
    ["seven-team", "seven-again"],
    ["seven-team", "seven-mows"],
    ["seven-team", "seven-mows", "seven-again"],
    ["seven-team", "seven-mows", "mowing-spares-own"],
    ["seven-team", "seven-two"],
    ["seven-team", "no-own-capture"],
    ["seven-team", "jump-may", "jump-takes-both"],
    ["seven-team", "mate-when-stuck"],
    ["seven-team", "home-free"],
    ["seven-team", "joker-any"],
    ["spill"],
)


def crowded_rules(random: Random) -> RuleSet:
    """A rule set whose 7 is split within a team; some families split a 9, some mow with it."""
    while True:
        house = random.choice(HOUSES)
        uses = random.choice([None, None, None, ["split 9"], ["split 9 !"], ["split 7", "any 5", "swap"]])
        family = {"base": random.choice(NAMES), **({"cards": {"7": uses}} if uses else {})}
        try:
            return ruleset_from(family, [rule for rule in house if not (uses and rule == "seven-mows")])
        except BadInput:
            continue


def crowded_table(random: Random) -> Table:
    """Six or eight seats in one or two teams, each its own player, or two colours a player."""
    count = random.choice([6, 8, 8, 8])
    seats = seats_of(count)
    stretch = random.choice([18, 18, 16, 12])
    halves = (seats[::2], seats[1::2])
    pairs = tuple((seats[place], seats[place + count // 2]) for place in range(count // 2))
    players, teams = random.choice([((), halves), ((), (seats,)), (pairs, (pairs[0] + pairs[2], ()))])
    if count == 6 or players:
        players, teams = (), halves
    return Table(count, stretch - random.choice([0, 1, 2]), random.random() < 0.5, players, teams, stretch)


def crowded_position(random: Random, table: Table) -> Position:
    """All pawns out: in a crowd, spread evenly, or many of them in homes and on start holes."""
    length, seats = table.track_length, table.played
    style = random.choice(["crowd", "crowd", "even", "anywhere", "homes"])
    middle = random.randrange(length)
    at: dict[Hole, Seat] = {}
    for place, seat in enumerate(seats):
        out = 0
        while out < 4:
            index = random.randrange(length)
            if style == "crowd":
                index = middle + random.randint(-20, 20)
            if style == "even":
                index = (4 * place + out) * length // (4 * len(seats))
            hole = track_hole(index, table.seats, table.stretch)
            if style == "homes" and random.random() < 0.6:
                hole = random.choice([*home_holes(seat), start_hole(seat)])
            if hole not in at:
                at[hole] = seat
                out += 1
    fresh = {start_hole(seat) for seat in seats if at.get(start_hole(seat)) == seat}
    return Position(frozenset(at.items()), frozenset(hole for hole in fresh if random.random() < 0.5))


def walk(random: Random, rules: RuleSet, table: Table, before: Position, seat: Seat) -> Position | None:
    """A result of the 7, found by taking parts at random; None where that fails."""
    engine, (use, *_) = engine_of(rules, table), rules.uses(SEVEN)
    m, number = engine.masks, engine.encode(before)
    split = Split(engine, seat, use, five=False, acting=(), spills=True)
    for _ in range(10):
        state, left, parts = number, use.number, 0
        while parts < (split.limit or use.number):
            parts += 1
            view = View(engine, state, engine.acting(state & m.board, seat), split.team, m.put_moved)
            moved = 0 if rules.split_again else state >> (m.seats + 1) * m.holes & m.plane
            movers = split.seats_of(view.acting)
            pawns = [
                (mover, hole)
                for mover in movers
                for hole in range(m.centre)
                if view.planes[mover] & ~moved & 1 << hole
            ]
            if not pawns:
                break
            part = random.randint(1, left)
            mover, hole = random.choice(pawns)
            found = split.move(view, mover, hole, part)
            if found:
                state, left = random.choice(found), left - part
            if not left:
                return engine.decode(state & m.board)
    return None


def meddled(
    random: Random, table: Table, pawns: frozenset[tuple[Hole, Seat]]
) -> frozenset[tuple[Hole, Seat]]:
    """A board with one pawn elsewhere, taken off, or changed for another."""
    board = dict(sorted(pawns))
    hole = random.choice(list(board))
    kind = random.random()
    if kind < 0.6:
        seat = board.pop(hole)
        board[track_hole(random.randrange(table.track_length), table.seats, table.stretch)] = seat
    elif kind < 0.8:
        board.pop(hole)
    else:
        other = random.choice(list(board))
        board[hole], board[other] = board[other], board[hole]
    return frozenset(board.items())
