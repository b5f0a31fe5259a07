"""An evening before the tried machine: the shipped game is filmed, turn by turn, and the power is cut."""

import random
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from .table import STATE, Journal, verdicts_in
from .virtual import Machine, StepFailed, wait_until


class Turn(NamedTuple):
    """A turn of the film: who plays, and the seconds between which the hand comes and goes."""

    seat: str
    from_s: float
    to_s: float


TURNS = (
    Turn("c", 2.0, 6.2),
    Turn("d", 6.2, 9.2),
    Turn("a", 9.2, 12.2),
    Turn("b", 12.2, 19.2),
    Turn("c", 19.2, 23.0),
)
"""The film's first turns, all allowed in the end; the fourth is first played wrongly, and corrected.

After them the pawns are back in their camps, and a new game begins.
"""
ALLOWED = ": allowed"
BEGUN = "A new game begins"
FOUND = (BEGUN, "The camera sees the board again")
SELDOM_S = 5.0
"""Between two questions to the machine, which take it time."""
LATE_S = 10.0
"""A power cut comes at a random moment between the first picture of a turn and so long after its last one."""


class Evening:
    """The table: it stays as it is while the machine has no power.

    Attributes:
        turn: the number of the film's next turn.
        folder: of the machine's files.
        shown: the sentences of all verdicts that the machine has told, by cuts and all.
    """

    def __init__(self, machine: Machine, folder: Path, rng: random.Random) -> None:
        self._machine = machine
        self.folder = folder
        self._rng = rng
        self.turn = 0
        self.shown: Counter[str] = Counter()

    def show(self, from_s: float, to_s: float) -> None:
        """The camera shows the film from one second to another, and then stays."""
        self._machine.ask(do="film", **{"from": from_s, "to": to_s})

    def wait_for_board(self) -> None:
        """Wait until the camera has found the board: that is told, or its place is stored."""
        stored = f"find {STATE} -name calibration -newer /run/systemd/notify"
        wait_until(
            "the board found by the camera",
            lambda: (
                any(told in self._machine.journal() for told in FOUND) or self._machine.run(stored).strip()
            ),
        )

    def stored(self) -> Journal:
        """What the machine has stored."""
        return Journal(self._machine, self.folder)

    def begin(self) -> int:
        """Begin a turn; returns the place in the journal after which its verdict comes."""
        turn, since = TURNS[self.turn], len(self._machine.journal())
        self.show(turn.from_s, turn.to_s)
        return since

    def play(self) -> str:
        """Play one turn, and wait until it is allowed; returns that sentence."""
        return self.allowed(self.begin())

    def allowed(self, since: int) -> str:
        """Wait until the turn on the board is allowed, after a place in the journal."""
        told = wait_until(
            f"a verdict on turn {self.turn + 1} of the film",
            lambda: self._verdict(self._machine.journal()[since:]),
        )
        self._next()
        return str(told)

    def rest(self) -> None:
        """The camera shows the table as it is between two turns."""
        at_s = TURNS[self.turn].from_s
        self.show(at_s, at_s)

    def cut(self) -> tuple[str, float]:
        """Cut the power at a random moment of a turn, switch on again, and wait until that turn is allowed.

        Returns:
            What was under way, and the seconds from power-on to the next verdict: on this turn or, if it had
            one, on the next.

        Raises:
            StepFailed: a verdict that was told isn't stored, or the game doesn't go on.
        """
        machine, turn = self._machine, TURNS[self.turn]
        since = len(machine.journal())
        self.show(turn.from_s, turn.to_s)
        time.sleep(self._rng.uniform(0.0, turn.to_s - turn.from_s + LATE_S))
        at_s = float(machine.ask(do="still")["at"])
        machine.cut_power()
        told = machine.journal()
        judged = bool(self._verdict(told[since:]))
        self.shown += verdicts_in(told)
        machine.switch_on()
        machine.wait_for_guest()
        self.show(at_s, at_s)
        unshown = self.check()
        judged = judged or any(ALLOWED in each for each in unshown)
        when = "after its verdict" if judged else "before its verdict"
        what = f"{at_s - turn.from_s:4.1f} s into turn {self.turn + 1}, {when}"
        machine.wait_for(" to play.")
        if judged:
            self._next()
            self.begin()
        else:
            self.show(at_s, turn.to_s)
        told = self.allowed(0)
        return f"{what}; then {told}", machine.on_for_s

    def check(self) -> Counter[str]:
        """Check that every verdict that was told is stored; returns those that were stored and not told yet.

        Raises:
            StepFailed: one isn't stored.
        """
        stored = self.stored().told()
        if missing := self.shown - stored:
            raise StepFailed(f"told, and not stored: {'; '.join(missing)}")
        unshown, self.shown = stored - self.shown, stored
        return unshown

    def _verdict(self, journal: str) -> str:
        """The sentence that allows the turn that is played now; "" if there is none."""
        return next((each for each in verdicts_in(journal) if ALLOWED in each), "")

    def _next(self) -> None:
        self.turn = (self.turn + 1) % len(TURNS)
        if self.turn:
            return
        # Only a resumed game is given up for a new one when all pawns are back in their camps.
        since = len(self._machine.journal())
        self.show(0.0, 0.0)
        self._machine.run("systemctl restart --no-block toc-pi")
        self._machine.wait_for(BEGUN, since)
