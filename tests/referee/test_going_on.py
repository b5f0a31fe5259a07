"""Games are resumed from the journal as if never interrupted."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from simulator import Evening, random_game
from untold_evening import UntoldEvening

from toc_pi.belief.game import Game
from toc_pi.events import Event, Resumed, Seen, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.store.records import records_of, state_of

FOLLOWED = 60
"""Number of events after a break that must give the same effects."""


def through_text(state: RefereeState) -> RefereeState:
    """A state after writing and reading its records."""
    return state_of(*json.loads(json.dumps(records_of(state))))


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
