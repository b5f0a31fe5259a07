"""Games are resumed from the journal as if never interrupted, including those of an older toc-pi."""

import json
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulator import Evening, random_game
from sitting import game_of
from untold_evening import UntoldEvening

from toc_pi.belief.game import Game
from toc_pi.referee.events import Event, Resumed, Seen, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import Phase, RefereeState
from toc_pi.store.codec import name_of, to_json
from toc_pi.store.games import export_game, list_games, load_game
from toc_pi.store.journal import Journal, keep, referee_of
from toc_pi.store.journal_file import VERSION
from toc_pi.store.recorded import records_of, state_of
from toc_pi.store.records import FORM
from toc_pi.store.saved import event_of
from toc_pi.store.written_records import read_records, record_json

OLD = Path(__file__).parents[1] / "data" / "journals" / "form-2.sqlite"
"""Four games written by toc-pi before records, with its effects after resuming them."""
FOLLOWED = 60
"""Number of events after a break that must give the same effects."""


def through_text(state: RefereeState) -> RefereeState:
    """A state after writing and reading its records."""
    turns, now = records_of(state)
    rows = [record_json(turn, before) for turn, before in zip(turns, (None, *turns[:-1]), strict=False)]
    text = json.dumps([rows, record_json(now, turns[-1] if turns else None)])
    assert read_records(*json.loads(text)) == (turns, now)
    return state_of(turns, now)


@lru_cache
def evening(seed: int) -> tuple[Game, Sequence[Event]]:
    """The events of a simulated evening; every other one is without declared cards."""
    rng = Random(seed)
    game = replace(random_game(rng), declare="free" if seed % 2 else "strict")
    room = UntoldEvening(game, rng) if seed % 2 else Evening(game, rng)
    room.play(12)
    return game, room.events


@given(st.sampled_from(range(700, 706)), st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_game_goes_on_from_its_records_as_if_it_had_never_been_left(seed: int, share: float) -> None:
    game, events = evening(seed)
    cut = round(share * len(events))
    stayed = Referee(game)
    for event in events[:cut]:
        stayed.step(event)
    left = Referee(game, through_text(stayed.state))
    seen = [event for event in events[:cut] if isinstance(event, Seen)][-1:]
    view = ViewChanged(stayed.state.t, stayed.state.episode.view)
    shown = [replace(event, t=view.t) for event in seen]
    for event in (Resumed(view.t), *shown, view, *events[cut : cut + FOLLOWED]):
        assert left.step(event) == stayed.step(event)
    assert records_of(left.state) == records_of(stayed.state)


def old_games() -> list[dict[str, Any]]:
    """The older toc-pi's effects, game by game."""
    found: list[dict[str, Any]] = json.loads(OLD.with_suffix(".json").read_text())
    return found


@pytest.mark.parametrize("number", range(1, 5))
def test_a_game_of_the_form_before_goes_on_as_it_would_have_then(number: int, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copyfile(OLD, path)
    past = old_games()[number - 1]
    with closing(Journal(path)) as journal:
        saved = journal.load(number)
        assert saved.form < FORM
        assert saved.state is not None
        assert len(saved.state.turns) == past["turns"]
        referee = referee_of(replace(game_of("quebec"), declare=past["declare"]), saved)
        journal.go_on(saved)
        said = [
            [name_of(effect), to_json(effect)]
            for name, body in past["events"]
            for effect in keep(journal, referee, event_of(name, body))
        ]
    assert said == past["effects"]


def test_once_a_game_of_the_form_before_goes_on_all_of_it_is_in_this_form(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copyfile(OLD, path)
    game, past = game_of("quebec"), old_games()[-1]
    with closing(Journal(path)) as journal:
        saved = journal.unfinished()
        assert saved is not None
        journal.go_on(saved)
    with closing(Journal(path)) as journal:
        same = journal.unfinished()
        assert same is not None
        assert same.form == FORM
        assert same.state is not None
        assert same.state == saved.state
        journal.go_on(same)
        referee = referee_of(game, same)
        for name, body in past["events"]:
            keep(journal, referee, event_of(name, body))
        assert len(referee.state.turns) > past["turns"]
    again = load_game(path, saved.id).state
    assert again is not None
    assert (again.turns, again.record) == (referee.state.turns, referee.state.record)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_game_between_two_versions_goes_on_from_its_last_turn(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copyfile(OLD, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        state = json.loads(connection.execute("SELECT body FROM states").fetchone()[0])
        assert state["queue"]
        state |= {"queue": "as it was then", "former": 3, "forgotten": 1}
        connection.execute("UPDATE states SET body = ?", (json.dumps(state),))
    with closing(Journal(path)) as journal:
        saved = journal.unfinished()
    assert saved is not None
    assert saved.state is not None
    assert len(saved.state.turns) == old_games()[-1]["turns"]
    assert saved.state.phase is Phase.AT_REST
    assert not saved.state.queue


def test_older_games_are_listed_exported_and_read(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copyfile(OLD, path)
    assert [game.turns for game in reversed(list_games(path))] == [past["turns"] for past in old_games()]
    for number, past in enumerate(old_games(), 1):
        assert len(list(export_game(path, number))) > past["turns"]
        state = load_game(path, number).state
        assert state is not None
        assert len(state.turns) == past["turns"]
