"""Measures the rules engine: whole random games, split 7s, other cards, and reasons.

Method: four players from the opening, each alone; hands, draws, deals and discards as the rule set
has them (no exchange); uniform choice over all legal results of the whole hand, each result counted once for
each rank; a ply is one card played or discarded, generating and applying included; games are cut at 5,000
plies; one core. Games and crowded tables (those of the tests) are measured in
processor time. Run with `make bench` or `python bench/rules.py`.
"""

import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "rules"))

from crowded_tables import SEVEN, crowded_position, crowded_rules, crowded_table, meddled, walk
from games_at_hand import has_forced_play

from calibration.holes import SEATS, Seat
from toc_pi.rules.engine import Wanted, engine_of
from toc_pi.rules.game import pack_of
from toc_pi.rules.legal import find_moves, legal_moves, nearest_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table

WORST_TABLES = 60
MAX_PLIES = 5_000
SPACED = Position.parse("a8:a a17:a b8:a b17:a")
EIGHT = Position.parse("a8:a a17:a b8:a b17:a a12:c b3:c b12:c c3:c")


def shuffled_pack(rules: RuleSet, random: Random) -> list[Card]:
    """The pack of a rule set, shuffled."""
    cards = list(pack_of(rules))
    random.shuffle(cards)
    return cards


def play_game(rules: RuleSet, table: Table, random: Random) -> int:
    """Play one random game; return its number of plies."""
    position = Position(frozenset())
    pack: list[Card] = []
    hands: dict[Seat, list[Card]] = {seat: [] for seat in table.played}
    plies = deals = 0
    while plies < MAX_PLIES:
        for seat in table.played:
            if not any(hands.values()):
                size = rules.deal[min(deals, len(rules.deal) - 1)]
                if len(pack) < size * len(hands):
                    pack, deals = shuffled_pack(rules, random), 0
                    size = rules.deal[0]
                for hand in hands.values():
                    hand[:] = [pack.pop() for _ in range(size)]
                deals += 1
            hand = hands[seat]
            if not hand:
                continue
            plays = [
                (card, after)
                for card in dict.fromkeys(hand)
                for after in legal_moves(rules, table, position, seat, card)
            ]
            if plays:
                card, position = random.choice(plays)
            else:
                card = random.choice(hand)
            hand.remove(card)
            plies += 1
            if plays and table.is_home(position, (seat,)):
                return plies
            if rules.draw:
                pack = pack or shuffled_pack(rules, random)
                hand.append(pack.pop())
            elif not plays and rules.cannot_play == "throw":
                hand.clear()
    return plies


def measure_games(seconds: float) -> dict[str, float]:
    """Plies per second of processor time, for each rule set and overall."""
    table = Table()
    found: dict[str, float] = {}
    all_plies, all_time = 0, 0.0
    for name in NAMES:
        rules, random = load_ruleset(name), Random(7)
        plies, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            plies += play_game(rules, table, random)
        spent = time.process_time() - start
        found[name] = plies / spent
        all_plies, all_time = all_plies + plies, all_time + spent
    return {**found, "all": all_plies / all_time}


