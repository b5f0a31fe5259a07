"""An evening before the tried machine: the shipped game is filmed, turn by turn, and the power is cut."""

import random
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from .table import Journal, verdicts_in
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
LATE_S = 10.0
"""A power cut comes at a random moment between the first picture of a turn and so long after its last one."""


class Evening:
    """The table: it stays as it is while the machine has no power.

    Attributes:
        turn: the number of the film's next turn.
        shown: the sentences of all verdicts that the machine has told, by cuts and all.
    """

    def __init__(self, machine: Machine, folder: Path, rng: random.Random) -> None:
        self._machine = machine
        self._folder = folder
        self._rng = rng
        self.turn = 0
        self.shown: Counter[str] = Counter()

    def show(self, from_s: float, to_s: float) -> None:
        """The camera shows the film from one second to another, and then stays."""
        self._machine.ask(do="film", **{"from": from_s, "to": to_s})

    def stored(self) -> Journal:
        """What the machine has stored."""
        return Journal(self._machine, self._folder)

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
            What was under way, and the seconds from power-on to the verdict or, if that had been given, to
            the board being seen again.

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
        self.check()
        machine.wait_for(" to play.")
        since = len(machine.journal())
        self.show(at_s, turn.to_s)
        if judged:
            machine.wait_for("I see the board.", since) if at_s < turn.to_s else None
            self._next()
        else:
            self.allowed(0)
        when = f"{at_s - turn.from_s:.1f} s into turn {self.turn + 1}"
        return f"{when}, {'after' if judged else 'before'} its verdict", machine.on_for_s

    def check(self) -> None:
        """Check that every verdict that was told is stored.

        Raises:
            StepFailed: it isn't.
        """
        missing = self.shown - self.stored().told()
        if missing:
            raise StepFailed(f"shown, and not stored: {'; '.join(missing)}")

    def _verdict(self, journal: str) -> str:
        """The sentence that allows the turn that is played now; "" if there is none."""
        return next((each for each in verdicts_in(journal) if each.endswith("allowed.")), "")

    def _next(self) -> None:
        self.turn = (self.turn + 1) % len(TURNS)
        if not self.turn:
            self.show(0.0, 0.0)
