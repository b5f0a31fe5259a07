"""Soak the referee: whole random games of all rule sets with a noisy camera.

    tools/simulate.py --games 2000 [--first SEED] [--turns N] [--processes N] [--late]
    tools/simulate.py --untold 200 [--first SEED] [--turns N] [--processes N] [--late] [--held]
    tools/simulate.py --camera 100 [--first SEED] [--turns N] [--processes N] [--held] [--json FILE]

`--untold` plays games in which nobody declares a card, and counts how often the right one is inferred.

`--camera` plays games with declared cards, and judges them again with the cards on a pile, laid and read in
many ways; it prints a row for each.

These two take even seeds, without games of one rule set (`--held-rules`): whoever tunes the referee's weights
looks at no others. `--held` takes the odd seeds with all rule sets, to measure what was tuned.

Prints what was wrong, game by game, sometimes the progress and the remaining time; then a summary. Exit
status 1 if anything was wrong.
"""

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
NAMED, ASKED = 97.0, 3.0  # per cent of moves: least with the right card, most with a question
BLAMED = 1  # in 500 moves: most for which somebody else was told off
RIGHT, FLAGGED = (
    98.0,
    2.0,
)  # per cent of turns, and in 2,000 legal ones, where each card is surely seen before its move
HELD_RULES = "saut"  # no rule is its alone, and no other set has all of its rules
COUNTED = ("moves", "named", "alone", "wrong", "open", "late", "questions")
PROGRESS_EARLY, PROGRESS_AFTER = (5, 20, 50), 100  # numbers of games after which progress is printed
sys.path.append(str(ROOT / "tests" / "referee"))


def play(task: tuple[int, int]) -> tuple[int, str, object]:
    """Play the game of a seed, to its end or the maximum number of turns."""
    from simulator import Evening, random_game

    seed, turns = task
    rng = Random(seed)
    game = random_game(rng)
    return seed, game.rules.base, Evening(game, rng).play(turns)


def progress(done: Counter[str], count: int, spent_s: float) -> str:
    """The progress, and the remaining time."""
    left_min = spent_s / done["games"] * (count - done["games"]) / 60
    return (
        f"{done['games']} of {count} games, {done['turns']} turns, {done['faulty']} with a fault, "
        f"{spent_s / 60:.0f} min, some {left_min:.0f} min to go"
    )


def games(count: int, first: int, turns: int, processes: int, late_too: bool) -> int:
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
            for complaint in report.complaints[:1]:  # later ones follow from the first
                print(f"game {seed} ({rules}): {complaint}", flush=True)
            for slow in report.slow if late_too else []:
                print(f"game {seed}, late: {slow}", flush=True)
            if sums["games"] % PROGRESS_AFTER == 0 or sums["games"] in PROGRESS_EARLY:
                print(progress(sums, count, time.monotonic() - begun), flush=True)
    delays.sort()
    print(f"{dict(sums)}, {time.monotonic() - begun:.0f} s")
    share = 100 * sums["questions"] / max(sums["turns"], 1)
    print(f"{sum(illegal.values())} illegal moves, {share:.2f} questions in 100 turns")
    print("illegal moves by first reason:", ", ".join(f"{code} {n}" for code, n in illegal.most_common()))
    if delays:
        late = sum(delay > 1.0 for delay in delays)
        print(
            f"verdict after the hand or the card: median {delays[len(delays) // 2]:.2f} s, "
            f"99 % within {delays[int(0.99 * len(delays))]:.2f} s, {late} of {len(delays)} after 1.0 s"
        )
    return 1 if sums["faulty"] else 0


def play_untold(task: tuple[int, int]) -> tuple[int, str, object]:
    """Play the game of a seed in which the referee only sees the moves."""
    from simulator import random_game
    from untold_evening import UntoldEvening

    seed, turns = task
    rng = Random(seed)
    game = replace(random_game(rng), declare="free")
    return seed, game.rules.base, UntoldEvening(game, rng).play(turns)


def undeclared(seeds: Sequence[int], turns: int, processes: int, late_too: bool) -> int:
    """Play games without declared cards, print what was misjudged and a summary."""
    sums: Counter[str] = Counter()
    faults: Counter[tuple[str, str]] = Counter()
    made: Counter[str] = Counter()
    begun = time.monotonic()
    with Pool(processes) as pool:
        for seed, rules, report in pool.imap_unordered(play_untold, [(seed, turns) for seed in seeds]):
            sums.update({name: getattr(report, name) for name in COUNTED}, games=1)
            faults += report.faults
            made += report.made
            for note in report.notes:
                if late_too or " late by " not in note:
                    print(f"game {seed} ({rules}): {note}", flush=True)
    kinds = sorted({kind for kind, _ in faults})
    for cause, number in made.most_common():
        row = ", ".join(f"{faults[kind, cause]} {kind}" for kind in kinds if faults[kind, cause])
        print(f"{number:6} {cause}{row and ': '}{row}")
    print(f"{dict(sums)}, {time.monotonic() - begun:.0f} s")
    every = {kind: sum(number for (what, _), number in faults.items() if what == kind) for kind in kinds}
    moves = max(sums["moves"], 1)
    named, asked = 100 * sums["named"] / moves, 100 * sums["questions"] / moves
    blamed = every.get("wrong player", 0) / max(sums["moves"] + sums["wrong"], 1)
    print(", ".join(f"{number} {kind}" for kind, number in every.items()))
    print(
        f"card named {named:.2f} %, alone {100 * sums['alone'] / moves:.1f} %, {asked:.2f} questions in 100, "
        f"legal flagged {8000 * every.get('flagged', 0) / moves:.2f} in 8,000, "
        f"wrong player {2000 * blamed:.2f} in 2,000"
    )
    bad = named < NAMED or 500 * blamed > BLAMED or asked > ASKED
    bad = bad or bool(every.get("flagged", 0) + every.get("key", 0))
    return 1 if bad else 0


