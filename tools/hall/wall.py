"""What a wall sees of a hall, and how far it is behind the journals."""

import json
import threading
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from queue import Empty
from statistics import median

from toc_pi.hall.wire.link import Arrived, Link, Login
from toc_pi.hall.wire.protocol import Topics

AFTER_S = 10.0
"""So long after somebody was killed a delay is counted apart."""
NAP_S = 0.1
LAST = 1_000_000  # the number of a turn that is shown once a game is over


@dataclass(frozen=True, slots=True)
class WrittenVerdict:
    """A verdict in a journal: its table, game and turn, and when that turn began, s."""

    table: str
    game: int
    n: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Delays:
    """From the journal to the wall, s: while everybody was there, and around somebody's death.

    Attributes:
        passed_over: the verdicts at the end of a game that was given up, instead of which the wall has shown
            the table's next game: a table's state is the newest alone.
        unseen: all others that weren't shown.
    """

    calm: tuple[float, ...]
    disturbed: tuple[float, ...]
    passed_over: tuple[WrittenVerdict, ...]
    unseen: tuple[WrittenVerdict, ...]


@dataclass
class Wall:
    """Reads every table's state as a wall does, in a thread of its own.

    Attributes:
        shown: for each table and game, when which turn was shown, in order.
        late_s: how late this process woke up each time that it slept: what the machine itself adds.
    """

    account: Login
    topics: Topics
    shown: dict[tuple[str, int], list[tuple[float, int]]] = field(default_factory=lambda: defaultdict(list))
    late_s: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        heard = (f"{self.topics.root}/hall/#", self.topics("state", "+"), self.topics("link", "+"))
        self._link = Link(self.account, (f"{self.topics.root}/nobody", b""), heard)
        self._over = threading.Event()
        self._threads = [threading.Thread(target=work) for work in (self._read, self._nap)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Go."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        self._link.close()

    def _nap(self) -> None:
        while not self._over.is_set():
            due = time.monotonic() + NAP_S
            time.sleep(NAP_S)
            self.late_s.append(time.monotonic() - due)

    def _read(self) -> None:
        while not self._over.is_set():
            try:
                event = self._link.inbox.get(timeout=0.2)
            except Empty:
                continue
            if isinstance(event, Arrived) and event.topic.endswith("/state") and event.payload:
                now, state = time.monotonic(), json.loads(event.payload)
                shown = max(state["turn"]["n"] - 1, state.get("verdict", {"n": 0})["n"])
                n = LAST if state["winners"] else shown
                self.shown[event.topic.split("/")[-2], state["game"]].append((now, n))


def delays(
    written: Iterable[WrittenVerdict],
    finished: Collection[tuple[str, int]],
    wall: Wall,
    deaths: Mapping[str, Iterable[float]],
) -> Delays:
    """How long each verdict took to the wall: until it, or a later one, was shown.

    Args:
        written: the verdicts.
        finished: the table and game of each result; all other games were given up.
        wall: what it has shown.
        deaths: when tables died, by name; "" for broker and hall.
    """
    calm, disturbed = list[float](), list[float]()
    passed_over, unseen = list[WrittenVerdict](), list[WrittenVerdict]()
    times = {who: sorted(when) for who, when in deaths.items()}
    for verdict in written:
        shown = (
            at for at, n in wall.shown[verdict.table, verdict.game] if n >= verdict.n and at >= verdict.at_s
        )
        seen_s = next(shown, None)
        if seen_s is None:
            given_up = (verdict.table, verdict.game) not in finished and any(
                table == verdict.table and game > verdict.game and states[-1][0] >= verdict.at_s
                for (table, game), states in wall.shown.items()
                if states
            )
            (passed_over if given_up else unseen).append(verdict)
            continue
        hit = any(_between(times.get(who, []), verdict.at_s - AFTER_S, seen_s) for who in ("", verdict.table))
        (disturbed if hit else calm).append(seen_s - verdict.at_s)
    return Delays(tuple(sorted(calm)), tuple(sorted(disturbed)), tuple(passed_over), tuple(unseen))


def in_words(found: tuple[float, ...]) -> str:
    """Median, 99 % and largest of sorted delays."""
    if not found:
        return "none"
    high = found[int(0.99 * (len(found) - 1))]
    return f"{len(found)}, median {median(found):.2f} s, 99 % {high:.2f} s, at most {found[-1]:.2f} s"


def _between(times: list[float], first: float, last: float) -> bool:
    at = bisect_left(times, first)
    return at < len(times) and times[at] <= last
