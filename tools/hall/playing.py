"""Plays at many tables in one process: writes their journals, and tells when each verdict was written.

    playing.py FOLDER SEED TABLE…

A line of standard input is a command, `PACE TURNS`: every table plays one game, with PACE seconds between two
turns (0: as fast as this machine can), of so many scripted turns; with 0 turns it is a whole simulated game
before a noisy camera, judged by the referee.

What is told: `verdict TABLE GAME N TIME`, `over TABLE GAME WINNERS VERDICTS`, and `done`. The time is when
the turn began, s of the monotonic clock: the wall may show a verdict before this process prints it.
"""

import heapq
import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests" / "hall" / "table")]

from tables import STARTED, A, B, C, D, PlayedTable, ScriptedTable  # noqa: E402

from calibration.holes import Seat  # noqa: E402
from toc_pi.effects import Ended, Verdict  # noqa: E402

STUCK = 5  # complaints after which a simulated evening ends


class Game:
    """One game at one table.

    Attributes:
        verdicts: how many were written.
        winners: who has won; empty while it goes on.
    """

    def __init__(self, name: str, table: "PlayedTable | ScriptedTable", turns: int, rng: Random) -> None:
        self.name = name
        self.verdicts = 0
        self.winners = ""
        self._table = table
        self._turns = turns
        self._rng = rng
        self.number = table.begin()

    def step(self) -> None:
        """One turn; after the last one somebody has won."""
        begun = time.monotonic()
        if isinstance(self._table, ScriptedTable):
            self._table.move(Seat("abcd"[self.verdicts % 4]))
            self._tell(self.verdicts + 1, begun)
            if self.verdicts == self._turns:
                self.winners = self._end(self._table)
            return
        evening = self._table.evening
        before = len(evening.effects)
        report = evening.play(evening.n)
        for effect in evening.effects[before:]:
            if isinstance(effect, Verdict):
                self._tell(effect.n, begun)
            elif isinstance(effect, Ended):
                self.winners = "".join(effect.winners)
        if self.winners:
            self._table.journal.end(STARTED, tuple(map(Seat, self.winners)))
        elif report.ended or len(report.complaints) >= STUCK:
            self.number = self._table.begin()  # the referee lost sight of it: people begin anew

    def _end(self, table: ScriptedTable) -> str:
        """End a game; sometimes the last turn is taken back, and the others win."""
        winners, others = self._rng.choice((((A, C), (B, D)), ((B, D), (A, C))))
        if self._rng.random() < 0.2:
            table.win(*others)
            table.take_back()
        table.win(*winners)
        return "".join(winners)

    def _tell(self, n: int, at: float) -> None:
        self.verdicts += 1
        print("verdict", self.name, self.number, n, f"{at:.4f}")


def play(games: list[Game], pace_s: float, rng: Random) -> None:
    """Play games at many tables at once to their ends."""
    begun = time.monotonic()
    waiting = [(begun + rng.random() * pace_s, at) for at in range(len(games))]
    heapq.heapify(waiting)
    while waiting:
        due, at = heapq.heappop(waiting)
        if (early := due - time.monotonic()) > 0:
            sys.stdout.flush()
            time.sleep(early)
        game = games[at]
        game.step()
        if game.winners:
            print("over", game.name, game.number, game.winners, game.verdicts)
        else:
            heapq.heappush(waiting, (due + pace_s if pace_s else time.monotonic(), at))
        if not pace_s:
            sys.stdout.flush()


def main() -> None:
    """Obey until standard input is closed."""
    folder, seed, *names = sys.argv[1:]
    rng, scripted, simulated = Random(int(seed)), dict[str, ScriptedTable](), dict[str, PlayedTable]()
    for line in sys.stdin:
        pace_s, turns = line.split()
        for number, name in enumerate(names):
            state = Path(folder) / name / "state"
            if int(turns) and name not in scripted:
                scripted[name] = ScriptedTable(state)
            elif not int(turns) and name not in simulated:
                simulated[name] = PlayedTable(state, int(seed) + number)
        tables = scripted if int(turns) else simulated
        play([Game(name, tables[name], int(turns), rng) for name in names], float(pace_s), rng)
        print("done", flush=True)


if __name__ == "__main__":
    main()
