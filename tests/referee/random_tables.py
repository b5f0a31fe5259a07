"""Random realistic tables: any rule set, board and teams."""

from random import Random

from calibration.holes import seats_of
from toc_pi.belief.game import Game
from toc_pi.errors import BadInput
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table

HOUSES = (
    "no-own-capture",
    "no-team-capture",
    "no-pass-own",
    "no-pass",
    "mowing-spares-own",
    "five-no-home",
    "five-own",
    "seven-two",
    "seven-team",
    "spill",
    "jump-may",
    "jump-must",
    "jump-takes-both",
    "four-both",
    "jack-eleven",
    "jack-no-own",
    "start-any",
    "ten-out",
    "home-free",
)


def house_of(name: str, rng: Random) -> tuple[str, ...]:
    """House rules that a table may have added; none in half of the cases."""
    if rng.random() < 0.5:
        return ()
    while True:
        house = tuple(rng.sample(HOUSES, rng.choice([1, 1, 2, 3])))
        try:
            load_ruleset(name, house)
        except BadInput:  # two that set the same thing differently
            continue
        return house


def random_game(rng: Random) -> Game:
    """Any rule set, with a usual board and usual teams."""
    name = rng.choice(NAMES)
    count = rng.choice([4, 4, 4, 6, 8]) if name in ("tock", "tock-variant", "tac-tik", "saut") else 4
    seats = seats_of(count)
    half = count // 2
    ways = [[(seat,) for seat in seats], [seats[::2], seats[1::2]]]
    if count > 4:
        ways.append([(seat, seats[number + half]) for number, seat in enumerate(seats[:half])])
    teams = rng.choice(ways)
    players = [(seat,) for seat in seats]
    if count == 4 and rng.random() < 0.15:  # two colours each
        players = teams = [seats[::2], seats[1::2]]
    centre = count > 4 and rng.random() < 0.5
    table = Table(count, rng.choice([16, 17, 18]), centre, tuple(players), tuple(teams))
    white_face = name == "quebec" and rng.random() < 0.7
    return Game(load_ruleset(name, house_of(name, rng)), table, rng.choice(seats), white_face)
