"""Plays a tournament with a real mosquitto and real processes, kills them, and compares with the journals.

    tools/check_hall.py [--tables 50] [--seconds 600] [--pace 1.0] [--kills 20] [--seed 1]

Prints the delay between a journal and what the wall reads, memory and bytes a table, and every result that
differs from its journal: exit status 1 if any does, is missing, or came twice.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests" / "hall"), str(ROOT / "tests" / "publisher")]

from brokers import MISSING, MOSQUITTO  # noqa: E402
from halls import TOPICS, HallInProcesses, Process, Watcher, hall_in  # noqa: E402
from tables import A, B, C, D, ScriptedTable  # noqa: E402

TURNS = 12  # of a game
QUIET_S = 120.0  # how long the last results of a round are waited for


@dataclass
class Course:
    """What happened.

    Attributes:
        expected: for each round and table the points that its journal says.
        written: when a turn was written, by table, game and turn; taken out once the wall has read it.
        delays: from there to the wall, s.
        killed: how often who was killed.
    """

    expected: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    written: dict[tuple[str, int, int], float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    killed: dict[str, int] = field(default_factory=dict)

    def read(self, watcher: Watcher) -> None:
        """Read what the wall reads, and note the delays of what is new."""
        watcher.look(0.01)
        now = time.monotonic()
        for topic, state in watcher.seen.items():
            if topic.endswith("/state") and state and "verdict" in state:
                key = (topic.split("/")[-2], state["game"], state["verdict"]["n"])
                if (then := self.written.pop(key, None)) is not None:
                    self.delays.append(now - then)


def play_round(
    hall: HallInProcesses, watcher: Watcher, number: int, options: argparse.Namespace, course: Course
) -> bool:
    """Pair a round, play it at every table, kill somebody now and then; whether every result came."""
    rng = random.Random(options.seed * 1000 + number)
    assert watcher.order("pair")["done"]
    until = time.monotonic() + QUIET_S
    while not all(f'"seating": "{number}-' in table.outbox.read_text() for table in hall.tables):
        course.read(watcher)
        assert time.monotonic() < until, "a table wasn't told its match"
    tables = {table.name: table.table for table in hall.tables}
    for table in tables.values():
        table.begin()
    for turn in range(1, TURNS + 1):
        for name, table in tables.items():
            table.move("abcd"[turn % 4])
            course.written[name, table.game, turn] = time.monotonic()
        due = time.monotonic() + options.pace
        if rng.random() < options.kills * options.pace / options.seconds:
            kill(hall, rng, course)
        while time.monotonic() < due:
            course.read(watcher)
    for name, table in tables.items():
        end(name, table, number, rng, course)
    until = time.monotonic() + QUIET_S
    while time.monotonic() < until:
        course.read(watcher)
        matches = (watcher.shown(f"round/{number}") or {"matches": []})["matches"]
        if matches and all(match["points"] is not None for match in matches):
            return True
    return False


def end(name: str, table: ScriptedTable, number: int, rng: random.Random, course: Course) -> None:
    """End a game; sometimes the last turn is taken back, and the others win."""
    wins_first = rng.random() < 0.5
    if rng.random() < 0.2:
        table.win(*((B, D) if wins_first else (A, C)))
        table.take_back()
    table.win(*((A, C) if wins_first else (B, D)))
    course.expected[number, name] = [2, 0] if wins_first else [0, 2]


def kill(hall: HallInProcesses, rng: random.Random, course: Course) -> None:
    """Kill the broker, the hall or a table's publisher, and start it again."""
    who = rng.choice(["broker", "hall", "table", "table", "table"])
    course.killed[who] = course.killed.get(who, 0) + 1
    one: Process | HallInProcesses = hall.hall if who == "hall" else rng.choice(hall.tables).process
    if who == "broker":
        hall.broker.stop()
        hall.broker.start()
    else:
        one.stop()
        one.start()


def differences(watcher: Watcher, course: Course, rounds: int) -> list[str]:
    """Every result that isn't what its journal says, and every one that belongs nowhere."""
    found = [f"unplaced: {one}" for one in watcher.shown("unplaced") or []]
    for number in range(1, rounds + 1):
        points = {match["table"]: match["points"] for match in watcher.shown(f"round/{number}")["matches"]}
        found += [
            f"round {number}, {table}: {points.get(table)} instead of {expected}"
            for (in_round, table), expected in course.expected.items()
            if in_round == number and points.get(table) != expected
        ]
    return found


def memory_mb(process: object) -> float:
    """The resident memory of a process."""
    pid = process.pid  # type: ignore[attr-defined]
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def summary(hall: HallInProcesses, course: Course, rounds: int, wrong: Sequence[str]) -> None:
    """Print the figures."""
    delays = sorted(course.delays) or [0.0]
    tables = [memory_mb(table.process.running) for table in hall.tables]
    killed = ", ".join(f"{who} {count}" for who, count in course.killed.items()) or "nobody"
    print(f"{rounds} rounds, {len(course.expected)} results, {len(wrong)} wrong, killed: {killed}")
    print(
        f"{len(delays)} turns reached the wall after {median(delays):.2f} s (median), "
        f"{delays[int(0.99 * (len(delays) - 1))]:.2f} s (99 %)"
    )
    print(
        f"memory: a table {median(tables):.0f} MB, the hall {memory_mb(hall.hall.running):.0f} MB, "
        f"mosquitto {memory_mb(hall.broker.running):.1f} MB"
    )


def main() -> int:
    """Check; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--kills", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if MOSQUITTO is None:
        print(MISSING)
        return 1
    names = [f"t{number:03}" for number in range(1, options.tables + 1)]
    course, rounds = Course(), 0
    with tempfile.TemporaryDirectory() as folder, hall_in(Path(folder), *names) as (hall, watcher):
        watcher.wait(
            lambda seen: len((seen.get(TOPICS.shown("tournament")) or {}).get("tables", ())) == len(names)
        )
        watcher.order("set-up", title="Check", system="swiss", rounds=99)
        for number in range(2 * len(names)):
            assert watcher.order("enter", name=f"Team {number}", players=["x", "y"])["done"]
        begun = time.monotonic()
        while time.monotonic() < begun + options.seconds and rounds < min(99, 2 * len(names) - 1):
            rounds += 1
            if not play_round(hall, watcher, rounds, options, course):
                print(f"round {rounds}: not every result has come")
                break
        wrong = differences(watcher, course, rounds)
        for line in wrong:
            print(line)
        summary(hall, course, rounds, wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