def median_ms(job: Callable[[], object], times: int) -> float:
    """The median time of a job, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1e3


def ask_afresh(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> tuple[Position, ...]:
    """The results of a card, without caches."""
    engine_of(rules, table).last_plays = ((), [])
    return legal_moves(rules, table, position, seat, card)


def report_splits() -> None:
    """Measure a 7 on an open track, and every other card there."""
    table, seat = Table(), SEATS[0]
    tock = load_ruleset("tock")
    two_colours = Table(players=(("a", "c"), ("b", "d")))  # type: ignore[arg-type]
    for title, rules, at, position, times in (
        ("7, four pawns", tock, table, SPACED, 301),
        ("7, seven-two", load_ruleset("tock", ["seven-two"]), table, SPACED, 301),
        (
            "7, split_pawns 3",
            ruleset_from({"base": "tock", "parameters": {"split_pawns": 3}}),
            table,
            SPACED,
            301,
        ),
        ("7, eight pawns of two colours", tock, two_colours, EIGHT, 11),
    ):
        count = len(legal_moves(rules, at, position, seat, Card("7")))
        spent = median_ms(lambda r=rules, t=at, p=position: ask_afresh(r, t, p, seat, Card("7")), times)  # type: ignore[misc]
        print(f"{title:<32}{count:>6} results{spent:>9.3f} ms")
    for card in tock.cards:
        if card != "7":
            spent = median_ms(lambda c=card: ask_afresh(tock, table, SPACED, seat, c), 301)  # type: ignore[misc]
            print(f"{'card ' + card:<32}{'':>14}{spent:>9.3f} ms")


def report_reasons() -> None:
    """Measure the reasons of illegal moves: one pawn, two, and a 7 with four, all wrong."""
    table, seat = Table(), SEATS[0]
    rules = load_ruleset("quebec")
    before = Position.parse("a2:a a8:a b3:a aH2:a b12:b c4:b c9:c d0:d*")
    changes = {
        "one pawn, a hole too far": ("6", {"a2": "a9"}),
        "another's pawn, wrong number": ("6", {"b12": "c5"}),
        "two pawns": ("6", {"a2": "a8", "b12": "b17"}),
        "four pawns, with a 7": ("7", {"a2": "a5", "a8": "a12", "b3": "b9", "b12": "b16"}),
    }
    for title, (card, moves) in changes.items():
        after = {moves.get(hole, hole): owner for hole, owner in before.pawns}
        reasons = explain(rules, table, before, seat, Card(card), after).reasons  # type: ignore[arg-type]
        spent = median_ms(lambda c=card, a=after: explain(rules, table, before, seat, c, a), 51)  # type: ignore
        print(f"{title:<32}{spent:>9.3f} ms  {' '.join(reasons)}")
    two_colours = Table(players=(("a", "c"), ("b", "d")))  # type: ignore[arg-type]
    moves = {"a8": "a10", "b3": "b6", "c3": "c8"}
    after = {moves.get(hole, hole): owner for hole, owner in EIGHT.pawns}
    spent = median_ms(lambda: explain(rules, two_colours, EIGHT, seat, Card("7"), after), 11)  # type: ignore
    print(f"{'eight pawns, three of them wrong':<32}{spent:>9.3f} ms")


def report_worst() -> None:
    """Measure the most crowded tables: legality, must-play, and reasons; limits: 50 ms, 20 MB."""
    print(f"{f'{WORST_TABLES} crowded tables':<32}{'median':>9}{'99 %':>9}{'worst':>9}     memory")
    taken: dict[str, list[float]] = {}
    memory: dict[str, int] = {}
    for seed in range(WORST_TABLES):
        random = Random(seed)
        rules, table = crowded_rules(random), crowded_table(random)
        before, seat = crowded_position(random, table), random.choice(table.played)
        result = walk(random, rules, table, before, seat) or before
        engine = engine_of(rules, table)
        for pawns in (
            result.pawns,
            meddled(random, table, result.pawns),
            meddled(random, table, before.pawns),
        ):
            wanted, after = Wanted(pawns), dict(pawns)
            jobs: dict[str, Callable[[], object]] = {
                "is a board legal": lambda w=wanted: list(find_moves(rules, table, before, seat, SEVEN, w)),  # type: ignore[misc]  # noqa: B023
                "must it be played": lambda: has_forced_play(rules, table, before, seat, SEVEN),  # noqa: B023
                "what is nearest": lambda p=pawns: nearest_moves(rules, table, before, seat, SEVEN, p, 16),  # type: ignore[misc]  # noqa: B023
                "why is it illegal": lambda a=after: explain(rules, table, before, seat, SEVEN, a),  # type: ignore[misc]  # noqa: B023
            }
            for title, job in jobs.items():
                engine.last_plays = ((), [])
                start = time.process_time()
                job()
                taken.setdefault(title, []).append(1e3 * (time.process_time() - start))
                if seed % 6 == 0:
                    engine.last_plays = ((), [])
                    tracemalloc.start()
                    job()
                    memory[title] = max(memory.get(title, 0), tracemalloc.get_traced_memory()[1])
                    tracemalloc.stop()
    for title, times in taken.items():
        times.sort()
        row = (times[len(times) // 2], times[int(0.99 * len(times))], times[-1])
        print(f"{title:<32}{row[0]:>9.2f}{row[1]:>9.2f}{row[2]:>9.1f} ms {memory[title] / 1e6:>6.1f} MB")


def main() -> None:
    """Print all measurements."""
    for name, speed in measure_games(seconds=3.0).items():
        print(f"{name:<32}{speed:>9,.0f} plies/s")
    report_splits()
    report_reasons()
    report_worst()


if __name__ == "__main__":
    main()
