"""A table with a journal, at which simulated people play whole games before a noisy camera."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, Ended, Settled, TakenBack, Verdict
from toc_pi.events import Card, Declared, Event
from toc_pi.referee.referee import Referee
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.store.journal import Journal

sys.path.append(str(Path(__file__).resolve().parents[2] / "referee"))

from simulator import Chances, Evening

A, B, C, D = map(Seat, "abcd")
TEAMS = ((A, C), (B, D))
STARTED = "2026-11-22T20:00:00+00:00"
SETTINGS = {
    "board": "square-40",
    "rules": "quebec",
    "first": "a",
    "teams": [["a", "c"], ["b", "d"]],
    "colours": {"a": "red", "b": "blue", "c": "green", "d": "yellow"},
    "names": {"a": "Zoé", "b": "Léo", "c": "Ana", "d": "Max"},
}
NOTHING_ODD = dict.fromkeys(Chances.__dataclass_fields__, 0.0)


_OPENED: list[Journal] = []


def opened_journal(path: Path) -> Journal:
    """A journal that `close_journals` closes."""
    _OPENED.append(Journal(path))
    return _OPENED[-1]


def close_journals() -> None:
    """Close the journals of all tables: Python 3.13 warns of those that nobody has closed."""
    while _OPENED:
        _OPENED.pop().close()


def game_of_four() -> Game:
    """Two teams of two."""
    return Game(load_ruleset("quebec", ()), Table(4, 16, False, ((A,), (B,), (C,), (D,)), TEAMS), A, False)


class JournaledReferee(Referee):
    """A referee whose events and effects are stored."""

    def __init__(self, journal: Journal, game: Game) -> None:
        super().__init__(game)
        self._journal = journal

    def step(self, event: Event) -> tuple[Effect, ...]:
        """Step it, and store what happened."""
        self._journal.note(event)
        effects = super().step(event)
        self._journal.append(event, effects, self.state)
        return effects


class PlayedTable:
    """A table whose journal grows as games are played.

    Attributes:
        evening: the game in progress.
        journal: its journal.
    """

    def __init__(self, folder: Path, seed: int = 1, *, calm: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "games.sqlite"
        self.journal = opened_journal(self.path)
        self._rng = Random(seed)
        self._chances = Chances(**NOTHING_ODD) if calm else Chances()

    def begin(self) -> int:
        """Begin a game; returns its number."""
        number = self.journal.begin({"content": json.dumps(SETTINGS)}, STARTED)
        game = game_of_four()
        self.evening = Evening(game, self._rng, self._chances)
        self.evening.referee = JournaledReferee(self.journal, game)
        return number

    def play(self, turns: int) -> None:
        """Play so many turns more, or to the end."""
        self.evening.play(self.evening.n + turns - 1)


class ScriptedTable:
    """A table whose journal says what a test wants, without anybody playing.

    Attributes:
        path: of the journal.
        game: the number of the game in progress.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "games.sqlite"
        self.journal = opened_journal(self.path)
        self.game = self._n = 0
        self._t = 0.0

    def begin(self) -> int:
        """Begin a game; returns its number."""
        self.game = self.journal.begin({"content": json.dumps(SETTINGS)}, STARTED)
        self._state, self._n = Referee(game_of_four()).state, 0
        return self.game

    def happen(self, *effects: Callable[[float], Effect]) -> None:
        """Store an event with effects, each made with its time."""
        self._t += 1.0
        tap = Declared(self._t, A, "card", Card("5"))
        self.journal.append(tap, [made(self._t) for made in effects], self._state.at(self._t))

    def move(self, seat: Seat = A, *, legal: bool = True, reason: str = "wrong-distance") -> None:
        """A turn, settled at once if it is legal."""
        self._n += 1
        n, holes = self._n, {Hole(f"{seat}{self._n % 18}"): seat}
        told = partial(Verdict, n=n, seat=seat, do="card", card=Card("5"), cards=(), captured=())
        judged = partial(told, holes=holes, fresh=frozenset(), before={}, before_fresh=frozenset())
        reasons = () if legal else (reason,)
        self.happen(lambda t: judged(t, legal=legal, reasons=reasons))
        if legal:
            self.happen(lambda t: Settled(t, n, seat, "legal", holes, frozenset()))

    def win(self, *winners: Seat) -> None:
        """The end of the game."""
        self.happen(lambda t: Ended(t, winners))
        self.journal.end(STARTED, winners)

    def take_back(self) -> None:
        """The last turn is taken back, also after the end."""
        n, self._n = self._n, self._n - 1
        self.happen(lambda t: TakenBack(t, n, A))

    def play(self, *winners: Seat, turns: int = 4) -> int:
        """A whole game; returns its number."""
        self.begin()
        for number in range(turns):
            self.move(Seat("abcd"[number % 4]))
        self.win(*winners)
        return self.game
