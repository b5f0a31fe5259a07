"""Soak the referee: whole random games over all rule sets before a noisy camera, and kill -9 on the journal.

    tools/simulate.py --games 2000 [--first SEED] [--turns N] [--processes N]
    tools/simulate.py --kills 1000

Says what was wrong, game by game, then a summary; exit status 1 if anything was.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests" / "referee"), str(ROOT / "tests" / "store")]


def play(task: tuple[int, int]) -> tuple[int, str, object]:
    """One game by its seed, to its end or to so many turns."""
    from simulator import Evening, random_game

    seed, turns = task
    rng = Random(seed)
    game = random_game(rng)
    return seed, game.rules.base, Evening(game, rng).play(turns)


def games(count: int, first: int, turns: int, processes: int) -> int:
    """Play games, print complaints as they come and a summary."""
    sums: Counter[str] = Counter()
    illegal: Counter[str] = Counter()
    delays: list[float] = []
    begun = time.monotonic()
    tasks = [(seed, turns) for seed in range(first, first + count)]
    with Pool(processes) as pool:
        for seed, rules, report in pool.imap_unordered(play, tasks):
            sums.update(
                games=1,
                turns=report.turns,
                ended=report.ended,
                verdicts=report.verdicts,
                questions=report.questions,
                faulty=bool(report.complaints),
            )
            illegal += report.illegal
            delays += report.delays
            for complaint in report.complaints[:1]:  # what comes after it follows from it
                print(f"game {seed} ({rules}): {complaint}", flush=True)
            if sums["games"] % 20 == 0:
                spent = time.monotonic() - begun
                turns, faulty = sums["turns"], sums["faulty"]
                print(
                    f"{sums['games']} games, {turns} turns, {faulty} with a fault, {spent:.0f} s", flush=True
                )
    delays.sort()
    print(f"{dict(sums)}, {time.monotonic() - begun:.0f} s")
    print("illegal moves by first reason:", ", ".join(f"{code} {n}" for code, n in illegal.most_common()))
    if delays:
        late = sum(delay > 1.0 for delay in delays)
        print(
            f"verdict after the hand or the card: median {delays[len(delays) // 2]:.2f} s, "
            f"99 % within {delays[int(0.99 * len(delays))]:.2f} s, {late} of {len(delays)} after 1.0 s"
        )
    return 1 if sums["faulty"] else 0


def kills(count: int, seed: int) -> int:
    """Kill a program that writes a journal, again and again, and read the journal each time."""
    from kills import kill_often

    def told(number: int, faults: int) -> None:
        if number and number % 50 == 0:
            print(f"{number} kills, {faults} faults, {time.monotonic() - begun:.0f} s", flush=True)

    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        faults = kill_often(Path(folder) / "games.sqlite", count, Random(seed), told)
    for fault in faults[:20]:
        print(fault)
    print(f"{count} kills, {len(faults)} faults")
    return 1 if faults else 0


def main(arguments: Sequence[str]) -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description="Soak the referee and its journal.")
    parser.add_argument("--games", type=int, default=0, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="the first game's seed")
    parser.add_argument("--turns", type=int, default=2000, help="end a game after so many turns")
    parser.add_argument("--processes", type=int, default=2, help="how many at once")
    parser.add_argument("--kills", type=int, default=0, help="how often to kill a writing program")
    options = parser.parse_args(arguments)
    status = 0
    if options.games:
        status |= games(options.games, options.first, options.turns, options.processes)
    if options.kills:
        status |= kills(options.kills, options.first)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