def play_camera(task: tuple[int, int]) -> tuple[int, dict[str, Counter[str]]]:
    """Play the game of a seed, and judge it again with the cards on a pile."""
    from camera_figures import measured

    return task[0], measured(*task)


FIGURES: dict[str, Callable[[Counter[str]], float]] = {
    "turns": lambda one: one["turns"],
    "right %": lambda one: 100 * one["right"] / max(one["turns"], 1),
    "legal flagged in 2,000": lambda one: 2000 * one["flagged"] / max(one["legal"], 1),
    "wrong passed in 1,000": lambda one: 1000 * one["passed"] / max(one["turns"], 1),
    "wrong player told in 2,000": lambda one: 2000 * one["blamed"] / max(one["turns"], 1),
    "right again %": lambda one: 100 * one["recovered"] / one["errors"] if one["errors"] else 100.0,
    "three in a row": lambda one: one["three"],
    "card named %": lambda one: 100 * one["named"] / max(one["legal"], 1),
    "questions in 100": lambda one: 100 * one["questions"] / max(one["turns"], 1),
}
"""What is measured of evenings with cards on a pile.

Right again: of all turns that were misjudged, how many had a right turn two turns later. Three in a row: how
many evenings had three misjudged turns in a row.
"""


def on_a_pile(seeds: Sequence[int], turns: int, processes: int, path: Path | None) -> int:
    """Judge games by cards that are laid and read in many ways, and print a row for each way."""
    sums: dict[str, Counter[str]] = {}
    with Pool(processes) as pool:
        for seed, found in pool.imap_unordered(play_camera, [(seed, turns) for seed in seeds]):
            for name, counts in found.items():
                if counts["failed"]:
                    print(f"game {seed}, {name}: the referee has failed", flush=True)
                sums.setdefault(name, Counter()).update(counts)
    rows = {name: {what: figure(one) for what, figure in FIGURES.items()} for name, one in sums.items()}
    print("| cards |", " | ".join(FIGURES), "|")
    print("|---|" + "---|" * len(FIGURES))
    for name, row in rows.items():
        print(
            f"| {name} |",
            " | ".join(f"{figure:.6g}" if figure % 1 == 0 else f"{figure:.1f}" for figure in row.values()),
            "|",
        )
    if path is not None:
        path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    best = rows["card first"]
    failed = any(one["failed"] for one in sums.values())
    return 1 if failed or best["legal flagged in 2,000"] > FLAGGED or best["right %"] < RIGHT else 0


def seeds_of(count: int, first: int, held: bool, held_rules: str) -> list[int]:
    """Seeds to tune by, even ones without a rule set; or the odd ones, which are for measuring alone."""
    from simulator import random_game

    found = list[int]()
    for seed in itertools.count(first + (first + held) % 2, 2):
        if len(found) == count:
            break
        if held or random_game(Random(seed)).rules.base != held_rules:
            found.append(seed)
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the chosen part."""
    parser = argparse.ArgumentParser(description="Soak the referee.")
    parser.add_argument("--games", type=int, default=0, help="how many games")
    parser.add_argument("--untold", type=int, default=0, help="how many games without declared cards")
    parser.add_argument("--camera", type=int, default=0, help="how many games with the cards on a pile")
    parser.add_argument("--first", type=int, default=0, help="the first game's seed")
    parser.add_argument("--turns", type=int, default=5000, help="end a game after so many turns")
    parser.add_argument("--processes", type=int, default=2, help="how many at once")
    parser.add_argument("--held", action="store_true", help="take the seeds that nothing is tuned to")
    parser.add_argument(
        "--held-rules",
        default=HELD_RULES,
        help=f"the rule set that nothing is tuned to (default: {HELD_RULES})",
    )
    parser.add_argument("--json", type=Path, help="write the rows of --camera to this file, too")
    parser.add_argument("--late", action="store_true", help="list verdicts later than a second")
    options = parser.parse_args(arguments)
    status = 0
    if options.games:
        status |= games(options.games, options.first, options.turns, options.processes, options.late)
    if options.untold:
        seeds = seeds_of(options.untold, options.first, options.held, options.held_rules)
        status |= undeclared(seeds, options.turns, options.processes, options.late)
    if options.camera:
        seeds = seeds_of(options.camera, options.first, options.held, options.held_rules)
        status |= on_a_pile(seeds, options.turns, options.processes, options.json)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
