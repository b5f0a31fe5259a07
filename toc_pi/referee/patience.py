"""For how long the board has been unchanged; notices that are given once in a situation."""

from dataclasses import replace

from toc_pi.belief.look import Pawns
from toc_pi.referee.effects import Notice, NoticeCode
from toc_pi.referee.settling import Step
from toc_pi.referee.states import RefereeState


def is_clear(state: RefereeState) -> bool:
    """Whether the last look is still valid."""
    return state.episode.is_known(state.t)


def stood(state: RefereeState) -> float:
    """For how long the board has been unchanged, seconds."""
    return state.episode.stood(state.t)


def rested(state: RefereeState) -> float:
    """For how long the board was at rest, seconds; it goes on if only the set of unsure holes changes."""
    return state.episode.rested(state.t)


def has_stood(state: RefereeState, seconds: float) -> bool:
    """Whether the board has been unchanged for so long."""
    return stood(state) >= seconds


def has_rested(state: RefereeState, seconds: float) -> bool:
    """Whether the board was at rest for so long; it goes on if only the set of unsure holes changes."""
    return rested(state) >= seconds


def note_unconfirmed(state: RefereeState, pawns: Pawns) -> RefereeState:
    """Remember a board that hasn't been seen for long enough yet."""
    known = state.unconfirmed is not None and state.unconfirmed[0] == pawns
    return state if known else replace(state, unconfirmed=(pawns, state.t))


def is_seen_again(state: RefereeState, pawns: Pawns, after_s: float) -> bool:
    """Whether a board was also seen in an earlier clear view, at least this long ago.

    Under moving shade or changing light the view is clear only briefly; two views that agree are enough.
    """
    if state.unconfirmed is None or state.unconfirmed[0] != pawns:
        return False
    first_t = state.unconfirmed[1]
    return first_t < state.episode.clear_since and state.t - first_t >= after_s


def say(state: RefereeState, code: NoticeCode, **values: str) -> Step:
    """Give a notice unless it was already given in this situation."""
    if code in state.notices:
        return state, ()
    return replace(state, notices=state.notices | {code}), (Notice(state.t, code, values),)
