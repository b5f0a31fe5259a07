"""What each event does to one state of the referee, before conclusions are drawn."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from toc_pi.belief.episode import Episode
from toc_pi.effects import State
from toc_pi.events import (
    Answered,
    CardLaid,
    CardTaken,
    Dealt,
    Declared,
    Event,
    LeftTable,
    MovedBy,
    NotPassed,
    Paused,
    PileGathered,
    Resumed,
    Seen,
    Tick,
    ViewChanged,
)
from toc_pi.referee import turns
from toc_pi.referee.asking import answer, moved_by, not_passed
from toc_pi.referee.concluding import consider
from toc_pi.referee.confirmed import newly_confirmed
from toc_pi.referee.declaring import declare
from toc_pi.referee.laid_cards import card_laid, card_taken
from toc_pi.referee.laid_down import pile_gathered
from toc_pi.referee.order import start_course
from toc_pi.referee.settling import turn_now
from toc_pi.referee.states import RefereeState, StepResult, following
from toc_pi.referee.turns import REFUSED
from toc_pi.rules.game import UNKNOWN, come_back, leave

Handler = Callable[[RefereeState, Event], StepResult]


def handle(state: RefereeState, event: Event) -> StepResult:
    """The state after an event, and what follows from it at once."""
    if type(event) in REFUSED.get(type(state.phase), ()):
        return state, ()
    t = max(event.t, state.t)
    handled, effects = HANDLERS[type(event)](state if state.t == t else state.at(t), event)
    return _forgetting_undo(state, handled), effects


def conclude(before: RefereeState, handled: StepResult) -> StepResult:
    """The state after all conclusions from an event are drawn.

    Args:
        before: the state before the event.
        handled: the state after it, and what has followed from it so far.
    """
    after, effects = following(handled[1], consider(handled[0]))
    return _forgetting_undo(handled[0], after), (*effects, *newly_confirmed(before, after))


def _forgetting_undo(before: RefereeState, after: RefereeState) -> RefereeState:
    """Without the state before an `undo`, once something else is declared, judged or taken back."""
    if after.undone is None or after.undone is not before.undone:
        return after
    same = after.turns is before.turns and after.queue == before.queue and after.open.flag == before.open.flag
    return after if same else replace(after, undone=None)


def _look(state: RefereeState, event: Event) -> StepResult:
    assert isinstance(event, Seen)
    look = state.rules.look(event.holes, event.unsure, event.probability, event.white)
    episode = state.episode.with_look(state.t, look, state.belief, state.rules.seats)
    return (state if episode is state.episode else replace(state, episode=episode)), ()


def _view(state: RefereeState, event: Event) -> StepResult:

    assert isinstance(event, ViewChanged)
    if event.state == state.episode.view:
        return state, ()
    seen = replace(state, episode=state.episode.with_view(state.t, event.state))
    if event.state == "hand":
        seen = replace(seen, open=replace(seen.open, handled=True)).without_notices("unsure")
    elif event.state in ("moved", "blind"):
        seen = replace(seen, situation=replace(state.situation, disturbed=True))
    return seen, (State(state.t, event.state),)


def _wait(state: RefereeState, event: Event) -> StepResult:
    del event
    return state, ()


def _pause(state: RefereeState, event: Event) -> StepResult:
    del event
    return state.in_phase(turns.OnPause(state.open.playing)), ()


def _resume(state: RefereeState, event: Event) -> StepResult:
    """Continue after a pause or a restart: drop earlier looks, and treat the board as disturbed."""
    del event
    fresh = replace(
        state.in_phase(state.open.playing),
        episode=Episode(clear_since=state.t),
        situation=replace(state.situation, disturbed=True, candidates=(), unconfirmed=None),
        moved_at=None,
    )
    if state.course.phase == "over":
        return fresh, ()
    return fresh, (turn_now(fresh),)


def _deal(state: RefereeState, event: Event) -> StepResult:
    assert isinstance(event, Dealt)
    course = state.course
    size = event.cards or max(map(len, course.hands), default=0)
    hands = (() if player in course.away else (UNKNOWN,) * size for player in range(len(course.hands)))
    dealt = replace(state, course=replace(course, hands=tuple(hands)))
    return dealt, (turn_now(dealt),)


def _leave(state: RefereeState, event: Event) -> StepResult:
    assert isinstance(event, LeftTable)
    if event.seat not in state.rules.seats:
        return state, ()
    player = state.rules.player_of(event.seat)
    others = set(range(len(state.course.hands))) - state.course.away - {player}
    if not event.back and not others:
        return state, ()  # the last player can't leave
    course = come_back(state.course, player) if event.back else leave(state.course, player)
    if course == state.course:
        return state, ()
    left = replace(state, course=start_course(state.rules, course))
    return left, (turn_now(left),)


HANDLERS: Mapping[type[Event], Handler] = {
    Seen: _look,
    ViewChanged: _view,
    Tick: _wait,
    Declared: declare,
    CardLaid: card_laid,
    CardTaken: card_taken,
    PileGathered: pile_gathered,
    MovedBy: moved_by,
    NotPassed: not_passed,
    Answered: answer,
    Paused: _pause,
    Resumed: _resume,
    Dealt: _deal,
    LeftTable: _leave,
}
"""The handler of each event, unless the phase refuses it."""
