"""Long-running searches (hints, and rules that judge a move differently) in a separate process.

The caller doesn't wait; the answer comes as an event. Only the last job counts: answers to cancelled ones are
dropped. The process starts with the first job, runs at low priority, and ends with the program, so that
neither vision nor screen waits for it.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.game import Cards
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset, with_house_rule
from toc_pi.rules.table import Table
from toc_pi.teaching.hint import Advice, advise
from toc_pi.teaching.options import Moment

HINT_S = 1.0  # time limit of a hint's search
NICE = 10  # of the search process: it yields to all other work
END_S = 2.0  # longest wait for that process to end
# The program may be in a folder that isn't on Python's default path, as in Debian's package.
_SERVE = "import sys; sys.path.append(sys.argv[1]); from toc_pi.app.teaching.thinking import serve; serve()"


@dataclass(frozen=True, slots=True)
class DifferingRules:
    """Rules that judge a move differently.

    Attributes:
        sets: names of rule sets.
        house: keys of house rules that would, if added to this table's rules.
    """

    sets: tuple[str, ...] = ()
    house: tuple[str, ...] = ()


def differing_rules(
    rules: RuleSet, table: Table, before: Position, seat: Seat, card: Card, after: Mapping[Hole, Seat]
) -> DifferingRules:
    """Find the rules that judge a move, as given to `explain`, differently from this table's.

    Raises:
        BadInput: as `explain`.
    """

    def is_legal(other: RuleSet) -> bool | None:
        return explain(other, table, before, seat, card, after).legal if card in other.cards else None

    here = is_legal(rules)
    sets = tuple(name for name in NAMES if name != rules.base and is_legal(load_ruleset(name)) is not here)
    found = []
    for key in house_rules():
        try:
            other = with_house_rule(rules, key)
        except BadInput:  # contradicts a house rule in force
            continue
        if is_legal(other) is (not here):
            found.append(key)
    known = tuple(name for name in sets if is_legal(load_ruleset(name)) is not None)
    return DifferingRules(known, tuple(found))


@dataclass(frozen=True, slots=True)
class HintJob:
    """A job: the best play with these cards."""

    moment: Moment
    hand: Cards
    strength: int
    seed: int = 0
    seconds: float = HINT_S


@dataclass(frozen=True, slots=True)
class RuleComparisonJob:
    """A job: which rules judge a move differently."""

    rules: RuleSet
    table: Table
    before: Position
    seat: Seat
    card: Card
    after: Mapping[Hole, Seat]


Job = HintJob | RuleComparisonJob
JobResult = tuple[Advice, ...] | DifferingRules | None  # None if there is no answer


Thought = tuple[Job, JobResult]
"""A job with its answer."""


def think(job: Job) -> JobResult:
    """Run a job synchronously."""
    try:
        match job:
            case HintJob(moment, hand, strength, seed, seconds):
                end = time.monotonic() + seconds
                return advise(moment, hand, strength, Random(seed), lambda: time.monotonic() < end)
            case RuleComparisonJob(rules, table, before, seat, card, after):
                return differing_rules(rules, table, before, seat, card, after)
    except BadInput:
        return None


Process = subprocess.Popen[bytes]
ProcessReply = tuple[Process | None, tuple[int, JobResult] | None]
"""The process, None if it couldn't be started; the job's number and answer, None if the process has ended."""


class ProcessThinker:
    """Runs search jobs in a separate process; only the last one counts."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._answers: queue.Queue[ProcessReply] = queue.Queue()
        self._number = 0
        self._wanted: Job | None = None
        self._busy = False
        self._late: Job | None = None

    def ask(self, job: Job) -> None:
        self._wanted = job
        if self._busy:
            self._late = job
        else:
            self._send(job)

    def drop(self) -> None:
        self._wanted = self._late = None

    def take(self) -> tuple[Thought, ...]:
        found: tuple[Thought, ...] = ()
        while True:
            try:
                process, reply = self._answers.get_nowait()
            except queue.Empty:
                return found
            if process is not self._process:  # an earlier process has ended, not this one
                continue
            self._busy = False
            number, answer = (self._number, None) if reply is None else reply
            if reply is None:
                self._end()
            late, self._late = self._late, None
            if late is not None:
                self._send(late)
            elif number == self._number and self._wanted is not None:
                found = ((self._wanted, answer),)
                self._wanted = None

    def close(self) -> None:
        self.drop()
        self._end()
        self._busy = False

    def _send(self, job: Job) -> None:
        self._number += 1
        self._busy = True
        try:
            process = self._process or self._start()
        except OSError:
            self._answers.put((None, None))
            return
        assert process.stdin is not None
        with suppress(OSError):  # if it has ended, the listener reports that
            pickle.dump((self._number, job), process.stdin)
            process.stdin.flush()

    def _start(self) -> Process:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVE, str(Path(__file__).parents[3])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is meant for the program only
        )
        self._process = process
        threading.Thread(target=_listen, args=(process, self._answers), name="thinker", daemon=True).start()
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S)


def _listen(process: Process, answers: queue.Queue[ProcessReply]) -> None:
    """Forward each answer as it arrives; None at the end."""
    assert process.stdout is not None
    with process.stdout as stream:
        while True:
            try:
                answers.put((process, pickle.load(stream)))
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                answers.put((process, None))
                return


def serve() -> None:
    """Run jobs from standard input until it ends: the main loop of the search process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(BrokenPipeError, EOFError):
        while True:
            number, job = pickle.load(sys.stdin.buffer)
            pickle.dump((number, think(job)), sys.stdout.buffer)
            sys.stdout.buffer.flush()
