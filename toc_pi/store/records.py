"""The journal's records: settled turns and the open turn, made from the referee's state and read back.

The codec writes the state's fields except those marked `NOT_STORED`: what the camera saw, for after a break
the board is read again. See docs/decisions/0020-the-state-is-stored.md.
"""

from collections.abc import Iterable
from dataclasses import replace

from toc_pi.errors import BadInput
from toc_pi.referee.states import Phase, RefereeState, SettledTurn
from toc_pi.rules.game import GameState
from toc_pi.store.codec import Json, from_json, to_json

Records = tuple[tuple[Json, ...], Json]
"""A record of each settled turn, and the one of the open turn.

In each, `course` is written as far as it differs from that of the turn before (None: back to its default),
and without the position, which is the first of the recorded ones.
"""

_MORE_USED = "more_used"
"""Instead of `used`: the cards added since the turn before."""


def records_of(state: RefereeState) -> Records:
    """All records of a state."""
    before = (None, *map(course_json, (turn.course for turn in state.turns)))
    turns = tuple(turn_json(turn, last) for turn, last in zip(state.turns, before, strict=False))
    return turns, open_json(state, before[-1])


def course_json(course: GameState) -> Json:
    """Hands and order as JSON, without the position."""
    found = to_json(course)
    del found["position"]
    return found


def turn_json(turn: SettledTurn, before: Json | None) -> Json:
    """The record of a settled turn; `before` is the course of the turn before it."""
    return to_json(turn) | {"course": _changed(before, course_json(turn.course))}


def open_json(state: RefereeState, before: Json | None) -> Json:
    """The record of a state's board and open turn; `before` is the course of the last settled turn."""
    found = to_json(state) | {"course": _changed(before, course_json(state.course))}
    if state.phase is not Phase.PAUSED:
        del found["phase"]  # follows from the rest
    if state.undone is not None:
        turns, now = records_of(state.undone)
        found["undone"] = [turns[len(state.turns) :], now]
    return found


def state_of(turns: Iterable[Json], now: Json) -> RefereeState:
    """The state from which a game continues, before the board is read.

    Raises:
        BadInput: these are no records, or they are inconsistent.
    """
    try:
        return _state_of((), {}, turns, now)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput("not a record of a game ({why})", why=error) from error


def _state_of(settled: tuple[SettledTurn, ...], last: Json, turns: Iterable[Json], now: Json) -> RefereeState:
    """As `state_of`, after turns that were read already; `last` is the course of the last of them."""
    for turn in turns:
        last = _whole(last, turn["course"])
        course = {**last, "position": turn["record"][0]}
        settled += (from_json(SettledTurn, {**turn, "course": course}),)
    course = {**_whole(last, now["course"]), "position": now["belief"]["record"][0]}
    kept = {"phase": Phase.AT_REST.value, **now, "course": course}
    undone = kept.pop("undone", None)
    state = replace(from_json(RefereeState, kept), turns=settled)
    if undone is not None:
        state = replace(state, undone=_state_of(settled, last, *undone))
    phase = _phase_of(state)
    is_paused = state.phase is Phase.PAUSED
    return replace(state, resting=phase) if is_paused else replace(state, phase=phase)


def _phase_of(state: RefereeState) -> Phase:
    """The phase, from what is open; whether pawns have moved is found by the next look."""
    if state.open.flag is not None:
        return Phase.FLAGGED
    if "lost-sight" in state.situation.notices:
        return Phase.LOST
    if state.open.to_go_back is not None or state.open.taken_back is not None:
        return Phase.RETURNING
    return Phase.OVER if state.course.phase == "over" else Phase.AT_REST


def _changed(before: Json | None, now: Json) -> Json:
    if before is None:
        return now
    changed = {key: now.get(key) for key in before | now if before.get(key) != now.get(key)}
    used = before.get("used", [])
    if changed.get("used") and changed["used"][: len(used)] == used:
        changed[_MORE_USED] = changed.pop("used")[len(used) :]
    return changed


def _whole(before: Json, changed: Json) -> Json:
    whole = {**before, **changed}
    if _MORE_USED in whole:
        whole["used"] = [*before.get("used", ()), *whole.pop(_MORE_USED)]
    return {key: value for key, value in whole.items() if value is not None}
