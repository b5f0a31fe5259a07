"""Tables, positions and cards drawn at random for the rules' property tests, all sizes, crowded."""

from dataclasses import dataclass
from random import Random

from calibration.holes import CENTRE, Hole, Seat, home_holes, seats_of, start_hole
from toc_pi.errors import BadInput
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class Situation:
    """A card to be played."""

    rules: RuleSet
    table: Table
    position: Position
    seat: Seat
    card: Card


def draw_situation(random: Random, name: str | None = None) -> Situation:
    """A card to be played by a rule set, with up to three house rules that go together."""
    rules = _rules(random, name or random.choice(NAMES))
    table = _table(random)
    return Situation(
        rules,
        table,
        draw_position(random, table),
        random.choice(table.played),
        random.choice(list(rules.cards)),
    )


def draw_position(random: Random, table: Table) -> Position:
    """Pawns of some seats, in crowds, in homes, on start holes, fresh or not."""
    at: dict[Hole, Seat] = {}
    middle = random.randrange(table.track_length)
    for seat in table.played:
        finished = random.random() < 0.12
        for number in range(4 if finished else random.randint(0, 4)):
            hole = home_holes(seat)[number] if finished else _hole(random, table, seat, middle)
            at.setdefault(hole, seat)
    fresh = {start_hole(seat) for seat in table.played if at.get(start_hole(seat)) == seat}
    return Position(frozenset(at.items()), frozenset(hole for hole in fresh if random.random() < 0.6))


def change(random: Random, situation: Situation) -> dict[Hole, Seat]:
    """A board that hands could make: one to three pawns carried, taken off, swapped or brought out."""
    table, board = situation.table, dict(sorted(situation.position.pawns))
    for _ in range(random.randint(1, 3)):
        seat = random.choice(table.played)
        own = [hole for hole, owner in board.items() if owner == seat]
        kind = random.random()
        if own and kind < 0.6:
            board.pop(random.choice(own))
        if own and 0.6 <= kind < 0.75:
            one, other = random.choice(own), random.choice(list(board))
            board[one], board[other] = board[other], board[one]
        elif sum(owner == seat for owner in board.values()) < 4 and kind < 0.95:
            board[_hole(random, table, seat, random.randrange(table.track_length))] = seat
    return board


def _rules(random: Random, name: str) -> RuleSet:
    house: list[str] = []
    for rule in random.sample(sorted(house_rules()), random.choice([0, 0, 1, 2, 3])):
        try:
            load_ruleset(name, [*house, rule])
        except BadInput:
            continue
        house.append(rule)
    return load_ruleset(name, house)


def _table(random: Random) -> Table:
    count = random.choice([4, 4, 6, 8])
    seats = seats_of(count)
    half = count // 2
    pairs = tuple((seats[place], seats[place + half]) for place in range(half))
    players, teams = random.choice(
        [((), ()), ((), ()), ((), pairs), (pairs, pairs), ((), (seats[::2], seats[1::2]))]
    )
    stretch = random.choice([18, 18, 16, random.randint(12, 24)])
    entry = stretch - random.randint(0, 2)
    return Table(count, entry, count > 4 and random.random() < 0.5, players, teams, stretch)


def _hole(random: Random, table: Table, seat: Seat, middle: int) -> Hole:
    kind = random.random()
    if kind < 0.2:
        return random.choice(home_holes(seat))
    if kind < 0.35:
        return start_hole(seat)
    if kind < 0.38 and table.centre:
        return CENTRE
    if kind < 0.75:
        return table.track_hole(middle + random.randint(-9, 9))
    return table.track_hole(random.randrange(table.track_length))
