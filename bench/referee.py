"""Measures the referee's time for one event, and the time of a journal entry.

Method: random evenings of all rule sets with a noisy camera (the simulator of the tests), every `step` of the
referee timed in processor time (so that other jobs don't count): with tapped cards, and in some rows of the
evenings with cards on a pile; then the events with tapped cards again with a journal on this disk, in
wall-clock time. One core. Run with `make bench` or `python bench/referee.py [--games N]`.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "referee"))

from camera_evening import evening as camera_evening
from camera_evening import on_the_pile
from camera_figures import ROWS
from simulator import Evening, random_game

from toc_pi.belief.game import Game
from toc_pi.events import Declared, Event, Seen
from toc_pi.referee.referee import Referee
from toc_pi.store.journal import Journal, keep

BAR_MEDIAN_MS, BAR_WORST_MS = 5.0, 50.0
CAMERA_ROWS = ("mixed", "mixed, everything", "none sure")
CAMERA_TURNS = 40


def print_times(message: str, times: list[float]) -> None:
    """Print a row: count, median, 99th percentile, maximum."""
    times.sort()
    count = len(times)
    print(
        f"{message:34} {count:7} {1e3 * times[count // 2]:8.3f} ms median "
        f"{1e3 * times[int(0.99 * count)]:8.2f} ms 99 % {1e3 * times[-1]:8.1f} ms worst"
    )


def timed(game: Game, events: Iterable[Event]) -> Iterator[tuple[Event, float]]:
    """The events on a new referee, each with the processor time of its step, seconds."""
    referee = Referee(game)
    for event in events:
        begun = time.thread_time()
        referee.step(event)
        yield event, time.thread_time() - begun


def camera_times(row: str, seeds: Iterable[int]) -> list[float]:
    """The times of all events of evenings with cards on a pile."""
    laying, reading = ROWS[row]
    times: list[float] = []
    for seed in seeds:
        game, played = camera_evening(seed, CAMERA_TURNS, laying)
        events = on_the_pile(game, played.told, reading, Random(seed), set(played.silent))
        times += [spent for _, spent in timed(game, events)]
    return times


def main() -> int:
    """Measure, print, and fail if a limit is exceeded."""
    parser = argparse.ArgumentParser(description="Time the referee.")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    looks: list[float] = []
    taps: list[float] = []
    others: list[float] = []
    evenings: list[tuple[Evening, list[Event]]] = []
    for seed in range(options.games):
        rng = Random(seed)
        evening = Evening(random_game(rng), rng)
        evening.play(60)
        evenings.append((evening, evening.events))
        for event, spent in timed(evening.game, evening.events):
            (looks if isinstance(event, Seen) else taps if isinstance(event, Declared) else others).append(
                spent
            )
    worst = max(looks + taps + others)
    median = sorted(looks)[len(looks) // 2]
    print_times("an observation", looks)
    print_times("a tap", taps)
    print_times("time, a view", others)
    for row in CAMERA_ROWS:
        times = camera_times(row, range(options.games))
        print_times(f"seen cards: {row}", times)
        worst = max(worst, *times)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "games.sqlite")
        written: list[float] = []
        for evening, events in evenings[:5]:
            journal.begin({}, "bench")
            referee = Referee(evening.game)
            for event in events:
                begun = time.perf_counter()
                if keep(journal, referee, event):
                    written.append(time.perf_counter() - begun)
        journal.close()
    print_times("with the journal, where effects are", written)
    held = 1e3 * median <= BAR_MEDIAN_MS and 1e3 * worst <= BAR_WORST_MS
    bar = f"bar: median at most {BAR_MEDIAN_MS} ms, worst at most {BAR_WORST_MS} ms"
    print(f"{bar}: {'held' if held else 'SHORT'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
