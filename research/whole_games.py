"""Plays whole games between strategies: hints of each strength, greedy, random.

    python research/whole_games.py MINE OTHER [--games N] [--rules NAME…] [--table 2|4|teams] [--time S]

MINE and OTHER are `hint-1`, `hint-2`, `hint-3`, `greedy` (home if it can, else capture, else come out, else
farthest) or `random`. They sit alternately, MINE on the even places in every second game; prints the share of
games that MINE won, with its 95 % interval (Wilson). In an exchange everybody gives a random card.
"""

import argparse
import time
from collections.abc import Callable, Mapping
from math import sqrt
from random import Random

from calibration.holes import PAWNS_A_SEAT, SEATS, Seat, is_home
from toc_pi.rules.game import (
    Action,
    CardPlayed,
    Cards,
    Deal,
    Discard,
    GameState,
    Keep,
    Stop,
    Throw,
    new_game,
    teams_of,
)
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.turn import apply, choices
from toc_pi.teaching.hint import Advice, advise
from toc_pi.teaching.options import Moment

MAX_PLIES = 5_000
TABLES: Mapping[str, Table] = {
    "2": Table(players=((Seat("a"),), (Seat("c"),)), teams=((Seat("a"),), (Seat("c"),))),
    "4": Table(),
    "teams": Table(teams=((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))),
}

Way = Callable[[RuleSet, Table, GameState, Random], Action]
"""A strategy: chooses the action of the player on turn."""


def hint(strength: int, seconds: float) -> Way:
    """Plays the best hint of a strength, with a time limit for a lookahead."""

    def choose(rules: RuleSet, table: Table, game: GameState, random: Random) -> Action:
        end = time.perf_counter() + seconds
        moment = Moment(
            rules,
            table,
            0,
            game.position,
            table.players[game.turn][0],
            None,
            game.again,
            game.pawn,
            game.struck,
            game.used,
            {seats[0]: len(hand) for seats, hand in zip(table.players, game.hands, strict=True)},
        )
        hand = game.hands[game.turn]
        return _action(advise(moment, hand, strength, random, lambda: time.perf_counter() < end)[0], game)

    return choose


def at_random(rules: RuleSet, table: Table, game: GameState, random: Random) -> Action:
    """Plays a random action."""
    return random.choice(choices(rules, table, game))


def greedy(rules: RuleSet, table: Table, game: GameState, random: Random) -> Action:
    """Home if it can, else capture, else come out, else farthest."""
    every = choices(rules, table, game)
    plays = [action for action in every if isinstance(action, CardPlayed)]
    if not plays:
        return random.choice(every)
    seats = table.players[game.turn]
    team = table.team_of(seats[0])

    def key(play: CardPlayed) -> tuple[float, ...]:
        return (*(_gain(table, game.position, play.result, seats, team)), random.random())

    return max(plays, key=key)


def play_game(
    rules: RuleSet,
    table: Table,
    ways: list[Way],
    random: Random,
    watch: Callable[[GameState], None] = lambda _: None,
) -> int | None:
    """Play one game; return the index of the winning team, None if nobody won."""

    def shuffled(cards: Cards) -> Cards:
        return tuple(random.sample(cards, len(cards)))

    game = new_game(rules, table, random.choice(table.players)[0])
    for _ in range(MAX_PLIES):
        if game.phase == "over":
            return game.places[0]
        if game.phase == "play":
            watch(game)
            action = ways[game.turn](rules, table, game, random)
        else:
            gifts = [one for one in choices(rules, table, game) if not isinstance(one, Keep)]
            action = Deal() if game.phase == "deal" else random.choice(gifts)
        game = apply(rules, table, game, action, shuffled)
    return None


def won(rules: RuleSet, table: Table, mine: Way, other: Way, games: int, random: Random) -> tuple[int, int]:
    """How many games `mine` won, and how many ended."""
    wins = ended = 0
    for number in range(games):
        side = number % 2
        ways = [mine if player % 2 == side else other for player in range(len(table.players))]
        winner = play_game(rules, table, ways, random)
        if winner is not None:
            ended += 1
            wins += teams_of(table)[winner][0] % 2 == side
    return wins, ended


def interval(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def way_named(name: str, seconds: float) -> Way:
    """A strategy by its name on the command line."""
    if name.startswith("hint-"):
        return hint(int(name.removeprefix("hint-")), seconds)
    return {"greedy": greedy, "random": at_random}[name]


def _action(advice: Advice, game: GameState) -> Action:
    match advice.do:
        case "discard":
            assert advice.card is not None
            return Discard(advice.card)
        case "throw":
            return Throw(game.hands[game.turn])
        case "stop":
            return Stop()
    assert advice.card is not None
    return CardPlayed(advice.card, advice.result)


def _gain(
    table: Table, before: Position, after: Position, seats: tuple[Seat, ...], team: tuple[Seat, ...]
) -> tuple[int, int, int, int]:
    """The gains in pawns at home, captures, pawns on the board, and steps."""
    was, now = _counted(table, before, seats), _counted(table, after, seats)
    others = sum(seat not in team for _, seat in before.pawns) - sum(
        seat not in team for _, seat in after.pawns
    )
    return now[0] - was[0], others, now[1] - was[1], now[2] - was[2]


def _counted(table: Table, position: Position, seats: tuple[Seat, ...]) -> tuple[int, int, int]:
    """Pawns at home, pawns on the board, and the sum of their steps from their starts."""
    home = out = steps = 0
    for hole, seat in position.pawns:
        if seat not in seats:
            continue
        out += 1
        if is_home(hole):
            home += 1
            steps += table.track_length + PAWNS_A_SEAT
        elif (index := table.track_index(hole)) is not None:
            steps += (index - table.stretch * SEATS.index(seat)) % table.track_length
    return home, out, steps


def main() -> None:
    """Play the chosen games, and print a line for each rule set and table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mine")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=500, help="for each rule set and table")
    parser.add_argument("--rules", nargs="+", default=NAMES)
    parser.add_argument("--table", nargs="+", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--time", type=float, default=1.0, help="seconds that hint-3 may think")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    mine, other = way_named(options.mine, options.time), way_named(options.other, options.time)
    for name in options.rules:
        for table in options.table:
            wins, ended = won(
                load_ruleset(name), TABLES[table], mine, other, options.games, Random(options.seed)
            )
            low, high = interval(wins, ended)
            print(
                f"{name:<14}{table:<6}{options.mine} against {options.other}: {wins} of {ended}, "
                f"{100 * wins / ended:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
