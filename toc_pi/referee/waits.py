"""Every waiting time of the referee, seconds; for how long the board has been unchanged; notices given once.

docs/referee.md explains the times as a table. They are estimates for a family's table, tuned on rendered film
and simulated evenings; not measured on recorded games.
"""

from dataclasses import replace

from toc_pi.belief.look import Pawns
from toc_pi.effects import Notice, NoticeCode
from toc_pi.referee.states import RefereeState, Step

# The board must stand unchanged in a clear view for this long before a message about it.
CONFIRM_S = 0.3  # an illegal move: a hand that slides a pawn is out of view for less
AGAIN_S = 0.15  # a legal result where a pawn could also have gone to an unsure hole
UNTOLD_S = 0.4  # an undeclared move: a hand may only have paused
TAKEN_BACK_S = 0.4  # after a take-back, for the card to be declared again
GUESSED_S = 0.5  # an illegal move to an unsure hole
MOWN_S = 0.4  # only captured pawns are still to be removed
NO_HAND_S = 1.0  # an illegal move without a hand
BESIDE_S = 1.0  # everything put right except a pawn that is still beside the board
SPLIT_S = 2.5  # a part of a split may still follow
SECOND_S = 2.5  # a joker's second card may have been played, and not be declared yet
CAMP_S = 4.0  # a captured pawn is on its way to its camp
CARD_S = 2.0  # a move without a card, before cards are offered
BACK_S = 2.5  # an earlier position has returned, before turns are taken back
INFERRED_BACK_S = 1.0  # an earlier position has returned, if the last turn's card was inferred
UNMOVED_S = 3.0  # a card that can be played without a visible change
ASK_S = 5.0  # no clear explanation, before a question
SURELY_S = 8.0  # an unmoved board counts although an unsure hole may hide a move
CANDIDATE_S = 0.5  # an unexplained board, before players may play on from it
LOST_FAR_S = 1.0  # a completely different board, before lost sight
LOST_S = 6.0  # missing pawns, or an unexplained board, before lost sight
NOT_UNDERSTOOD_S = 10.0  # unexplained moved pawns, before players are told what to do

# How late a card may be declared and still belong to an earlier move.
LATE_S = 2.0  # after its move, or after the card was assumed
JOKER_LATE_S = 1.0  # after the move of a joker that plays again: a second one may come soon
NEXT_CARD_S = 4.0  # after a flag, for the next player's card to explain the rest of the board

# How quickly people play.
LAY_DOWN_S = 2.0  # shortest time in which a player discards a card
MOVE_S = 1.5  # shortest time in which a player moves a pawn
HOP_S = 2.7  # longest pause between two parts of one move


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
    known = state.situation.unconfirmed is not None and state.situation.unconfirmed[0] == pawns
    noted = replace(state.situation, unconfirmed=(pawns, state.t))
    return state if known else replace(state, situation=noted)


def is_seen_again(state: RefereeState, pawns: Pawns, after_s: float) -> bool:
    """Whether a board was also seen in an earlier clear view, at least this long ago.

    Under moving shade or changing light the view is clear only briefly; two views that agree are enough.
    """
    if state.situation.unconfirmed is None or state.situation.unconfirmed[0] != pawns:
        return False
    first_t = state.situation.unconfirmed[1]
    return first_t < state.episode.clear_since and state.t - first_t >= after_s


def say(state: RefereeState, code: NoticeCode, **values: str) -> Step:
    """Give a notice unless it was already given in this situation."""
    if code in state.situation.notices:
        return state, ()
    return state.noting(code), (Notice(state.t, code, values),)
