"""How long to wait before something is said, and for how long the board has been unchanged."""

from dataclasses import replace

from toc_pi.belief.look import Pawns
from toc_pi.referee.effects import Notice, NoticeCode
from toc_pi.referee.settling import Step
from toc_pi.referee.states import State

# Seconds for which a board must stand unchanged in a clear view before a message.
CONFIRM_S = 0.3  # an illegal move: a hand that slides a pawn is out of view for less
AGAIN_S = 0.15  # a legal result where a pawn could also have gone to an unsure hole
KEPT_S = 0.4  # after a take-back, for the card to be declared again
GUESSED_S = 0.5  # an illegal move to an unsure hole
MOWN_S = 0.4  # only captured pawns are still to be removed
UNVISITED_S = 1.0  # an illegal move without a hand
BESIDE_S = 1.0  # everything put right except a pawn that is still beside the board
SPLIT_S = 2.5  # a part of a split may still follow
SECOND_S = 2.5  # a joker's second card may have been played, and not be declared yet
CAMP_S = 4.0  # a captured pawn is on its way to its camp
CARD_S = 2.0  # a move without a card, before cards are offered
BACK_S = 2.5  # an earlier position has returned, before turns are taken back
INFERRED_BACK_S = 1.0  # the same if the last turn's card was inferred
UNMOVED_S = 3.0  # a card that can be played without a visible change
ASK_S = 5.0  # no clear explanation, before a question
SURELY_S = 8.0  # an unmoved board counts although an unsure hole may hide a move
LOST_S = 6.0  # missing pawns, or an unexplained board, before lost sight


def is_clear(state: State) -> bool:
    """Whether the last look is still valid."""
    return state.episode.is_known(state.t)


def stood(state: State) -> float:
    """For how long the board has been unchanged, seconds."""
    return state.episode.stood(state.t)


def rested(state: State) -> float:
    """For how long the board was at rest, seconds; it goes on if only the set of unsure holes changes."""
    return state.episode.rested(state.t)


def note_unconfirmed(state: State, pawns: Pawns) -> State:
    """Remember a board that hasn't been seen for long enough yet."""
    known = state.unconfirmed is not None and state.unconfirmed[0] == pawns
    return state if known else replace(state, unconfirmed=(pawns, state.t))


def is_seen_again(state: State, pawns: Pawns, after_s: float) -> bool:
    """Whether a board was also seen in an earlier clear view, at least this long ago.

    Under moving shade or changing light the view is clear only briefly; two views that agree are enough.
    """
    if state.unconfirmed is None or state.unconfirmed[0] != pawns:
        return False
    first_t = state.unconfirmed[1]
    return first_t < state.episode.clear_since and state.t - first_t >= after_s


def say(state: State, code: NoticeCode, **values: str) -> Step:
    """Give a notice unless it was already given in this situation."""
    if code in state.said:
        return state, ()
    return replace(state, said=state.said | {code}), (Notice(state.t, code, values),)
