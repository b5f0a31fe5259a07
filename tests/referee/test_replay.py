"""A camera game is replayed from its journal: the same events give the same effects and the same state."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from simulator import Evening, random_game

from toc_pi.belief.game import Game
from toc_pi.effects import Effect
from toc_pi.events import Event, Resumed, Seen, Tick, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.store.games import event_of, export_game
from toc_pi.store.journal import Journal, keep

TURNS = 25


class Written(Referee):
    """A referee with a journal, as in an evening: observations come late, and all differ."""

    def __init__(self, game: Game, path: Path, rng: Random, breaks: float) -> None:
        super().__init__(game)
        self._game, self._path, self._rng, self._breaks = game, path, rng, breaks
        self.journal = Journal(path)
        self.journal.begin({}, "2026-11-22T20:00:00")
        self.effects: list[Effect] = []
        self._last: dict[type, Seen | ViewChanged] = {}

    def step(self, event: Event) -> tuple[Effect, ...]:
        if self._rng.random() < self._breaks:
            self._start_again()
        if isinstance(event, Seen | ViewChanged):
            self._last[type(event)] = event
        if isinstance(event, Seen):
            # A picture is processed after the clock has advanced, and probabilities differ between
            # observations.
            self.effects += keep(
                self.journal, _Inner(self), Tick(event.t + self._rng.choice([0.0, 0.1, 0.3]))
            )
            event = _shaken(event, self._rng)
        effects = keep(self.journal, _Inner(self), event)
        self.effects += effects
        return effects

    def _start_again(self) -> None:
        """Simulate a power cut, and resume the game."""
        self.journal.close()
        self.journal = Journal(self._path)
        saved = self.journal.unfinished()
        assert saved is not None
        self.journal.go_on(saved)
        if saved.state is not None:
            self.state = replace(saved.state, rules=self.rules)
            for event in (Resumed(saved.t), *self._last.values()):
                self.effects += keep(self.journal, _Inner(self), replace(event, t=saved.t))


class _Inner(Referee):
    """The same referee, without writing."""

    def __init__(self, outer: Written) -> None:
        self.rules, self._outer = outer.rules, outer
        self.state = outer.state

    def step(self, event: Event) -> tuple[Effect, ...]:
        effects = super().step(event)
        self._outer.state = self.state
        return effects


def _shaken(seen: Seen, rng: Random) -> Seen:
    chances = dict(seen.probability)
    for hole in sorted(seen.unsure):
        row = {
            what: max(chance, 1e-4) * rng.uniform(0.3, 3.0) for what, chance in chances.get(hole, {}).items()
        }
        chances[hole] = {what: chance / sum(row.values()) for what, chance in row.items()}
    return replace(seen, probability=chances)


def replayed(path: Path, game: Game) -> tuple[list[Effect], Referee]:
    """A fresh referee's effects for the events of the journal."""
    referee = Referee(game)
    said = [
        effect
        for line in export_game(path, 1)
        if "event" in line
        for effect in referee.step(event_of(line["event"], line["is"]))
    ]
    return said, referee


@pytest.mark.parametrize(("seed", "breaks"), [*((seed, 0.0) for seed in range(1, 7)), (7, 0.02), (8, 0.02)])
def test_a_camera_game_replays_to_the_same_verdicts(tmp_path: Path, seed: int, breaks: float) -> None:
    path, rng = tmp_path / "games.sqlite", Random(seed)
    game = random_game(rng)
    evening = Evening(game, rng)
    written = Written(game, path, Random(seed), breaks)
    evening.referee = written
    with closing(written.journal):
        evening.play(TURNS)
        written.journal.close()
    said, again = replayed(path, game)
    assert said == written.effects
    assert again.state == written.state
