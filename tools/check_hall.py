"""Plays tournaments with a real mosquitto and real processes, kills them, and compares with the journals.

    tools/check_hall.py [--tables 50] [--seconds 600] [--pace 0] [--turns 0] [--hosted 1] [--brokers 20]
                        [--deaths 100] [--halls 20] [--gone 0] [--rounds 0] [--pages] [--seed 1]

Rounds are paired and played until the time is over, or so many; meanwhile broker, tables and hall are killed
so often and started again. With `--pages` all that an arbiter does is done on the arbiter's page in Chromium,
and what is compared is what the wall's page shows. At last, with `--gone`, the broker is away while every
table plays a game, for at least so many seconds. Prints how far the wall was behind, memory and bytes a
table, and everything that differs from the journals: exit status 1 if anything does.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / part) for part in ("tests", "tests/hall", "tests/hall/table", "tools")]

from brokers import MISSING, MOSQUITTO  # noqa: E402
from browsing import BROWSER, NO_BROWSER  # noqa: E402
from hall.by_pages import PagesWatcher  # noqa: E402
from hall.tournament import CheckedHall, Played  # noqa: E402
from hall.truth import differences, facts_of  # noqa: E402
from hall.wall import NAP_S, delays, in_words  # noqa: E402

PICTURES = ROOT / "build" / "hall"  # of the pages
FILES = 16_384  # open files and connections of each process
MEMORY = Path("/dev/shm")  # journals of many tables on one disk would wait for each other
PLANNED = 99  # rounds, where nobody says how many


def run(options: argparse.Namespace, folder: Path) -> int:
    """Play, and tell; returns the exit status."""
    rng = random.Random(options.seed)
    with ExitStack() as opened:
        hall = CheckedHall(folder, options.tables, options.hosted, options.seed)
        opened.callback(hall.close)
        hall.open(options.rounds or PLANNED, pages=options.pages)
        empty = hall.traffic()
        begun, rounds = time.monotonic(), list[Played]()
        kills = sorted(
            (begun + rng.random() * options.seconds, who)
            for who, times in (
                ("broker", options.brokers),
                ("table", options.deaths),
                ("hall", options.halls),
            )
            for _ in range(times)
        )
        while len(rounds) < options.rounds if options.rounds else time.monotonic() < begun + options.seconds:
            rounds.append(hall.play_round(len(rounds) + 1, options.pace, options.turns, kills, rng))
        played_s = time.monotonic() - begun
        verdicts, full = len(hall.written), hall.traffic()
        if options.gone:
            rounds.append(
                hall.play_without_broker(len(rounds) + 1, options.pace, options.turns, options.gone)
            )
        hall.settle()
        # Without the round that had no broker.
        finished = {game for one in rounds for game in one.games.items()}
        found = delays(hall.written[:verdicts], finished, hall.wall, hall.deaths)
        wrong = [*differences(hall, rounds), *(f"never shown: {verdict}" for verdict in found.unseen)]
        for line in wrong:
            print(line)
        results = sum(len(one.winners) for one in rounds)
        killed = ", ".join(f"{who} {len(times)}" for who, times in hall.killed.items()) or "nobody"
        if isinstance(hall.watcher, PagesWatcher):
            hall.watcher.pictures(PICTURES)
        print(f"{options.tables} tables, {len(rounds)} rounds in {played_s:.0f} s, killed: {killed}")
        print(f"{results} results, {len(hall.written)} verdicts, {facts_of(hall)} facts; {len(wrong)} wrong")
        print(f"verdicts to the wall: {in_words(found.calm)}")
        print(f"within 10 s of a death: {in_words(found.disturbed)}")
        print(f"passed over at the end of a game that was given up: {len(found.passed_over)}")
        print(f"a nap of {NAP_S} s was too long by: {in_words(tuple(sorted(hall.wall.late_s)))}")
        print(hall.memory())
        if full is not None and empty is not None:
            received, sent = (after - before for before, after in zip(empty, full, strict=True))
            each = [round(count / max(verdicts, 1)) for count in (received, sent)]
            print(f"MQTT bytes a verdict: {each[0]} to the broker, {each[1]} from it")
        for one in rounds:
            if one.caught_up_s is not None:
                print(
                    f"without the broker for {one.gone_s:.0f} s; all was there {one.caught_up_s:.1f} s later"
                )
    return 1 if wrong else 0


def main() -> int:
    """Check; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600.0, help="after which no round begins")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between two turns; 0: at full speed")
    parser.add_argument("--turns", type=int, default=0, help="of a scripted game; 0: simulated evenings")
    parser.add_argument(
        "--hosted", type=int, default=1, help="tables in one process; 1: toc-pi publish itself"
    )
    parser.add_argument("--brokers", type=int, default=20, help="how often the broker is killed")
    parser.add_argument("--deaths", type=int, default=100, help="how often a table is killed")
    parser.add_argument("--halls", type=int, default=20, help="how often the hall is killed")
    parser.add_argument("--gone", type=float, default=0.0, help="seconds without a broker in a last round")
    parser.add_argument("--rounds", type=int, default=0, help="so many, however long they take")
    parser.add_argument("--pages", action="store_true", help="everything by the pages, in a browser")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if MOSQUITTO is None or (options.pages and BROWSER is None):
        print(MISSING if MOSQUITTO is None else NO_BROWSER)
        return 1
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return run(options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
