"""What the rules of judging have in common: whether the view is clear, for how long a board has stood."""

from dataclasses import replace

from toc_pi.belief.look import Pawns
from toc_pi.referee.effects import Notice, NoticeCode
from toc_pi.referee.settling import Step
from toc_pi.referee.states import State

# Seconds that a board must stand, seen clear, before something is said about it.
CONFIRM_S = 0.3  # an illegal move: a hand that slides a pawn is away for shorter
AGAIN_S = 0.15  # a legal result where a pawn could also have gone to a hole that isn't sure
KEPT_S = 0.4  # after a take-back, for the card to be declared again
GUESSED_S = 0.5  # an illegal move to a hole that isn't sure
MOWN_S = 0.4  # only captured pawns are left to be taken away
UNVISITED_S = 1.0  # an illegal move without a hand
BESIDE_S = 1.0  # all is put right but for a pawn that belongs into its camp and lies beside the board
SPLIT_S = 2.5  # a part of a split may still follow
CAMP_S = 4.0  # a captured pawn is on its way to its camp
CARD_S = 2.0  # a move without a card, before cards are offered
BACK_S = 2.5  # an earlier position stands again, before turns are taken back
WORKED_OUT_BACK_S = 1.0  # the same where nobody had declared the last turn's card
UNMOVED_S = 3.0  # a card that can be played without a visible change
ASK_S = 5.0  # doubt
SURELY_S = 8.0  # the same, though a hole that isn't sure may hide a move
LOST_S = 6.0  # pawns are missing, or nothing explains the board


def is_clear(state: State) -> bool:
    """Whether the last look tells what stands there now."""
    return state.episode.is_known(state.t)


def stood(state: State) -> float:
    """For how long the board has stood as it is, seconds."""
    return state.episode.stood(state.t)


def rested(state: State) -> float:
    """For how long the board has been left alone, seconds: looks that only doubt other holes don't count."""
    return state.episode.rested(state.t)


def glimpse(state: State, pawns: Pawns) -> State:
    """Remember a board that hasn't been seen for long enough to be believed."""
    known = state.glimpsed is not None and state.glimpsed[0] == pawns
    return state if known else replace(state, glimpsed=(pawns, state.t))


def is_seen_again(state: State, pawns: Pawns, after_s: float) -> bool:
    """Whether a board was seen in an earlier clear view as well, so long ago.

    Where shade moves or a lamp was lit, the view is clear for moments alone; two that agree will do.
    """
    if state.glimpsed is None or state.glimpsed[0] != pawns:
        return False
    first_t = state.glimpsed[1]
    return first_t < state.episode.clear_since and state.t - first_t >= after_s


def say(state: State, code: NoticeCode, **values: str) -> Step:
    """Give a notice, once in a situation."""
    if code in state.said:
        return state, ()
    return replace(state, said=state.said | {code}), (Notice(state.t, code, values),)
